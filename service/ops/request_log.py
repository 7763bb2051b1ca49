"""A request id for every request, and one log line; no part of a body is ever logged."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from flask import Flask, Response, g, request

from service.ops.health import OPS_PATHS
from service.ops.logs import FIELDS

HEADER = "X-Request-ID"
_VALID_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_log = logging.getLogger("service.request")


def register_request_log(
    app: Flask,
    observe: Callable[[str, str, int, float], None],
    clock: Callable[[], float] = time.perf_counter,
) -> None:
    """To be registered before every other hook, so that whatever these answer is logged too.

    ``observe`` is told the route, the method, the status and the seconds of every request but
    those that get no line.

    Sets ``g.request_id``; reads ``g.problem_code`` where a problem document was answered, and
    ``g.api_key_id`` where a key was known. The operations paths get an id and no line.
    """

    @app.before_request
    def begin() -> None:
        g.started = clock()
        offered = request.environ.get("HTTP_X_REQUEST_ID", "")
        g.request_id = offered if _VALID_ID.fullmatch(offered) else uuid.uuid4().hex

    @app.after_request
    def end(response: Response) -> Response:
        response.headers[HEADER] = g.request_id
        if request.path not in OPS_PATHS:
            seconds = clock() - g.started
            rule = request.url_rule
            # The template, never the path: a path is whatever a client writes.
            route = rule.rule if rule else "unmatched"
            observe(route, request.method, response.status_code, seconds)
            _log.info("request", extra={FIELDS: _line(route, response, seconds)})
        return response


def _line(route: str, response: Response, seconds: float) -> dict[str, object]:
    line: dict[str, object] = {
        "request_id": g.request_id,
        "method": request.method,
        "route": route,
        "status": response.status_code,
        "duration_ms": round(seconds * 1000, 3),
        "bytes": response.content_length or 0,
    }
    api_key_id = g.get("api_key_id")
    if api_key_id is not None:
        line["api_key_id"] = api_key_id
    code = g.get("problem_code")
    if code is not None:
        line["code"] = code
    return line
