from __future__ import annotations

import io
import logging
from typing import Any

import orjson
import pytest
from flask import Flask, abort, g, request
from flask.testing import FlaskClient

from service.app import create_app
from service.ops.health import create_health_blueprint
from service.ops.logs import FIELDS, JsonLines
from service.ops.request_log import HEADER, Answered, register_request_log
from service.ops.settings import Settings


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


TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


def test_the_trace_of_the_caller_is_in_the_line(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    header = f"00-{TRACE}-00f067aa0ba902b7-01"
    client.get("/v1/problem", headers={"traceparent": header})
    client.get("/v1/problem", headers={"traceparent": f"{header},{header}"})
    named, not_named = logged(caplog)
    assert named["trace_id"] == TRACE
    assert not {"trace_id", "span_id"} & not_named.keys()


@pytest.fixture
def indiscreet() -> FlaskClient:
    """The service as it is with LOG_BODIES."""
    return create_app(Settings(log_bodies=True)).test_client()


ASKED = b'{"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}'


@pytest.mark.parametrize("length", [len(ASKED), 4_096, 4_097, 60_000])
@pytest.mark.parametrize("chunked", [False, True])
def test_bodies_are_logged_where_that_is_asked_for_and_not_without_end(
    indiscreet: FlaskClient, caplog: pytest.LogCaptureFixture, length: int, chunked: bool
) -> None:
    body = ASKED.ljust(length)
    how: dict[str, Any] = {"data": body}
    if chunked:
        how = {"input_stream": io.BytesIO(body), "environ_overrides": {"wsgi.input_terminated": 1}}
    response = indiscreet.post("/v1/plays?a=b%0A\xe9", content_type="application/json", **how)
    assert response.status_code == 200
    line = logged(caplog)[-1]
    assert line["body"] == body[:4_096].decode()
    assert line["body_bytes"] == length
    assert line["query"].startswith("a=b%0A")


def test_what_is_no_text_is_logged_as_text(
    indiscreet: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    indiscreet.post("/v1/plays", content_type="application/json", data=b'\xff\xed\xa0\x80"\n{}')
    written = JsonLines().format(caplog.records[-1])
    assert written.isprintable()
    assert orjson.loads(written)["body"] == '\ufffd\ufffd\ufffd\ufffd"\n{}'


@pytest.fixture
def discreet() -> FlaskClient:
    """The service as it is by default."""
    return create_app(Settings()).test_client()


def test_by_default_no_part_of_a_question_is_logged(
    discreet: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    discreet.post("/v1/plays?position_id=x", content_type="application/json", data=ASKED)
    discreet.post(
        "/v1/plays", content_type="application/json", data=ASKED.replace(b"3, 1", b"3, 9")
    )
    written = "".join(JsonLines().format(record) for record in caplog.records)
    assert '"code":' in written
    for part in ("4HPwATDgc", "white", "position_id", '"body"', '"query"'):
        assert part not in written
