"""The worker that serves the referee: what it refuses itself is a problem document too."""

from __future__ import annotations

import json
import logging
import uuid
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from service.ops.security_headers import SECURITY_HEADERS

_HEADERS = "".join(f"{name}: {value}\r\n" for name, value in SECURITY_HEADERS.items())
_CODES = {414: "uri_too_long", 431: "header_too_large", 500: "internal_error"}


class RefereeWorker(ThreadWorker):
    """gunicorn's threads, with answers in the contract's shape to what is no request."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answers what the application never saw; ``client`` is the socket.

        The log says what kind of fault it is, and nothing of what was sent.
        """
        status = _status(exc)
        if status >= 500:
            self.log.log(logging.ERROR, "Error handling a request", exc_info=exc)
        else:
            self.log.warning("Refused what is no request: %s", type(exc).__name__)
        try:
            util.write_nonblock(client, _refusal(status))  # type: ignore[no-untyped-call]
        except Exception:
            self.log.debug("The client did not wait for its refusal.")


def _status(fault: Exception) -> int:
    match fault:
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


def _refusal(status: int) -> bytes:
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
        f"{_HEADERS}"
        f"X-Request-ID: {request_id}\r\n\r\n"
    )
    return head.encode() + body
