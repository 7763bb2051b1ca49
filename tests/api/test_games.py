"""Whole games as a frontend plays them: ask, choose, apply, send `next` back."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.answers import validate_answer

MATCH = {"length": 5, "score": {"white": 1, "black": 2}}


def roll(chance: random.Random) -> list[int]:
    return [chance.randint(1, 6), chance.randint(1, 6)]


@pytest.mark.parametrize("numbering", ["player", "white"])
@pytest.mark.parametrize("ruleset", ["portes", "portes-online", "portes-match", "backgammon"])
def test_a_game_to_its_end(client: FlaskClient, ruleset: str, numbering: str) -> None:
    chance = random.Random(f"{ruleset} {numbering}")
    state: dict[str, Any] = {
        "ruleset": ruleset,
        "position_id": "4HPwATDgc/ABMA",
        "turn": "white",
        "numbering": numbering,
        "match": MATCH,
    }
    answer: dict[str, Any] = {"next": state}
    for _ in range(1000):
        state = {**answer["next"], "dice": roll(chance)}
        listed = client.post("/v1/plays", json=state).get_json()
        play = chance.choice(listed["plays"] or [{"moves": [], "notation": "pass"}])
        attempt = {name: play[name] for name in [chance.choice(["moves", "notation"])]}
        answer = client.post("/v1/plays/apply", json={**state, **attempt}).get_json()
        validate_answer("applyPlay", 200, answer)
        assert "warnings" not in answer
        if answer["game"]["over"]:
            break
        assert answer["next"]["turn"] != state["turn"]
    result = answer["result"]
    assert result["winner"] == state["turn"]
    after = result["match"]["score"]
    assert sum(after.values()) == 3 + result["points"]
    assert result["match"]["over"] == (max(after.values()) >= 5) == ("next" not in result)
