"""The span of each request, sent to an OpenTelemetry collector; nothing at all where there is none.

The packages of the extra `otel` are imported only where spans are sent.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from service import __version__
from service.ops.settings import Settings
from service.ops.trace_context import read_traceparent

if TYPE_CHECKING:
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider

FLUSH_SECONDS = 5
"""Time that a process which ends gives to the spans that wait, at most."""

SERVICE_NAME = "portes-referee"


class Span(Protocol):
    """One request in a trace; ids are lower-case hex, None where there is none."""

    @property
    def trace_id(self) -> str | None: ...

    @property
    def span_id(self) -> str | None: ...

    def end(self, route: str, status: int, code: str | None) -> None: ...


class Tracing(Protocol):
    """Begins spans; ``environ`` is the request's, of WSGI, ``method`` is one of a few."""

    def begin(self, environ: Mapping[str, Any], method: str) -> Span: ...

    def start(self) -> None:
        """Makes ready what would otherwise be made by the first request; after every fork."""

    def close(self) -> None: ...


class CallersSpan:
    """No span of our own: the trace is the caller's, if it names one."""

    span_id = None

    def __init__(self, trace_id: str | None) -> None:
        self.trace_id = trace_id

    def end(self, route: str, status: int, code: str | None) -> None:
        pass


_NO_SPAN = CallersSpan(None)


class NullTracing:
    """The twin that sends nothing, and needs none of the packages."""

    def begin(self, environ: Mapping[str, Any], method: str) -> Span:
        header = environ.get("HTTP_TRACEPARENT")
        context = read_traceparent(header) if header else None
        return CallersSpan(context.trace_id) if context else _NO_SPAN

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass


class SentSpan:
    """A span of ours, under the conventions for HTTP servers."""

    def __init__(self, span: trace.Span, method: str) -> None:
        context = span.get_span_context()
        self.trace_id: str | None = format(context.trace_id, "032x")
        self.span_id: str | None = format(context.span_id, "016x")
        self._span = span
        self._method = method

    def end(self, route: str, status: int, code: str | None) -> None:
        from opentelemetry.trace import StatusCode

        span = self._span
        if span.is_recording():
            span.update_name(f"{self._method} {route}")
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", status)
            if code is not None:
                span.set_attribute("portes.problem_code", code)
            if status >= 500:
                span.set_attribute("error.type", code or str(status))
                span.set_status(StatusCode.ERROR)
        span.end()


class SentTracing:
    """Spans to a collector; what sends them begins with the first span, so after every fork.

    What can not be sent is let go: the queue is bounded, and no request waits for it. The SDK
    reads the other variables of OpenTelemetry itself.
    """

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint
        self._lock = threading.Lock()
        self._provider: TracerProvider | None = None
        self._tracer: trace.Tracer | None = None

    def begin(self, environ: Mapping[str, Any], method: str) -> Span:
        from opentelemetry.trace import SpanKind
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        carrier = {
            name: environ[key]
            for name, key in (
                ("traceparent", "HTTP_TRACEPARENT"),
                ("tracestate", "HTTP_TRACESTATE"),
            )
            if key in environ
        }
        span = self._started().start_span(
            method,
            context=TraceContextTextMapPropagator().extract(carrier) if carrier else None,
            kind=SpanKind.SERVER,
            attributes={
                "http.request.method": method,
                "url.scheme": environ["wsgi.url_scheme"],
                "network.protocol.version": environ["SERVER_PROTOCOL"].removeprefix("HTTP/"),
            },
        )
        return SentSpan(span, method)

    def start(self) -> None:
        self._started()

    def close(self) -> None:
        """Sends what waits, within seconds; nothing is sent after it."""
        with self._lock:
            provider, self._provider = self._provider, None
        if provider is not None:
            # The SDK's own time-outs are longer than a process that ends may take.
            ending = threading.Thread(target=provider.shutdown, name="otel-end", daemon=True)
            ending.start()
            ending.join(FLUSH_SECONDS)

    def _started(self) -> trace.Tracer:
        if self._tracer is None:
            with self._lock:
                if self._tracer is None:
                    self._provider = _create_provider(self._endpoint)
                    self._tracer = self._provider.get_tracer("service", __version__)
        return self._tracer


def _create_provider(endpoint: str) -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {"service.version": __version__, "service.instance.id": _instance()}
    if "OTEL_SERVICE_NAME" not in os.environ:
        named["service.name"] = SERVICE_NAME
    provider = TracerProvider(resource=Resource.create(named), shutdown_on_exit=False)
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces")
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


def _instance() -> str:
    """A name that no other process has at the same time."""
    return f"{socket.gethostname()}-{os.getpid()}"


_running: list[Tracing] = []


def create_tracing(settings: Settings) -> Tracing:
    """Spans to the collector of the settings, or the null twin without one."""
    endpoint = settings.otel_exporter_otlp_endpoint
    if not endpoint:
        return NullTracing()
    tracing = SentTracing(endpoint)
    _running.append(tracing)
    return tracing


def start_all() -> None:
    """Starts all there are in this process, which will fork no more."""
    for tracing in _running:
        tracing.start()


def close_all() -> None:
    """Closes all there are in this process, which is about to end."""
    while _running:
        _running.pop().close()
