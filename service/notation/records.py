"""A match as its record says it was played: the one form that every record format is read into.

Nothing here has been judged. A record holds what is written, in its order, with the line on which
it stands; `service.transcripts` asks the rules what it is worth.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from service.rules.board import Position, Side
from service.rules.cube import CubeAction
from service.rules.scoring import GameKind
from service.rules.verdict import AttemptedMove

CODE = "unreadable_record"
"""What `NotationError` carries where a text is no record at all."""


class WrittenPlay(NamedTuple):
    """A roll and what was played with it, in the player's numbering.

    ``moves`` None: the text is no play. Empty and ``text`` empty: nothing is written behind the
    dice, which is a pass, a play that was left out because it was forced, or a turn not finished.
    """

    line: int
    number: int
    player: Side
    dice: tuple[int, int]
    text: str
    moves: tuple[AttemptedMove, ...] | None


class WrittenCubeAction(NamedTuple):
    """``value``: the new value of the cube where the record names one."""

    line: int
    number: int
    player: Side
    action: CubeAction
    value: int | None = None


class WrittenResignation(NamedTuple):
    """The player gives up; ``points`` and ``kind`` where the record names them."""

    line: int
    number: int
    player: Side
    points: int | None = None
    kind: GameKind | None = None


class WrittenBoard(NamedTuple):
    """The checkers are set up anew; ``position`` is as the player, next to roll, sees it."""

    line: int
    number: int
    player: Side
    position: Position


class WrittenCube(NamedTuple):
    """The cube is set anew, as by an automatic double: its value, and its owner or None.

    A part that the record leaves as it was is given as it was. ``player``: who is next to act.
    """

    line: int
    number: int
    player: Side
    value: int
    owner: Side | None = None


class Unread(NamedTuple):
    """Something stands here that is no action in this format."""

    line: int
    number: int
    player: Side
    text: str


Item: TypeAlias = (
    WrittenPlay | WrittenCubeAction | WrittenResignation | WrittenBoard | WrittenCube | Unread
)


ITEM_NAMES: Mapping[type[Item], str] = {
    WrittenPlay: "play",
    WrittenCubeAction: "cube action",
    WrittenResignation: "resignation",
    WrittenBoard: "board",
    WrittenCube: "cube",
    Unread: "unread",
}


class WrittenResult(NamedTuple):
    """Who won the game with how many points; ``resigned`` where the record says that it was so."""

    line: int
    winner: Side
    points: int
    resigned: bool = False


class NoteCode(enum.Enum):
    """What the reader assumed or left out; the values are codes of the HTTP answers."""

    READ_AS_LATIN_1 = "read_as_latin_1"
    TEXT_IGNORED = "text_ignored"
    SETTING_IGNORED = "setting_ignored"
    RECORD_CUT = "record_cut"


class Note(NamedTuple):
    """One assumption, and the line that it is about; 0 is the record as a whole."""

    code: NoteCode
    line: int
    text: str = ""


class LossCode(enum.Enum):
    """What a format could not carry as it is."""

    NAME_CHANGED = "name_changed"
    SETTING_NOT_WRITTEN = "setting_not_written"
    ACTION_NOT_WRITTEN = "action_not_written"


class Loss(NamedTuple):
    """One thing that a writer changed or left out; ``line`` is that of the record it was read from.

    A play that is not written leaves its roll.
    """

    code: LossCode
    line: int
    text: str


@dataclass(slots=True)
class GameRecord:
    """One game. ``score``: the points of White and Black before it, None where none are written.

    ``crawford``: whether it is said to be the Crawford game, None where nothing is said.
    """

    number: int
    line: int
    score: tuple[int, int] | None = None
    crawford: bool | None = None
    items: list[Item] = field(default_factory=list)
    result: WrittenResult | None = None


@dataclass(slots=True)
class MatchRecord:
    """A whole record.

    ``format``: `mat`, `gam`, `sgf` or `snowie`. ``length`` None: money or single games. White is
    the left column, player 0 of GNU Backgammon. ``options``: what the record says of the rules, by
    the names of a ruleset's switches. ``headers``: what else it says of itself, as written.
    ``truncated``: it ends within something.
    """

    format: str
    length: int | None = None
    players: dict[Side, str] = field(default_factory=dict)
    options: dict[str, bool | int] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    games: list[GameRecord] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    truncated: bool = False
