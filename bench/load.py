"""Sends prepared requests over kept-alive connections and times the answers; plain Python.

Each connection has one request on the way at a time. It runs in a process of its own, so that the
server's interpreter is not shared with it; `Generator` keeps that process.
"""

from __future__ import annotations

import multiprocessing
import re
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from types import TracebackType

from bench.report import percentile

CONNECTIONS = 16
PATIENCE = 30.0
"""Seconds without any answer after which a measurement is given up."""

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_FIRST_READ = 65_536


@dataclass(frozen=True)
class Load:
    """What came back: ``seconds`` of wall time, ``cpu`` seconds of the generator itself,
    ``latencies`` in seconds in rising order, ``bytes`` of bodies, answers by status."""

    seconds: float
    cpu: float
    latencies: list[float]
    bytes: int
    statuses: dict[int, int]

    @property
    def count(self) -> int:
        return len(self.latencies)

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.count / self.seconds

    def latency(self, share: float) -> float:
        """Milliseconds."""
        return percentile(self.latencies, share) * 1e3


class Generator:
    """The generating process, for one `with`."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))

    def __enter__(self) -> Generator:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def send(self, port: int, requests: Sequence[bytes], connections: int = CONNECTIONS) -> Load:
        """Sends each request once."""
        return self._pool.submit(send, port, requests, connections).result()


def send(port: int, requests: Sequence[bytes], connections: int = CONNECTIONS) -> Load:
    """Sends each request once, to this port of this machine."""
    sockets = [
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        for _ in range(min(connections, len(requests)))
    ]
    try:
        for each in sockets:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return _exchange(sockets, deque(requests))
    finally:
        for each in sockets:
            each.close()


def _exchange(sockets: list[socket.socket], waiting: deque[bytes]) -> Load:
    statuses: Counter[int] = Counter()
    latencies: list[float] = []
    total = 0
    sent: dict[int, float] = {}
    clock = time.perf_counter
    with selectors.DefaultSelector() as selector:
        begin, cpu = clock(), time.process_time()
        for each in sockets:
            selector.register(each, selectors.EVENT_READ)
            sent[each.fileno()] = clock()
            each.sendall(waiting.popleft())
        while sent:
            ready = selector.select(PATIENCE)
            if not ready:
                raise TimeoutError(f"no answer within {PATIENCE} s")
            for key, _ in ready:
                found = sockets_answer(key.fileobj)  # type: ignore[arg-type] # sockets alone
                now = clock()
                latencies.append(now - sent[key.fd])
                statuses[found[0]] += 1
                total += found[1]
                if waiting:
                    sent[key.fd] = clock()
                    key.fileobj.sendall(waiting.popleft())  # type: ignore[union-attr]
                else:
                    selector.unregister(key.fileobj)
                    del sent[key.fd]
        seconds = clock() - begin
        used = time.process_time() - cpu
    latencies.sort()
    return Load(seconds, used, latencies, total, dict(statuses))


def sockets_answer(connection: socket.socket) -> tuple[int, int]:
    """Status and length of the body of the answer that has begun to arrive; reads all of it."""
    data = connection.recv(_FIRST_READ)
    while (end := data.find(b"\r\n\r\n")) < 0:
        data += _more(connection, data)
    head = data[:end]
    status = int(head[9:12])
    length = _LENGTH.search(head)
    body = int(length[1]) if length and status != 304 else 0
    missing = end + 4 + body - len(data)
    while missing > 0:
        missing -= len(_more(connection, data))
    return status, body


def _more(connection: socket.socket, so_far: bytes) -> bytes:
    data = connection.recv(_FIRST_READ)
    if not data:
        raise ConnectionError(f"closed after {so_far[:80]!r}")
    return data
