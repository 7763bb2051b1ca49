"""Board lines of FIBS: real ones, there and back, and every fault of a broken one named at once."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.fibs_board import (
    FibsBoard,
    format_fibs_board,
    parse_fibs_board,
    read_fibs_board,
    write_fibs_board,
)
from service.notation.snapshot import GameSnapshot, Status
from service.rules.board import START, Checkers, Position, Side
from service.rules.cube import Stage
from service.rules.scoring import Cube
from tests.positions import Board, boards

WHITE, BLACK = Side.WHITE, Side.BLACK

DOUBLED = (
    "board:root:gnubg:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
    ":1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:0:1"
)
"""What GNU Backgammon 1.07.001 sends to an external player who was doubled at the start."""

UPWARDS = (
    "board:You:someone:7:6:3:-1:-1:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
    ":-1:2:6:0:0:2:0:1:0:-1:1:25:0:0:0:1:0:2:0:1:0"
)
"""X goes from 1 to 24, has been hit, leads 6-3 and has rolled 2-6; the cube is O's."""


def changed(line: str, **fields: str) -> str:
    """The line with some fields, ``at32="0"``, replaced."""
    parts = line.split(":")
    for name, value in fields.items():
        parts[int(name.removeprefix("at"))] = value
    return ":".join(parts)


def test_a_double_at_the_start() -> None:
    read = parse_fibs_board(DOUBLED)
    assert read == FibsBoard(
        side=WHITE,
        setup=START.setup(WHITE),
        turn=WHITE,
        names=("root", "gnubg"),
        length=5,
        doubled=True,
        redoubles=1,
    )
    assert format_fibs_board(read) == DOUBLED
    snapshot = read_fibs_board(DOUBLED)
    # Whatever the field of the turn says: who was not doubled has doubled.
    assert (snapshot.turn, snapshot.stage) == (BLACK, Stage.OFFERED)
    assert (snapshot.cube, snapshot.length, snapshot.score) == (Cube(), 5, (0, 0))
    assert (snapshot.crawford, snapshot.players) == (False, ("root", "gnubg"))
    assert snapshot.assumed == ()


def test_a_player_who_goes_upwards() -> None:
    read = read_fibs_board(UPWARDS)
    assert read.setup is not None
    assert read.setup.black == Checkers({24: 1, 13: 5, 8: 3, 6: 5}, bar=1, borne_off=0)
    assert read.setup.white == Checkers({24: 2, 13: 5, 8: 3, 6: 5}, bar=0, borne_off=0)
    assert (read.turn, read.stage, read.dice) == (BLACK, Stage.ROLLED, (2, 6))
    assert (read.cube, read.score) == (Cube(2, WHITE), (3, 6))
    assert (read.crawford, read.players) == (False, ("someone", "You"))
    # Written for a player who goes down: the board and what hangs on it turn, the rest stays.
    written = write_fibs_board(read)
    assert written is not None
    assert written.split(":")[41:49] == ["-1", "-1", "0", "25", "0", "0", "1", "0"]
    assert read_fibs_board(written) == read


def test_a_finished_game() -> None:
    read = read_fibs_board(changed(DOUBLED, at32="0", at40="0"))
    assert read.status is Status.BORNE_OFF
    assert (read.turn, read.assumed) == (WHITE, ("turn",))
    # Without a colour nobody is known to be O.
    assert parse_fibs_board(changed(DOUBLED, at32="0", at41="0")).notes == ("turn",)


@pytest.mark.parametrize(
    ("fields", "crawford", "assumed"),
    [
        ({"at4": "6", "at5": "3", "at51": "1"}, False, ()),
        ({"at4": "6", "at5": "3", "at51": "0"}, True, ("crawford",)),
        # GNU Backgammon writes its "no" into the last field.
        ({"at4": "6", "at5": "3", "at51": "0", "at52": "1"}, False, ()),
        ({"at4": "6", "at5": "6", "at51": "0"}, False, ()),
        ({"at4": "5", "at5": "3", "at51": "0"}, False, ()),
        ({"at3": "1", "at4": "0", "at5": "0", "at51": "0"}, False, ()),
        ({"at3": "9999", "at51": "0"}, False, ()),
    ],
)
def test_the_crawford_game(
    fields: dict[str, str], crawford: bool, assumed: tuple[str, ...]
) -> None:
    read = read_fibs_board(changed(UPWARDS, **fields))
    assert (read.crawford, read.assumed) == (crawford, assumed)


@pytest.mark.parametrize(
    ("fields", "cube", "assumed"),
    [
        ({"at37": "4", "at38": "1", "at39": "0"}, Cube(4, BLACK), ()),
        ({"at37": "4", "at38": "0", "at39": "1"}, Cube(4, WHITE), ()),
        ({"at37": "4", "at38": "1", "at39": "1"}, Cube(4, None), ()),
        ({"at37": "4", "at38": "0", "at39": "0"}, Cube(4, None), ("cube",)),
        ({"at37": "1", "at38": "1", "at39": "0"}, Cube(1, None), ("cube",)),
    ],
)
def test_whose_the_cube_is(fields: dict[str, str], cube: Cube, assumed: tuple[str, ...]) -> None:
    read = read_fibs_board(changed(UPWARDS, **fields))
    assert (read.cube, read.assumed) == (cube, assumed)


