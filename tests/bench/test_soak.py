from __future__ import annotations

import pytest

from bench.soak import Reading, faults, growth


def readings(rss: list[int], files: list[int], threads: list[int]) -> list[Reading]:
    return [
        Reading(number, *values)
        for number, values in enumerate(zip(rss, files, threads, strict=True))
    ]


def test_growth_is_from_half_to_half() -> None:
    flat = readings([100, 102, 101, 101], [9, 9, 9, 9], [5, 5, 5, 5])
    assert growth(flat, "rss") == pytest.approx(0.0)
    assert faults(flat) == []


def test_what_grows_is_said() -> None:
    grown = readings([100, 100, 103, 103], [9, 9, 9, 10], [5, 5, 6, 5])
    assert faults(grown) == [
        "memory grows by 3.0%",
        "more files in the second half",
        "more threads in the second half",
    ]


def test_what_falls_is_no_fault() -> None:
    assert faults(readings([100, 100, 90, 90], [12, 9, 9, 9], [5, 5, 5, 5])) == []
