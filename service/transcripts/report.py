"""What the referee says of a match record."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from service.notation.records import GameRecord, MatchRecord, NoteCode
from service.rules.board import Position, Side
from service.rules.codes import RuleCode
from service.rules.moves import Play
from service.rules.referee import Ending
from service.rules.verdict import Violation


class RecordCode(RuleCode):
    """What a record can get wrong that no single play or cube action can."""

    ACTION_AFTER_GAME = ("action_after_game", "R-END")
    UNREADABLE_ACTION = ("unreadable_action", "R-TURN")
    DOUBLE_NOT_ANSWERED = ("double_not_answered", "R-TAKE")
    WRONG_CUBE_VALUE = ("wrong_cube_value", "R-CUBE-VALUE")
    WRONG_WINNER = ("wrong_winner", "R-END")
    WRONG_POINTS = ("wrong_points", "R-CUBE-VALUE")
    WRONG_SCORE = ("wrong_score", "R-MATCH")
    WRONG_CRAWFORD = ("wrong_crawford", "R-CRAWFORD")


class Oddity(enum.Enum):
    """What is worth saying of a record though no rule is broken."""

    HIT_NOT_MARKED = "hit_not_marked"
    HIT_NOT_MADE = "hit_not_made"
    DICE_LEFT_UNPLAYED = "dice_left_unplayed"
    PLAY_AMBIGUOUS = "play_ambiguous"
    FORCED_PLAY_NOT_WRITTEN = "forced_play_not_written"
    TURN_NOT_FINISHED = "turn_not_finished"
    DROP_NOT_WRITTEN = "drop_not_written"
    BEAVER_WRITTEN_AS_DOUBLE = "beaver_written_as_double"
    RESULT_NOT_WRITTEN = "result_not_written"
    POINTS_CAPPED = "points_capped"
    POINTS_UNLIKELY = "points_unlikely"
    POINTS_NOT_SCORED = "points_not_scored"
    CRAWFORD_NOT_KNOWN = "crawford_not_known"
    POSITION_SET_UP = "position_set_up"
    GAMES_AFTER_MATCH = "games_after_match"
    SETTING_FROM_RECORD = "setting_from_record"


class Fault(NamedTuple):
    """One rule that an action breaks, with the facts that its message speaks of.

    ``move_index``: of a play, the written move that breaks it; None is the action as a whole.
    """

    code: RuleCode
    facts: dict[str, Any]
    move_index: int | None = None

    @classmethod
    def of(cls, violation: Violation) -> Fault:
        return cls(violation.code, violation.facts, violation.move_index)


@dataclass(frozen=True, slots=True)
class RecordViolation:
    """One illegal play or action of a record, with every rule that it breaks.

    ``position``: before it, as the player sees it; None where it is about no position. ``played``:
    as it is written. ``example``: a legal play near to it. ``continued``: how the game goes on:
    `as_written`, or `unchanged` where what is written can not be done with these checkers.
    """

    line: int
    number: int
    player: Side | None
    dice: tuple[int, int] | None
    played: str
    position: Position | None
    faults: tuple[Fault, ...]
    example: Play | None
    continued: str


Noticed: TypeAlias = Oddity | NoteCode


class RecordWarning(NamedTuple):
    line: int
    number: int
    player: Side | None
    code: Noticed
    facts: dict[str, Any]


@dataclass(slots=True)
class GameReport:
    """One game. ``score``: before it, as judged. ``ending`` None: it was not finished.

    ``crawford`` None: not known.
    """

    record: GameRecord
    score: tuple[int, int]
    crawford: bool | None
    winner: Side | None = None
    points: int | None = None
    ending: Ending | None = None
    plays: int = 0
    cube_actions: int = 0
    violations: list[RecordViolation] = field(default_factory=list)
    warnings: list[RecordWarning] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """The whole record. ``score``: after the last game. ``complete``: nothing is left to play.

    ``cut``: the judging was stopped after the last game here, at a bound.
    """

    record: MatchRecord
    games: list[GameReport] = field(default_factory=list)
    warnings: list[RecordWarning] = field(default_factory=list)
    score: tuple[int, int] = (0, 0)
    winner: Side | None = None
    complete: bool = False
    cut: bool = False

    @property
    def legal(self) -> bool:
        return not any(game.violations for game in self.games)

    @property
    def violations(self) -> int:
        return sum(len(game.violations) for game in self.games)

    @property
    def warned(self) -> int:
        return len(self.warnings) + sum(len(game.warnings) for game in self.games)

    @property
    def plays(self) -> int:
        return sum(game.plays for game in self.games)

    @property
    def cube_actions(self) -> int:
        return sum(game.cube_actions for game in self.games)
