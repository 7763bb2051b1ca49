from __future__ import annotations

from collections import Counter

import pytest

from bench.chaos_report import PhaseResult, document, excuse, faults, report
from bench.instances import Kill
from bench.steady import Cut, Outcome, Window

KILL = Kill(begun=10.0, ended=10.1, held=frozenset({1000}), others=frozenset({2000}))


def window(latency: float = 0.01, **outcomes: int) -> Window:
    counts = Counter({Outcome[name]: count for name, count in outcomes.items()})
    return Window(counts, [latency] * counts.total(), [latency] * counts.total())


def result(during: Window, after: Window | None = None, name: str = "x") -> PhaseResult:
    return PhaseResult(name, "done", window(RIGHT=5), during, after or window(RIGHT=5), {})


def test_only_what_a_kill_explains_is_excused() -> None:
    mine, other = Cut(1000, 1.0, 10.05), Cut(2000, 1.0, 10.05)
    found = Window(Counter({Outcome.RIGHT: 3, Outcome.CUT: 2}), cuts=[mine, other])
    for _ in range(2):
        excuse(found, [KILL])

        assert found.outcomes == {Outcome.RIGHT: 3, Outcome.CUT: 1, Outcome.KILLED: 1}
        assert found.cuts == [other]


def test_right_answers_and_killed_requests_are_no_fault() -> None:
    assert faults([result(window(RIGHT=8, KILLED=2))]) == []


@pytest.mark.parametrize("outcome", ["WRONG", "CUT", "REFUSED", "TIMED_OUT", "SERVER_ERROR"])
def test_everything_else_is_a_fault_also_in_the_calm_after_it(outcome: str) -> None:
    what = f"x: 2 {Outcome[outcome].value}"

    assert faults([result(window(RIGHT=8, **{outcome: 2}))]) == [what]
    assert faults([result(window(RIGHT=8), window(**{outcome: 2}))]) == [what]


def test_the_calm_before_the_first_phase_counts_too_and_no_calm_twice() -> None:
    bad = window(CUT=1)
    first = PhaseResult("x", "", bad, window(RIGHT=1), window(RIGHT=1), {})
    second = PhaseResult("y", "", bad, window(RIGHT=1), window(RIGHT=1), {})

    assert faults([first]) == ["before the first phase: 1 cut"]
    assert faults([result(window(RIGHT=1)), second]) == []


def test_a_broken_request_that_ended_badly_is_a_fault() -> None:
    one = PhaseResult("x", "", window(), window(), window(), {"no JSON: 500": 3})

    assert faults([one]) == ["x: no JSON: 500 (3)"]


@pytest.mark.parametrize(("during", "word"), [(0.059, "yes"), (0.061, "no")])
def test_redis_is_compared_with_its_budget(during: float, word: str) -> None:
    one = result(window(during, RIGHT=10), name="Redis is silent")

    [line] = [line for line in report([one], [], 50).splitlines() if line.endswith(f"| {word} |")]
    assert line.startswith("| Redis is silent | 10.0 |")


def test_the_document_has_the_figures_of_the_tables() -> None:
    found = document([result(window(0.02, RIGHT=9, KILLED=1))], ["why"], 50)

    assert found["faults"] == ["why"]
    [phase] = found["phases"]
    assert (phase["sent"], phase["right"], phase["killed"], phase["wrong"]) == (15, 14, 1, 0)
    assert phase["before"]["p50"] == pytest.approx(10)
    assert phase["during"]["p99"] == pytest.approx(20)


def test_a_report_of_nothing_answered_has_no_figures_to_show() -> None:
    assert "| – |" in report([result(Window())], [], 50)
