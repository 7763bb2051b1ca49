"""Scores, cube actions, openings and matches that other programs have ruled wrongly.

Each row of the data is a question and what its answer must at least say. The rulings on the six
cube actions are compared by action, so that a row names only what it is about.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.answers import OPERATIONS, validate_answer, validate_request

RULINGS = json.loads((Path(__file__).parents[1] / "data" / "rulings.json").read_text("utf-8"))


def assert_says(answer: Any, expected: Any, place: str = "") -> None:
    """The answer has everything that is expected, and may have more fields."""
    if isinstance(expected, dict):
        for name, value in expected.items():
            assert name in answer, f"{place}/{name} is missing"
            assert_says(answer[name], value, f"{place}/{name}")
    elif place == "/actions":
        by_action = {item["action"]: item for item in answer}
        for item in expected:
            assert_says(by_action[item["action"]], item, f"{place}/{item['action']}")
    elif isinstance(expected, list):
        assert len(answer) == len(expected), place
        for index, (item, wanted) in enumerate(zip(answer, expected, strict=True)):
            assert_says(item, wanted, f"{place}/{index}")
    else:
        assert answer == expected, place


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["name"])
def test_the_ruling_is_the_one_expected(client: FlaskClient, ruling: dict[str, Any]) -> None:
    validate_request(ruling["operation"], ruling["request"])
    answer = client.post(OPERATIONS[ruling["operation"]].path, json=ruling["request"])
    document = answer.get_json()
    assert answer.status_code == ruling["status"], document
    validate_answer(ruling["operation"], answer.status_code, document)
    assert_says(document, ruling["answer"])


def test_nothing_counts_twice(client: FlaskClient) -> None:
    ruling = next(row for row in RULINGS if row["name"].startswith("a resigned single game"))
    answers = {client.post("/v1/games/score", json=ruling["request"]).data for _ in range(3)}
    assert len(answers) == 1


def test_every_name_is_used_once() -> None:
    assert len({row["name"] for row in RULINGS}) == len(RULINGS)
