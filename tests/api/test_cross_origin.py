"""Which pages of other origins may read the answers."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.ops.settings import Settings, SettingsError

QUESTION = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}
BOARD, CLUB = "https://board.example", "http://club.example:3000"


def client(origins: str) -> FlaskClient:
    settings = Settings.from_env({"CORS_ORIGINS": origins, "LOG_LEVEL": "error"})
    return create_app(settings).test_client()


def of_cors(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.startswith("Access-Control")}


def test_nobody_is_let_in_unless_set() -> None:
    asked = client("")
    answer = asked.post("/v1/plays", json=QUESTION, headers={"Origin": BOARD})
    assert answer.status_code == 200
    assert not of_cors(dict(answer.headers))
    assert "Origin" not in answer.vary


@pytest.mark.parametrize("origins", [BOARD, f"{BOARD} {CLUB}", f"  {CLUB}\t{BOARD} "])
def test_those_who_are_named_are_let_in(origins: str) -> None:
    asked = client(origins)
    for path, status in (("/v1/plays", 200), ("/v1/games/score", 422), ("/v1/nothing", 404)):
        answer = asked.post(path, json=QUESTION, headers={"Origin": BOARD})
        assert answer.status_code == status
        assert answer.headers["Access-Control-Allow-Origin"] == BOARD
        assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
        # What one origin was told may not be shown to another, nor to none.
        assert "Origin" in answer.vary
    for other in ("https://board.example.evil.example", "https://boardxexample", "null"):
        refused = asked.post("/v1/plays", json=QUESTION, headers={"Origin": other})
        assert refused.status_code == 200
        assert not of_cors(dict(refused.headers))
        assert "Origin" in refused.vary
    assert not of_cors(dict(asked.post("/v1/plays", json=QUESTION).headers))
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_star_lets_everybody_in() -> None:
    answer = client("*").get("/v1/rulesets", headers={"Origin": BOARD})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Origin" not in answer.vary


@pytest.mark.parametrize("method", ["POST", "QUERY", "GET"])
def test_a_browser_is_told_before_it_asks(method: str) -> None:
    wanted = {
        "Origin": BOARD,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type, x-request-id, x-evil",
    }
    answer = client(BOARD).options("/v1/plays", headers=wanted)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == BOARD
    assert method in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == "content-type, x-request-id"
    assert answer.headers["Access-Control-Max-Age"] == "7200"


@pytest.mark.parametrize("path", ["/livez", "/metrics", "/version"])
def test_operations_are_no_pages_business(path: str) -> None:
    assert not of_cors(dict(client("*").get(path, headers={"Origin": BOARD}).headers))


@pytest.mark.parametrize(
    "origin", ["board.example", "https://board.example/", "ftp://x", "https://*.example", "null"]
)
def test_what_is_no_origin_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(SettingsError, match="CORS_ORIGINS must be origins"):
        Settings.from_env({"CORS_ORIGINS": f"{BOARD} {origin}"})
