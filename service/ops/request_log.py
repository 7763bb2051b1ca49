"""A request id for every request, one log line, and what the metrics and the trace are told.

No part of a body or of a query is logged, unless that is asked for.
"""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from flask import Flask, Response, g, request

from service.ops.health import OPS_PATHS
from service.ops.logs import FIELDS
from service.ops.tracing import NullTracing, Tracing

HEADER = "X-Request-ID"
MOST_OF_A_BODY = 4_096
"""Bytes of a body that are logged, where bodies are."""

UNMATCHED = "unmatched"
"""The route of a path that is none of ours."""

OTHER = "OTHER"
"""The method of a request whose method is none that the service knows."""

_METHODS = frozenset({"GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "PATCH", "DELETE"})
_VALID_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_log = logging.getLogger("service.request")


class Answered(NamedTuple):
    """One request and what became of it; ``code`` is that of a problem document."""

    route: str
    method: str
    status: int
    seconds: float
    code: str | None
    problem_codes: Sequence[str] = ()
    """Of the problem documents within the answer."""

    rulings: Sequence[Any] = ()
    """What the API noted of the questions."""


def register_request_log(
    app: Flask,
    observe: Callable[[Answered], None],
    clock: Callable[[], float] = time.perf_counter,
    *,
    tracing: Tracing | None = None,
    log_bodies: bool = False,
) -> None:
    """To be registered before every other hook, so that whatever these answer is logged too.

    ``observe`` is told of every request but those that get no line. ``log_bodies`` adds the query
    and the beginning of the body to the line.

    Sets ``g.request_id``; reads ``g.problem_code`` where a problem document was answered, and
    ``g.problem_codes`` and ``g.rulings``, and ``g.api_key_id`` where a key was known. The
    operations paths get an id, no line and no span.
    """
    traces = tracing or NullTracing()

    @app.before_request
    def begin() -> None:
        environ = request.environ
        g.started = clock()
        offered = environ.get("HTTP_X_REQUEST_ID", "")
        g.request_id = offered if _VALID_ID.fullmatch(offered) else uuid.uuid4().hex
        if request.path not in OPS_PATHS:
            g.method = request.method if request.method in _METHODS else OTHER
            g.span = traces.begin(environ, g.method)
            if log_bodies:
                g.overheard = environ["wsgi.input"] = _Overheard(environ["wsgi.input"])

    @app.after_request
    def end(response: Response) -> Response:
        response.headers[HEADER] = g.request_id
        if request.path not in OPS_PATHS:
            rule = request.url_rule
            answered = Answered(
                # The template, never the path: a path is whatever a client writes.
                rule.rule if rule else UNMATCHED,
                g.method,
                response.status_code,
                clock() - g.started,
                g.get("problem_code"),
                g.get("problem_codes", ()),
                g.get("rulings", ()),
            )
            observe(answered)
            g.span.end(answered.route, answered.status, answered.code)
            if _log.isEnabledFor(logging.INFO):
                _log.info("request", extra={FIELDS: _line(answered, response)})
        return response


def _line(answered: Answered, response: Response) -> dict[str, object]:
    line: dict[str, object] = {"request_id": g.request_id}
    if g.span.trace_id is not None:
        line["trace_id"] = g.span.trace_id
    if g.span.span_id is not None:
        line["span_id"] = g.span.span_id
    line |= {
        "method": answered.method,
        "route": answered.route,
        "status": answered.status,
        "duration_ms": round(answered.seconds * 1000, 3),
        "bytes": response.content_length or 0,
    }
    api_key_id = g.get("api_key_id")
    if api_key_id is not None:
        line["api_key_id"] = api_key_id
    if answered.code is not None:
        line["code"] = answered.code
    if "overheard" in g:
        line["query"] = request.query_string.decode("utf-8", "replace")
        line["body"] = g.overheard.beginning.decode("utf-8", "replace")
        line["body_bytes"] = g.overheard.size
    return line


class _Overheard:
    """A request's body as the server gives it; remembers how it begins and how much was read."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.beginning = b""
        self.size = 0

    def read(self, *size: int) -> bytes:
        return self._hear(self._stream.read(*size))

    def readline(self, *size: int) -> bytes:
        return self._hear(self._stream.readline(*size))

    def _hear(self, part: bytes) -> bytes:
        self.beginning += part[: MOST_OF_A_BODY - len(self.beginning)]
        self.size += len(part)
        return part
