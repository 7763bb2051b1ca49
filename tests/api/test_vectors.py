"""What every generated client is asked beside the rulings: together, every operation there is."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.answers import OPERATIONS
from tests.api.rows import replay, rows

VECTORS = rows("vectors.json")
EVERYTHING = [*rows("rulings.json"), *VECTORS]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_answer_says_what_is_expected(client: FlaskClient, vector: dict[str, Any]) -> None:
    replay(client, vector)


def test_every_operation_is_asked() -> None:
    assert {row["operation"] for row in EVERYTHING} == set(OPERATIONS)


def test_every_name_is_used_once() -> None:
    assert len({row["name"] for row in EVERYTHING}) == len(EVERYTHING)
