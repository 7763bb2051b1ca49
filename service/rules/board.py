"""Checkers on points: an unvalidated Setup, a valid Position, and every fault between the two.

Each side counts its own points 24 down to 1; 25 is its bar and 0 is off. The opponent's number
for a point p is 25 - p.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

BAR = 25
OFF = 0
POINTS = range(1, 25)
HOME = range(1, 7)
CHECKERS = 15


class Side(enum.Enum):
    """White is O, player 0, the left column of the notations; Black is X, player 1, the right."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class FaultCode(enum.Enum):
    """What can be wrong with a set-up; the values are the codes of the HTTP answers."""

    POINT_OUT_OF_RANGE = "point_out_of_range"
    NEGATIVE_COUNT = "negative_count"
    TOO_MANY_CHECKERS = "too_many_checkers"
    TOO_FEW_CHECKERS = "too_few_checkers"
    BORNE_OFF_MISSING = "borne_off_missing"
    POINT_HELD_BY_BOTH = "point_held_by_both"
    BOTH_FINISHED = "both_finished"
    BOTH_SHUT_OUT = "both_shut_out"


class Fault(NamedTuple):
    """One thing wrong with a set-up: whose checkers (None: both sides') and where.

    ``place`` is a point 1-24 in the side's own numbering, "bar", "borne_off", or "" for the
    side as a whole; ``found`` is the number of checkers there.
    """

    code: FaultCode
    side: Side | None
    place: int | str
    found: int


@dataclass(frozen=True, slots=True)
class Checkers:
    """Where one side's checkers are said to be, in its own numbering; nothing is checked.

    ``borne_off`` None means that it was not given: then the checkers on the points and the bar
    must be all fifteen, unless ``bar_given`` vouches that the bar was counted.
    """

    points: Mapping[int, int] = field(default_factory=dict)
    bar: int = 0
    borne_off: int | None = None
    bar_given: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """Anything a client or a notation may claim as a position; nothing is checked."""

    white: Checkers
    black: Checkers

    def of(self, side: Side) -> Checkers:
        return self.white if side is Side.WHITE else self.black

    def faults(self) -> list[Fault]:
        """Every reason why this is no position, in a fixed order; empty for a valid one (R-SETUP).

        Valid means: fifteen checkers a side, none negative, no point held by both, not both sides
        finished, and not both on the bar against closed boards, which no play can reach.
        """
        faults = _faults_of(Side.WHITE, self.white) + _faults_of(Side.BLACK, self.black)
        white, black = self.white.points, self.black.points
        held_by_both = [
            point
            for point, count in white.items()
            if count > 0 and black.get(BAR - point, 0) > 0 and point in POINTS
        ]
        for point in sorted(held_by_both):
            faults.append(Fault(FaultCode.POINT_HELD_BY_BOTH, Side.WHITE, point, white[point]))
        if faults:
            return faults
        if _left(self.white) == _left(self.black) == 0:
            return [Fault(FaultCode.BOTH_FINISHED, None, "borne_off", CHECKERS)]
        if _shut_out(self.white, self.black) and _shut_out(self.black, self.white):
            return [
                Fault(FaultCode.BOTH_SHUT_OUT, None, "bar", min(self.white.bar, self.black.bar))
            ]
        return []

    def position(self, turn: Side) -> Position:
        """The position as ``turn`` sees it; raises ValueError where there are faults."""
        faults = self.faults()
        if faults:
            raise ValueError(f"not a position: {[fault.code.value for fault in faults]}")
        return self.position_unchecked(turn)

    def position_unchecked(self, turn: Side) -> Position:
        """As `position`, where it is known that there are no faults."""
        if turn is Side.WHITE:
            return Position(_signed(self.white, self.black))
        return Position(_signed(self.black, self.white))


def _left(checkers: Checkers) -> int:
    return sum(checkers.points.values()) + checkers.bar


def _faults_of(side: Side, checkers: Checkers) -> list[Fault]:
    faults: list[Fault] = []
    for point, count in checkers.points.items():
        if not 1 <= point <= 24:
            faults.append(Fault(FaultCode.POINT_OUT_OF_RANGE, side, point, count))
        elif count < 0:
            faults.append(Fault(FaultCode.NEGATIVE_COUNT, side, point, count))
    if checkers.bar < 0:
        faults.append(Fault(FaultCode.NEGATIVE_COUNT, side, "bar", checkers.bar))
    if checkers.borne_off is not None and checkers.borne_off < 0:
        faults.append(Fault(FaultCode.NEGATIVE_COUNT, side, "borne_off", checkers.borne_off))
    if faults:
        return faults
    total = _left(checkers) + (checkers.borne_off or 0)
    if total > CHECKERS:
        faults.append(Fault(FaultCode.TOO_MANY_CHECKERS, side, "", total))
    elif checkers.borne_off is None:
        # With the bar given, the missing checkers can only be off; without it they could be
        # on the bar as well, and a missing checker is a fault, not a guess.
        if total < CHECKERS and not checkers.bar_given:
            faults.append(Fault(FaultCode.BORNE_OFF_MISSING, side, "", total))
    elif total < CHECKERS:
        faults.append(Fault(FaultCode.TOO_FEW_CHECKERS, side, "", total))
    return faults


def _shut_out(side: Checkers, opponent: Checkers) -> bool:
    """On the bar against six closed points: no die can enter."""
    return side.bar > 0 and all(opponent.points.get(point, 0) >= 2 for point in HOME)


def _signed(mover: Checkers, opponent: Checkers) -> tuple[int, ...]:
    board = [0] * 26
    for point, count in mover.points.items():
        board[point] += count
    for point, count in opponent.points.items():
        board[BAR - point] -= count
    board[BAR] = mover.bar
    board[OFF] = -opponent.bar
    return tuple(board)


@dataclass(frozen=True, slots=True)
class Position:
    """A valid position as the side to move sees it.

    ``board`` holds 26 counts in the mover's numbering: the mover's checkers positive, the
    opponent's negative; index 25 is the mover's bar, index 0 the opponent's. Checkers borne off
    are what is missing from fifteen. Made by `Setup.position`; the constructor checks nothing.
    """

    board: tuple[int, ...]

    def mirrored(self) -> Position:
        """The same checkers as the opponent sees them."""
        return Position(tuple([-count for count in self.board[::-1]]))

    @property
    def borne_off(self) -> int:
        """Checkers the mover has borne off."""
        return CHECKERS - sum(count for count in self.board if count > 0)

    @property
    def opponent_borne_off(self) -> int:
        return CHECKERS + sum(count for count in self.board if count < 0)

    @property
    def is_over(self) -> bool:
        """One side has borne off its last checker (R-END)."""
        return max(self.board) <= 0 or min(self.board) >= 0

    def setup(self, turn: Side) -> Setup:
        """The position by sides, everything written out, with ``turn`` as the mover."""
        mover = Checkers(
            {point: self.board[point] for point in reversed(POINTS) if self.board[point] > 0},
            self.board[BAR],
            self.borne_off,
        )
        opponent = Checkers(
            {BAR - point: -self.board[point] for point in POINTS if self.board[point] < 0},
            -self.board[OFF],
            self.opponent_borne_off,
        )
        return Setup(mover, opponent) if turn is Side.WHITE else Setup(opponent, mover)


# R-SETUP: 2 on 24, 5 on 13, 3 on 8, 5 on 6, mirrored for the opponent.
_START = Checkers({24: 2, 13: 5, 8: 3, 6: 5})
START = Setup(_START, _START).position(Side.WHITE)
