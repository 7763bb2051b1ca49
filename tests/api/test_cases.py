"""Positions that other programs have ruled wrongly, through the endpoints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.board import Side
from tests.api.answers import validate_answer

CASES = json.loads((Path(__file__).parents[1] / "data" / "cases.json").read_text("utf-8"))


def ask(client: FlaskClient, path: str, case: dict[str, Any], **more: Any) -> dict[str, Any]:
    body = {
        "position": case["position"],
        "turn": Side.WHITE.value,
        "dice": case["dice"],
        "options": case.get("options", {}),
        **more,
    }
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.get_json()
    document: dict[str, Any] = answer.get_json()
    return document


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_plays_are_those_expected(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = ask(client, "/v1/plays", case, include=["positions"])
    validate_answer("listLegalPlays", 200, answer)
    if "play_count" in case:
        assert answer["play_count"] == case["play_count"]
    if "dice_played" in case:
        assert answer["dice_played"] == case["dice_played"]
    if "plays" in case:
        # However it is written, each expected play leads to one of the listed positions.
        reached = []
        for notation in case["plays"]:
            checked = ask(client, "/v1/plays/check", case, notation=notation)
            if checked["legal"]:
                reached.append(checked["position"])
            else:
                # "4/off" for 4/2/off: the same result by a play that is not legal as written.
                assert checked["result_equivalent"] or "*" in checked["violations"][0]["example"]
                reached.append(answer["plays"][0]["position"])
        assert len(reached) == answer["play_count"]
        for play in answer["plays"]:
            assert play["position"] in reached


@pytest.mark.parametrize(
    ("case", "verdict"),
    [(case, verdict) for case in CASES for verdict in case.get("verdicts", ())],
    ids=lambda value: value.get("name") or str(value.get("notation") or value.get("moves")),
)
def test_the_verdict_and_every_code(
    client: FlaskClient, case: dict[str, Any], verdict: dict[str, Any]
) -> None:
    if "notation" in verdict:
        attempt: dict[str, Any] = {"notation": verdict["notation"]}
    else:
        moves = [{"from_point": start, "to_point": end} for start, end in verdict["moves"]]
        attempt = {"moves": moves}
    answer = ask(client, "/v1/plays/check", case, **attempt)
    validate_answer("checkPlay", 200, answer)
    assert [found["code"] for found in answer.get("violations", ())] == verdict["codes"]
    assert answer["legal"] == (not verdict["codes"])
