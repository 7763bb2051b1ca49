from __future__ import annotations

import asyncio
import os
from collections import Counter

import pytest

from bench.questions import questions
from bench.soak import ROUNDS, Reading, compared, flatness, read, report, send
from tests.servers import free_ports, serving

MEGABYTE = 1 << 20


def readings(rss: list[int], handles: list[int]) -> list[Reading]:
    return [
        Reading(number, size * MEGABYTE, count)
        for number, (size, count) in enumerate(zip(rss, handles, strict=True))
    ]


@pytest.mark.parametrize(
    ("last_rss", "last_handles", "flat"),
    [(100, 20, True), (105, 22, True), (106, 20, False), (100, 23, False), (50, 10, True)],
    ids=["the same", "within", "more memory", "more handles", "less of both"],
)
def test_a_worker_is_flat_within_the_tolerances(
    last_rss: int, last_handles: int, flat: bool
) -> None:
    found = flatness(
        1,
        readings(
            [100, 100, 200, 200, 200, 200, last_rss, last_rss],
            [20, 20, 90, 90, 90, 90, 20, last_handles],
        ),
    )

    assert found.is_flat is flat


def test_one_reading_that_sticks_out_is_no_growth_of_memory_but_of_handles() -> None:
    usual = [100] * 12
    high = [*usual[:-1], 900]

    assert flatness(1, readings(high, usual)).is_flat
    assert not flatness(1, readings(usual, high)).is_flat


def test_the_warm_up_is_not_compared() -> None:
    warm = readings([10] * (ROUNDS // 5), [1] * (ROUNDS // 5))
    rest = readings([100] * (ROUNDS - ROUNDS // 5), [20] * (ROUNDS - ROUNDS // 5))
    [found] = compared({7: warm + rest})

    assert (found.worker, found.growth, found.first_handles) == (7, 0, 20)
    assert compared({7: warm}) == []


def test_a_process_is_read() -> None:
    before = read(os.getpid(), 5)
    with open(os.devnull):
        after = read(os.getpid(), 6)

    assert after.handles == before.handles + 1
    assert 10 * MEGABYTE < before.rss < 10_000 * MEGABYTE


def test_the_service_answers_what_is_pipelined_right_and_in_order() -> None:
    asked = questions(50, 8)
    [port] = free_ports(1)
    faults: Counter[str] = Counter()
    with serving({"PORT": str(port)}):
        asyncio.run(send(asked, port, 700, 1, faults))

    assert faults == {}


def test_nobody_there_is_counted_for_each_request() -> None:
    [port] = free_ports(1)
    faults: Counter[str] = Counter()
    asyncio.run(send(questions(50, 8), port, 100, 1, faults))

    assert faults == {"not answered: ConnectionRefusedError": 100}


def test_a_report_names_what_went_wrong_and_who_is_not_flat() -> None:
    found = flatness(9, readings([100, 100, 100, 120], [20] * 4))
    text = report({"requests": 100, "seconds": 1.0, "faults": {"a worker ended": 1}}, [found])

    assert "| 1 | 100.0 | 120.0 | +20.0% | 20 | 20 | no |" in text
    assert "- a worker ended (1)" in text
