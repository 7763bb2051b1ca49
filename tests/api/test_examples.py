"""The contract's examples are true: each request is sent, and answered exactly as it says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.ops.settings import Settings
from tests.api.answers import (
    CONTRACT,
    OPERATIONS,
    as_sent,
    body_schema,
    resolved,
    validate_answer,
    validate_request,
)

Example = tuple[str, str]

REQUEST_ID = "example"
"""Sent with every example: problem documents name it."""


SHARED: dict[Example, dict[str, Any]] = {
    ("BadRequest", "duplicate_key"): {"data": b'{"turn": "white", "turn": "black"}'},
    ("BadRequest", "invalid_json"): {"data": b'{"turn": '},
    ("BadRequest", "too_deep"): {"data": b"[" * 17 + b"]" * 17},
    ("Unauthorized", "api_key_missing"): {"service": "guarded"},
    ("Unauthorized", "api_key_unknown"): {
        "service": "guarded",
        "headers": {"X-API-Key": "unknown"},
    },
    ("Forbidden", "scope_missing"): {
        "service": "guarded",
        "headers": {"X-API-Key": "known"},
        "path": "/v1/batch",
    },
    ("TooManyRequests", "rate_limited"): {"service": "limited"},
    ("NotFound", "unknown_ruleset"): {"path": "/v1/rulesets/plakoto", "method": "GET"},
    ("NotAcceptable", "not_acceptable"): {"headers": {"Accept": "text/html"}},
    ("RulesVersionMismatch", "rules_version_mismatch"): {"data": b'{"rules_version": "0"}'},
    ("BodyTooLarge", "body_too_large"): {"data": b" " * 65_537},
    ("UnsupportedMediaType", "unsupported_media_type"): {"content_type": "text/plain"},
    ("TextExpected", "unsupported_media_type"): {"path": "/v1/transcripts/verify-text"},
    ("InvalidRequest", "missing_field"): {"data": b"{}"},
    ("InvalidRequest", "invalid_request"): {
        "data": b'{"turn": "white", "position_id": "4HPwATDgc/ABMA", "dice": [7, 1], "rols": 1}'
    },
    ("Unexpected", "method_not_allowed"): {"method": "DELETE"},
    ("Unexpected", "internal_error"): {"path": "/fails", "method": "GET"},
}
"""Requests that are answered with the examples of `components/responses`, where they are not a JSON
body posted to `/v1/plays`; ``service`` is one that is set up otherwise."""


def fail() -> str:
    raise RuntimeError


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    app = create_app(Settings(log_level="critical"))
    app.add_url_rule("/fails", view_func=fail)
    return app.test_client()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A service that asks for keys, and knows one."""
    keys = tmp_path_factory.mktemp("keys") / "keys"
    keys.write_text(f"board:{hashlib.sha256(b'known').hexdigest()}\n")
    settings = Settings(api_keys_file=str(keys), log_level="critical")
    return create_app(settings).test_client()


@pytest.fixture(scope="module")
def limited() -> FlaskClient:
    """A service whose client has asked as much as it may."""
    client = create_app(Settings(rate_limit="1/day", log_level="critical")).test_client()
    assert client.get("/problems").status_code == 200
    return client


def values(examples: dict[str, Any]) -> dict[str, Any]:
    return {name: example["value"] for name, example in examples.items()}


def request_examples(operation_id: str) -> dict[str, Any]:
    """Bodies by name; without a body, or beside text, the query, of equally named examples."""
    document = OPERATIONS[operation_id].document
    queries: dict[str, Any] = {}
    if "requestBody" in document:
        media_type, content = body_schema(operation_id)
        bodies = values(content.get("examples", {}))
        if media_type == "application/json":
            return bodies
        queries = {name: {"text": text} for name, text in bodies.items()}
    for parameter in document.get("parameters", ()):
        for name, value in values(parameter.get("examples", {})).items():
            queries.setdefault(name, {})[parameter["name"]] = value
    return queries


def answer_examples(operation_id: str) -> dict[str, tuple[int, Any]]:
    """Statuses and bodies by name; those of answers that operations share are `SHARED`."""
    found: dict[str, tuple[int, Any]] = {}
    for status, response in OPERATIONS[operation_id].document["responses"].items():
        if "$ref" in response:
            continue
        for content in response.get("content", {}).values():
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
    given = as_sent(operation_id, request)
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


def test_every_problem_has_an_example() -> None:
    for operation_id, (_, _, document) in OPERATIONS.items():
        for status, response in document["responses"].items():
            content = resolved(response).get("content", {}).get("application/problem+json")
            assert content is None or content.get("examples"), (operation_id, status)


def test_every_shared_example_is_asked_for() -> None:
    written = {
        (response, name)
        for response, document in CONTRACT["components"]["responses"].items()
        for content in document.get("content", {}).values()
        for name in content["examples"]
    }
    assert written == set(SHARED)


@pytest.mark.parametrize(("response", "name"), sorted(SHARED))
def test_a_shared_example_is_answered_as_the_contract_says(
    client: FlaskClient,
    guarded: FlaskClient,
    limited: FlaskClient,
    response: str,
    name: str,
) -> None:
    (content,) = CONTRACT["components"]["responses"][response]["content"].values()
    written = content["examples"][name]["value"]
    asked = {
        "path": "/v1/plays",
        "method": "POST",
        "content_type": "application/json",
        **SHARED[response, name],
    }
    headers = {"X-Request-ID": REQUEST_ID, **asked.pop("headers", {})}
    services = {"plain": client, "guarded": guarded, "limited": limited}
    answer = services[asked.pop("service", "plain")].open(headers=headers, **asked)
    assert answer.get_json(force=True) == written
    assert answer.status_code == written["status"]
    assert written["code"] == name
    if response != "Unexpected":
        using = {
            (operation_id, status)
            for operation_id, (_, _, document) in OPERATIONS.items()
            for status, shared in document["responses"].items()
            if shared.get("$ref") == f"#/components/responses/{response}"
        }
        assert {status for _, status in using} == {str(answer.status_code)}
        for operation_id, _ in using:
            validate_answer(operation_id, answer.status_code, written)


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
