"""Answers of the server itself, in the shape of the contract: what never became a request."""

from __future__ import annotations

import json
import uuid
from http import HTTPStatus

from gunicorn.http import errors

from service.ops.security_headers import SECURITY_HEADERS

_HEADERS = "".join(f"{name}: {value}\r\n" for name, value in SECURITY_HEADERS.items())

_CODES = {
    408: "request_timeout",
    414: "uri_too_long",
    431: "header_too_large",
    500: "internal_error",
}


def status_of(fault: BaseException) -> int:
    """The status of what the parser found, or of a time that is over."""
    match fault:
        case TimeoutError():
            return 408
        case errors.InvalidResponseHeader() | errors.InvalidResponseHeaderName():
            return 500
        case errors.LimitRequestLine():
            return 414
        case errors.LimitRequestHeaders():
            return 431
        case errors.ExpectationFailed():
            return 417
        case errors.ParseException():
            return int(getattr(fault, "code", 400))
    return 500


def refusal(status: int) -> bytes:
    """The whole answer, after which the connection is closed."""
    # Here and not above: gunicorn looks at this module before there is an application.
    from service.api.messages import message, title

    code = _CODES.get(status, "bad_request")
    request_id = uuid.uuid4().hex
    document = {
        "type": f"/problems/{code}",
        "title": title(code, "en"),
        "status": status,
        "detail": message(code, "en"),
        "instance": f"urn:request:{request_id}",
        "code": code,
    }
    body = json.dumps(document, ensure_ascii=False).encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Content-Language: en\r\n"
        "Cache-Control: no-store\r\n"
        f"X-Request-ID: {request_id}\r\n{_HEADERS}\r\n"
    )
    return head.encode() + body
