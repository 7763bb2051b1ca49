"""Clients that do on a socket what a well-behaved library never would."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

PATIENCE = 30.0
"""Seconds after which a test is given up."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def goes_on(self) -> bool:
        """Whether the connection is kept, as the answer says."""
        return self.headers["connection"] == "keep-alive"


class Client:
    """One connection, closed by `with`; whatever is waited for comes within ``PATIENCE``."""

    def __init__(self, port: int, receive_buffer: int | None = None) -> None:
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", port))
        self._received = b""

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def ask(self, data: bytes) -> Answer:
        self.send(data)
        return self.answer()

    def answer(self) -> Answer:
        """The next answer, which must have a length."""
        head = self._until(b"\r\n\r\n").decode("latin-1")
        line, *lines = head.removesuffix("\r\n\r\n").split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (each.partition(": ") for each in lines)
        }
        status = int(line.split()[1])
        length = int(headers["content-length"]) if status >= 200 else 0
        while len(self._received) < length:
            self._more()
        body, self._received = self._received[:length], self._received[length:]
        return Answer(status, headers, body)

    def is_closed(self) -> bool:
        """Waits for the end of the connection; false if an answer comes instead."""
        try:
            return self._received == b"" and self.socket.recv(1) == b""
        except ConnectionError:
            return True

    def _until(self, mark: bytes) -> bytes:
        while (end := self._received.find(mark)) < 0:
            self._more()
        end += len(mark)
        found, self._received = self._received[:end], self._received[end:]
        return found

    def _more(self) -> None:
        data = self.socket.recv(1 << 20)
        if not data:
            raise ConnectionError(f"closed after {self._received[:80]!r}")
        self._received += data


def get(path: str, *headers: str) -> bytes:
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: x", *headers, "", "")).encode()


def post(path: str, body: bytes, *headers: str) -> bytes:
    length = f"Content-Length: {len(body)}"
    lines = (f"POST {path} HTTP/1.1", "Host: x", "Content-Type: application/json", length, *headers)
    return "\r\n".join((*lines, "", "")).encode() + body


def chunked(path: str) -> bytes:
    """The head of a request with a chunked body."""
    return (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    ).encode()


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits for a condition that nothing announces."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)


class Held:
    """Requests that the application answers when it is told to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begun(self, name: str) -> int:
        """Waits until the application has the request; gives the process that it is in."""
        path = self._folder / f"{name}.begun"
        until(lambda: path.exists() and path.read_text() != "", f"{name} has begun")
        return int(path.read_text())

    def let_go(self, *names: str) -> None:
        for name in names:
            (self._folder / f"{name}.let-go").touch()
