"""Spans as a collector gets them, from the service in its real server."""

from __future__ import annotations

import http.client
import http.server
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from service import __version__
from service.app import create_app
from service.ops import tracing
from service.ops.logs import FIELDS
from service.ops.settings import Settings
from service.ops.tracing import NullTracing, SentTracing
from tests.servers import free_ports, serving

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
TRACEPARENT = f"00-{TRACE}-{PARENT}-01"
QUESTION = b'{"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}'
NEVER_MS = "3600000"
"""A pause between two sendings after which no test is running any more."""


class Collector:
    """What was sent to it, span by span, each with the attributes of its resource."""

    def __init__(self, port: int) -> None:
        self.endpoint = f"http://127.0.0.1:{port}"
        self.paths: list[str] = []
        self.spans: list[tuple[dict[str, Any], Any]] = []

    def take(self, path: str, body: bytes) -> None:
        request = ExportTraceServiceRequest()
        request.ParseFromString(body)
        self.paths.append(path)
        for group in request.resource_spans:
            resource = values(group.resource.attributes)
            self.spans += [(resource, span) for scope in group.scope_spans for span in scope.spans]

    def named(self) -> dict[str, tuple[dict[str, Any], Any]]:
        return {span.name: (resource, span) for resource, span in self.spans}


def values(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}


