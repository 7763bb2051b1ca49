"""Short records to judge: match text with one game, or with more."""

from __future__ import annotations

from pathlib import Path

from service.notation.record_text import read_record
from service.rules.rulesets import PRESETS, Ruleset, with_options
from service.transcripts.report import RecordViolation, Report
from service.transcripts.verify import verify

BACKGAMMON = PRESETS["backgammon"]
FIXTURES = Path(__file__).parents[1] / "data" / "records"
RIGHT = 34
"""The column of the right player's cell."""


def line(number: int, left: str = "", right: str = "") -> str:
    return f"{number:3}) {left}".ljust(RIGHT) + right


def wins(side: str, points: int) -> str:
    return (" " * (6 if side == "white" else RIGHT)) + f"Wins {points} point{'s' * (points > 1)}"


def game(*lines: str, number: int = 1, score: tuple[int, int] = (0, 0)) -> str:
    names = f" Ann : {score[0]}".ljust(RIGHT) + f"Bob : {score[1]}"
    return "\n".join((f" Game {number}", names, *lines, ""))


def match(*games: str, length: int = 5, header: str = "") -> str:
    return "\n".join((header, f" {length} point match", "", *games))


def judged(
    text: str | bytes, ruleset: Ruleset = BACKGAMMON, *, strict: bool = False, **options: bool | int
) -> Report:
    return verify(
        read_record(text), with_options(ruleset, options), strict=strict, given=tuple(options)
    )


def violations(report: Report) -> list[RecordViolation]:
    return [found for one in report.games for found in one.violations]


def codes(report: Report) -> list[list[str]]:
    """The codes of each violation."""
    return [[fault.code.code for fault in found.faults] for found in violations(report)]


def warned(report: Report) -> list[str]:
    """The codes of all warnings of games, in order."""
    return [warning.code.value for one in report.games for warning in one.warnings]
