from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app, version
from service.ops.metrics import Metrics
from service.ops.settings import Settings

START = {"position_id": "4HPwATDgc/ABMA", "turn": "white"}


def samples(text: bytes) -> dict[tuple[str, ...], float]:
    """Values by name and the label values in the order of their names."""
    return {
        (sample.name, *[value for _, value in sorted(sample.labels.items())]): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
    }


@pytest.fixture
def client() -> FlaskClient:
    return create_app(Settings(log_level="error")).test_client()


def scraped(client: FlaskClient) -> dict[tuple[str, ...], float]:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert response.mimetype == "text/plain"
    assert response.headers["Cache-Control"] == "no-store"
    return samples(response.get_data())


def test_requests_are_counted_by_template_and_status(client: FlaskClient) -> None:
    client.post("/v1/plays", json={**START, "dice": [3, 1]})
    client.post("/v1/plays", json={**START, "dice": [3, 1]})
    client.post("/v1/plays", json={**START, "dice": [3, 9]})
    client.get("/wp-login.php")
    client.get("/wp-admin.php")
    client.get("/livez")
    found = scraped(client)
    requests = {
        key[1:]: value for key, value in found.items() if key[0] == "portes_http_requests_total"
    }
    # By method, route and status.
    assert requests == {
        ("POST", "/v1/plays", "200"): 2,
        ("POST", "/v1/plays", "422"): 1,
        ("GET", "unmatched", "404"): 2,
    }
    assert found["portes_http_request_duration_seconds_count", "/v1/plays"] == 3


def test_methods_that_clients_invent_are_one() -> None:
    metrics = Metrics(version())
    for method in ("BREW", "WHEN"):
        metrics.observe("unmatched", method, 405, 0.1)
    found = samples(metrics.text())
    assert found["portes_http_requests_total", "OTHER", "unmatched", "405"] == 2


def test_the_levels_of_the_cache_are_told_apart(client: FlaskClient) -> None:
    before = scraped(client)
    assert before["portes_cache_max_bytes", "request"] == Settings().cache_bytes // 2
    white = {**START, "dice": [3, 1]}
    for body in (white, white, {**white, "turn": "black", "dice": [1, 3]}):
        client.post("/v1/plays", json=body)
    found = scraped(client)
    lookups = {
        key[1:]: value for key, value in found.items() if key[0] == "portes_cache_lookups_total"
    }
    # The same bytes never come to the second level; the other colour's are a hit there.
    assert lookups == {
        ("request", "hit"): 1,
        ("request", "miss"): 2,
        ("ruling", "hit"): 1,
        ("ruling", "miss"): 1,
    }
    assert found["portes_cache_entries", "request"] == 2
    assert found["portes_cache_entries", "ruling"] == 1
    assert found["portes_cache_bytes", "ruling"] > 1_000


def test_what_is_running(client: FlaskClient) -> None:
    labels = tuple(value for _, value in sorted(version().items()))
    assert scraped(client)["portes_info", *labels] == 1


def test_a_redis_that_is_away_is_counted_and_hurts_no_request() -> None:
    # Nobody listens on port 1.
    settings = Settings(redis_url="redis://127.0.0.1:1", redis_timeout_ms=2_000, log_level="error")
    client = create_app(settings).test_client()
    answer = client.post("/v1/plays/all-rolls", json=START)
    assert answer.get_json() == (
        create_app(Settings(log_level="error"))
        .test_client()
        .post("/v1/plays/all-rolls", json=START)
        .get_json()
    )
    assert client.get("/readyz").status_code == 200
    found = scraped(client)
    assert found["portes_redis_reads_total", "error_connection"] == 1
    assert found["portes_redis_breaker", "closed"] == 1
    assert scraped(create_app(Settings()).test_client())["portes_redis_breaker", "off"] == 1
