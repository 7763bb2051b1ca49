"""Notations through the API: what is answered can be sent back, and says the same again."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.answers import validate_answer
from tests.notation.vectors import VECTORS

XGID = "XGID=aa---AD-C---eE---c-e----B-:0:0:-1:52:0:0:0:5:10"
MONEY = "XGID=aa---AD-C---eE---c-e----B-:1:0:-1:00:4:2:3:0:6"
BEAVER = "XGID=aa---AD-C---eE---c-e----B-:2:-1:1:B:0:0:2:0:10"


def convert(client: FlaskClient, **body: Any) -> dict[str, Any]:
    return _asked(client, 200, body)


def _asked(client: FlaskClient, status: int, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/v1/notations/convert", json=body)
    document: dict[str, Any] = answer.get_json(force=True)
    assert answer.status_code == status, document
    validate_answer("convertNotation", status, document)
    return document


def faults(client: FlaskClient, **body: Any) -> list[tuple[str, str]]:
    found = _asked(client, 422, body)["errors"]
    return [(error["pointer"], error["code"]) for error in found]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["xgid"])
def test_gnu_backgammons_ids_of_an_xgid(client: FlaskClient, vector: dict[str, Any]) -> None:
    answer = convert(client, text=vector["xgid"])
    notations, state = answer["notations"], answer["state"]
    for name in ("xgid", "position_id", "match_id"):
        assert notations[name] == vector[name]
    for name in ("position", "turn", "cube"):
        assert state[name] == vector[name]
    assert state.get("dice") == vector.get("dice")
    assert answer["assumed"] == []
    # What is answered says the same when it is sent back, in whatever form.
    again = convert(client, **state)
    assert again["state"] == state
    score = vector["score"]
    # The score of a money session is the one thing that a game state has no place for.
    scored = not vector["length"] and (score["white"] or score["black"])
    assert answer["lost"].get("state", []) == (["score"] if scored else [])
    if not scored:
        assert again["notations"] == notations
    assert (
        convert(client, text=notations["fibs_board"])["notations"]["position_id"]
        == (vector["position_id"])
    )


def test_a_state_goes_on_to_any_question(client: FlaskClient) -> None:
    state = convert(client, text=XGID)["state"]
    listed = client.post("/v1/plays", json=state).get_json()
    assert listed["play_count"] == 8
    assert listed["plays"] == client.post("/v1/plays", json={"xgid": XGID}).get_json()["plays"]
    doubled = convert(client, text=XGID.replace(":52:", ":D:"))["state"]
    assert client.post("/v1/cube/apply", json={**doubled, "action": "take"}).status_code == 200


def test_a_text_is_of_backgammon_unless_the_request_says_otherwise(client: FlaskClient) -> None:
    assert convert(client, text=XGID)["ruleset"] == "backgammon"
    assert convert(client, xgid=XGID)["ruleset"] == "backgammon"
    assert convert(client, text=XGID, ruleset="portes")["ruleset"] == "portes"
    assert convert(client, position_id="4HPwATDgc/ABMA", turn="white")["ruleset"] == "portes"
    assert faults(client, text=MONEY, ruleset="portes") == [("/text", "no_cube")]


def test_options_that_a_text_brings(client: FlaskClient) -> None:
    answer = convert(client, text=MONEY)
    assert answer["state"]["options"] == {"jacoby": True, "beavers": True, "cube_limit": 64}
    with_more = convert(client, text=MONEY, options={"raccoons": True, "jacoby": True})
    assert with_more["state"]["options"] == {**answer["state"]["options"], "raccoons": True}
    assert with_more["ruleset_hash"] != answer["ruleset_hash"]
    assert faults(client, text=MONEY, options={"jacoby": False}) == [
        ("/options/jacoby", "conflicting_input")
    ]
    # A ruleset without a cube has no place for them.
    without = convert(client, text=MONEY.replace(":1:0:-1:", ":0:0:-1:"), ruleset="portes")
    assert "options" not in without["state"]
    assert without["lost"]["state"] == ["cube_limit", "score", "jacoby", "beavers"]
    # An xgid in place of the text brings the same.
    assert convert(client, xgid=MONEY)["state"] == answer["state"]


def test_the_limit_of_a_preset_is_written(client: FlaskClient) -> None:
    start = {"position_id": "4HPwATDgc/ABMA", "turn": "black"}
    limited = convert(client, **start, ruleset="portes-match")
    assert limited["notations"]["xgid"].endswith(":0:6")
    assert convert(client, **start, ruleset="portes")["notations"]["xgid"].endswith(":0:10")


def test_a_beaver_that_waits(client: FlaskClient) -> None:
    answer = convert(client, text=BEAVER)
    assert answer["state"]["stage"] == "beavered"
    assert answer["state"]["cube"] == {"value": 4, "owner": "white"}
    assert answer["assumed"] == ["cube"]
    assert answer["lost"]["match_id"] == ["position", "stage", "beavers"]
    raised = {**answer["state"], "action": "take"}
    taken = client.post("/v1/cube/apply", json=raised).get_json()["next"]
    assert taken["cube"] == {"value": 8, "owner": "white"}


def test_what_is_lost_from_a_game_state(client: FlaskClient) -> None:
    state = {
        "ruleset": "backgammon",
        "position_id": "0M/gAGjEc/ABUA",
        "turn": "white",
        "dice": [1, 3],
        "opening_turn": True,
    }
    answer = convert(client, **state)
    assert answer["state"]["opening_turn"] is True
    assert answer["lost"]["xgid"] == ["opening_turn"]
    assert answer["lost"]["gnubg_id"] == ["dice_order", "beavers", "opening_turn"]
    early = convert(client, **{**state, "stage": "before_roll", "opening_turn": False})
    assert [warning["code"] for warning in early["warnings"]] == ["dice_not_used"]
    assert ":00:" in early["notations"]["xgid"]


def test_a_cube_too_high_for_a_match_id(client: FlaskClient) -> None:
    cube = {"value": 65536, "owner": "white"}
    state = {"ruleset": "backgammon", "position_id": "4HPwATDgc/ABMA", "turn": "white"}
    answer = convert(client, **state, cube=cube)
    assert set(answer["notations"]) == {"position_id", "xgid", "fibs_board"}
    assert answer["lost"]["match_id"] == ["position", "dice", "cube", "match"]


def test_a_score_where_the_crawford_game_is_open(client: FlaskClient) -> None:
    match = {"length": 5, "score": {"white": 4, "black": 1}}
    state = {"ruleset": "backgammon", "position_id": "4HPwATDgc/ABMA", "turn": "white"}
    unknown = convert(client, **state, match=match)
    assert unknown["assumed"] == ["crawford"]
    assert "crawford_played" not in unknown["state"]["match"]
    for played, flag in ((True, "0"), (False, "1")):
        known = convert(client, **state, match={**match, "crawford_played": played})
        assert known["assumed"] == []
        assert known["notations"]["xgid"].split(":")[7] == flag


def test_a_finished_match_is_converted(client: FlaskClient) -> None:
    answer = convert(client, text="4HPwATDgc/ABMA:AUt7AAAAIAAE")
    assert answer["state"]["match"]["score"] == {"white": 0, "black": 4}
    assert "xgid" not in answer["notations"]
    assert answer["lost"]["state"] == ["resignation", "status"]
    # A board line knows that a game is over, but not how.
    assert answer["lost"]["fibs_board"] == ["resignation", "status"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, [("/turn", "missing_field")]),
        ({"format": "xgid"}, [("/text", "missing_field")]),
        ({"text": 5, "format": "sgf"}, [("/format", "invalid_value"), ("/text", "invalid_type")]),
        ({"text": "x" * 401}, [("/text", "too_long")]),
        (
            {"text": "8/5", "turn": "red"},
            [("/text", "unknown_notation"), ("/turn", "invalid_value")],
        ),
        ({"text": "4HPwATDgc/ABM", "format": "position_id"}, [("/text", "unreadable_position_id")]),
        ({"text": XGID, "turn": "black"}, [("/turn", "conflicting_input")]),
        (
            {"text": XGID, "dice": [5, 2], "match": {"length": 5}},
            [
                ("/dice", "conflicting_input"),
                ("/match", "conflicting_input"),
                ("/match/score", "missing_field"),
            ],
        ),
        ({"text": XGID.replace("aa-", "aC-")}, [("/text", "too_many_checkers")]),
        ({"text": XGID.replace(":0:0:-1:", ":0:1:-1:")}, [("/text", "owned_cube_of_one")]),
        ({"text": XGID.replace("0:5:10", "1:5:10")}, [("/text", "crawford_impossible")]),
        (
            {"text": "XGID=aa---AD-C---eE---c-e----B-:0:0:-1:52:4:4:1:5:10"},
            [("/text", "crawford_impossible")],
        ),
        ({"text": "A" * 14}, [("/text", "both_finished")]),
        ({"text": XGID, "ruleset": "tavli"}, [("/ruleset", "unknown_ruleset")]),
        ({"text": XGID, "white": 1}, [("/white", "unknown_field")]),
    ],
)
def test_what_is_wrong_is_said(
    client: FlaskClient, body: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert faults(client, **body) == expected


def test_another_rules_version(client: FlaskClient) -> None:
    assert (
        _asked(client, 409, {"text": XGID, "rules_version": "0"})["code"]
        == "rules_version_mismatch"
    )


def test_in_greek(client: FlaskClient) -> None:
    refused = _asked(client, 422, {"text": "board:x", "language": "el"})
    assert refused["title"] == "Μη αναγνώσιμη γραμμή board"
