"""A question as a link, for caches: its query is read as the body that it stands for."""

from __future__ import annotations

from typing import Any

from flask import Request, Response, g

from service import RULES_VERSION
from service.api import http
from service.api.answers import LARGEST_KEPT, Operation, judged, refuse_where_not_accepted
from service.api.faults import Faults
from service.api.representations import (
    FOR_A_WHILE,
    FOR_EVER,
    choose_encoding,
    is_known,
    represent,
    respond_tagged,
    tag_of,
)
from service.api.rulings import note_again, noted


def answer_link(operation: Operation, fields: tuple[str, ...]) -> Response:
    """Answers a GET whose query may have these fields; its tag is known before any work is done."""
    asked = http.current_request()
    refuse_where_not_accepted(asked)
    faults = Faults()
    data, unknown = _from_query(asked, fields, faults)
    g.language = http.choose_language(data.get("language"))
    pinned = data.get("rules_version") == RULES_VERSION
    encoding = choose_encoding(asked)
    tag = tag_of((asked.path, g.language, encoding, sorted(data.items())))
    answers = http.current_application().extensions["answers"]
    key = (asked.path, tag)
    found = None
    # Only a valid question has ever been answered with its tag; `*` says nothing of that.
    if faults or unknown or not is_known(asked, tag) or asked.if_none_match.star_tag:
        found = None if faults or unknown else answers.get(key)
        if found is None:

            def judge_link(shaped: dict[str, Any], faults: Faults, language: str) -> Any:
                # A query can give the position only as an id, so that is what is missing.
                answer = operation.judge(shaped, faults, language)
                faults.rename("position", "position_id")
                for name in unknown:
                    # Only now: there may be a field of this name that a link has not.
                    faults.add((name,), "unknown_field")
                return answer

            link = Operation(operation.schema, judge_link)
            made = http.answer_bytes(judged(link, data, g.language, faults))
            found = represent(made, g.language, encoding, noted())
            if len(found) <= LARGEST_KEPT:
                answers.put(key, found)
        else:
            note_again(found.rulings)
    return respond_tagged(asked, found, tag, FOR_EVER if pinned else FOR_A_WHILE)


def _from_query(
    asked: Request, fields: tuple[str, ...], faults: Faults
) -> tuple[dict[str, Any], list[str]]:
    """The query as the body it stands for, and the names that no link has.

    Dice are two digits, views are parted by commas.
    """
    unknown: list[str] = []
    data: dict[str, Any] = {}
    for name, values in asked.args.lists():
        if name not in fields:
            unknown.append(name)
        elif len(values) > 1:
            faults.add((name,), "conflicting_input")
        else:
            data[name] = values[0]
    if "dice" in data:
        digits = data["dice"]
        if len(digits) == 2 and digits.isascii() and digits.isdigit():
            data["dice"] = [int(digit) for digit in digits]
        else:
            faults.add(("dice",), "invalid_value", allowed="11, 12 … 66")
            del data["dice"]
    if "include" in data:
        data["include"] = data["include"].split(",") if data["include"] else []
    return data, unknown
