from __future__ import annotations

import logging
from typing import Any

import pytest
from flask import Flask, abort, g, request
from flask.testing import FlaskClient

from service.ops.health import create_health_blueprint
from service.ops.logs import FIELDS
from service.ops.request_log import HEADER, Answered, register_request_log


@pytest.fixture
def observed() -> list[Answered]:
    return []


@pytest.fixture
def client(observed: list[Answered]) -> FlaskClient:
    app = Flask(__name__)
    ticks = iter([10.0, 10.0125, 11.0, 11.5])
    register_request_log(app, observed.append, clock=lambda: next(ticks))
    app.register_blueprint(create_health_blueprint({"version": "0.1.0"}))

    @app.post("/v1/plays/<name>")
    def plays(name: str) -> str:
        return f"{name} {len(request.get_data())}"

    @app.get("/v1/problem")
    def problem() -> str:
        g.problem_code = "game_over"
        abort(422)

    return app.test_client()


def logged(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [
        getattr(record, FIELDS) for record in caplog.records if record.name == "service.request"
    ]


@pytest.fixture(autouse=True)
def _listen(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "service.request")


def test_a_request_is_one_line(
    client: FlaskClient,
    caplog: pytest.LogCaptureFixture,
    observed: list[Answered],
) -> None:
    client.post("/v1/plays/secret?position_id=4HPwATDgc", data=b"body", headers={HEADER: "abc-1"})
    assert logged(caplog) == [
        {
            "request_id": "abc-1",
            "method": "POST",
            "route": "/v1/plays/<name>",
            "status": 200,
            "duration_ms": 12.5,
            "bytes": 8,
        }
    ]
    (answered,) = observed
    assert answered[:3] == ("/v1/plays/<name>", "POST", 200)
    assert answered.seconds == pytest.approx(0.0125)


def test_a_problem_brings_its_code(client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    client.get("/v1/problem")
    (line,) = logged(caplog)
    assert (line["status"], line["code"]) == (422, "game_over")


def test_an_unknown_path_is_not_repeated(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/wp-login.php").status_code == 404
    (line,) = logged(caplog)
    assert (line["route"], line["status"]) == ("unmatched", 404)


def test_methods_that_clients_invent_are_one(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, observed: list[Answered]
) -> None:
    for method in ("BREW", "WHEN"):
        client.open("/v1/problem", method=method)
    assert [answered.method for answered in observed] == ["OTHER", "OTHER"]
    assert [line["method"] for line in logged(caplog)] == ["OTHER", "OTHER"]


def test_probes_get_an_id_and_no_line(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.get("/livez").headers[HEADER]
    assert logged(caplog) == []


@pytest.mark.parametrize("offered", ["a", "A.b_c-9", "x" * 64])
def test_a_valid_id_is_kept(client: FlaskClient, offered: str) -> None:
    assert client.get("/livez", headers={HEADER: offered}).headers[HEADER] == offered


@pytest.mark.parametrize("offered", ["", "x" * 65, "a b", 'a","level":"error', "é", "a/b", "a\t"])
def test_any_other_id_is_replaced(client: FlaskClient, offered: str) -> None:
    answered = client.get("/livez", headers={HEADER: offered}).headers[HEADER]
    assert answered != offered
    assert len(answered) == 32
    assert answered.isalnum()


def test_ids_made_here_differ(client: FlaskClient) -> None:
    assert client.get("/livez").headers[HEADER] != client.get("/livez").headers[HEADER]
