"""Who is let in where keys are on."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.admission import RECORD_PATHS, RECORDS, RULINGS
from service.app import create_app
from service.ops.api_keys import Scope
from service.ops.settings import Settings
from tests.api.answers import OPERATIONS, validate_answer

KEYS = {"ruling-key": "rulings", "record-key": "records", "master-key": "rulings,records"}
QUESTION = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}
LINK = "/v1/plays?position_id=4HPwATDgc_ABMA&turn=white&dice=31"
OPEN = [
    "/livez",
    "/readyz",
    "/startupz",
    "/version",
    "/metrics",
    "/problems",
    "/problems/scope_missing",
    "/docs",
    "/openapi.json",
    "/openapi.yaml",
]


@pytest.fixture(scope="module")
def keys_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("keys") / "keys"
    file.write_text(
        "".join(
            f"{key}-id:{hashlib.sha256(key.encode()).hexdigest()}:{scopes}\n"
            for key, scopes in KEYS.items()
        )
    )
    return file


@pytest.fixture(scope="module")
def client(keys_file: Path) -> FlaskClient:
    return create_app(Settings(api_keys_file=str(keys_file), log_level="error")).test_client()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-API-Key": "ruling-key"},
        {"X-API-Key": " ruling-key "},
        {"Authorization": "Bearer ruling-key"},
        {"Authorization": "bearer  ruling-key"},
        {"X-API-Key": "ruling-key", "Authorization": "Basic dTpw"},
        {"X-API-Key": "ruling-key", "Authorization": "Bearer unknown"},
    ],
)
def test_a_key_lets_in(client: FlaskClient, headers: dict[str, str]) -> None:
    answer = client.post("/v1/plays", json=QUESTION, headers=headers)
    assert (answer.status_code, answer.get_json()["play_count"]) == (200, 16)


@pytest.mark.parametrize(
    ("headers", "code", "challenge"),
    [
        ({}, "api_key_missing", 'Bearer realm="portes-referee"'),
        ({"X-API-Key": ""}, "api_key_missing", 'Bearer realm="portes-referee"'),
        ({"Authorization": "Basic dTpw"}, "api_key_missing", 'Bearer realm="portes-referee"'),
        ({"Authorization": "ruling-key"}, "api_key_missing", 'Bearer realm="portes-referee"'),
        ({"Authorization": "Bearer"}, "api_key_missing", 'Bearer realm="portes-referee"'),
        (
            {"X-API-Key": "ruling-kez"},
            "api_key_unknown",
            'Bearer realm="portes-referee", error="invalid_token"',
        ),
        (
            {"X-API-Key": "unknown", "Authorization": "Bearer ruling-key"},
            "api_key_unknown",
            'Bearer realm="portes-referee", error="invalid_token"',
        ),
    ],
)
@pytest.mark.parametrize("language", ["en", "el"])
def test_no_key_does_not(
    client: FlaskClient, headers: dict[str, str], code: str, challenge: str, language: str
) -> None:
    # The body is not read: it may be anything.
    answer = client.post("/v1/plays", data="{", headers={**headers, "Accept-Language": language})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == challenge
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Cache-Control"] == "no-store"
    problem = answer.get_json(force=True)
    assert problem["code"] == code
    validate_answer("listLegalPlays", 401, problem)


@pytest.mark.parametrize("operation_id", sorted(OPERATIONS))
def test_every_ruling_needs_a_key_and_nothing_else_does(
    client: FlaskClient, operation_id: str
) -> None:
    path, method, document = OPERATIONS[operation_id]
    answer = client.open(path.replace("{code}", "game_over"), method=method.upper())
    assert (
        (answer.status_code == 401) == path.startswith("/v1/") == ("401" in document["responses"])
    )
    # What is open says so in the contract.
    assert ("security" in document) == (not path.startswith("/v1/"))
    assert document.get("security", []) == []


@pytest.mark.parametrize("path", OPEN)
def test_what_is_open_asks_for_none(client: FlaskClient, path: str) -> None:
    for headers in ({}, {"X-API-Key": "unknown"}):
        assert client.get(path, headers=headers).status_code == 200


@pytest.mark.parametrize("method", ["QUERY", "DELETE", "HEAD", "GET"])
@pytest.mark.parametrize("path", ["/v1/plays", "/v1/batch", "/v1/none", "/v1/pl%61ys"])
def test_no_method_and_no_spelling_goes_round_it(
    client: FlaskClient, method: str, path: str
) -> None:
    assert client.open(path, method=method).status_code == 401


def test_a_browser_may_ask_without_a_key_whether_it_may_send_one(keys_file: Path) -> None:
    settings = Settings(
        api_keys_file=str(keys_file), cors_origins="https://board.example", log_level="error"
    )
    answer = (
        create_app(settings)
        .test_client()
        .options(
            "/v1/plays",
            headers={
                "Origin": "https://board.example",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization, x-api-key",
            },
        )
    )
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Headers"] == "authorization, x-api-key"


def test_the_scopes_are_those_of_the_file() -> None:
    assert {RULINGS, RECORDS} == set(Scope)


def test_the_records_are_what_the_contract_lets_be_large() -> None:
    large = {
        operation.path
        for operation in OPERATIONS.values()
        if "MAX_RECORD_BYTES" in operation.document.get("requestBody", {}).get("description", "")
    }
    assert large == RECORD_PATHS


@pytest.mark.parametrize(
    "operation_id", sorted(name for name, found in OPERATIONS.items() if "/v1/" in found.path)
)
def test_a_scope_is_for_its_own_paths(client: FlaskClient, operation_id: str) -> None:
    path, method, _ = OPERATIONS[operation_id]
    statuses = {
        key: client.open(path, method=method.upper(), headers={"X-API-Key": key}).status_code
        for key in KEYS
    }
    lacking = "ruling-key" if path in RECORD_PATHS else "record-key"
    assert {key for key, status in statuses.items() if status == 403} == {lacking}
    assert 401 not in statuses.values()


def test_the_scope_that_is_missing_is_named(client: FlaskClient) -> None:
    answer = client.post("/v1/batch", json={}, headers={"X-API-Key": "ruling-key"})
    assert answer.status_code == 403
    problem = answer.get_json()
    assert problem["code"] == "scope_missing"
    assert "scope records" in problem["detail"]
    assert answer.headers["WWW-Authenticate"].endswith(
        'error="insufficient_scope", scope="records"'
    )
    validate_answer("judgeBatch", 403, problem)


def test_no_shared_cache_keeps_an_answer(client: FlaskClient) -> None:
    headers = {"Authorization": "Bearer ruling-key"}
    first = client.get(LINK, headers=headers)
    known = client.get(LINK, headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (first.status_code, known.status_code) == (200, 304)
    for answer in (first, known):
        assert answer.headers["Cache-Control"] == "private, max-age=300"
        assert answer.headers["Vary"] == (
            "Accept, Accept-Encoding, Accept-Language, Authorization, X-API-Key"
        )
    pinned = client.get(f"{LINK}&rules_version=1", headers=headers)
    assert pinned.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    asked = client.post("/v1/plays", json=QUESTION, headers=headers)
    assert asked.headers["Cache-Control"] == "private"
    # Who has no key must not be told that the answer is known.
    headers = {"If-None-Match": first.headers["ETag"]}
    assert client.get(LINK, headers=headers).status_code == 401
    assert client.get("/problems").headers["Cache-Control"] == "public, max-age=300"


def test_the_log_names_the_id_and_never_a_key(
    keys_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(api_keys_file=str(keys_file), log_level="debug")
    client = create_app(settings).test_client()
    for key in ("master-key", "wrong-key"):
        client.post("/v1/plays", json=QUESTION, headers={"X-API-Key": key})
        client.post("/v1/batch", json={}, headers={"Authorization": f"Bearer {key}"})
    written = capsys.readouterr().out
    lines = [line for line in map(json.loads, written.splitlines()) if line["event"] == "request"]
    assert [(line["status"], line.get("api_key_id")) for line in lines] == [
        (200, "master-key-id"),
        (422, "master-key-id"),
        (401, None),
        (401, None),
    ]
    assert "wrong-key" not in written
    assert "master-key" not in written.replace("master-key-id", "")


def test_without_keys_what_is_brought_does_not_matter() -> None:
    client = create_app(Settings(log_level="error")).test_client()
    answer = client.get(LINK, headers={"X-API-Key": "whatever"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=300"
