"""Plays in writing: tolerant reading, canonical writing, and what is written can be read."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.play_notation import format_play, parse_play
from service.rules.board import START, Position
from service.rules.dice import ROLLS, Roll
from service.rules.moves import Move, Play
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.rulesets import PRESETS
from service.rules.verdict import AttemptedMove, judge_play
from tests.positions import Board, boards, dice, position

PORTES = PRESETS["portes"]


def read(text: str) -> list[tuple[int, ...]]:
    return [move.points for move in parse_play(text)]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("8/5 6/5", [(8, 5), (6, 5)]),
        ("8/5,6/5", [(8, 5), (6, 5)]),
        ("8/5; 6/5;", [(8, 5), (6, 5)]),
        ("  8/5\t6/5\n", [(8, 5), (6, 5)]),
        ("24/13", [(24, 13)]),
        ("24/20/16", [(24, 20, 16)]),
        ("8/5(2)", [(8, 5), (8, 5)]),
        ("8/5 (2) 6/3", [(8, 5), (8, 5), (6, 3)]),
        ("6/4(4)", [(6, 4)] * 4),
        ("bar/20", [(25, 20)]),
        ("b/20", [(25, 20)]),
        ("BAR/20", [(25, 20)]),
        ("25/20", [(25, 20)]),
        ("6/off", [(6, 0)]),
        ("6/Off", [(6, 0)]),
        ("6/o", [(6, 0)]),
        ("6/0", [(6, 0)]),
        ("μπάρα/20", [(25, 20)]),
        ("μπαρα/20", [(25, 20)]),
        ("ΜΠΆΡΑ/20", [(25, 20)]),
        ("μπάρας/20", [(25, 20)]),
        ("6/έξω", [(6, 0)]),
        ("6/εξω", [(6, 0)]),
        ("6/ΈΞΩ", [(6, 0)]),
        ("6/μάζεμα", [(6, 0)]),
        ("6/μα\u0301ζεμα", [(6, 0)]),  # the accent as a character of its own
        ("8-5 6>5 4→3", [(8, 5), (6, 5), (4, 3)]),
        ("8 / 5, 6 -> 5", [(8, 5), (6, 5)]),
        ("31: 8/5 6/5", [(8, 5), (6, 5)]),
        ("3-1: 8/5 6/5", [(8, 5), (6, 5)]),
        # The way a checker may go is not a matter of reading.
        ("5/8", [(5, 8)]),
        ("0/25", [(0, 25)]),
        ("7/7", [(7, 7)]),
    ],
)
def test_spellings(text: str, points: list[tuple[int, ...]]) -> None:
    assert read(text) == points


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("6/4", [set()]),
        ("6/4*", [{4}]),
        ("24/20*/16", [{20}]),
        ("24/20*/16*", [{20, 16}]),
        ("6/4*(2)", [{4}, {4}]),
        ("6/4(2)*", [{4}, {4}]),
        ("bar/20* 8/3", [{20}, set()]),
    ],
)
def test_hits(text: str, hits: list[set[int]]) -> None:
    assert [move.hits for move in parse_play(text)] == hits


def test_a_piece_keeps_its_text() -> None:
    assert [move.text for move in parse_play("31: Bar/20*, 6/4(2)")] == ["Bar/20*"] + ["6/4(2)"] * 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "-",
        "pass",
        "Pass",
        "dance",
        "no move",
        "cannot move",
        "Cannot  Move",
        "can't move",
        "πάσο",
        "ΠΑΣΟ",
        "31:",
        "66: Cannot Move",
    ],
)
def test_no_move(text: str) -> None:
    assert parse_play(text) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("8", "'8'"),
        ("8/", "''"),
        ("/5", "''"),
        ("8//5", "''"),
        ("8/5 6", "'6'"),
        ("8/5 x/3", "'x'"),
        ("8/26", "'26'"),
        ("100/99", "'100'"),
        ("8/5(5)", "'8/5(5)'"),
        ("8/5(0)", "'8/5(0)'"),
        ("8/5()", "'8/5()'"),
        ("8/5(2", "'8/5(2'"),
        ("8/5(2)(2)", "'8/5(2)(2)'"),
        ("(2)8/5", "'(2)8/5'"),
        ("8(2)/5", "'8(2)/5'"),
        ("6/4**", "'4*'"),
        ("6*/4", "'6*'"),
        ("6/off*", "'off*'"),
        ("٨/٥", "'٨'"),
        ("８/5", "'８'"),
        ("²/1", "'²'"),
        ("γκέλα", "'γκέλα'"),
        ("31 8/5", "'31'"),
        ("71: 8/5", "'71:'"),
        (",", "no move"),
        ("8/5(4) 6/5(4) 5/4", "8 moves"),
        ("9/8/7/6/5/4/3/2/1/0", "8 moves"),
        ("\ud800/3", "\\ud800"),
        ("8/5 " * 51, "200 characters"),
        ("8/" * 1_000_000, "200 characters"),
    ],
)
def test_what_cannot_be_read(text: str, named: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_play(text)
    assert error.value.code == "unreadable_notation"
    assert named in error.value.detail


@given(st.text(max_size=30) | st.text("0123456789/*() -,:>baroffμπέξ", max_size=210))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        moves = parse_play(text)
    except NotationError:
        return
    assert len(moves) <= 8
    assert all(0 <= point <= 25 for move in moves for point in move.points)
    assert all(move.hits <= set(move.points[1:]) for move in moves)


def play(*moves: str) -> Play:
    """``play("8/5", "6/5*")``, each of them one die."""
    made = []
    for text in moves:
        start, end = (int(part) for part in text.rstrip("*").split("/"))
        made.append(Move(start, end, start - end, text.endswith("*")))
    return tuple(made)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (play(), ""),
        (play("6/0"), "6/off"),
        (play("8/5", "6/5"), "8/5 6/5"),
        (play("6/5", "8/5"), "8/5 6/5"),
        (play("24/20", "24/18"), "24/18 24/20"),
        (play("24/21*", "18/13"), "24/21* 18/13"),
        # One checker: joined, with its stop where it hits there.
        (play("24/18", "18/14"), "24/14"),
        (play("24/18*", "18/14"), "24/18*/14"),
        (play("24/18", "18/14*"), "24/14*"),
        (play("25/20*", "20/18"), "bar/20*/18"),
        (play("4/2", "8/4"), "8/2"),
        # A stop says that no larger die bears off from there.
        ((Move(3, 2, 1, False), Move(2, 0, 3, False)), "3/2/off"),
        ((Move(2, 1, 1, False), Move(1, 0, 6, False)), "2/1/off"),
        (play("9/3", "3/0"), "9/off"),
        (play("4/2", "2/0"), "4/off"),
        # Doubles.
        (play("8/5", "8/5", "6/3", "6/3"), "8/5(2) 6/3(2)"),
        (play("8/5", "5/2", "8/5", "5/2"), "8/2(2)"),
        (play("20/16", "16/12", "18/14"), "20/12 18/14"),
        (play("24/20", "20/16", "16/12", "12/8"), "24/8"),
        (play("6/4*", "6/4"), "6/4*(2)"),
        (play("6/4*", "6/4", "8/6", "8/6"), "8/4*(2)"),
        (play("24/20*", "24/20", "20/16", "20/16*"), "24/20*/16* 24/16"),
        (play("13/9*", "17/13", "13/9", "9/5"), "17/9*/5 13/9"),
        (play("9/6", "6/3", "6/3*"), "9/3* 6/3"),
        # Several checkers enter, or bear off: each in a piece of its own.
        (play("25/20", "25/20", "20/15", "20/15"), "bar/20(2) 20/15(2)"),
        (play("25/20", "20/15", "15/10", "13/8"), "bar/10 13/8"),
        (play("8/4", "8/4", "4/0", "4/0"), "8/4(2) 4/off(2)"),
        (play("12/8", "8/4", "8/4", "4/0"), "12/4 8/off"),
        (play("12/8", "8/4", "6/2", "4/0"), "12/4 6/2 4/off"),
        (play("8/4", "4/0"), "8/off"),
        (play("2/0", "2/0", "8/6"), "8/6 2/off(2)"),
    ],
)
def test_writing(made: Play, text: str) -> None:
    assert format_play(made) == text


def judged_again(before: Position, roll: Roll, text: str) -> tuple[Play | None, bool]:
    attempt = [AttemptedMove(move.points, move.hits) for move in parse_play(text)]
    verdict = judge_play(before, roll, attempt, PORTES)
    return verdict.play, bool(verdict.unmarked_hits)


@given(boards(), dice)
def test_every_play_is_read_back_as_itself(board: Board, thrown: tuple[int, int]) -> None:
    before, roll = Position(board), Roll.of(*thrown)
    plays = legal_plays(before, roll, PORTES)[:30]
    texts = [format_play(made) for made in plays]
    assert len(set(texts)) == len(plays)
    for made, text in zip(plays, texts, strict=True):
        # In the order written, no hit unmarked.
        again, unmarked = judged_again(before, roll, text)
        assert again is not None
        assert apply_unchecked(before, again) == apply_unchecked(before, made)
        assert not unmarked


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: f"{roll.larger}{roll.smaller}")
def test_the_order_of_the_moves_makes_no_difference(roll: Roll) -> None:
    for before in (START, position("9:1 8:2 6:4 4:4 2:4", "5:1 3:1 1:1")):
        for made in legal_plays(before, roll, PORTES):
            texts = {format_play(order) for order in permutations(made)}
            assert texts == {format_play(made)}
