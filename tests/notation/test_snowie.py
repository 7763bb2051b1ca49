"""Snowie's position line, and its match text with illegal plays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.mat import read_mat
from service.notation.record_text import detect, read_record
from service.notation.records import Unread, WrittenBoard, WrittenPlay
from service.notation.snowie import SnowiePosition, parse_position_line, read_snowie
from service.rules.board import START, Checkers, Side

# As GNU Backgammon 1.07.001 writes them.
LINE = (
    "5;0;0;0;1;Anna;Boris;0;2;1;4;-1;-1;-2;0;0;0;2;4;0;2;0;0;0;-4;5;0;0;0;-2;0;-5;0;0;-1;0;1;1;5;2;"
)
MATCH = f"""
 5 point match

 Game 1
 Anna : 0                       Boris : 0
  1) 21: 13/11 24/23             61: Illegal play ({LINE})
  2) 52: 13/8 6/4                63: 24/18 18/15
  3) 31: Illegal play ({LINE}) 52: 13/8 6/4
"""


def test_a_position_line() -> None:
    assert parse_position_line(LINE) == SnowiePosition(
        length=5,
        jacoby=False,
        roller=Side.BLACK,
        names=("Anna", "Boris"),
        crawford=False,
        score=(2, 1),
        cube_value=4,
        cube_owner=Side.WHITE,
        mover=Checkers({5: 2, 6: 4, 8: 2, 13: 5, 24: 1}, 1),
        opponent=Checkers({24: 2, 13: 4, 8: 2, 6: 5, 3: 1}, 1),
        dice=(5, 2),
    )


def test_whose_the_checkers_are() -> None:
    read = parse_position_line(LINE)
    assert read.setup().black == read.mover == read.setup(Side.BLACK).black
    assert read.setup(Side.WHITE).white == read.mover


def test_money_before_the_roll() -> None:
    start = ";".join(map(str, START.board))
    read = parse_position_line(f"0;1;0;1;0;A;B;0;3;5;1;0;{start};0;0;")
    assert (read.length, read.jacoby, read.dice, read.cube_owner) == (0, True, None, None)
    assert read.setup().position(Side.WHITE) == START


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("5;0;0;0;1;", "5;0;0;0;", "39 fields"),
        ("5;0;0;0;1;", "x;0;0;0;2;", "number: 1, 5"),
        (";4;-1;-1;", ";4;2;1;", "number: 12, 13"),
        (";1;5;2;", ";-1;7;2;", "number: 38, 39"),
        (";5;2;", ";5;0;", "one die"),
        ("5;0;", "-5;0;", "number: 1"),
        (";-2;0;0;0;2;", ";-2;0;0;0;1000;", "number: 18"),
    ],
)
def test_what_is_no_position_line(old: str, new: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_position_line(LINE.replace(old, new, 1))
    assert says in refused.value.detail


def test_an_illegal_play_and_the_board_after_it() -> None:
    record = read_snowie(MATCH)
    assert record.format == "snowie"
    items = record.games[0].items
    read = parse_position_line(LINE)
    assert items[1:3] == [
        WrittenPlay(6, 1, Side.BLACK, (6, 1), "Illegal play", None),
        # Seen by White, who rolls next, whatever the index in the line.
        WrittenBoard(6, 1, Side.WHITE, read.setup(Side.WHITE).position(Side.WHITE)),
    ]
    assert items[5:7] == [
        WrittenPlay(8, 3, Side.WHITE, (3, 1), "Illegal play", None),
        WrittenBoard(8, 3, Side.BLACK, read.setup(Side.BLACK).position(Side.BLACK)),
    ]
    assert [item.player for item in items[3:5]] == [Side.WHITE, Side.BLACK]
    assert isinstance(items[7], WrittenPlay)
    assert (items[7].player, items[7].text) == (Side.BLACK, "13/8 6/4")


@pytest.mark.parametrize("name", ["31: 8/5", "Wins 2 points", "x 2) Takes"])
def test_names_in_the_line_are_no_actions(name: str) -> None:
    text = MATCH.replace(";Anna;", f";{name};")
    assert read_snowie(text) == read_snowie(MATCH)


@pytest.mark.parametrize("board", ["-2;0;0;0;16;", "2;0;0;0;2;4;", "x;"])
def test_a_line_that_is_no_position_is_kept_as_it_is(board: str) -> None:
    text = MATCH.replace("-2;0;0;0;2;", board)
    kinds = [type(item) for item in read_snowie(text).games[0].items]
    assert kinds == [WrittenPlay, WrittenPlay, Unread, *[WrittenPlay] * 3, Unread, WrittenPlay]


def test_the_format_is_told_by_an_illegal_play_alone() -> None:
    assert detect(MATCH) == "snowie"
    assert read_record(MATCH) == read_snowie(MATCH)
    legal = MATCH.replace(f"Illegal play ({LINE})", "8/5 6/5")
    assert detect(legal) == "mat"
    assert read_record(legal, "snowie").games == read_mat(legal).games


@given(st.text("0123456789;-x", max_size=120))
def test_any_line_is_read_or_refused(text: str) -> None:
    try:
        parse_position_line(text)
    except NotationError:
        return
    assert text.count(";") >= 39


def test_many_open_brackets_cost_one_pass() -> None:
    text = " Game 1\n A : 0   B : 0\n" + "  1) 31: Illegal play (1;\n" * 20_000
    assert len(read_snowie(text).games[0].items) == 20_000
    assert len(read_snowie(text.replace(";\n", ";")).games[0].items) >= 1
