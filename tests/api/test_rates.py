"""How often a client may ask, where there is a limit."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.admission import COST_OF_ALL_ROLLS
from service.app import create_app
from service.ops.health import OPS_PATHS
from service.ops.settings import Settings
from service.rules.dice import ROLLS
from tests.api.answers import validate_answer

QUESTION = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}


def service(limit: str, **more: Any) -> FlaskClient:
    settings = Settings(rate_limit=limit, log_level="critical", **more)
    return create_app(settings).test_client()


def ask(client: FlaskClient, address: str = "192.0.2.7", **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(
        "/v1/plays", json=QUESTION, headers=named, environ_base={"REMOTE_ADDR": address}
    )


def statuses(client: FlaskClient, *addresses: str, **headers: str) -> list[int]:
    return [ask(client, address, **headers).status_code for address in addresses]


@pytest.mark.parametrize("language", ["en", "el"])
def test_beyond_the_limit_is_told_when_to_come_back(language: str) -> None:
    client = service("2/day")
    assert statuses(client, *["192.0.2.7"] * 2) == [200, 200]
    answer = ask(client, Accept_Language=language)
    assert answer.status_code == 429
    wait = int(answer.headers["Retry-After"])
    assert 0 < wait <= 2 * 86_400
    assert answer.headers["RateLimit-Policy"] == '"default";q=2;w=86400'
    assert answer.headers["RateLimit"] == f'"default";r=0;t={wait}'
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Language"] == language
    assert answer.get_json()["code"] == "rate_limited"
    validate_answer("listLegalPlays", 429, answer.get_json())


def test_the_platform_and_browsers_that_ask_first_are_not_counted() -> None:
    client = service("1/day")
    for _ in range(3):
        for path in OPS_PATHS:
            assert client.get(path).status_code == 200
        assert client.options("/v1/plays").status_code == 204
    # What there is not counts too: who looks for holes has a limit.
    assert client.get("/wp-login.php").status_code == 404
    assert client.get("/problems").status_code == 429


def test_each_address_has_its_own_and_an_ipv6_network_is_one() -> None:
    client = service("1/day")
    assert statuses(client, "192.0.2.7", "192.0.2.8", "192.0.2.7") == [200, 200, 429]
    assert statuses(client, "2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1") == [200, 429, 200]
    assert statuses(client, "::ffff:192.0.2.7") == [429]


def test_nobody_makes_himself_a_new_address() -> None:
    client = service("1/day")
    first, second = (
        ask(client, X_Forwarded_For=f"203.0.113.{number}", Forwarded=f"for=203.0.113.{number}")
        for number in range(2)
    )
    assert (first.status_code, second.status_code) == (200, 429)
    behind_one = service("1/day", trusted_proxies=1)
    answers = [
        ask(behind_one, X_Forwarded_For=f"203.0.113.{number}, 198.51.100.1").status_code
        for number in range(2)
    ]
    assert answers == [200, 429]
    assert ask(behind_one, X_Forwarded_For="198.51.100.2").status_code == 200


def test_a_key_has_its_own_wherever_it_comes_from(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(
        "".join(f"{key}:{hashlib.sha256(key.encode()).hexdigest()}\n" for key in ("one", "two"))
    )
    client = service("2/day", api_keys_file=str(keys))
    assert statuses(client, "192.0.2.1", "192.0.2.2", "192.0.2.3", X_API_Key="one") == [
        *(200, 200, 429)
    ]
    # Another key at the same address has its own; trying keys counts for the address.
    assert statuses(client, "192.0.2.1", X_API_Key="two") == [200]
    for number in range(2):
        assert statuses(client, "192.0.2.1", X_API_Key=f"guess-{number}") == [401]
    assert statuses(client, "192.0.2.1", X_API_Key="guess-2") == [429]
    assert statuses(client, "192.0.2.1", Authorization="Bearer two") == [200]


def test_all_rolls_count_as_many_as_there_are() -> None:
    assert len(ROLLS) == COST_OF_ALL_ROLLS
    client = service("22/day")
    path = "/v1/plays/all-rolls?position_id=4HPwATDgc_ABMA&turn=white"
    assert client.get(path).status_code == 200
    refused = client.get(path)
    assert refused.status_code == 429
    assert refused.headers["RateLimit"].startswith('"default";r=1;')
    assert client.get("/v1/rulesets").status_code == 200
    assert client.get("/v1/rulesets").status_code == 429


@pytest.mark.parametrize("path", ["/v1/batch", "/v1/matches/replay"])
def test_a_record_counts_by_its_size(path: str) -> None:
    client = service("10/day")
    body = b"{}".ljust(8 * 1_024 + 1_023)
    assert client.post(path, data=body, content_type="application/json").status_code == 422
    # Nine of ten are gone.
    refused = client.post(path, data=b"{}".ljust(1_024), content_type="application/json")
    assert refused.headers["RateLimit"].startswith('"default";r=1;')
    assert client.post(path, data=b"{}", content_type="application/json").status_code == 422
    assert client.post(path, data=b"{}", content_type="application/json").status_code == 429


def test_a_record_of_untold_size_counts_as_the_largest() -> None:
    client = service("1000000/day")
    chunked = {"Transfer-Encoding": "chunked"}
    client.post("/v1/batch", data=b"{}", content_type="application/json", headers=chunked)
    limits = client.application.extensions["rate_limits"]
    assert limits.hit("address/127.0.0.1", 1_000_000).remaining == 1_000_000 - 1_025


def test_decisions_are_counted() -> None:
    client = service("2/day")
    for _ in range(5):
        client.get("/v1/rulesets")
    text = client.get("/metrics").text
    assert 'portes_limiter_decisions_total{decision="allowed"} 2.0' in text
    assert 'portes_limiter_decisions_total{decision="refused"} 3.0' in text
    assert 'portes_limiter_decisions_total{decision="unchecked"} 0.0' in text


def test_without_a_limit_there_is_none() -> None:
    client = create_app(Settings(log_level="critical")).test_client()
    assert {client.get("/v1/rulesets").status_code for _ in range(100)} == {200}
    assert 'portes_limiter_decisions_total{decision="allowed"} 0.0' in client.get("/metrics").text
