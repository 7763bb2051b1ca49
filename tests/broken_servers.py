"""Servers that are out of order: slow, silent, or too busy to accept."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress


class Gate:
    """Stands before a server and passes on what it says, or holds it back to some bytes.

    While ``trickling`` an answer comes a byte at a time, each before a socket's patience ends.
    """

    def __init__(self, port: int, tls: ssl.SSLContext | None = None) -> None:
        self.trickling = threading.Event()
        self.seen = threading.Event()
        """Set as soon as a trickled byte was sent."""
        self._target = port
        self._tls = tls
        self._ended = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._sockets: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._ended.set()
        for end in (self._listener, *self._sockets):
            _cut(end)
        for thread in self._threads:
            thread.join()
        for end in (self._listener, *self._sockets):
            end.close()

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            far = socket.socket()
            self._sockets += [near, far]
            thread = threading.Thread(target=self._join, args=(near, far))
            self._threads.append(thread)
            thread.start()

    def _join(self, near: socket.socket, far: socket.socket) -> None:
        try:
            if self._tls is not None:
                near = self._tls.wrap_socket(near, server_side=True)
                self._sockets.append(near)
            far.connect(("127.0.0.1", self._target))
        except OSError:
            _cut(near)
            return
        forth = threading.Thread(target=self._pass_on, args=(near, far, False))
        self._threads.append(forth)
        forth.start()
        self._pass_on(far, near, True)

    def _pass_on(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        try:
            while data := source.recv(65_536):
                if answers and self.trickling.is_set():
                    self._trickle(data, target)
                else:
                    target.sendall(data)
        except OSError:
            pass
        _cut(source)
        _cut(target)

    def _trickle(self, data: bytes, target: socket.socket) -> None:
        for number in range(len(data)):
            target.sendall(data[number : number + 1])
            self.seen.set()
            if self._ended.wait(0.005):
                return


def _cut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


@contextmanager
def gate(port: int, tls: ssl.SSLContext | None = None) -> Iterator[Gate]:
    opened = Gate(port, tls)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def silent_port() -> Iterator[int]:
    """A server that accepts, reads nothing and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        yield listener.getsockname()[1]


@contextmanager
def full_port() -> Iterator[int]:
    """A server that does not even accept: its backlog is full, and nobody empties it."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        waiting = False
        while not waiting:
            client = stack.enter_context(socket.socket())
            client.settimeout(0.2)
            try:
                client.connect(listener.getsockname())
            except TimeoutError:
                waiting = True
        yield listener.getsockname()[1]