@contextmanager
def collecting(answering: threading.Event | None = None) -> Iterator[Collector]:
    """A collector; one with ``answering`` says nothing before that is set."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            collector.take(self.path, body)
            if answering is not None:
                answering.wait(60)
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *facts: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector = Collector(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def ask(port: int, path: str, body: bytes | None = None, **headers: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(
            "POST" if body else "GET", path, body, {"Content-Type": "application/json", **headers}
        )
        return connection.getresponse().status
    finally:
        connection.close()


def test_every_request_but_probes_is_a_span_and_the_last_are_sent_at_the_end() -> None:
    (port,) = free_ports(1)
    with collecting() as collector:
        environment = {
            "PORT": str(port),
            "WORKERS": "2",
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"{collector.endpoint}/",
            "OTEL_BSP_SCHEDULE_DELAY": NEVER_MS,
        }
        with serving(environment, workers=2) as lines:
            asked = 0
            while asked < 40:
                assert ask(port, "/v1/plays", QUESTION) == 200
                asked += 1
            assert ask(port, "/v1/plays/apply", b"{}", traceparent=TRACEPARENT) == 422
            assert ask(port, "/no/such/path?secret=1") == 404
            for path in ("/livez", "/readyz", "/startupz", "/version", "/metrics"):
                assert ask(port, path) == 200
            assert collector.spans == []
        assert not [line for line in lines if '"level":"error"' in line]
    assert len(collector.spans) == asked + 2
    assert set(collector.paths) == {"/v1/traces"}
    found = collector.named()
    assert found.keys() == {"POST /v1/plays", "POST /v1/plays/apply", "GET unmatched"}
    resource, span = found["POST /v1/plays/apply"]
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, PARENT)
    assert span.kind == span.SPAN_KIND_SERVER
    # What a client did wrong is no error of the server.
    assert span.status.code == span.status.STATUS_CODE_UNSET
    assert values(span.attributes) == {
        "http.request.method": "POST",
        "http.route": "/v1/plays/apply",
        "http.response.status_code": 422,
        "network.protocol.version": "1.1",
        "portes.problem_code": "missing_field",
        "url.scheme": "http",
    }
    assert resource["service.name"] == "portes-referee"
    assert resource["service.version"] == __version__
    # A process that ends sends its own, under its own name.
    instances = {resource["service.instance.id"] for resource, _ in collector.spans}
    assert len(instances) == len(collector.paths) in (1, 2)
    # Without a caller's trace each is one of its own.
    assert len({span.trace_id for _, span in collector.spans}) == asked + 2
    assert "secret" not in str(collector.spans)


def test_a_collector_that_is_away_costs_no_request_and_no_good_end() -> None:
    (port,) = free_ports(1)
    # Nobody listens on port 1.
    environment = {
        "PORT": str(port),
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1",
        "OTEL_BSP_SCHEDULE_DELAY": "10",
        "OTEL_BSP_MAX_QUEUE_SIZE": "10",
        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "5",
    }
    with serving(environment):
        assert {ask(port, "/v1/plays", QUESTION) for _ in range(50)} == {200}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[FlaskClient, Collector]]:
    """The application in this process, and the collector that it sends to at the end."""
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", NEVER_MS)
    with collecting() as collector:
        settings = Settings(otel_exporter_otlp_endpoint=collector.endpoint)
        yield create_app(settings).test_client(), collector
        tracing.close_all()


def test_the_log_and_the_trace_name_each_other(
    sent: tuple[FlaskClient, Collector], caplog: pytest.LogCaptureFixture
) -> None:
    client, collector = sent
    caplog.set_level(logging.INFO, "service.request")
    client.get("/v1/rulesets", headers={"traceparent": TRACEPARENT})
    client.get("/v1/rulesets", headers={"traceparent": "nonsense"})
    tracing.close_all()
    lines = [getattr(record, FIELDS) for record in caplog.records if record.name[8:] == "request"]
    assert [(line["trace_id"], line["span_id"]) for line in lines] == [
        (span.trace_id.hex(), span.span_id.hex()) for _, span in collector.spans
    ]
    assert lines[0]["trace_id"] == TRACE
    assert lines[1]["trace_id"] != TRACE


def test_a_trace_that_is_not_recorded_is_named_and_not_sent(
    sent: tuple[FlaskClient, Collector], caplog: pytest.LogCaptureFixture
) -> None:
    client, collector = sent
    caplog.set_level(logging.INFO, "service.request")
    client.get("/v1/rulesets", headers={"traceparent": f"00-{TRACE}-{PARENT}-00"})
    tracing.close_all()
    (line,) = [getattr(record, FIELDS) for record in caplog.records if hasattr(record, FIELDS)][-1:]
    assert line["trace_id"] == TRACE
    assert collector.spans == []


def test_an_error_of_the_server_is_one_in_the_trace() -> None:
    with collecting() as collector:
        sending = SentTracing(collector.endpoint)
        environ = {"wsgi.url_scheme": "http", "SERVER_PROTOCOL": "HTTP/1.1"}
        sending.begin(environ, "POST").end("/v1/plays", 500, "internal_error")
        sending.close()
    ((_, span),) = collector.spans
    assert span.status.code == span.status.STATUS_CODE_ERROR
    assert values(span.attributes)["error.type"] == "internal_error"


def test_the_end_does_not_wait_for_a_collector_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "FLUSH_SECONDS", 0.1)
    answering = threading.Event()
    with collecting(answering) as collector:
        sending = SentTracing(collector.endpoint)
        environ = {"wsgi.url_scheme": "http", "SERVER_PROTOCOL": "HTTP/1.1"}
        sending.begin(environ, "GET").end("unmatched", 404, "not_found")
        sending.close()
        ending = [thread for thread in threading.enumerate() if thread.name == "otel-end"]
        assert ending
        answering.set()
        for thread in ending:
            thread.join(60)
    # Closing again is nothing.
    sending.close()


def test_without_a_collector_only_the_callers_trace_is_known() -> None:
    span = NullTracing().begin({"HTTP_TRACEPARENT": TRACEPARENT}, "GET")
    assert (span.trace_id, span.span_id) == (TRACE, None)
    for environ in ({}, {"HTTP_TRACEPARENT": "nonsense"}):
        span = NullTracing().begin(environ, "GET")
        assert (span.trace_id, span.span_id) == (None, None)


def test_without_a_collector_nothing_that_sends_is_loaded() -> None:
    script = (
        "import sys; from service.app import create_app; from service.ops.settings import *\n"
        "create_app(Settings(log_level='error')).test_client().get('/v1/rulesets')\n"
        "print('opentelemetry.exporter' in sys.modules)"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "False"
