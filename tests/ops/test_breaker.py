from __future__ import annotations

import threading

from service.ops.breaker import Breaker, State


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def state(breaker: Breaker) -> State:
    return breaker.state


def opened(clock: Clock) -> Breaker:
    breaker = Breaker(failures_to_open=1, pause_seconds=2, clock=clock)
    assert breaker.failed()
    return breaker


def test_the_failure_that_opens_it_is_the_last_of_so_many_in_a_row() -> None:
    breaker = Breaker(failures_to_open=3, pause_seconds=2, clock=Clock())
    assert [breaker.failed(), breaker.failed(), state(breaker)] == [False, False, State.CLOSED]
    assert breaker.failed()
    assert state(breaker) is State.OPEN


def test_a_success_between_failures_starts_the_count_anew() -> None:
    breaker = Breaker(failures_to_open=2, pause_seconds=2, clock=Clock())
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    assert state(breaker) is State.CLOSED
    breaker.failed()
    assert state(breaker) is State.OPEN


def test_nothing_but_a_probe_closes_it() -> None:
    clock = Clock()
    breaker = opened(clock)
    breaker.succeeded()
    assert state(breaker) is State.OPEN
    breaker.end_probe(answered=True)
    assert state(breaker) is State.OPEN
    clock.now += 2
    breaker.begin_probe()
    breaker.succeeded()
    assert state(breaker) is State.HALF_OPEN


def test_no_probe_before_the_pause_is_over() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 1.999
    assert not breaker.begin_probe()
    clock.now += 0.001
    assert breaker.begin_probe()
    assert state(breaker) is State.HALF_OPEN


def test_no_probe_while_it_is_closed() -> None:
    clock = Clock()
    breaker = Breaker(failures_to_open=1, pause_seconds=0, clock=clock)
    assert not breaker.begin_probe()
    assert state(breaker) is State.CLOSED


def test_an_answered_probe_closes_it_with_a_clean_count() -> None:
    clock = Clock()
    breaker = Breaker(failures_to_open=2, pause_seconds=2, clock=clock)
    breaker.failed()
    breaker.failed()
    clock.now += 2
    assert breaker.begin_probe()
    breaker.end_probe(answered=True)
    assert state(breaker) is State.CLOSED
    assert not breaker.failed()
    assert state(breaker) is State.CLOSED


def test_an_unanswered_probe_begins_another_whole_pause() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 5
    assert breaker.begin_probe()
    clock.now += 5
    breaker.end_probe(answered=False)
    assert state(breaker) is State.OPEN
    clock.now += 1
    assert not breaker.begin_probe()
    clock.now += 1
    assert breaker.begin_probe()


def test_failures_of_calls_that_began_earlier_do_not_prolong_the_pause() -> None:
    clock = Clock()
    breaker = opened(clock)
    clock.now += 1.5
    assert not breaker.failed()
    clock.now += 0.5
    assert breaker.begin_probe()
    assert not breaker.failed()
    assert state(breaker) is State.HALF_OPEN


def test_of_many_threads_one_opens_it_and_one_probes() -> None:
    clock = Clock()
    breaker = Breaker(failures_to_open=100, pause_seconds=2, clock=clock)
    openings: list[bool] = []
    probes: list[bool] = []
    barrier = threading.Barrier(8)

    def work() -> None:
        openings.extend([breaker.failed() for _ in range(50)])
        if barrier.wait() == 0:
            clock.now += 2
        barrier.wait()
        probes.append(breaker.begin_probe())

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(openings), sum(probes)) == (1, 1)
