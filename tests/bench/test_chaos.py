"""What the measurement of chaos excuses, and what it does not."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.chaos_report import PhaseResult, excuse, faults, report
from bench.instances import Kill, connections
from bench.questions import questions
from bench.steady import Cut, Outcome, Window, fault_of

KILL = Kill(begun=10.0, ended=10.1, held=frozenset({5001}), others=frozenset({5002}))


@pytest.mark.parametrize(
    ("cut", "explained"),
    [
        (Cut(5001, 9.0, 10.2), True),  # the worker had it
        (Cut(5003, 10.05, 10.2), True),  # nobody had it yet
        (Cut(None, 10.05, 10.2), True),  # it was not even made
        (Cut(5002, 9.0, 10.2), False),  # another worker had it
        (Cut(5001, 9.0, 9.9), False),  # before the kill
        (Cut(5001, 9.0, 20.0), False),  # long after it
        (Cut(5001, 10.5, 10.6), False),  # made when the worker was gone
    ],
)
def test_a_kill_explains_only_what_it_can_have_cut(cut: Cut, explained: bool) -> None:
    assert KILL.explains(cut) is explained


def window(*cuts: Cut, **outcomes: int) -> Window:
    counted = Counter({Outcome[name]: count for name, count in outcomes.items()})
    return Window(outcomes=counted, cuts=list(cuts))


def test_what_is_explained_is_counted_as_killed_and_once() -> None:
    seen = window(Cut(5001, 9.0, 10.2), Cut(5002, 9.0, 10.2), RIGHT=7, CUT=2)
    excuse(seen, [KILL])
    excuse(seen, [KILL])
    assert seen.outcomes[Outcome.KILLED] == 1
    assert seen.outcomes[Outcome.CUT] == 1
    assert seen.sent == 9


def phase(during: Window, **bad: int) -> PhaseResult:
    return PhaseResult("a fault", "done", window(RIGHT=1), during, window(RIGHT=1), bad)


def test_only_what_a_killed_worker_had_may_fail() -> None:
    assert faults([phase(window(RIGHT=5, KILLED=2))]) == []
    wrong = window(RIGHT=5, WRONG=1, REFUSED=2)
    wrong.note_wrong("question 3: another body")
    assert faults([phase(wrong, accepted=1)]) == [
        "a fault: 1 wrong",
        "a fault: 2 refused",
        "a fault: question 3: another body",
        "a fault: accepted (1)",
    ]


def test_the_report_says_whether_all_is_as_it_should_be() -> None:
    results = [phase(window(RIGHT=5))]
    assert "Every answer was right" in report(results, [], 50)
    assert "- a fault: 1 wrong" in report(results, ["a fault: 1 wrong"], 50)


def test_an_answer_is_compared_with_the_right_one() -> None:
    (question,) = questions(1, seed=1)
    head = b"HTTP/1.1 %d X\r\nX-Request-ID: %d" % (question.status, question.number)
    assert fault_of(question, head, b"x" * question.size) is not None
    assert fault_of(question, head.replace(b"X-Request", b"Y-Request"), b"") is not None
    other = b"HTTP/1.1 503 X\r\nX-Request-ID: %d" % question.number
    assert fault_of(question, other, b"") == (
        f"question {question.number}: status 503, not {question.status}"
    )


def test_connections_are_read_from_the_systems_list() -> None:
    table = (
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid"
        "  timeout inode\n"
        "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0"
        "        0 111 1\n"
        "   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0"
        "        0 222 1\n"
        "   2: 0100007F:0050 0100007F:C351 01 00000000:00000000 00:00000000 00000000     0"
        "        0 333 1\n"
    )
    assert connections(table, 8080) == {50_000: 222}
