from __future__ import annotations

import threading

import pytest

from service.ops.workers import Workers
from tests.redis_servers import until


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def names(prefix: str) -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(prefix)]


def test_work_is_done_on_another_thread_and_its_result_handed_over() -> None:
    workers = Workers("handed-over", threads=2, most_waiting=5)
    future = workers.submit(lambda: threading.current_thread().name)
    assert future is not None
    assert future.result(60) in ("handed-over-0", "handed-over-1")
    workers.close(60)


def test_no_thread_before_the_first_work_and_none_after_the_end() -> None:
    workers = Workers("lazy", threads=3, most_waiting=5)
    assert names("lazy") == []
    future = workers.submit(int)
    assert future is not None
    assert sorted(names("lazy")) == ["lazy-0", "lazy-1", "lazy-2"]
    workers.close(60)
    assert names("lazy") == []


def test_an_exception_is_handed_over_and_the_thread_lives_on() -> None:
    workers = Workers("exceptions", threads=1, most_waiting=5)
    failing = workers.submit(lambda: 1 // 0)
    assert failing is not None
    with pytest.raises(ZeroDivisionError):
        failing.result(60)
    working = workers.submit(lambda: 7)
    assert working is not None
    assert working.result(60) == 7
    workers.close(60)


def test_what_waits_is_bounded_and_what_is_cancelled_is_not_done() -> None:
    workers = Workers("bounded", threads=1, most_waiting=2)
    begun, go_on = threading.Event(), threading.Event()
    done: list[str] = []

    def hold() -> None:
        begun.set()
        go_on.wait(60)

    held = workers.submit(hold)
    assert held is not None
    assert begun.wait(60)
    first = workers.submit(lambda: done.append("first"))
    second = workers.submit(lambda: done.append("second"))
    assert first is not None
    assert second is not None
    assert workers.submit(lambda: done.append("third")) is None
    assert first.cancel()
    go_on.set()
    second.result(60)
    assert done == ["second"]
    workers.close(60)


def test_held_means_all_threads_and_for_longer_than_that() -> None:
    clock = Clock()
    workers = Workers("held", threads=2, most_waiting=5, clock=clock)
    assert not workers.all_held(1)
    begun, go_on = threading.Semaphore(0), threading.Event()

    def hold() -> None:
        begun.release()
        go_on.wait(60)

    first = workers.submit(hold)
    assert begun.acquire(timeout=60)
    clock.now = 10
    assert not workers.all_held(1)
    second = workers.submit(hold)
    assert begun.acquire(timeout=60)
    clock.now = 11
    assert not workers.all_held(1)
    clock.now = 11.5
    assert workers.all_held(1)
    go_on.set()
    for future in (first, second):
        assert future is not None
        future.result(60)
    assert not workers.all_held(1)
    workers.close(60)


def test_the_end_lets_go_of_what_waits_and_does_not_wait_for_what_hangs() -> None:
    workers = Workers("ending", threads=1, most_waiting=1)
    begun, go_on = threading.Event(), threading.Event()

    def hang() -> None:
        begun.set()
        go_on.wait(60)

    hanging = workers.submit(hang)
    assert begun.wait(60)
    waiting = workers.submit(int)
    workers.close(0)
    assert waiting is not None
    assert waiting.cancelled()
    assert workers.submit(int) is None
    assert hanging is not None
    assert not hanging.done()
    go_on.set()
    until("the thread has ended", lambda: not names("ending"))
