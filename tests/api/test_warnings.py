"""What is given and not used is said, never dropped in silence."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

STATE: dict[str, Any] = {
    "ruleset": "backgammon",
    "position_id": "4HPwATDgc/ABMA",
    "turn": "white",
}


def warned(client: FlaskClient, path: str, **fields: Any) -> list[str]:
    answer = client.post(path, json={**STATE, **fields})
    assert answer.status_code == 200, answer.get_json()
    return [each["code"] for each in answer.get_json().get("warnings", [])]


@pytest.mark.parametrize("stage", ["before_roll", "offered"])
def test_dice_beside_a_stage_before_the_roll(client: FlaskClient, stage: str) -> None:
    assert warned(client, "/v1/cube/actions", stage=stage, dice=[3, 1]) == ["dice_not_used"]


def test_dice_that_say_the_stage(client: FlaskClient) -> None:
    assert warned(client, "/v1/cube/actions", dice=[3, 1]) == []
    assert warned(client, "/v1/cube/actions", dice=[3, 1], stage="rolled") == []


@pytest.mark.parametrize("path", ["/v1/plays/check", "/v1/plays/apply"])
def test_a_play_while_a_double_waits(client: FlaskClient, path: str) -> None:
    play = {"dice": [3, 1], "notation": "8/5 6/5"}
    assert warned(client, path, stage="offered", **play) == ["stage_not_used"]
    assert warned(client, path, stage="before_roll", **play) == []


def test_no_cube_is_shown_where_there_is_none(client: FlaskClient) -> None:
    body = {**STATE, "ruleset": "portes"}
    actions = client.post("/v1/cube/actions", json=body).get_json()["actions"]
    assert [each["action"] for each in actions if each["legal"]] == ["roll"]
    assert not any("cube" in each for each in actions)
