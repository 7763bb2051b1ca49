"""Clients that take their time, and the threads that they do not get."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.gunicorn_worker import ARRIVAL_SECONDS, EXCHANGE_SECONDS, Exchanges
from tests.ops.shared_caches import Clock
from tests.servers import free_ports, serving


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A connection: the server's end, and the client's."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname(), timeout=60)
        server, _ = listener.accept()
        with client, server:
            yield server, client


def test_who_sends_too_slowly_is_read_no_more_and_still_told_so(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    server, client = ends
    clock = Clock()
    exchanges = Exchanges(clock)
    exchanges.begin(server)
    client.sendall(b"P")
    received: list[bytes] = []

    def read_on() -> None:
        while part := server.recv(100):
            received.append(part)

    thread = threading.Thread(target=read_on)
    thread.start()
    clock.now = ARRIVAL_SECONDS
    exchanges.cut_slow()
    client.sendall(b"O")
    clock.now += 0.1
    exchanges.cut_slow()
    thread.join(60)
    assert not thread.is_alive()
    assert b"".join(received) in (b"P", b"PO")
    server.sendall(b"HTTP/1.1 400 Bad Request\r\n")
    assert client.recv(100) == b"HTTP/1.1 400 Bad Request\r\n"


def test_who_reads_too_slowly_is_written_to_no_more(
    ends: tuple[socket.socket, socket.socket],
) -> None:
    server, _ = ends
    clock = Clock()
    exchanges = Exchanges(clock)
    exchanges.begin(server)
    failed = threading.Event()

    def write_on() -> None:
        try:
            while True:
                server.sendall(bytes(1_000_000))
        except OSError:
            failed.set()

    thread = threading.Thread(target=write_on)
    thread.start()
    clock.now = EXCHANGE_SECONDS
    exchanges.cut_slow()
    assert not failed.is_set()
    clock.now += 0.1
    exchanges.cut_slow()
    assert failed.wait(60)
    thread.join(60)


def test_what_has_ended_is_left_alone(ends: tuple[socket.socket, socket.socket]) -> None:
    server, client = ends
    clock = Clock()
    exchanges = Exchanges(clock)
    exchanges.begin(server)
    exchanges.end(server)
    clock.now = 10 * EXCHANGE_SECONDS
    exchanges.cut_slow()
    client.sendall(b"GET")
    assert server.recv(100) == b"GET"
    server.close()
    exchanges.begin(server)
    clock.now *= 2
    exchanges.cut_slow()


def test_connections_without_a_request_hold_no_thread() -> None:
    [port] = free_ports(1)
    with serving({"PORT": str(port), "THREADS": "1"}), ExitStack() as stack:
        # gunicorn's own worker would be through with them after eight minutes.
        for _ in range(100):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/livez")
        assert connection.getresponse().status == 200
        connection.close()
