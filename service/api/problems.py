"""Problem documents (RFC 9457): whatever goes wrong leaves in one shape."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, g, has_request_context, request
from werkzeug.exceptions import HTTPException

from service.api import http
from service.api.faults import Faults
from service.api.http import choose_language, json_bytes
from service.api.messages import message, title

MEDIA_TYPE = "application/problem+json"

MOST_ERRORS = 100
"""Faults that one problem document spells out; the others are counted."""

STATUS_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "request_timeout",
    413: "body_too_large",
    414: "uri_too_long",
    415: "unsupported_media_type",
    429: "rate_limited",
    431: "header_too_large",
    500: "internal_error",
}
"""The codes of what the framework or the server itself refuses."""
_KEPT_HEADERS = ("Allow", "Retry-After", "Accept-Post")


class Problem(Exception):
    """Leaves the request at once with a problem document.

    ``members`` are added to the document as they are (`errors`, `violations`); ``parameters`` are
    what the message speaks of.
    """

    def __init__(
        self,
        status: int,
        code: str,
        *,
        members: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.members = members or {}
        self.headers = headers or {}
        self.parameters = parameters


def invalid_request(faults: Faults, language: str) -> Problem:
    """422 with every fault; its code is the faults' own where they all have the same."""
    ordered = sorted(faults.found, key=lambda found: found.pointer)
    members: dict[str, Any] = {
        "errors": [
            {
                "pointer": found.pointer,
                "code": found.fault.code,
                "detail": message(found.fault.code, language, **found.fault.parameters),
            }
            for found in ordered[:MOST_ERRORS]
        ]
    }
    left_out = len(ordered) + faults.not_kept - len(members["errors"])
    if left_out:
        members["errors_left_out"] = left_out
    codes = {found.fault.code for found in ordered}
    code = codes.pop() if len(codes) == 1 else "invalid_request"
    parameters = ordered[0].fault.parameters if code != "invalid_request" else {}
    return Problem(422, code, members=members, **parameters)


def problem_document(problem: Problem, language: str) -> dict[str, Any]:
    """The members of RFC 9457, and those of the problem."""
    return {
        "type": f"/problems/{problem.code}",
        "title": title(problem.code, language),
        "status": problem.status,
        "detail": message(problem.code, language, **problem.parameters),
        "instance": f"urn:request:{g.get('request_id', 'none')}",
        "code": problem.code,
        **problem.members,
    }


def respond(problem: Problem) -> Response:
    """The problem as a response, in the language of the request."""
    language = g.get("language") or choose_language(None)
    document = problem_document(problem, language)
    response = Response(json_bytes(document), problem.status, content_type=MEDIA_TYPE)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    for name, value in problem.headers.items():
        response.headers[name] = value
    g.problem_code = problem.code
    return response


def register_problems(app: Flask) -> None:
    """Every exception of the framework, and every other, leaves as a problem document."""

    @app.errorhandler(Problem)
    def on_problem(problem: Problem) -> Response:
        return respond(problem)

    @app.errorhandler(HTTPException)
    def on_http_exception(error: HTTPException) -> Response:
        status = error.code or 500
        code = STATUS_CODES.get(status, "internal_error" if status >= 500 else "bad_request")
        headers = {name: value for name, value in error.get_headers() if name in _KEPT_HEADERS}
        limit = request.max_content_length
        problem = Problem(status, code, headers=headers, limit=limit, media_type=http.MEDIA_TYPE)
        return respond(problem)

    @app.errorhandler(Exception)
    def on_exception(error: Exception) -> Response:
        where = request.path if has_request_context() else "no request"
        app.logger.error("unexpected error at %s", where, exc_info=error)
        return respond(Problem(500, "internal_error"))
