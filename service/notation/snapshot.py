"""A game at one moment, as any notation may tell it: what all of them are read into.

Everything is said of White and Black, each in its own numbering; how a notation turns the board is
its own business and ends here. None is what is not known, which is not the same as none.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import NamedTuple

from service.rules.board import Position, Setup, Side
from service.rules.cube import PENDING, Stage
from service.rules.scoring import CENTRED_CUBE, Cube, GameKind


class Status(enum.Enum):
    """Whether the game is on, and if not, how it ended."""

    NOT_STARTED = "not_started"
    PLAYING = "playing"
    BORNE_OFF = "borne_off"
    RESIGNED = "resigned"
    DROPPED = "dropped"

    @property
    def is_over(self) -> bool:
        return self in (Status.BORNE_OFF, Status.RESIGNED, Status.DROPPED)


class Resignation(NamedTuple):
    """A resignation that waits for its answer: whose, and as what kind of loss."""

    side: Side
    kind: GameKind


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """What is known of a game at one moment.

    ``turn``: the side on roll, which from a double to the roll stays the doubler. ``setup`` is as
    the notation claims it. ``stage`` None: not even whether the dice are rolled. ``dice`` in the
    order in which they lie. ``cube``: the last accepted one. ``cube_limit``: its highest value,
    None where no limit is told. ``length`` 0: money. ``score``: points won, White's first.
    ``crawford``: whether this is the Crawford game. ``players``: their names, White's first.
    ``assumed``: names of what a reader filled in or made good; it does not count in comparisons.
    """

    turn: Side
    setup: Setup | None = None
    stage: Stage | None = None
    dice: tuple[int, int] | None = None
    resignation: Resignation | None = None
    status: Status = Status.PLAYING
    cube: Cube | None = None
    cube_limit: int | None = None
    length: int | None = None
    score: tuple[int, int] | None = None
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    players: tuple[str, str] | None = None
    assumed: tuple[str, ...] = field(default=(), compare=False)

    def seen_by(self, side: Side) -> Position | None:
        """The position as a side sees it; raises ValueError where the set-up is none."""
        return self.setup.position(side) if self.setup else None

    @property
    def is_match_over(self) -> bool:
        """A side has the points that win the match."""
        return bool(self.length and self.score) and max(self.score or ()) >= (self.length or 0)

    @property
    def somebody_one_away(self) -> bool:
        """A side needs one point more in a match to more than one."""
        return (self.length or 0) > 1 and max(self.score or (0,)) == (self.length or 0) - 1


def is_open_at(length: int, score: tuple[int, int]) -> bool:
    """Whether the score leaves open if this is the Crawford game (R-CRAWFORD)."""
    return length > 1 and max(score) == length - 1 > min(score)


# How the parts of a snapshot are called in `lost` and `assumed`. A whole stands for its parts: the
# match for its score, Crawford game, Jacoby rule and beavers, the cube for its limit.
DICE, CUBE, MATCH = "dice", "cube", "match"


def lost(original: GameSnapshot, carried: GameSnapshot) -> tuple[str, ...]:
    """The parts of a snapshot that are missing, or others, in what a notation made of it.

    What was unknown cannot be lost.
    """
    parts: list[str] = []
    if original.setup is not None and carried.setup != original.setup:
        parts.append("position")
    if carried.turn is not original.turn:
        parts.append("turn")
    parts += _lost_of_stage(original, carried)
    if original.resignation not in (None, carried.resignation):
        parts.append("resignation")
    if original.status is not carried.status:
        parts.append("status")
    if original.cube not in (None, carried.cube):
        parts.append(CUBE)
    elif original.cube_limit not in (None, carried.cube_limit):
        parts.append("cube_limit")
    if original.length is not None and carried.length is None:
        parts.append(MATCH)
    else:
        if original.length is not None and carried.length != original.length:
            parts.append("length")
        for name in ("score", "crawford", "jacoby", "beavers"):
            if getattr(original, name) not in (None, getattr(carried, name)):
                parts.append(name)
    if original.players not in (None, carried.players):
        parts.append("players")
    return tuple(parts)


def _lost_of_stage(original: GameSnapshot, carried: GameSnapshot) -> list[str]:
    parts = []
    pending = original.stage in PENDING
    if original.stage is not None and not pending and carried.stage is None:
        return [DICE]
    if original.stage not in (None, carried.stage):
        parts.append("stage")
    if original.dice is not None and carried.dice != original.dice:
        same = carried.dice is not None and set(carried.dice) == set(original.dice)
        parts.append("dice_order" if same else DICE)
    return parts


def unknown(snapshot: GameSnapshot) -> tuple[str, ...]:
    """The parts that are not known and that a fuller notation has to fill in."""
    parts = []
    if snapshot.stage is None:
        parts.append(DICE)
    if snapshot.cube is None:
        parts.append(CUBE)
    if snapshot.length is None:
        parts.append(MATCH)
    elif snapshot.length:
        if snapshot.crawford is None:
            parts.append("crawford")
    else:
        parts += [name for name in ("jacoby", "beavers") if getattr(snapshot, name) is None]
    return tuple(parts)


class Stakes(NamedTuple):
    """What is played for, nothing unknown."""

    stage: Stage
    cube: Cube
    length: int
    score: tuple[int, int]
    crawford: bool
    jacoby: bool
    beavers: bool


def stakes(snapshot: GameSnapshot) -> Stakes:
    """The stakes, with everything that is `unknown` as a plain new money game has it."""
    length = snapshot.length or 0
    return Stakes(
        stage=snapshot.stage or Stage.BEFORE_ROLL,
        cube=snapshot.cube or CENTRED_CUBE,
        length=length,
        score=snapshot.score or (0, 0),
        crawford=bool(length and snapshot.crawford),
        jacoby=bool(snapshot.jacoby),
        beavers=bool(snapshot.beavers),
    )
