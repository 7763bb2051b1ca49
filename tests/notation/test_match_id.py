"""Match IDs: GNU Backgammon's own, every field there and back, and everything that is none."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.match_id import (
    MatchId,
    format_match_id,
    parse_match_id,
    read_match_id,
    write_match_id,
)
from service.notation.snapshot import Resignation, Status
from service.rules.board import Side
from service.rules.cube import Stage
from service.rules.scoring import Cube, GameKind
from tests.notation.vectors import VECTORS

WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["match_id"])
def test_known_ids(vector: dict[str, Any]) -> None:
    turn, owner = Side(vector["turn"]), vector["cube"]["owner"]
    read = parse_match_id(vector["match_id"])
    assert read == MatchId(
        roller=turn,
        decision=turn,
        cube_value=vector["cube"]["value"],
        cube_owner=None if owner == "middle" else Side(owner),
        crawford=vector["crawford"],
        # GNU Backgammon writes the larger die first.
        dice=tuple(sorted(vector["dice"], reverse=True)) if "dice" in vector else None,
        length=vector["length"],
        white_score=vector["score"]["white"],
        black_score=vector["score"]["black"],
        jacoby=None if vector["length"] else vector["jacoby"],
    )
    assert read.notes == ()
    assert format_match_id(read) == vector["match_id"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        # 7 points, 31 to play.
        ("cInlAAAAAAAE", MatchId(BLACK, BLACK, dice=(3, 1), length=7)),
        # The Crawford game of a match to 5, at 4-2.
        (
            "sAGgAEAAEAAE",
            MatchId(WHITE, WHITE, crawford=True, length=5, white_score=4, black_score=2),
        ),
        # The trailer has doubled: the turn to decide goes over, the turn to roll does not.
        (
            "cBHgAGAAIAAE",
            MatchId(BLACK, WHITE, doubled=True, length=7, white_score=6, black_score=4),
        ),
        # A resignation that was accepted: the score counts it and passes the length.
        (
            "AUt7AAAAIAAE",
            MatchId(
                WHITE,
                BLACK,
                cube_value=2,
                cube_owner=WHITE,
                status=Status.RESIGNED,
                resigned_as=GameKind.GAMMON,
                dice=(6, 6),
                length=3,
                black_score=4,
            ),
        ),
        # Money, with and without Jacoby.
        ("cAkAAAAAAAAA", MatchId(BLACK, BLACK, jacoby=True)),
        ("cAkAAAAAAAAE", MatchId(BLACK, BLACK, jacoby=False)),
    ],
)
def test_states_of_all_kinds(text: str, meant: MatchId) -> None:
    assert parse_match_id(text) == meant
    assert format_match_id(meant) == text


def test_in_a_match_the_jacoby_bit_means_nothing() -> None:
    old, new = parse_match_id("cInlAAAAAAAA"), parse_match_id("cInlAAAAAAAE")
    assert old == new
    assert format_match_id(old) == "cInlAAAAAAAE"


@pytest.mark.parametrize(
    ("text", "same", "notes"),
    [
        ("cAkAAAAAAAA", "cAkAAAAAAAAE", ("short_id",)),  # 66 bits do not tell of Jacoby
        ("cInlAAAA", "cInlAAAAAAAE", ("short_id",)),
        ("cInlAAAAAAAEx", "cInlAAAAAAAE", ("long_id",)),
        ("cInlAAAAAAB8", "cInlAAAAAAAE", ("spare_bits",)),
        ("cInlAAAAAAAE=", "cInlAAAAAAAE", ()),
    ],
)
def test_what_is_made_good_is_said(text: str, same: str, notes: tuple[str, ...]) -> None:
    read = parse_match_id(text)
    assert read.notes == notes
    assert read_match_id(text).assumed == notes
    assert format_match_id(read) == same


def test_other_letters_for_the_last_two_of_base64() -> None:
    state = parse_match_id("cAkKACAAKAAA")
    scored = MatchId(BLACK, BLACK, length=0, white_score=1023, black_score=1023, jacoby=False)
    text = format_match_id(scored)
    assert set(text) & set("+/")
    assert parse_match_id(text.replace("+", "-").replace("/", "_")) == scored
    assert (state.white_score, state.black_score) == (2, 5)


def packed(**values: int) -> str:
    first_bits = {
        "owner": 4,
        "crawford": 7,
        "state": 8,
        "doubled": 12,
        "die": 15,
        "other_die": 18,
        "length": 21,
        "white": 36,
        "black": 51,
    }
    values = {"owner": 3, "state": 1, **values}
    bits = sum(value << first_bits[name] for name, value in values.items())
    return base64.b64encode(bits.to_bytes(9, "little")).decode()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "12 characters"),
        ("A" * 201, "12 characters"),
        ("cAkAAAAA*AAA", "character 9"),
        ("cAkAAAAA AAA", "character 9"),
        ("cAkAAAAAAAAΑ", "character 12"),
        (packed(owner=2), "the cube owner cannot be 2"),
        (packed(state=5), "the game state cannot be 5"),
        (packed(state=7), "the game state cannot be 7"),
        (packed(die=7, other_die=1), "the dice cannot be 7 and 1"),
        (packed(die=3), "the dice cannot be 3 and 0"),
        (packed(other_die=3), "the dice cannot be 0 and 3"),
        (packed(die=3, other_die=1, doubled=1), "before the dice are rolled"),
        (packed(crawford=1), "no Crawford game"),
        (packed(length=3, white=3), "over at this score"),
        (packed(length=3, black=4), "over at this score"),
        (packed(length=10_001), "match length must be"),
        (packed(white=10_001), "player 0's score must be"),
        (packed(black=32_767), "player 1's score must be"),
    ],
)
def test_what_cannot_be_read(text: str, named: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_match_id(text)
    assert error.value.code == "unreadable_match_id"
    assert named in error.value.detail


def test_every_fault_is_named() -> None:
    with pytest.raises(NotationError) as error:
        parse_match_id(packed(owner=2, crawford=1, state=6, die=7, white=20_000))
    assert error.value.detail == (
        "the cube owner cannot be 2; without a match there is no Crawford game; "
        "the game state cannot be 6; the dice cannot be 7 and 0; "
        "player 0's score must be a number from 0 to 10000"
    )


def test_as_a_snapshot() -> None:
    read = read_match_id("cBHgAGAAIAAE")
    assert (read.turn, read.stage, read.dice) == (BLACK, Stage.OFFERED, None)
    assert (read.cube, read.length, read.score) == (Cube(1, None), 7, (6, 4))
    assert (read.crawford, read.setup) == (False, None)
    resigned = read_match_id("AUt7AAAAIAAE")
    assert resigned.resignation == Resignation(WHITE, GameKind.GAMMON)
    assert (resigned.stage, resigned.status) == (Stage.ROLLED, Status.RESIGNED)


def test_a_cube_too_high_for_four_bits_is_not_written() -> None:
    read = read_match_id("cAkAAAAAAAAE")
    for value, written in ((2**15, True), (2**16, False)):
        changed = type(read)(turn=BLACK, cube=Cube(value, WHITE))
        assert (write_match_id(changed) is not None) is written


scores = st.integers(0, 10_000)


@st.composite
def match_ids(draw: st.DrawFn) -> MatchId:
    length = draw(st.sampled_from([0, 0, 1, 7, 10_000]))
    status = draw(st.sampled_from(Status))
    score = scores if not length or status.is_over else st.integers(0, length - 1)
    doubled = draw(st.booleans())
    die = draw(st.integers(1, 6))
    dice = None if doubled else draw(st.none() | st.just((die, draw(st.integers(1, die)))))
    return MatchId(
        roller=draw(st.sampled_from(Side)),
        decision=draw(st.sampled_from(Side)),
        cube_value=2 ** draw(st.integers(0, 15)),
        cube_owner=draw(st.sampled_from([None, *Side])),
        crawford=bool(length) and draw(st.booleans()),
        status=status,
        doubled=doubled,
        resigned_as=draw(
            st.sampled_from([None, GameKind.SINGLE, GameKind.GAMMON, GameKind.BACKGAMMON])
        ),
        dice=dice,
        length=length,
        white_score=draw(score),
        black_score=draw(score),
        jacoby=None if length else draw(st.booleans()),
    )


@given(match_ids())
def test_there_and_back(state: MatchId) -> None:
    text = format_match_id(state)
    read = parse_match_id(text)
    assert read == state
    assert read.notes == ()
    assert len(text) == 12


@given(st.binary(min_size=9, max_size=9))
def test_any_bits_are_read_or_refused(raw: bytes) -> None:
    text = base64.b64encode(raw).decode()
    with suppress(NotationError):
        read = parse_match_id(text)
        if read.dice is None or read.dice[0] >= read.dice[1]:
            # Else the larger die goes first again.
            assert parse_match_id(format_match_id(read)) == read
        assert write_match_id(read_match_id(text)) is not None


@given(st.text(max_size=20) | st.text("ABCDgwx4/+-_=", max_size=210))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        parse_match_id(text)
