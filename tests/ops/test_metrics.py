from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.app import create_app, version
from service.ops.metrics import FAMILIES, Metrics, manual
from service.ops.rate_limits import LimiterDecision
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
    assert scraped(client)["portes_build_info", *labels] == 1


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


CHECK = {**START, "dice": [3, 1]}


def of(family: str, found: dict[tuple[str, ...], float]) -> dict[tuple[str, ...], float]:
    return {key[1:]: value for key, value in found.items() if key[0] == family}


def test_rulings_are_counted_each_time_they_are_answered(client: FlaskClient) -> None:
    for notation in ("8/5 6/5", "8/5 6/5", "3/off", "3/off"):
        # The second of each is known and not judged again.
        client.post("/v1/plays/check", json={**CHECK, "notation": notation})
    client.post("/v1/plays/apply", json={**CHECK, "notation": "3/off"})
    client.post("/v1/plays", json=CHECK)
    link = "/v1/plays?position_id=4HPwATDgc%2FABMA&turn=white&dice=31"
    tag = client.get(link).headers["ETag"]
    client.get(link)
    # Nothing is answered where the client has it.
    assert client.get(link, headers={"If-None-Match": tag}).status_code == 304
    event = {"event": "roll", "player": "white", "dice": [3, 1]}
    client.post("/v1/matches/replay", json={"length": 5, "events": [event, event]})
    client.post("/v1/cube/apply", json={"turn": "white", "action": "take"})
    client.post("/v1/plays/check", json={**CHECK, "notation": "nonsense"})
    found = scraped(client)
    assert of("portes_rulings_total", found) == {
        ("check_play", "legal"): 2,
        ("check_play", "illegal"): 2,
        ("apply_play", "illegal"): 1,
        ("list_legal_plays", "answered"): 1,
        ("get_legal_plays", "answered"): 2,
        ("replay_match", "illegal"): 1,
        ("apply_cube_action", "illegal"): 1,
    }
    assert of("portes_violations_total", found) == {
        ("no_checker_on_point",): 3,
        ("must_play_all_dice",): 3,
        ("dice_already_rolled",): 1,
        ("no_cube",): 1,
    }
    assert of("portes_problems_total", found) == {
        ("illegal_play",): 1,
        ("illegal_cube_action",): 1,
        ("unreadable_notation",): 1,
    }


def test_a_batch_is_its_questions(client: FlaskClient) -> None:
    legal = {"check_play": {**CHECK, "notation": "8/5 6/5"}}
    illegal = {"apply_play": {**CHECK, "notation": "3/off"}}
    listed = {"list_legal_plays": CHECK}
    client.post("/v1/batch", json={"operations": [legal, illegal, listed, legal, {"roll": {}}]})
    found = scraped(client)
    assert of("portes_rulings_total", found) == {
        ("check_play", "legal"): 2,
        ("apply_play", "illegal"): 1,
        ("list_legal_plays", "answered"): 1,
    }
    problems = of("portes_problems_total", found)
    assert problems == {("illegal_play",): 1, ("unknown_operation",): 1}
    assert of("portes_http_requests_total", found) == {("POST", "/v1/batch", "200"): 1}


def test_what_is_decided_by_a_limiter_is_counted() -> None:
    metrics = Metrics(version())
    metrics.limiter(LimiterDecision.REFUSED)
    metrics.limiter(LimiterDecision.REFUSED)
    assert of("portes_limiter_decisions_total", samples(metrics.text())) == {
        ("allowed",): 0,
        ("refused",): 2,
        ("unchecked",): 0,
    }


def test_the_manual_names_every_metric_and_what_it_means() -> None:
    described = (Path(__file__).parents[2] / "docs/operations.md").read_text("utf-8")
    # What `portes metrics` prints; put it there again after a change.
    assert manual() in described


def test_the_page_has_the_metrics_of_the_manual_and_no_other(client: FlaskClient) -> None:
    page = client.get("/metrics").get_data(as_text=True)
    families = {line.split()[2] for line in page.splitlines() if line.startswith("# TYPE")}
    own = {name for name in families if not name.startswith("process_")}
    assert own == {family.name for family in FAMILIES}
    assert "_created" not in page
