"""One client's connection: what it has sent that is not answered, what it has not read yet."""

from __future__ import annotations

import socket
from typing import Any, NamedTuple

from gunicorn import http
from gunicorn.config import Config
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import LimitRequestHeaders, NoMoreData

from service.serving.framing import LARGEST_HEAD, Body, ChunkedBody, Head, SizedBody
from service.serving.waiting import Waiting

_AT_ONCE = 65_536
"""Bytes read from a socket in one go, so that no client keeps the others waiting."""

_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Source:
    """The bytes that have arrived, for gunicorn's parser to read like a socket. It never waits:
    where nothing more is there, the connection seems to end."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.at = 0

    def recv(self, size: int) -> bytes:
        part = bytes(memoryview(self.received)[self.at : self.at + size])
        self.at += len(part)
        return part


class Answer:
    """Takes an answer as a socket does, and keeps it: no thread waits for a client to read."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.parts.append(data)

    def send(self, data: bytes) -> int:
        """gunicorn's own 100 Continue, which has been sent where it was needed."""
        return len(data)

    def shutdown(self, how: int) -> None:
        """gunicorn would cut off an answer that failed midway; this one has not begun to leave."""
        raise OSError("not a socket")

    def close(self) -> None:
        """There is nothing to close."""


class Exchange(NamedTuple):
    """What gunicorn needs to know of a connection to have one request answered."""

    sock: Answer
    client: Any
    server: Any


class Connection:
    """Belongs to the loop while it waits for its client, and to one thread while it is answered.

    ``limit`` bounds the body of a request, in bytes; a larger one is judged by its beginning.
    """

    def __init__(
        self, config: Config, sock: socket.socket, client: Any, server: Any, limit: int
    ) -> None:
        sock.setblocking(False)
        self.sock = sock
        self.client = client
        self.server = server
        self.waiting: Waiting | None = None
        self.request: Any = None
        """The request that is arriving or being answered, as soon as its head is there."""
        self.unsent = memoryview(b"")
        self.goes_on = False
        """Whether another request may follow the answer."""
        self.ended = False
        """The client will send no more."""
        self.broken = False
        """Nothing can be sent any more."""
        self.held = 0
        """Bytes counted for it by whoever bounds the memory of all."""
        self._limit = limit
        self._source = Source()
        self._parser = http.get_parser(config, self._source, client)
        self._head = Head()
        self._body: Body | None = None

    @property
    def size(self) -> int:
        """Bytes that it keeps in memory."""
        return len(self._source.received) + len(self.unsent)

    @property
    def has_begun(self) -> bool:
        """Whether anything of a request is there."""
        return bool(self._source.received)

    def receive(self) -> None:
        """Takes what has arrived, if anything; raises OSError where the connection is lost."""
        try:
            data = self.sock.recv(_AT_ONCE)
        except BlockingIOError:
            return
        self._source.received += data
        self.ended = not data

    def discard(self) -> None:
        """Reads what nobody will judge."""
        try:
            self.ended = not self.sock.recv(_AT_ONCE)
        except BlockingIOError:
            return

    def is_decided(self) -> bool:
        """Whether the request can be answered without waiting for more of it: all of it is there,
        or it is too large, or it breaks off.

        Raises what gunicorn's parser raises for what is no request.
        """
        received = self._source.received
        if self._body is None:
            if not self._head.is_decided(received):
                return False
            self._read_head()
        assert self._body is not None
        if self._body.is_decided(received) or self.ended:
            if not self._body.is_whole(received):
                # Where the next request begins is not known.
                self.request.force_close()
            return True
        return False

    def _read_head(self) -> None:
        try:
            self.request = next(self._parser)
        except (NoMoreData, StopIteration):
            raise LimitRequestHeaders("no end of the headers") from None
        self._take_back()
        begin = self._source.at
        if begin > LARGEST_HEAD:
            raise LimitRequestHeaders("too many bytes")
        reader = self.request.body.reader
        if isinstance(reader, ChunkedReader):
            self._body = ChunkedBody(begin, self._limit)
        else:
            self._body = SizedBody(begin, reader.length, self._limit)
        if not self._body.is_decided(self._source.received) and self._expects_continue():
            self._send(memoryview(_CONTINUE))

    def _expects_continue(self) -> bool:
        # Of any other expectation the parser has refused the request.
        return self.request.version >= (1, 1) and any(
            name == "EXPECT" for name, _ in self.request.headers
        )

    def _take_back(self) -> None:
        """Puts back what the parser has read ahead."""
        self._source.at -= len(self._parser.unreader.take_buffered())

    def finish_request(self) -> bool:
        """Passes over what the application left of the body; whether its end was found."""
        return bool(self._parser.finish_body())

    def begin_next(self) -> None:
        """Makes what is left the beginning of the next request."""
        self._take_back()
        del self._source.received[: self._source.at]
        self._source.at = 0
        self.request = self._body = None
        self._head = Head()

    def reply(self, answer: Answer, *, goes_on: bool) -> None:
        """Sends as much of the answer as the client takes at once."""
        self.goes_on = goes_on
        self.unsent = memoryview(b"".join(answer.parts))
        self.send()

    def send(self) -> None:
        """Sends as much as the client takes at once; what is left stays in ``unsent``."""
        self.unsent = self._send(self.unsent)

    def _send(self, data: memoryview) -> memoryview:
        """Gives what could not be sent."""
        try:
            while data:
                data = data[self.sock.send(data) :]
        except BlockingIOError:
            return data
        except OSError:
            self.broken = True
        return memoryview(b"")

    def end_sending(self) -> None:
        """Tells the client that no more will come."""
        try:
            self.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.broken = True
