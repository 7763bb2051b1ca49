"""Position IDs: GNU Backgammon's own, there and back, and everything that is none."""

from __future__ import annotations

import base64
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.position_id import format_position_id, parse_position_id
from service.rules.board import START, Checkers, FaultCode, Position, Side
from tests.notation.vectors import VECTORS, setup
from tests.positions import Board, boards


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["position_id"])
def test_known_ids(vector: dict[str, Any]) -> None:
    turn = Side(vector["turn"])
    read = parse_position_id(vector["position_id"], turn)
    assert read == setup(vector)
    assert format_position_id(read.position(turn)) == vector["position_id"]


def test_the_start() -> None:
    assert format_position_id(START) == "4HPwATDgc/ABMA"
    assert parse_position_id("4HPwATDgc/ABMA", Side.BLACK) == START.setup(Side.WHITE)


def test_the_side_not_on_roll_comes_first_with_its_bar() -> None:
    read = parse_position_id("0M/gAGjEc/ABUA", Side.WHITE)
    assert read.white == Checkers({24: 1, 13: 5, 8: 3, 6: 4, 3: 1}, bar=1, borne_off=0)
    assert read.black == Checkers({24: 1, 13: 3, 8: 2, 6: 6, 5: 1}, bar=2, borne_off=0)


@pytest.mark.parametrize("text", ["4HPwATDgc_ABMA", "4HPwATDgc/ABMA==", "4HPwATDgc_ABMA=="])
def test_other_spellings(text: str) -> None:
    assert parse_position_id(text, Side.WHITE) == START.setup(Side.WHITE)


@given(boards(), st.sampled_from(Side))
def test_there_and_back(board: Board, turn: Side) -> None:
    position = Position(board)
    text = format_position_id(position)
    read = parse_position_id(text, turn)
    assert read == position.setup(turn)
    assert parse_position_id(text.replace("+", "-").replace("/", "_"), turn) == read


def packed(bits: int) -> str:
    return base64.b64encode(bits.to_bytes(10, "little")).decode()[:14]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMAA",
        "4HPwATDgc/ABMA=",
        "4HPwATDgc/AB==",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "4HPwATDgc/ABM ",
        " 4HPwATDgc/ABM",
        "4HPwATDgc/ABM\n",
        "4HPwATDgc*ABMA",
        "4HPwATDgc/ABMΑ",
        "４HPwATDgc/ABMA",
        "4HPwATDgc/ABMB",  # a spare bit
        packed(1 << 79),  # a bit behind both sides
        packed((1 << 16) - 1),  # sixteen checkers on one point
        packed((1 << 80) - 1),
        "A" * 100_000,
        "=" * 16,
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_position_id(text, Side.WHITE)
    assert error.value.code == "unreadable_position_id"
    assert error.value.detail


def test_what_can_be_read_but_is_no_position() -> None:
    nobody = parse_position_id("A" * 14, Side.WHITE).faults()
    assert [fault.code for fault in nobody] == [FaultCode.BOTH_FINISHED]
    # The other side's 1 point is the mover's 24.
    both_on_one = parse_position_id(packed(0b1 | 1 << (1 + 25 + 23)), Side.WHITE).faults()
    assert [fault.code for fault in both_on_one] == [FaultCode.POINT_HELD_BY_BOTH]


@given(st.text(max_size=20) | st.text("ABCDgwx4/+-_=", min_size=13, max_size=17))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        parse_position_id(text, Side.BLACK)


@given(st.binary(min_size=10, max_size=10))
def test_no_two_ids_for_one_position(raw: bytes) -> None:
    text = base64.b64encode(raw).decode()[:14]
    try:
        read = parse_position_id(text, Side.WHITE)
    except NotationError:
        return
    if not read.faults():
        assert format_position_id(read.position(Side.WHITE)) == text
