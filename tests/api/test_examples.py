"""The contract's examples are true: each request is sent, and answered exactly as it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.ops.settings import Settings
from tests.api.answers import OPERATIONS, resolved, validate_answer, validate_request

Example = tuple[str, str]

REQUEST_ID = "example"
"""Sent with every example: problem documents name it."""


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings()).test_client()


def values(examples: dict[str, Any]) -> dict[str, Any]:
    return {name: example["value"] for name, example in examples.items()}


def request_examples(operation_id: str) -> dict[str, Any]:
    """Bodies by name; for an operation without a body its query, of equally named examples."""
    document = OPERATIONS[operation_id].document
    if "requestBody" in document:
        return values(document["requestBody"]["content"]["application/json"].get("examples", {}))
    queries: dict[str, Any] = {}
    for parameter in document.get("parameters", ()):
        for name, value in values(parameter.get("examples", {})).items():
            queries.setdefault(name, {})[parameter["name"]] = value
    return queries


def answer_examples(operation_id: str) -> dict[str, tuple[int, Any]]:
    """Statuses and bodies by name."""
    found: dict[str, tuple[int, Any]] = {}
    for status, response in OPERATIONS[operation_id].document["responses"].items():
        for content in resolved(response).get("content", {}).values():
            for name, value in values(content.get("examples", {})).items():
                assert name not in found, f"{operation_id}: two answers to {name}"
                found[name] = (int(status), value)
    return found


def examples() -> Iterator[Example]:
    for operation_id in OPERATIONS:
        for name in request_examples(operation_id):
            yield operation_id, name


EXAMPLES = sorted(examples())
STATES = sorted(
    (operation_id, name)
    for operation_id in OPERATIONS
    for name, (_, body) in answer_examples(operation_id).items()
    if "next" in body or "next" in body.get("result", {})
)


def send(client: FlaskClient, operation_id: str, request: Any) -> tuple[int, Any]:
    path, method, _ = OPERATIONS[operation_id]
    given = {"json": request} if method == "post" else {"query_string": request}
    response = client.open(
        path, method=method.upper(), headers={"X-Request-ID": REQUEST_ID}, **given
    )
    return response.status_code, response.get_json(force=True)


@pytest.mark.parametrize("operation_id", sorted(OPERATIONS))
def test_requests_and_answers_have_the_same_names(operation_id: str) -> None:
    assert set(request_examples(operation_id)) == set(answer_examples(operation_id))


def test_every_operation_with_a_body_has_examples() -> None:
    with_body = {name for name, (_, _, document) in OPERATIONS.items() if "requestBody" in document}
    assert with_body <= {operation_id for operation_id, _ in EXAMPLES}


@pytest.mark.parametrize(("operation_id", "name"), EXAMPLES)
def test_an_example_is_answered_as_the_contract_says(
    client: FlaskClient, operation_id: str, name: str
) -> None:
    request = request_examples(operation_id)[name]
    assert send(client, operation_id, request) == answer_examples(operation_id)[name]


@pytest.mark.parametrize(("operation_id", "name"), EXAMPLES)
def test_an_example_has_the_shape_of_its_schemas(operation_id: str, name: str) -> None:
    if "requestBody" in OPERATIONS[operation_id].document:
        validate_request(operation_id, request_examples(operation_id)[name])
    validate_answer(operation_id, *answer_examples(operation_id)[name])


@pytest.mark.parametrize(("operation_id", "name"), STATES)
def test_the_next_state_is_a_request_as_it_is(
    client: FlaskClient, operation_id: str, name: str
) -> None:
    _, body = answer_examples(operation_id)[name]
    state = body.get("next") or body["result"]["next"]
    validate_request("listLegalPlays", state)
    # Without a turn an opening roll decides it; the client adds both with the dice.
    status, answer = send(client, "listLegalPlays", {"turn": "white", **state, "dice": [2, 1]})
    assert status == 200, answer
    validate_answer("listLegalPlays", status, answer)
