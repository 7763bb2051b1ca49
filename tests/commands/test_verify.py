"""`portes verify` as it is installed: what it says, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.answers import validate_answer
from tests.test_cli import portes
from tests.transcripts.records import FIXTURES, game, line, match

CLEAN = str(FIXTURES / "crawford.mat")


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "faulty.mat"
    path.write_text(match(game(line(1, "31: 8/5 6/4"))), "utf-8")
    return str(path)


def test_a_clean_record_ends_with_0() -> None:
    done = portes("verify", CLEAN, "--ruleset", "backgammon")
    assert (done.returncode, done.stderr) == (0, "")
    head, row = done.stdout.splitlines()
    assert head.split() == [
        *("file", "format", "games", "plays", "cube", "violations", "warnings", "score", "winner")
    ]
    assert row.split() == ["crawford.mat", "mat", "6", "428", "0", "0", "0", "6-4", "white"]


def test_a_violation_ends_with_1_and_is_said_where_it_is(faulty: str) -> None:
    done = portes("verify", CLEAN, faulty, "--ruleset", "backgammon")
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == (
        f"{faulty}:6: game 1, move 1, white, 31: 8/5 6/4: The move from point 6 to point 4 takes 2,"
        " which this roll does not give. [die_not_rolled] Legal: 24/23 8/5"
    )


def test_messages_are_in_greek_where_that_is_asked_for(faulty: str) -> None:
    done = portes("verify", faulty, "--ruleset", "backgammon", "--language", "el")
    assert "Η κίνηση" in done.stdout


def test_a_file_that_can_not_be_read_ends_with_2(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.mat")
    no_record = tmp_path / "notes.txt"
    no_record.write_text("buy milk", "utf-8")
    done = portes("verify", missing, str(no_record), CLEAN, "--ruleset", "backgammon")
    assert done.returncode == 2
    first, second, *_ = done.stdout.splitlines()
    assert first == f"{missing}: No such file or directory"
    assert second.startswith(f"{no_record}: This is no match record")
    assert "crawford.mat  mat" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing option '--ruleset'"),
        (["--ruleset", "chess"], "Invalid value for '--ruleset'"),
        (["--ruleset", "portes", "--option", "jacoby:true"], "makes no sense without a cube"),
        (["--ruleset", "portes", "--option", "jacoby"], "must be of type boolean"),
        (["--ruleset", "portes", "--option", "colour:true"], "not known"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(arguments: list[str], said: str) -> None:
    done = portes("verify", CLEAN, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_json_lines_are_the_reports_of_the_service(faulty: str) -> None:
    done = portes("verify", CLEAN, faulty, "--ruleset", "backgammon", "--json")
    reports = [json.loads(written) for written in done.stdout.splitlines()]
    assert [report.pop("file") for report in reports] == [CLEAN, faulty]
    for report in reports:
        validate_answer("verifyTranscript", 200, report)
    assert [report["legal"] for report in reports] == [True, False]


def test_several_processes_say_the_same_in_the_same_order(faulty: str) -> None:
    files = [CLEAN, faulty, *(str(path) for path in sorted(FIXTURES.glob("*.sgf")))]
    alone, together = (
        portes("verify", *files, "--ruleset", "backgammon", "--jobs", jobs) for jobs in "13"
    )
    assert alone.stdout == together.stdout
    assert alone.returncode == together.returncode == 1


def test_strict_and_options_are_those_of_the_service() -> None:
    money = str(FIXTURES / "money.sgf")
    options = ("--option", "beavers:true", "--option", "raccoons:true")
    assert portes("verify", money, "--ruleset", "backgammon", *options).returncode == 0
    # Strictly the record's own word on Jacoby is not taken.
    strict = portes("verify", money, "--ruleset", "backgammon", *options, "--strict")
    assert "[wrong_points]" in strict.stdout


def test_warnings_are_said_where_they_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "marks.mat"
    path.write_text(match(game(line(1, "62: 24/18 13/11", "51: 13/8 8/7"))), "utf-8")
    quiet = portes("verify", str(path), "--ruleset", "backgammon")
    said = portes("verify", str(path), "--ruleset", "backgammon", "--warnings")
    assert "[hit_not_marked]" not in quiet.stdout
    assert ": warning: game 1, " in said.stdout
    assert quiet.returncode == said.returncode == 0
