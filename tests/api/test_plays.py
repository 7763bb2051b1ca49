"""The endpoints for plays, as a client uses them."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.answers import validate_answer

START = {"points": {"24": 2, "13": 5, "8": 3, "6": 5}}
BLACK_AS_WHITE_COUNTS = {"points": {"1": 2, "12": 5, "17": 3, "19": 5}}
START_ID = "4HPwATDgc/ABMA"
BAR_XGID = "XGID=aa---AD-C---eE---c-e----B-:0:0:-1:52:0:0:0:5:10"


def question(**changes: Any) -> dict[str, Any]:
    body = {"position": {"white": START, "black": START}, "turn": "white", "dice": [3, 1]}
    return {name: value for name, value in {**body, **changes}.items() if value is not None}


def ask(client: FlaskClient, path: str = "", status: int = 200, **changes: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/plays{path}", json=question(**changes))
    assert answer.status_code == status, answer.get_json()
    document: dict[str, Any] = answer.get_json()
    return document


def errors(document: dict[str, Any]) -> set[tuple[str, str]]:
    return {(error["pointer"], error["code"]) for error in document["errors"]}


def test_the_order_of_the_plays_is_part_of_the_contract(client: FlaskClient) -> None:
    listed = [play["notation"] for play in ask(client)["plays"]]
    assert listed == [
        "24/21 24/23",
        "24/20",
        "24/21 8/7",
        "24/21 6/5",
        "24/23 13/10",
        "24/23 8/5",
        "24/23 6/3",
        "13/9",
        "13/10 8/7",
        "13/10 6/5",
        "8/5 8/7",
        "8/5 6/5",
        "8/4",
        "8/7 6/3",
        "6/3 6/5",
        "6/2",
    ]


def test_swapped_dice_and_mirrored_sides_have_the_same_plays(client: FlaskClient) -> None:
    plays = ask(client)["plays"]
    assert ask(client, dice=[1, 3])["plays"] == plays
    assert ask(client, turn="black")["plays"] == plays


def test_every_spelling_of_a_position_is_the_same_position(client: FlaskClient) -> None:
    plays = ask(client)["plays"]
    assert ask(client, position=None, position_id=START_ID)["plays"] == plays
    assert ask(client, position=None, position_id="4HPwATDgc_ABMA")["plays"] == plays
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    assert ask(client, position=None, turn=None, dice=None, xgid=xgid)["plays"] == plays


def test_white_numbering_turns_blacks_points(client: FlaskClient) -> None:
    position = {"white": START, "black": BLACK_AS_WHITE_COUNTS}
    answer = ask(
        client,
        "/apply",
        position=position,
        turn="black",
        numbering="white",
        moves=[{"from_point": 17, "to_point": 20}, {"from_point": 19, "to_point": 20}],
    )
    assert answer["play"]["notation"] == "8/5 6/5"
    assert answer["play"]["moves"][0]["from_point"] == 17
    assert answer["position"]["black"]["points"]["20"] == 2
    assert answer["next"]["numbering"] == "white"
    again = client.post("/v1/plays", json={**answer["next"], "dice": [6, 1]})
    assert again.status_code == 200
    validate_answer("listLegalPlays", 200, again.get_json())


def test_all_views_of_a_position_agree(client: FlaskClient) -> None:
    views = ["sequences", "positions", "position_ids", "tree"]
    answer = ask(client, include=views)
    validate_answer("listLegalPlays", 200, answer)
    assert answer["sequence_count"] == 31
    assert sum(len(play["sequences"]) for play in answer["plays"]) == 31
    nodes = answer["tree"]["nodes"]
    assert nodes[0]["dice_left"] == [3, 1]
    for play in answer["plays"]:
        node = nodes[0]
        for move in play["moves"]:
            node = nodes[
                next(
                    step["node"]
                    for step in node["moves"]
                    if {name: step[name] for name in move} == move
                )
            ]
        assert answer["plays"][node["play_index"]] is play
        applied = ask(client, "/apply", notation=play["notation"])
        assert applied["position"] == play["position"]
        assert applied["position_id"] == play["position_id"]


def test_a_get_is_the_same_question_and_can_be_kept(client: FlaskClient) -> None:
    path = "/v1/plays?position_id=4HPwATDgc_ABMA&turn=white&dice=13"
    answer = client.get(path)
    assert answer.get_json()["plays"] == ask(client)["plays"]
    assert "immutable" not in answer.headers["Cache-Control"]
    assert "immutable" in client.get(path + "&rules_version=1").headers["Cache-Control"]
    known = client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert known.status_code == 304
    # A proxy that compresses weakens the tag.
    weak = client.get(path, headers={"If-None-Match": f"W/{answer.headers['ETag']}"})
    assert weak.status_code == 304
    greek = client.get(path, headers={"Accept-Language": "el"})
    assert greek.headers["ETag"] != answer.headers["ETag"]


@pytest.mark.parametrize(
    ("body_language", "header", "start"),
    [
        (None, None, "Point 12"),
        (None, "el-GR,el;q=0.9", "Η θέση 12"),
        ("el", None, "Η θέση 12"),
        ("en", "el", "Point 12"),
        (None, "fr", "Point 12"),
    ],
)
def test_the_language_of_a_message(
    client: FlaskClient, body_language: str | None, header: str | None, start: str
) -> None:
    body = question(dice=[4, 1], notation="13/12 24/20", language=body_language)
    headers = {"Accept-Language": header} if header else {}
    answer = client.post("/v1/plays/check", json=body, headers=headers).get_json()
    assert answer["violations"][0]["code"] == "point_blocked"
    assert answer["violations"][0]["message"].startswith(start)


def test_everything_wrong_is_said_at_once(client: FlaskClient) -> None:
    answer = ask(
        client,
        "/check",
        422,
        position={"white": {"points": {"6": 15, "5": 2}}, "black": {"points": {"25": 1}}},
        dice=[0, 7],
        options={"beavers": True, "colour": 1},
        cube={"value": 3, "owner": "white"},
        match={"length": 5, "score": {"white": 5, "black": 0}},
        colour="red",
    )
    assert answer["code"] == "invalid_request"
    assert errors(answer) == {
        ("/position/black/points/25", "point_out_of_range"),
        ("/dice/0", "out_of_range"),
        ("/dice/1", "out_of_range"),
        ("/options/beavers", "options_need_cube"),
        ("/options/colour", "unknown_field"),
        ("/cube/value", "invalid_cube_value"),
        ("/match/score", "invalid_match_score"),
        ("/colour", "unknown_field"),
        ("/moves", "missing_field"),
    }


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"turn": "black"}, "/turn"),
        ({"dice": [6, 6]}, "/dice"),
        ({"cube": {"value": 4, "owner": "black"}}, "/cube"),
        ({"match": {"length": 7, "score": {"white": 0, "black": 0}}}, "/match"),
        ({"position_id": START_ID}, "/xgid"),
    ],
)
def test_what_contradicts_an_xgid(
    client: FlaskClient, changes: dict[str, Any], pointer: str
) -> None:
    body: dict[str, Any] = {"xgid": BAR_XGID, "ruleset": "backgammon", "notation": "bar/18"}
    assert client.post("/v1/plays/check", json=body).get_json()["legal"] is True
    answer = client.post("/v1/plays/check", json={**body, **changes}).get_json()
    assert (pointer, "conflicting_input") in errors(answer)


def test_another_rules_version_is_a_conflict(client: FlaskClient) -> None:
    assert ask(client, status=409, rules_version="0")["code"] == "rules_version_mismatch"


def test_a_finished_game_and_both_shut_out(client: FlaskClient) -> None:
    over = {"white": {"points": {}, "borne_off": 15}, "black": START}
    assert ask(client, status=422, position=over)["code"] == "game_over"
    # White, on roll, has nothing left: named where the position was given.
    answer = ask(client, status=422, position=None, position_id="4HPwATAAAAAAAA")
    assert errors(answer) == {("/position_id", "game_over")}
    closed = {"points": {str(point): 2 for point in range(1, 7)}, "bar": 3}
    shut = {"white": closed, "black": closed}
    assert ask(client, status=422, position=shut)["code"] == "both_shut_out"


def last_checker(**changes: Any) -> dict[str, Any]:
    position = {
        "white": {"points": {"1": 1}, "borne_off": 14},
        "black": {"points": {"23": 1, "6": 14}, "borne_off": 0},
    }
    return {"position": position, "dice": [2, 1], "notation": "1/off", **changes}


def test_the_last_checker_ends_game_and_match(client: FlaskClient) -> None:
    match = {"length": 7, "score": {"white": 3, "black": 4}, "crawford_played": False}
    cube = {"value": 2, "owner": "white"}
    asked = last_checker(ruleset="portes-match", match=match, cube=cube)
    answer = ask(client, "/apply", **asked)
    assert answer["game"] == {
        "over": True,
        "winner": "white",
        "kind": "backgammon",
        "base_points": 3,
    }
    assert answer["result"]["points"] == 6
    assert answer["result"]["match"]["winner"] == "white"
    assert answer["result"]["match"]["score"] == {"white": 9, "black": 4}
    assert "next" not in answer["result"]
    assert ask(client, "/apply", **asked, language="el")["result"]["label"] == "κοκς"


def test_the_winner_starts_the_next_game_in_portes(client: FlaskClient) -> None:
    match = {"length": 5, "score": {"white": 0, "black": 0}}
    result = ask(client, "/apply", **last_checker(match=match))["result"]
    assert (result["kind"], result["points"]) == ("gammon", 2)
    assert result["next_game"]["starter"] == "white"
    assert result["next_game"]["opening_roll"] is False
    following = client.post("/v1/plays", json={**result["next"], "dice": [3, 1]})
    assert following.get_json()["play_count"] == 16


def test_the_next_game_may_be_the_crawford_game(client: FlaskClient) -> None:
    match = {"length": 7, "score": {"white": 3, "black": 4}}
    asked = last_checker(ruleset="backgammon", match=match)
    result = ask(client, "/apply", **asked)["result"]
    assert result["next_game"]["crawford_game"] is True
    assert result["next"]["match"]["crawford_played"] is False


def test_an_unusual_match_length_is_a_warning(client: FlaskClient) -> None:
    match = {"length": 9, "score": {"white": 0, "black": 0}}
    answer = ask(client, "/check", notation="8/5 6/5", match=match)
    assert [warning["code"] for warning in answer["warnings"]] == ["match_length_unusual"]


def test_dice_in_front_of_a_play_must_be_those_rolled(client: FlaskClient) -> None:
    assert ask(client, "/check", notation="13: 8/5 6/5")["legal"] is True
    answer = ask(client, "/check", 422, notation="66: 8/5 6/5")
    assert errors(answer) == {("/notation", "conflicting_input")}


def test_an_illegal_play_is_applied_by_nobody(client: FlaskClient) -> None:
    answer = ask(client, "/apply", 422, moves=[{"from_point": 8, "to_point": 5}])
    assert answer["code"] == "illegal_play"
    assert answer["violations"][0]["code"] == "must_play_all_dice"
    assert answer["violations"][0]["example"]["moves"][0]["from_point"] == 24


def test_the_same_bytes_get_the_same_bytes(client: FlaskClient) -> None:
    body = b'{"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [6, 6]}'
    answers = {
        client.post("/v1/plays", data=body, content_type="application/json").data for _ in range(2)
    }
    assert len(answers) == 1
