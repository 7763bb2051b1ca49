from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from gunicorn.config import Config

from service.serving.connection import Connection
from service.serving.waiting import Waiting


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def connections() -> Iterator[list[Connection]]:
    with ExitStack() as stack:
        ends = [stack.enter_context(end) for _ in range(2) for end in socket.socketpair()]
        yield [Connection(Config(), end, "", "", 1_000) for end in ends]


def waiting(clock: Clock, seconds: float = 10) -> Waiting:
    return Waiting(seconds, 1, ready=print, late=print, clock=clock)


def test_nobody_is_late_where_nobody_waits() -> None:
    empty = waiting(Clock())
    assert empty.patience() == float("inf")
    assert empty.overdue() == []
    assert empty.longest() is None


def test_who_came_first_is_late_first(connections: list[Connection]) -> None:
    clock = Clock()
    queue = waiting(clock)
    for connection in connections[:3]:
        queue.add(connection)
        clock.now += 4
    assert queue.longest() is connections[0]
    assert queue.patience() == 0
    assert queue.overdue() == connections[:1]
    queue.remove(connections[0])
    assert queue.patience() == 2
    clock.now += 2
    assert queue.overdue() == connections[1:2]
    assert list(queue) == connections[1:3]


def test_the_time_may_be_changed_and_begun_anew(connections: list[Connection]) -> None:
    clock = Clock()
    queue = waiting(clock, seconds=100)
    queue.add(connections[0])
    clock.now += 5
    queue.restart()
    queue.seconds = 2
    assert queue.patience() == 2
    clock.now += 2
    assert queue.overdue() == connections[:1]
