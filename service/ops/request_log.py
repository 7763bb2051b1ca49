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


def register_request_log(app: Flask, clock: Callable[[], float] = time.perf_counter) -> None:
    """To be registered before every other hook, so that whatever these answer is logged too.

    Sets ``g.request_id``; reads ``g.problem_code`` where a problem document was answered. The
    operations paths get an id and no line.
    """

    @app.before_request
    def begin() -> None:
        g.started = clock()
        offered = request.headers.get(HEADER, "")
        g.request_id = offered if _VALID_ID.fullmatch(offered) else uuid.uuid4().hex

    @app.after_request
    def end(response: Response) -> Response:
        response.headers[HEADER] = g.request_id
        if request.path not in OPS_PATHS:
            _log.info("request", extra={FIELDS: _line(response, clock() - g.started)})
        return response


def _line(response: Response, seconds: float) -> dict[str, object]:
    rule = request.url_rule
    line: dict[str, object] = {
        "request_id": g.request_id,
        "method": request.method,
        # The template, never the path: a path is whatever a client writes.
        "route": rule.rule if rule else "unmatched",
        "status": response.status_code,
        "duration_ms": round(seconds * 1000, 3),
        "bytes": response.content_length or 0,
    }
    code = g.get("problem_code")
    if code is not None:
        line["code"] = code
    return line
