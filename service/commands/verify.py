"""`portes verify`: the referee of match records, many files at a time, on all cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
import orjson

from service.api.faults import Faults
from service.api.http import LANGUAGES
from service.api.messages import message
from service.api.schemas import RECORD_FORMATS, load
from service.api.transcripts import VERIFY, judge_record, read_options
from service.rules.rulesets import PRESETS

LARGEST_FILE = 16_777_216
"""Bytes; the largest body that a server can be set to take."""

FOUND, UNREADABLE = 1, 2
"""Exit codes: something is illegal; a file, or the question, can not be read."""

_COLUMNS = ("file", "format", "games", "plays", "cube", "violations", "warnings", "score", "winner")


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--ruleset", required=True, type=click.Choice(tuple(PRESETS)), help="Which rules.")
@click.option("--option", "options", multiple=True, metavar="NAME:VALUE", help="A switch set anew.")
@click.option("--strict", is_flag=True, help="Leave nothing to be understood.")
@click.option(
    "--format", "format_", default="auto", type=click.Choice(RECORD_FORMATS), help="By content."
)
@click.option("--language", default="en", type=click.Choice(LANGUAGES), help="Of the messages.")
@click.option("--json", "as_json", is_flag=True, help="One report a line, as the service answers.")
@click.option("--warnings", is_flag=True, help="Say the warnings too.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes; as many as cores.")
def verify_command(
    files: Sequence[Path],
    ruleset: str,
    options: Sequence[str],
    strict: bool,
    format_: str,
    language: str,
    as_json: bool,
    warnings: bool,
    jobs: int | None,
) -> None:
    """Judge match records: every play, cube action, result and score.

    FILES may be match text (.mat), single games (.gam), SGF or Snowie text. Ends with 0 where all
    are legal, 1 where something is not, 2 where a file can not be read.
    """
    question = {"ruleset": ruleset, "strict": strict, "format": format_, "language": language}
    if options:
        question["options"] = read_options(",".join(options))
    judge = partial(judge_file, question=_shaped(question, language), language=language)
    reports = []
    jobs = min(jobs or len(os.sched_getaffinity(0)), len(files))
    hidden = as_json or not sys.stderr.isatty()
    with (
        _mapped(judge, files, jobs) as judged,
        click.progressbar(
            judged, length=len(files), label="records", file=sys.stderr, hidden=hidden
        ) as progress,
    ):
        for path, report in zip(files, progress, strict=True):
            if as_json:
                click.echo(orjson.dumps({"file": str(path), **report}).decode())
            reports.append((path, report))
    if not as_json:
        for path, report in reports:
            for line in _said(path, report, warnings=warnings):
                click.echo(line)
        click.echo(_table(reports))
    if any("error" in report for _, report in reports):
        sys.exit(UNREADABLE)
    sys.exit(0 if all(report["legal"] for _, report in reports) else FOUND)


def judge_file(path: Path, *, question: dict[str, Any], language: str) -> dict[str, Any]:
    """The report on a file as the service answers it; or ``error``, why there is none.

    ``question``: well shaped, and without the text.
    """
    try:
        with click.open_file(str(path), "rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        return {"error": error.strerror or str(error)}
    if len(text) > LARGEST_FILE:
        return {"error": message("body_too_large", language, limit=LARGEST_FILE)}
    faults = Faults()
    report = judge_record({**question, "text": text}, faults, language)
    if faults:
        return {"error": _messages(faults, language)}
    answered: dict[str, Any] = report
    return answered


def _shaped(question: dict[str, Any], language: str) -> dict[str, Any]:
    """The question as the rules take it, without a text; a usage error where it is wrong itself,
    whatever the files are."""
    faults = Faults()
    shaped, wrong = load(VERIFY.schema, {**question, "text": ""})
    faults.add_nested(wrong)
    del shaped["text"]
    judge_record(shaped, faults, language)
    if faults:
        raise click.UsageError(_messages(faults, language))
    return shaped


def _messages(faults: Faults, language: str) -> str:
    return " ".join(
        message(found.fault.code, language, **found.fault.parameters) for found in faults.found
    )


@contextmanager
def _mapped(judge: Any, files: Sequence[Path], jobs: int) -> Iterator[Iterator[dict[str, Any]]]:
    """The reports in the order of the files, made one after the other or by several processes."""
    if jobs == 1:
        yield map(judge, files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield pool.map(judge, files, chunksize=max(1, min(32, len(files) // (4 * jobs))))


def _said(path: Path, report: dict[str, Any], *, warnings: bool) -> Iterator[str]:
    """One line for each finding, as compilers write them."""
    if "error" in report:
        yield f"{path}: {report['error']}"
        return
    found: list[tuple[int, str]] = []
    for game in report["games"]:
        for violation in game["violations"]:
            reasons = " ".join(
                f"{reason['message']} [{reason['code']}]" for reason in violation["reasons"]
            )
            example = violation.get("example")
            legal = f" Legal: {example['notation']}" if example else ""
            found.append((violation["line"], f"{_what(game, violation)}: {reasons}{legal}"))
        if warnings:
            found += [_warned(game, warned) for warned in game["warnings"]]
    if warnings:
        found += [_warned(None, warned) for warned in report.get("warnings", ())]
    for line, text in sorted(found):
        yield f"{path}:{line}: {text}"
    if report["truncated"]:
        yield f"{path}: the judging stopped here; there may be more"


def _what(game: dict[str, Any], violation: dict[str, Any]) -> str:
    parts = [f"game {game['number']}"]
    if "move_number" in violation:
        parts.append(f"move {violation['move_number']}")
    if "player" in violation:
        parts.append(violation["player"])
    dice = "".join(map(str, violation["dice"])) + ": " if "dice" in violation else ""
    return f"{', '.join(parts)}, {dice}{violation['played']}".rstrip(", ")


def _warned(game: dict[str, Any] | None, warned: dict[str, Any]) -> tuple[int, str]:
    where = "" if game is None else f"game {game['number']}, "
    return warned.get("line", 0), f"warning: {where}{warned['message']} [{warned['code']}]"


def _table(reports: Sequence[tuple[Path, dict[str, Any]]]) -> str:
    rows = [_COLUMNS, *(_row(path, report) for path, report in reports)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    lines = []
    for row in rows:
        cells = [
            # Numbers to the right.
            cell.rjust(width) if 2 <= column <= 6 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _row(path: Path, report: dict[str, Any]) -> tuple[str, ...]:
    if "error" in report:
        return (path.name, "unreadable", *[""] * (len(_COLUMNS) - 2))
    counts, match = report["counts"], report["match"]
    return (
        path.name,
        report["format"],
        *(
            str(counts[name])
            for name in ("games", "plays", "cube_actions", "violations", "warnings")
        ),
        f"{match['score']['white']}-{match['score']['black']}",
        match.get("winner", ""),
    )
