"""The worker that serves the referee: patient with nobody for ever, and what it refuses itself is
a problem document too."""

from __future__ import annotations

import json
import logging
import socket
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import _DEFER, ThreadWorker

from service.ops.security_headers import SECURITY_HEADERS

_HEADERS = "".join(f"{name}: {value}\r\n" for name, value in SECURITY_HEADERS.items())
_CODES = {414: "uri_too_long", 431: "header_too_large", 500: "internal_error"}


ARRIVAL_SECONDS = 20.0
"""Time that a request may take to arrive; what has not come by then does not come."""

EXCHANGE_SECONDS = 60.0
"""Time until the last byte of the answer has been taken from here."""


class Exchanges:
    """What threads are at; whoever sends or reads too slowly is cut off, so that no thread waits.

    gunicorn sets no time-out on a socket, and one for each read would not bound a byte at a time.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun: dict[socket.socket, float] = {}

    def begin(self, client: socket.socket) -> None:
        self._begun[client] = self._clock()

    def end(self, client: socket.socket) -> None:
        self._begun.pop(client, None)

    def cut_slow(self) -> None:
        """Ends what waits for a client for too long; what is being worked out is not disturbed."""
        now = self._clock()
        for client, begun in list(self._begun.items()):
            # The thread is done with it meanwhile, or the client has gone.
            with suppress(OSError):
                if now - begun > EXCHANGE_SECONDS:
                    client.shutdown(socket.SHUT_RDWR)
                elif now - begun > ARRIVAL_SECONDS:
                    client.shutdown(socket.SHUT_RD)


class RefereeWorker(ThreadWorker):
    """gunicorn's threads, with answers in the contract's shape to what is no request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]
        self._exchanges = Exchanges()

    def handle(self, conn: Any) -> Any:
        """Answers one request; a connection that has none yet holds no thread up.

        gunicorn would wait five seconds with a thread for each new connection.
        """
        if not conn.initialized and self.alive and not conn.wait_for_data(0):
            return _DEFER
        client = conn.sock
        self._exchanges.begin(client)
        try:
            return super().handle(conn)  # type: ignore[no-untyped-call]
        finally:
            self._exchanges.end(client)

    def murder_pending(self) -> None:
        """Called at least once a second, in the thread that only accepts and waits."""
        super().murder_pending()  # type: ignore[no-untyped-call]
        self._exchanges.cut_slow()

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
