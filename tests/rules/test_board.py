"""Set-ups and positions: every fault is found, and nothing that is valid is refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from service.rules.board import START, Checkers, FaultCode, Position, Setup, Side
from tests.positions import Board, boards

FULL = Checkers({24: 2, 13: 5, 8: 3, 6: 5})
HOME = Checkers({1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, bar=3)


def codes(white: Checkers, black: Checkers = FULL) -> list[FaultCode]:
    return [fault.code for fault in Setup(white, black).faults()]


def test_the_start_is_valid_and_its_own_mirror_image() -> None:
    assert codes(FULL) == []
    assert START.mirrored() == START
    assert START.board[24] == 2
    assert START.board[1] == -2


@pytest.mark.parametrize(
    ("white", "expected"),
    [
        (Checkers({25: 1, 6: 14}), [FaultCode.POINT_OUT_OF_RANGE]),
        (Checkers({6: -1}), [FaultCode.NEGATIVE_COUNT]),
        (Checkers({6: 15}, bar=-1, borne_off=-2), [FaultCode.NEGATIVE_COUNT] * 2),
        (Checkers({6: 16}), [FaultCode.TOO_MANY_CHECKERS]),
        (Checkers({6: 14}, borne_off=0), [FaultCode.TOO_FEW_CHECKERS]),
        (Checkers({6: 14}, bar_given=False), [FaultCode.BORNE_OFF_MISSING]),
        (Checkers({6: 14}, bar_given=True), []),
        (Checkers({12: 1, 6: 14}), [FaultCode.POINT_HELD_BY_BOTH]),
        (
            Checkers({2: 15, 12: 1}),
            [FaultCode.TOO_MANY_CHECKERS, FaultCode.POINT_HELD_BY_BOTH],
        ),
    ],
)
def test_faults(white: Checkers, expected: list[FaultCode]) -> None:
    assert codes(white) == expected


def test_both_finished_and_both_shut_out() -> None:
    done = Checkers({}, borne_off=15)
    assert codes(done, done) == [FaultCode.BOTH_FINISHED]
    assert codes(HOME, HOME) == [FaultCode.BOTH_SHUT_OUT]
    assert codes(HOME, Checkers({1: 15})) == []


def test_faults_of_both_sides_come_together() -> None:
    assert codes(Checkers({6: 16}), Checkers({6: 14}, borne_off=0)) == [
        FaultCode.TOO_MANY_CHECKERS,
        FaultCode.TOO_FEW_CHECKERS,
    ]


@given(boards())
def test_a_position_comes_back_from_its_set_up(where: Board) -> None:
    position = Position(where)
    for turn in Side:
        assert position.setup(turn).position(turn) == position
        assert position.setup(turn).position(turn.opponent) == position.mirrored()
    assert position.mirrored().mirrored() == position
    assert position.borne_off == position.mirrored().opponent_borne_off


def test_a_faulty_set_up_is_no_position() -> None:
    with pytest.raises(ValueError, match="too_many_checkers"):
        Setup(Checkers({6: 16}), FULL).position(Side.WHITE)
