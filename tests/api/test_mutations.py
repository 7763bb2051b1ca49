"""The contract's examples, damaged at random: every answer is one that the contract knows."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from service.app import create_app
from service.ops.settings import Settings
from tests.api.answers import OPERATIONS, body_schema, validate_answer
from tests.api.test_examples import request_examples

POSTS = sorted(
    name
    for name, operation in OPERATIONS.items()
    if operation.method == "post" and body_schema(name)[0] == "application/json"
)
REQUESTS = 120
"""For each operation."""

BOARD = "XGID=-b----E-C---eE---c-e----B-"
VALUES: list[Any] = [
    *[None, True, False, -1, 0, 1, 2, 3, 7, 25, 1.5, 2**20, 2**31, 2**70, "", "x" * 300],
    *["white", "black", "middle", "gammon", "resigned", "dropped", "take", "beaver"],
    *["offered", "beavered", "raccooned", "rolled", "portes", "portes-match", "backgammon"],
    *[[], {}, [1], [6, 6], {"white": 1}, {"white": 1, "black": 1}, {"length": 5}],
    *[{"value": 2, "owner": "white"}, {"value": 4, "owner": "black"}],
    *[{"length": 5, "score": {"white": 4}}, {"length": 5, "score": {"white": 4, "black": 3}}],
    *[{"length": 1, "score": {"white": 0, "black": 0}}, {"cube": False}],
    *[{"beavers": True, "raccoons": True}, {"automatic_doubles": True, "options_in_match": True}],
    *[f"{BOARD}:0:0:1:D:0:0:0:0:10", f"{BOARD}:1:1:1:00:4:3:1:5:10"],
]
FIELDS = sorted(
    {
        *["cube", "match", "stage", "turn", "xgid", "dice", "options", "ruleset", "opening_turn"],
        *["previous_winner", "rolls", "winner", "resigned_as", "ending", "action", "games"],
        *["numbering", "position_id", "automatic_doubles_used", "language", "events", "length"],
    }
)


def damaged(chance: random.Random, value: Any) -> Any:
    """The value with some of its parts left out, doubled or replaced."""
    if chance.random() < 0.03:
        return copy.deepcopy(chance.choice(VALUES))
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if chance.random() < 0.95}
        return {
            name: damaged(chance, inner) if chance.random() < 0.5 else inner
            for name, inner in kept.items()
        }
    if isinstance(value, list):
        items = [damaged(chance, item) if chance.random() < 0.3 else item for item in value]
        return items + items[-1:] if chance.random() < 0.2 else items
    return value if chance.random() < 0.7 else copy.deepcopy(chance.choice(VALUES))


@pytest.mark.parametrize("operation_id", POSTS)
def test_a_damaged_request_has_an_answer_of_the_contract(operation_id: str) -> None:
    client = create_app(Settings(log_level="critical", cache_bytes=0)).test_client()
    chance = random.Random(operation_id)
    examples = list(request_examples(operation_id).values())
    statuses = set()
    for _ in range(REQUESTS):
        body = damaged(chance, chance.choice(examples))
        if isinstance(body, dict):
            for _ in range(chance.choice([0, 0, 1, 2])):
                body[chance.choice(FIELDS)] = copy.deepcopy(chance.choice(VALUES))
        answer = client.post(
            OPERATIONS[operation_id].path, data=json.dumps(body), content_type="application/json"
        )
        assert answer.status_code < 500, body
        validate_answer(operation_id, answer.status_code, answer.get_json())
        statuses.add(answer.status_code)
    assert statuses == {200, 422}