def test_unlimited() -> None:
    read = read_fibs_board(changed(UPWARDS, at3="9999", at52="3"))
    assert (read.length, read.score, read.beavers, read.jacoby) == (0, (3, 6), True, None)


def test_the_dice_of_who_waits_do_not_count() -> None:
    read = read_fibs_board(changed(UPWARDS, at33="0", at34="0", at35="4", at36="1"))
    assert (read.turn, read.stage, read.dice) == (BLACK, Stage.BEFORE_ROLL, None)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"at0": "Board"}, "the word board"),
        ({"at52": "0:0"}, "52 more fields"),
        ({"at1": ""}, "the player's name"),
        ({"at2": "x" * 41}, "the opponent's name"),
        ({"at3": "0"}, "match length must be"),
        ({"at3": "10000"}, "match length must be"),
        ({"at4": "-1"}, "the player's score must be"),
        ({"at4": "7"}, "over at this score"),
        ({"at7": "x"}, "place 1 of the board must be"),
        ({"at7": "-16"}, "place 1 of the board must be"),
        ({"at7": "١"}, "place 1 of the board must be"),
        ({"at32": "2"}, "turn must be"),
        ({"at33": "7"}, "the player's first die must be"),
        ({"at33": "0"}, "the player's dice cannot be 0 and 6"),
        ({"at36": "3"}, "the opponent's dice cannot be 0 and 3"),
        ({"at37": "3"}, "cube must be a power of two"),
        ({"at37": "0"}, "cube must be"),
        ({"at40": "2"}, "was doubled must be"),
        ({"at42": "0"}, "direction must be 1 or -1"),
        ({"at43": "0"}, "home and bar do not go with the direction"),
        ({"at6": "1"}, "a bar holds checkers of the wrong colour"),
        ({"at47": "0"}, "the player's checkers on the bar are not"),
        ({"at48": "2"}, "the opponent's checkers on the bar are not"),
        ({"at45": "1"}, "the player's checkers off are not"),
        ({"at46": "1"}, "the opponent's checkers off are not"),
        ({"at52": "9" * 400}, "longer than 400"),
    ],
)
def test_what_cannot_be_read(fields: dict[str, str], named: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_fibs_board(changed(UPWARDS, **fields))
    assert error.value.code == "unreadable_fibs_board"
    assert named in error.value.detail


def test_every_fault_is_named() -> None:
    with pytest.raises(NotationError) as error:
        parse_fibs_board(changed(UPWARDS, at33="0", at37="6", at43="0", at45="2"))
    assert error.value.detail == (
        "the player's dice cannot be 0 and 6; cube must be a power of two; "
        "home and bar do not go with the direction; "
        "the player's checkers off are not those missing from the board"
    )


def test_a_colon_in_a_name_becomes_another_character() -> None:
    state = FibsBoard(WHITE, START.setup(WHITE), WHITE, names=("a:b\n", ": "))
    assert parse_fibs_board(format_fibs_board(state)).names == ("a_b_", "_")


@pytest.mark.parametrize(
    "snapshot",
    [
        GameSnapshot(WHITE),
        GameSnapshot(WHITE, START.setup(WHITE), length=9999),
        GameSnapshot(WHITE, START.setup(WHITE), length=3, score=(3, 0)),
    ],
)
def test_what_no_line_can_say_is_not_written(snapshot: GameSnapshot) -> None:
    assert write_fibs_board(snapshot) is None


names = st.text("abcΩ _(),.", min_size=1, max_size=12).filter(lambda name: name == name.strip())
dice = st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6))


@given(
    boards(),
    st.builds(
        dict,
        side=st.sampled_from(Side),
        turn=st.sampled_from([None, *Side]),
        names=st.tuples(names, names),
        length=st.sampled_from([0, 7, 9998]),
        scores=st.tuples(st.integers(0, 6), st.integers(0, 6)),
        player_dice=dice,
        opponent_dice=dice,
        cube_value=st.integers(0, 20).map(lambda power: 2**power),
        may_double=st.tuples(st.booleans(), st.booleans()),
        doubled=st.booleans(),
        did_crawford=st.booleans(),
        redoubles=st.integers(0, 9),
    ),
)
def test_there_and_back(board: Board, fields: dict[str, object]) -> None:
    side = fields["side"]
    assert isinstance(side, Side)
    state = FibsBoard(setup=Position(board).setup(side), **fields)  # type: ignore[arg-type]
    assert parse_fibs_board(format_fibs_board(state)) == state


@given(
    st.text(max_size=60)
    | st.lists(st.text("0123456789-abn", max_size=3), min_size=52, max_size=52).map(
        lambda fields: ":".join(["board", *fields])
    )
    | st.builds(
        lambda place, text: changed(UPWARDS, **{f"at{place}": text}),
        st.integers(0, 52),
        st.text("-0123456789:", max_size=5),
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        read_fibs_board(text)
