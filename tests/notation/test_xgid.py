"""XGIDs: known ones, there and back, and every fault of a broken one named at once."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.xgid import Xgid, format_xgid, parse_xgid, read_xgid, write_xgid
from service.rules.board import START, Checkers, FaultCode, Position, Side
from service.rules.cube import Stage
from service.rules.scoring import Cube
from tests.notation.vectors import VECTORS, setup
from tests.positions import Board, boards

START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["xgid"])
def test_known_ones(vector: dict[str, Any]) -> None:
    read = parse_xgid(vector["xgid"])
    owner, score = vector["cube"]["owner"], vector["score"]
    assert read == Xgid(
        setup=setup(vector),
        turn=Side(vector["turn"]),
        dice=tuple(vector["dice"]) if "dice" in vector else None,
        cube_value=vector["cube"]["value"],
        cube_owner=None if owner == "middle" else Side(owner),
        match_length=vector["length"],
        white_score=score["white"],
        black_score=score["black"],
        crawford=vector["crawford"],
        jacoby=vector["jacoby"],
        beavers=vector["beavers"],
        cube_limit=1024,
    )
    assert read.score == (score["white"], score["black"])
    assert format_xgid(read) == vector["xgid"]


def test_the_board_does_not_turn_with_the_turn() -> None:
    read = parse_xgid("XGID=aa---AD-C---eE---c-e----B-:0:0:-1:52:0:0:0:5:10")
    assert read.turn is Side.WHITE
    assert read.dice == (5, 2)
    assert read.setup.white == Checkers({24: 1, 13: 5, 8: 3, 6: 5}, bar=1, borne_off=0)
    assert read.setup.black == Checkers({24: 2, 13: 5, 8: 3, 6: 4, 5: 1}, bar=0, borne_off=0)


def test_a_one_point_match_is_no_crawford_game() -> None:
    read = parse_xgid(START_XGID)
    assert read.setup == START.setup(Side.WHITE)
    assert (read.match_length, read.crawford, read.jacoby) == (1, False, False)


def test_a_double_offered() -> None:
    text = START_XGID.replace(":0:0:1:31:", ":1:-1:-1:D:")
    read = parse_xgid(text)
    assert (read.offer, read.dice, read.turn) == (Stage.OFFERED, None, Side.WHITE)
    assert (read.cube_value, read.cube_owner, read.notes) == (2, Side.WHITE, ())
    assert format_xgid(read) == text


@pytest.mark.parametrize(("letter", "offer"), [("B", Stage.BEAVERED), ("R", Stage.RACCOONED)])
def test_a_beaver_and_a_raccoon(letter: str, offer: Stage) -> None:
    text = START_XGID.replace(":0:0:1:31:0:0:0:1:", f":2:-1:1:{letter}:0:0:2:0:")
    read = parse_xgid(text)
    assert (read.offer, read.dice, read.turn) == (offer, None, Side.BLACK)
    # Whether the cube is the one before or after the beaver the format leaves open.
    assert read.notes == ("cube",)
    assert format_xgid(read) == text


def test_without_prefix_and_last_field() -> None:
    read = parse_xgid(START_XGID.removeprefix("XGID=").removesuffix(":10"))
    assert (read.cube_limit, read.notes) == (None, ("cube_limit",))
    assert format_xgid(read) == START_XGID


def test_a_cube_limit_of_one_is_kept() -> None:
    text = START_XGID.removesuffix("10") + "0"
    assert parse_xgid(text).cube_limit == 1
    assert format_xgid(parse_xgid(text)) == text


@given(
    boards(),
    st.builds(
        dict,
        turn=st.sampled_from(Side),
        cube_value=st.integers(0, 20).map(lambda power: 2**power),
        cube_owner=st.sampled_from([None, *Side]),
        cube_limit=st.integers(0, 20).map(lambda power: 2**power),
    ),
    st.sampled_from(
        [
            {"dice": None},
            {"dice": None, "offer": Stage.OFFERED},
            {"dice": None, "offer": Stage.RACCOONED},
            {"dice": (1, 6)},
            {"dice": (6, 1)},
            {"dice": (4, 4)},
        ]
    ),
    st.sampled_from(
        [
            {"match_length": 7, "white_score": 6, "black_score": 3, "crawford": True},
            {"match_length": 7, "white_score": 0, "black_score": 6},
            {"jacoby": True, "white_score": 12},
            {"jacoby": True, "beavers": True},
            {"beavers": True},
        ]
    ),
)
def test_there_and_back(
    board: Board, rest: dict[str, Any], roll: dict[str, Any], match: dict[str, Any]
) -> None:
    state = Xgid(Position(board).setup(rest["turn"]), **rest, **roll, **match)
    assert parse_xgid(format_xgid(state)) == state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("XGID=", "XGID"),
        ("-b----E", "b----E"),
        ("-b----E", "--b----E"),
        ("-b----E", "-P----E"),
        ("-b----E", "-p----E"),
        ("-b----E", "-β----E"),
        ("-b----E", "-1----E"),
        ("-b----E", "Ab----E"),
        ("B-:0:0:1:31", "Ba:0:0:1:31"),
        (":0:0:1:31", ":21:0:1:31"),
        (":0:0:1:31", ":-1:0:1:31"),
        (":0:0:1:31", "::0:1:31"),
        (":0:0:1:31", ":٣:0:1:31"),
        (":0:0:1:31", ":1.0:0:1:31"),
        (":0:0:1:31", ":+1:0:1:31"),
        (":0:0:1:31", ": 1:0:1:31"),
        (":0:0:1:31", ":0:2:1:31"),
        (":0:0:1:31", ":0:0:0:31"),
        (":0:0:1:31", ":0:0:2:31"),
        (":1:31:", ":1:30:"),
        (":1:31:", ":1:03:"),
        (":1:31:", ":1:37:"),
        (":1:31:", ":1:3:"),
        (":1:31:", ":1:311:"),
        (":1:31:", ":1:A:"),
        (":1:31:", ":1:0D:"),
        (":1:31:", ":1:d:"),
        (":1:31:", ":1:３１:"),
        (":31:0:0:0:1:", ":31:1:0:0:1:"),
        (":31:0:0:0:1:", ":31:0:1:0:1:"),
        (":31:0:0:0:1:", ":31:-1:0:0:1:"),
        (":31:0:0:0:1:", ":31:0:0:2:1:"),
        (":31:0:0:0:1:", ":31:0:0:4:0:"),
        (":31:0:0:0:1:", ":31:0:0:0:-1:"),
        (":31:0:0:0:1:", ":31:0:0:0:999999:"),
        (":1:10", ":1:21"),
        (":1:10", ":1:10:"),
        (":1:10", ""),
        (":1:10", ":1:" + "9" * 100_000),
    ],
)
def test_what_cannot_be_read(old: str, new: str) -> None:
    assert START_XGID.count(old) == 1
    with pytest.raises(NotationError) as error:
        parse_xgid(START_XGID.replace(old, new))
    assert error.value.code == "unreadable_xgid"
    assert error.value.detail


def test_every_fault_is_named() -> None:
    with pytest.raises(NotationError) as error:
        parse_xgid("XGID=Ab---zE-C---eE---c-e----B-:99:2:0:37:7:0:3:7:10")
    assert error.value.detail == (
        "place 0 of the board cannot be 'A'; place 5 of the board cannot be 'z'; "
        "cube must be a number from 0 to 20; cube owner must be 0, 1 or -1; "
        "turn must be 1 or -1; dice must be 00, two digits from 1 to 6, or D, B or R; "
        "the flag of a match is 0 or 1; the match is over at this score"
    )


def test_too_many_checkers_and_none_at_all_are_faults_of_the_position() -> None:
    crowd = parse_xgid(START_XGID.replace("-b----E", "-b---BE")).setup.faults()
    assert [fault.code for fault in crowd] == [FaultCode.TOO_MANY_CHECKERS]
    nobody = parse_xgid("-" * 26 + ":0:0:1:31:0:0:0:1:10").setup.faults()
    assert [fault.code for fault in nobody] == [FaultCode.BOTH_FINISHED]


@given(st.text(max_size=60) | st.text("XGID=:-aAbB0123456789", max_size=220))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        parse_xgid(text)


def test_as_a_snapshot() -> None:
    read = read_xgid("XGID=-b----E-C---eE---c-e----B-:1:0:-1:00:4:6:1:7:6")
    assert (read.turn, read.stage, read.dice) == (Side.WHITE, Stage.BEFORE_ROLL, None)
    assert (read.cube, read.cube_limit) == (Cube(2, None), 64)
    assert (read.length, read.score, read.crawford) == (7, (6, 4), True)
    assert (read.jacoby, read.beavers) == (None, None)
    money = read_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:21:4:6:2:0:10")
    assert (money.stage, money.dice, money.score) == (Stage.ROLLED, (2, 1), (6, 4))
    assert (money.crawford, money.jacoby, money.beavers) == (False, False, True)
    # 10 is what everybody writes: nobody has set that limit.
    assert money.cube_limit is None


@pytest.mark.parametrize(
    ("score", "flag", "length", "crawford"),
    [
        ("3:2", 0, 7, False),  # nobody is 1 away
        ("6:2", 0, 7, False),  # it has been played
        ("6:2", 1, 7, True),
        ("6:6", 0, 7, False),
        ("0:0", 0, 1, False),
        ("3:2", 1, 7, True),  # as written; who asks the rules is told that it cannot be
    ],
)
def test_the_flag_of_a_match(score: str, flag: int, length: int, crawford: bool) -> None:
    text = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{score}:{flag}:{length}:10"
    read = read_xgid(text)
    assert read.crawford is crawford
    assert write_xgid(read) == text
