"""What schemathesis is told: questions that reach the rules, and which findings are decisions.

Leaves in the file that `FUZZ_REACHED` names how many of the fuzzed bodies reached the rules.
"""

from __future__ import annotations

import atexit
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import strategies as st

from contract.bodies import BODIES
from contract.reach import reaches_the_rules

REPLACED = 7
"""Of eight bodies. The others show what the service says to what the schema alone allows."""

asked: Counter[str] = Counter()
reached: Counter[str] = Counter()


def name_of(case: Any) -> str:
    return str(case.operation.definition.raw.get("operationId", ""))


def is_well_meant(case: Any) -> bool:
    """Generated to be accepted, not to be refused."""
    meta = case.meta
    return meta is not None and bool(meta.generation.mode.is_positive)


@schemathesis.hook
def flatmap_case(context: Any, case: Any) -> Any:
    """Most bodies that should be accepted become questions of a real game."""
    bodies = BODIES.get(name_of(case))
    if bodies is None or not is_well_meant(case) or not isinstance(case.body, dict | str):
        return st.just(case)

    def with_body(body: dict[str, Any]) -> Any:
        if isinstance(case.body, str):
            case.body = body["text"]
            query = {name: value for name, value in body.items() if name != "text"}
            case.query = {name: json.dumps(value).strip('"') for name, value in query.items()}
        else:
            case.body = body
        return case

    asked_in_earnest = bodies.map(with_body)
    # Not a list of equal strategies: `one_of` counts each only once.
    return st.integers(1, 8).flatmap(
        lambda drawn: asked_in_earnest if drawn <= REPLACED else st.just(case)
    )


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    name = name_of(case)
    if name not in BODIES or not is_well_meant(case) or case.meta.phase.name.value != "fuzzing":
        return
    asked[name] += 1
    reached[name] += reaches_the_rules(response.status_code, response.json())


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:
    """False for what is meant to be so."""
    kind = type(failure).__name__
    # QUERY is POST once more (RFC 10008); a document of version 3.0 has no place for it.
    if kind == "UnsupportedMethodResponse" and case.method.upper() == "QUERY":
        return False
    if kind == "AllowHeaderMismatch" and "advertised: QUERY" in failure.message:
        return False
    # What is wrong with an item of a batch is its own problem, in an answer of 200.
    if kind == "AcceptedNegativeData" and name_of(case) == "judgeBatch":
        return all(result["status"] == 200 for result in response.json()["results"])
    # The contract in YAML is a text to its clients; the tool reads it and finds an object.
    return not (kind == "JsonSchemaError" and case.path == "/openapi.yaml")


@atexit.register
def write_down() -> None:
    path = os.environ.get("FUZZ_REACHED")
    if path and asked:
        shares = {name: [reached[name], asked[name]] for name in sorted(asked)}
        Path(path).write_text(json.dumps(shares), "utf-8")
