"""What became of the requests of each phase of `bench.chaos`: tables, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bench.report import table
from bench.steady import EXCUSED, FAILED, Cut, Outcome, Window, milliseconds

REDIS_PHASES = ("Redis restarts", "Redis is silent", "Redis is deaf")


class Explains(Protocol):
    """A kill, as far as it is asked here."""

    def explains(self, cut: Cut) -> bool: ...


@dataclass(frozen=True)
class PhaseResult:
    """A phase: ``note`` says what was done, ``bad`` which broken requests ended badly.

    ``after`` is the calm behind it, and ``before`` of the next phase. What was sent in ``during``
    and ``after`` is counted to the phase.
    """

    name: str
    note: str
    before: Window
    during: Window
    after: Window
    bad: dict[str, int]

    @property
    def windows(self) -> tuple[Window, Window, Window]:
        return self.before, self.during, self.after

    def count(self, outcome: Outcome) -> int:
        return self.during.outcomes[outcome] + self.after.outcomes[outcome]

    @property
    def sent(self) -> int:
        return self.during.sent + self.after.sent


def excuse(window: Window, kills: Sequence[Explains]) -> None:
    """Counts what a killed worker had accepted or queued as `Outcome.KILLED`, once."""
    left = [cut for cut in window.cuts if not any(kill.explains(cut) for kill in kills)]
    excused = len(window.cuts) - len(left)
    window.cuts = left
    window.outcomes[Outcome.CUT] -= excused
    window.outcomes[Outcome.KILLED] += excused


def faults(results: Sequence[PhaseResult]) -> list[str]:
    """Why the run is not good; empty where it is."""
    found = []
    if results:
        found += _faults_of("before the first phase", [results[0].before])
    for result in results:
        found += _faults_of(result.name, [result.during, result.after])
        found += [f"{result.name}: {what} ({count})" for what, count in result.bad.items()]
    return found


def _faults_of(where: str, windows: Sequence[Window]) -> list[str]:
    found = []
    for outcome in Outcome:
        count = sum(window.outcomes[outcome] for window in windows)
        if count and outcome not in EXCUSED:
            found.append(f"{where}: {count} {outcome.value}")
    return found + [f"{where}: {what}" for window in windows for what in window.wrong]


def report(results: Sequence[PhaseResult], found: Sequence[str], budget: int) -> str:
    """``budget``: milliseconds that a request may wait for Redis."""
    parts = [
        table(
            [
                *("phase", "what was done", "sent", "right", "wrong"),
                *(outcome.value for outcome in FAILED),
            ],
            [
                [
                    *(result.name, result.note, str(result.sent)),
                    *(str(result.count(each)) for each in (Outcome.RIGHT, Outcome.WRONG, *FAILED)),
                ]
                for result in results
            ],
        ),
        "*killed*: cut with a worker that had accepted it, or had it in its queue; *cut*: any "
        "other connection that ended before the whole answer.",
        "Milliseconds from when a request was due; a request given up counts with the time it was "
        "waited for.",
        table(
            [
                "phase",
                *("p50 before", "during", "after"),
                *("p99 before", "during", "after", "load late by"),
            ],
            [
                [
                    result.name,
                    *(
                        _shown(milliseconds(window.latencies, share))
                        for share in (0.5, 0.99)
                        for window in result.windows
                    ),
                    _shown(result.during.lag * 1e3),
                ]
                for result in results
            ],
            texts=1,
        ),
    ]
    redis = [result for result in results if result.name in REDIS_PHASES]
    if redis:
        parts += [
            "Questions that Redis may be asked for; a request may wait for it for "
            f"{budget} ms (`REDIS_TIMEOUT_MS`):",
            table(
                ["phase", "p99 before", "during", "after", "more by", "within the budget"],
                [
                    [
                        result.name,
                        *(
                            _shown(milliseconds(each.redis_latencies, 0.99))
                            for each in result.windows
                        ),
                        _shown(more := _more(result)),
                        "–" if more is None else "yes" if more <= budget else "no",
                    ]
                    for result in redis
                ],
                texts=1,
            ),
        ]
    parts.append(
        "Not as it should be:\n\n" + "\n".join(f"- {fault}" for fault in found)
        if found
        else "Every answer was right, and nothing failed but what a killed worker had."
    )
    return "\n\n".join(parts)


def document(results: Sequence[PhaseResult], found: Sequence[str], budget: int) -> dict[str, Any]:
    """The same figures for programs; milliseconds."""
    return {
        "redis_timeout_ms": budget,
        "faults": list(found),
        "phases": [
            {
                "name": result.name,
                "note": result.note,
                "sent": result.sent,
                **{outcome.value: result.count(outcome) for outcome in Outcome},
                "broken requests that ended badly": result.bad,
                **{
                    name: {
                        "p50": milliseconds(window.latencies, 0.5),
                        "p99": milliseconds(window.latencies, 0.99),
                        "redis p99": milliseconds(window.redis_latencies, 0.99),
                        "load late by": window.lag * 1e3,
                    }
                    for name, window in zip(
                        ("before", "during", "after"), result.windows, strict=True
                    )
                },
            }
            for result in results
        ],
    }


def _more(result: PhaseResult) -> float | None:
    before = milliseconds(result.before.redis_latencies, 0.99)
    during = milliseconds(result.during.redis_latencies, 0.99)
    return None if before is None or during is None else during - before


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
