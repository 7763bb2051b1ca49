"""Scores, cube actions, openings and matches that other programs have ruled wrongly."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.rows import replay, rows

RULINGS = rows("rulings.json")


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["name"])
def test_the_ruling_is_the_one_expected(client: FlaskClient, ruling: dict[str, Any]) -> None:
    replay(client, ruling)


def test_nothing_counts_twice(client: FlaskClient) -> None:
    ruling = next(row for row in RULINGS if row["name"].startswith("a resigned single game"))
    answers = {client.post("/v1/games/score", json=ruling["request"]).data for _ in range(3)}
    assert len(answers) == 1


def test_every_name_is_used_once() -> None:
    assert len({row["name"] for row in RULINGS}) == len(RULINGS)
