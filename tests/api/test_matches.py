"""The Crawford question over games played, where some of what is sent is wrong."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient


def errors(client: FlaskClient, body: dict[str, Any]) -> list[tuple[str, str]]:
    answer = client.post("/v1/matches/crawford", json=body)
    assert answer.status_code == 422
    return [(each["pointer"], each["code"]) for each in answer.get_json()["errors"]]


def test_a_misshapen_game_does_not_hide_what_is_wrong_before_it(client: FlaskClient) -> None:
    games = [{"winner": "white", "points": 5}, {"winner": "red", "points": 1}, {"points": "2"}]
    assert errors(client, {"ruleset": "backgammon", "match": {"length": 7}, "games": games}) == [
        ("/games/0/points", "impossible_points"),
        ("/games/1/winner", "invalid_value"),
        ("/games/2/points", "invalid_type"),
        ("/games/2/winner", "missing_field"),
    ]


def test_nothing_is_said_of_a_score_that_is_not_known(client: FlaskClient) -> None:
    # Whether the third game came after the end depends on who won the second.
    games = [{"winner": "white", "points": 2}, {"points": 1}, {"winner": "white", "points": 1}]
    assert errors(client, {"ruleset": "backgammon", "match": {"length": 3}, "games": games}) == [
        ("/games/1/winner", "missing_field")
    ]


def test_a_match_to_one_point_does_not_speak_of_the_crawford_game(client: FlaskClient) -> None:
    for match, games in (
        ({"length": 1, "score": {"white": 0, "black": 0}}, None),
        ({"length": 1}, [{"winner": "white", "points": 1}]),
    ):
        body = {"ruleset": "backgammon", "match": match} | ({"games": games} if games else {})
        answer = client.post("/v1/matches/crawford", json=body).get_json()
        assert answer["status"] == "none"
        assert "crawford_played" not in answer["match"]
