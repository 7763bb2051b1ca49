"""Matches as GNU Backgammon writes them in all its formats, and what it makes of ours.

The files are made by scripts/make_records.py. What asks the program itself is skipped where it is
not installed, and fails in CI.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from service.notation.mat_writer import write_mat
from service.notation.record_text import detect, read_record
from service.notation.records import (
    Loss,
    MatchRecord,
    WrittenBoard,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResult,
)
from service.notation.sgf_writer import write_sgf
from service.rules.board import Side
from service.rules.cube import CubeAction
from tests import gnubg
from tests.notation.record_models import game_model, model

RECORDS = Path(__file__).parents[1] / "data" / "records"
LEGAL = ("crawford", "long", "money")
SUFFIXES = {"mat": "mat", "sgf": "sgf", "snowie": "txt"}


def read(name: str, format: str = "auto") -> MatchRecord:
    return read_record((RECORDS / name).read_bytes(), format)


def boards_of(record: MatchRecord) -> list[WrittenBoard]:
    return [
        item._replace(line=0, number=0)
        for game in record.games
        for item in game.items
        if isinstance(item, WrittenBoard)
    ]


def alike(record: MatchRecord) -> dict[str, Any]:
    """The model, where GNU Backgammon forgets the Jacoby rule in the results of match text.

    It writes the 3 points of a backgammon, and goes on with a score to which 1 has been added.
    """
    found = model(record)
    for game, following in pairwise(found["games"]):
        if record.length is None and game["result"] is not None:
            winner, _ = game["result"]
            points = sum(following["score"]) - sum(game["score"])
            game["result"] = (winner, points)
    return found


@pytest.fixture(scope="module")
def program() -> None:
    if gnubg.PROGRAM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("gnubg is not installed")
        pytest.skip("gnubg is not installed")


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("long.mat", "mat"),
        ("long.gam", "gam"),
        ("long.sgf", "sgf"),
        ("illegal.txt", "snowie"),
        # Nothing in it is Snowie's alone.
        ("long.txt", "mat"),
    ],
)
def test_formats_are_told_apart(name: str, format: str) -> None:
    assert detect((RECORDS / name).read_bytes()) == format


@pytest.mark.parametrize("name", LEGAL)
def test_all_formats_of_a_match_are_read_alike(name: str) -> None:
    mat, sgf, snowie = (read(f"{name}.{SUFFIXES[format]}", format) for format in SUFFIXES)
    assert [record.format for record in (mat, sgf, snowie)] == list(SUFFIXES)
    assert alike(mat) == alike(sgf) == alike(snowie)
    for record in (mat, sgf, snowie):
        assert not record.notes
        assert not record.truncated
    numbers = [[item.number for item in game.items] for game in mat.games]
    if name != "money":
        assert numbers == [[item.number for item in game.items] for game in sgf.games]


@pytest.mark.parametrize("name", LEGAL)
def test_a_single_game_is_the_last_of_its_match(name: str) -> None:
    single = read(f"{name}.gam")
    assert (single.format, single.length) == ("gam", None)
    assert single.players == read(f"{name}.mat").players
    [game] = single.games
    assert game.score is None
    assert game_model(game) == game_model(read(f"{name}.mat").games[-1])


def results(record: MatchRecord) -> list[WrittenResult]:
    return [game.result for game in record.games if game.result is not None]


def test_the_match_with_a_crawford_game() -> None:
    record = read("crawford.sgf")
    assert (record.length, record.options) == (5, {"crawford": True})
    assert record.players == {Side.WHITE: "Zoë", Side.BLACK: "Νίκος"}
    assert record.headers == {"EventDate": "2026-05-01", "Event": "Athens Open"}
    scores = [(0, 0), (0, 2), (2, 2), (2, 3), (4, 3), (4, 4)]
    assert [game.score for game in record.games] == scores
    assert [game.crawford for game in record.games] == [False] * 4 + [True, False]
    won = [(each.winner.value, each.points, each.resigned) for each in results(record)]
    assert won == [
        ("black", 2, True),
        ("white", 2, True),
        ("black", 1, True),
        ("white", 2, False),
        ("black", 1, True),
        ("white", 2, True),
    ]


def test_the_money_session() -> None:
    record = read("money.sgf")
    assert (record.length, record.options) == (None, {"jacoby": True})
    actions = [item for item in record.games[0].items if isinstance(item, WrittenCubeAction)]
    assert [(item.player, item.action) for item in actions] == [
        (Side.BLACK, CubeAction.DOUBLE),
        (Side.WHITE, CubeAction.BEAVER),
        (Side.BLACK, CubeAction.RACCOON),
        (Side.WHITE, CubeAction.TAKE),
    ]
    written = read("money.mat").games[0].items
    values = [item.value for item in written if isinstance(item, WrittenCubeAction)]
    assert values == [2, 4, 8]
    points = [each.points for each in results(record)]
    assert points == [16, 1, 1, 1, 1, 1]
    assert [each.points for each in results(read("money.mat"))] == [16, 3, *points[2:]]
    assert [game.score for game in record.games[1:3]] == [(16, 0), (17, 0)]


def test_an_illegal_play_in_each_format() -> None:
    sgf, snowie = read("illegal.sgf"), read("illegal.txt")
    assert model(sgf) == model(snowie)
    boards = boards_of(sgf)
    assert boards == boards_of(snowie)
    [board] = boards
    # White is next to roll; Black's checker stands on Black's 3 point.
    assert (board.player, board.position.board[22]) == (Side.WHITE, -1)
    assert [type(item) for item in sgf.games[0].items[1:3]] == [WrittenPlay, WrittenBoard]
    # Match text has nothing for it but the roll.
    [mat] = read("illegal.mat").games
    played = game_model(snowie.games[0])["actions"]
    assert game_model(mat)["actions"] == [
        *played[:1],
        (Side.BLACK, (6, 1), []),
        *played[2:],
    ]


@pytest.mark.parametrize("name", LEGAL)
def test_our_match_text_is_theirs(name: str) -> None:
    """Letter for letter, but for blanks at the ends of lines and the columns of Greek names."""
    written = (RECORDS / f"{name}.mat").read_text("utf-8")
    ours = write_mat(read(f"{name}.mat"))

    def plain(text: str) -> list[str]:
        return [
            line.rstrip() if ")" in line[:5] else " ".join(line.split()) for line in lines(text)
        ]

    assert plain(ours) == plain(written)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.usefixtures("program")
@pytest.mark.parametrize("source", ["mat", "sgf"])
@pytest.mark.parametrize("writer", [write_mat, write_sgf])
@pytest.mark.parametrize("name", LEGAL)
def test_what_we_write_is_read_by_the_program_as_it_is(
    name: str,
    writer: Callable[[MatchRecord, list[Loss]], str],
    source: str,
    tmp_path: Path,
) -> None:
    record = read(f"{name}.{source}")
    losses: list[Loss] = []
    (tmp_path / "ours").write_text(writer(record, losses), "utf-8")
    assert losses == []
    said = gnubg.run(
        [
            f"{'import mat' if writer is write_mat else 'load match'} ours",
            "save match again.sgf",
            "export match mat again.mat",
            "export match snowietxt again.txt",
        ],
        tmp_path,
    )
    assert "WARNING" not in said
    assert "nrecognised" not in said
    for suffix in SUFFIXES.values():
        again = read_record((tmp_path / f"again.{suffix}").read_bytes())
        assert alike(again) == alike(record), suffix


@pytest.mark.usefixtures("program")
def test_a_board_that_we_write_is_read_by_the_program_as_it_is(tmp_path: Path) -> None:
    record = read("illegal.txt")
    (tmp_path / "ours").write_text(write_sgf(record), "utf-8")
    commands = ["load match ours", "save match again.sgf", "export match snowietxt again.txt"]
    gnubg.run(commands, tmp_path)
    for suffix in ("sgf", "txt"):
        again = read_record((tmp_path / f"again.{suffix}").read_bytes())
        assert model(again) == model(record), suffix
        assert boards_of(again) == boards_of(record), suffix
