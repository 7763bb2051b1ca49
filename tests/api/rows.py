"""Rows of tests/data that are a question and what its answer must at least say.

They name no language: the clients of other languages replay the same rows (docs/clients.md). The
rulings on the six cube actions are compared by action, so that a row names only what it is about.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.answers import OPERATIONS, as_sent, validate_answer, validate_request

_DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((_DATA / name).read_text("utf-8"))
    return found


def replay(client: FlaskClient, row: dict[str, Any]) -> None:
    """Asks the question of a row, and holds the answer to the row and to the contract."""
    answer = _ask(client, row["operation"], row["request"])
    document = answer.get_json() if answer.is_json else answer.get_data(as_text=True)
    assert answer.status_code == row["status"], document
    validate_answer(row["operation"], answer.status_code, document)
    if isinstance(row["answer"], str):
        assert document.startswith(row["answer"])
    else:
        assert_says(document, row["answer"])


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


def _ask(client: FlaskClient, operation_id: str, request: dict[str, Any]) -> TestResponse:
    """The request is a body, or the parameters of a link by their names."""
    operation = OPERATIONS[operation_id]
    if operation.method == "post":
        validate_request(operation_id, request)
        return client.post(operation.path, **as_sent(operation_id, request))
    in_path = {name for name in request if f"{{{name}}}" in operation.path}
    query = {name: value for name, value in request.items() if name not in in_path}
    path = operation.path.format(**{name: request[name] for name in in_path})
    return client.get(path, **as_sent(operation_id, query))
