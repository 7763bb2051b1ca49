from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.ops.health import OPS_PATHS, STOPPING, create_health_blueprint, create_port_guard

VERSION = {"version": "0.1.0", "rules_version": "1", "python": "3.11.7", "kernel": "interpreted"}
API_PORT, OPS_PORT = 8080, 9090


def client(ops_port: int | None = None, is_ready: Callable[[], bool] = lambda: True) -> FlaskClient:
    app = Flask(__name__)
    app.before_request(create_port_guard(ops_port))
    app.register_blueprint(create_health_blueprint(VERSION, is_ready))
    app.add_url_rule("/v1/rulesets", view_func=lambda: "rulesets", endpoint="rulesets")
    return app.test_client()


def status(client: FlaskClient, path: str, port: int, method: str = "GET") -> int:
    return client.open(
        path, method=method, environ_overrides={"SERVER_PORT": str(port)}
    ).status_code


@pytest.mark.parametrize("path", ["/livez", "/readyz", "/startupz"])
def test_a_healthy_service_says_so_and_is_not_cached(path: str) -> None:
    response = client().get(path)
    assert (response.status_code, response.get_data()) == (200, b'{"status":"ok"}')
    assert response.mimetype == "application/json"
    assert response.headers["Cache-Control"] == "no-store"


def test_the_version_is_answered_as_given() -> None:
    assert client().get("/version").get_json() == VERSION


def test_a_service_that_is_not_ready_is_still_alive() -> None:
    unready = client(is_ready=lambda: False)
    response = unready.get("/readyz")
    assert (response.status_code, response.get_json()) == (503, {"status": "unready"})
    assert unready.get("/livez").status_code == 200


def test_a_service_that_was_told_to_stop_is_not_ready() -> None:
    for path, found in (("/readyz", 503), ("/livez", 200), ("/startupz", 200)):
        answer = client().get(path, environ_overrides={STOPPING: True})
        assert answer.status_code == found


def test_readiness_is_asked_each_time() -> None:
    answers = iter([False, True])
    warming = client(is_ready=lambda: next(answers))
    assert [warming.get("/readyz").status_code for _ in range(2)] == [503, 200]


@pytest.mark.parametrize("path", sorted(OPS_PATHS - {"/metrics"}))
def test_operations_answer_on_their_own_port_alone(path: str) -> None:
    guarded = client(OPS_PORT)
    assert status(guarded, path, OPS_PORT) == 200
    assert status(guarded, path, API_PORT) == 404
    assert status(guarded, path, API_PORT, "POST") == 404
    assert status(guarded, path, API_PORT, "OPTIONS") == 404


def test_the_api_answers_on_its_own_port_alone() -> None:
    guarded = client(OPS_PORT)
    assert status(guarded, "/v1/rulesets", API_PORT) == 200
    assert status(guarded, "/v1/rulesets", OPS_PORT) == 404


def test_the_host_header_opens_no_door() -> None:
    response = client(OPS_PORT).get(
        "/livez",
        headers={"Host": f"localhost:{OPS_PORT}"},
        environ_overrides={"SERVER_PORT": str(API_PORT)},
    )
    assert response.status_code == 404


def test_without_an_operations_port_one_port_answers_both() -> None:
    single = client(None)
    assert status(single, "/livez", API_PORT) == 200
    assert status(single, "/v1/rulesets", API_PORT) == 200


def test_every_endpoint_is_an_operations_path() -> None:
    rules = {rule.rule for rule in client().application.url_map.iter_rules()}
    assert rules - OPS_PATHS == {"/v1/rulesets", "/static/<path:filename>"}
