"""Asks a live service the vectors of tests/data with the generated client, and compares.

    python run_vectors.py BASE_URL [TOLERANCE_URL]

A question is read into the generated model, its answer is written by the generated model, and that
must have everything the row says. No answer of the service of this release may have a field that
the models do not know; the answers of a later one, at TOLERANCE_URL, must have some and be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import attrs
from operations import OPERATIONS, Answer, Fields, Json
from portes_referee_client import Client
from portes_referee_client.models import OpenapiDocument, PointCounts, Problem

DATA = Path(__file__).parents[2] / "tests" / "data"
MAPPINGS = (PointCounts, OpenapiDocument)
"""Models whose fields have no names of their own."""


@dataclass(frozen=True)
class Row:
    name: str
    operation: str
    request: Fields
    status: int
    answer: Json


def rows(name: str) -> list[Row]:
    return [
        Row(row["name"], row["operation"], row["request"], row["status"], row["answer"])
        for row in json.loads((DATA / name).read_text("utf-8"))
    ]


def differences(answer: Json, expected: Json, place: str = "") -> Iterator[str]:
    """Where the answer does not say what is expected; it may say more."""
    if isinstance(expected, dict):
        for name, value in expected.items():
            if not isinstance(answer, dict) or name not in answer:
                yield f"{place}/{name} is missing"
            else:
                yield from differences(answer[name], value, f"{place}/{name}")
    elif isinstance(expected, list) and isinstance(answer, list):
        if place == "/actions":
            answer = [_action(answer, wanted) for wanted in expected]
        if len(answer) != len(expected):
            yield f"{place} has {len(answer)} items, not {len(expected)}"
        for index, (item, wanted) in enumerate(zip(answer, expected, strict=False)):
            yield from differences(item, wanted, f"{place}/{index}")
    elif answer != expected:
        yield f"{place} is {answer!r}, not {expected!r}"


def _action(rulings: list[Json], wanted: Json) -> Json:
    """The ruling on the same cube action; rows name only those that they are about."""
    same = [
        ruling
        for ruling in rulings
        if isinstance(ruling, dict)
        and isinstance(wanted, dict)
        and ruling["action"] == wanted["action"]
    ]
    return same[0] if same else None


def unknown_fields(value: object, place: str = "") -> Iterator[str]:
    """The fields that the models of this release do not know."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from unknown_fields(item, f"{place}/{index}")
    elif attrs.has(kind := type(value)) and not isinstance(value, MAPPINGS):
        for field in attrs.fields(kind):
            inner: object = getattr(value, field.name)
            if field.name == "additional_properties" and isinstance(inner, dict):
                yield from (f"{place}/{unknown}" for unknown in inner)
            else:
                yield from unknown_fields(inner, f"{place}/{field.name}")


def faults(client: Client, row: Row, *, later: bool) -> list[str]:
    """Everything in which the answer to a row is not as it should be."""
    status, answer = OPERATIONS[row.operation](client, row.request)
    if answer is None:
        return ["the answer could not be read"]
    found = [] if status == row.status else [f"the status is {status}, not {row.status}"]
    if isinstance(answer, Problem) != (row.status >= 400):
        found.append(f"the answer is a {type(answer).__name__}")
    unknown = list(unknown_fields(answer))
    if bool(unknown) != later:
        found.append(f"unknown fields: {unknown}")
    return [*found, *_compared(answer, row.answer)]


def _compared(answer: Answer, expected: Json) -> Iterator[str]:
    if isinstance(answer, str):
        if not isinstance(expected, str) or not answer.startswith(expected):
            yield f"the text begins {answer[:40]!r}"
    else:
        yield from differences(dict(answer.to_dict()), expected)


def passed(base_url: str, asked: list[Row], *, later: bool = False) -> int:
    """How many rows are answered as they should be; tells of the others."""
    count = 0
    with Client(base_url) as client:
        for row in asked:
            try:
                found = faults(client, row, later=later)
            except Exception as error:  # whatever a client raises, it has not read the answer
                found = [repr(error)]
            count += not found
            if found:
                print(f"{row.name}: {'; '.join(found)}")
    return count


def main(base_url: str, tolerance_url: str | None = None) -> int:
    vectors = [*rows("rulings.json"), *rows("vectors.json")]
    unasked = set(OPERATIONS) - {row.operation for row in vectors}
    for operation in sorted(unasked):
        print(f"{operation} is asked by no vector")
    tolerated = True
    if tolerance_url is not None:
        later = rows("tolerance.json")
        read = passed(tolerance_url, later, later=True)
        print(f"answers of a later service read: {read} of {len(later)}")
        tolerated = read == len(later)
    right = passed(base_url, vectors)
    print(f"python: {right} of {len(vectors)} vectors")
    return 0 if tolerated and not unasked and right == len(vectors) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
