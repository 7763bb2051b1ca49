"""A match from its first opening roll to its last point, one event after the other.

A `Table` is all there is to know between two events. It is never changed: `judge_event` answers
the table after an event, or why the event is not allowed. Every ruling is that of the modules for
plays, cube, openings, scores and matches; decided here is only whose turn it is, and for what.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from service.rules.board import START, Position, Side
from service.rules.codes import RuleCode
from service.rules.cube import (
    PENDING,
    CubeAction,
    CubeCode,
    CubeSituation,
    Stage,
    cube_rulings,
    judge_cube_action,
)
from service.rules.dice import Roll
from service.rules.match import Match, after_game, is_crawford_game
from service.rules.opening import judge_opening, starter_after
from service.rules.rulesets import Ruleset
from service.rules.scoring import (
    CENTRED_CUBE,
    Cube,
    GameKind,
    GameScore,
    kind_of_resignation,
    kind_of_win,
    resigns_too_much,
    score_game,
)
from service.rules.verdict import AttemptedMove, Outcome, judge_outcome


class EventCode(RuleCode):
    """Why an event cannot come now, with the id of the rule it breaks."""

    MATCH_OVER = ("match_over", "R-MATCH")
    OPENING_ROLL_DUE = ("opening_roll_due", "R-OPENING")
    OPENING_ROLL_NOT_DUE = ("opening_roll_not_due", "R-OPENING")
    OPENING_DOUBLE = ("opening_double", "R-OPENING")
    NOT_YOUR_TURN = ("not_your_turn", "R-TURN")
    DICE_NOT_ROLLED = ("dice_not_rolled", "R-TURN")
    DICE_MISMATCH = ("dice_mismatch", "R-DICE")
    RESIGNATION_PENDING = ("resignation_pending", "R-RESIGN")
    NO_RESIGNATION_OFFERED = ("no_resignation_offered", "R-RESIGN")
    RESIGNATION_TOO_HIGH = ("resignation_too_high", "R-RESIGN")


class Ending(enum.Enum):
    """How a game came to its end."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"


class OpeningRoll(NamedTuple):
    """One die thrown by each side."""

    white: int
    black: int


class Rolled(NamedTuple):
    player: Side
    roll: Roll


class Played(NamedTuple):
    """A play; ``roll`` where it brings its dice, so that the roll needs no event of its own.

    ``any_order``: the moves may be judged in another order than written.
    """

    player: Side
    attempt: tuple[AttemptedMove, ...]
    roll: Roll | None = None
    any_order: bool = False


class CubeActed(NamedTuple):
    player: Side
    action: CubeAction


class Resigned(NamedTuple):
    """A resignation is offered; it ends the game only when the opponent accepts it."""

    player: Side
    resigned_as: GameKind


class ResignationAnswered(NamedTuple):
    player: Side
    accepted: bool


Event: TypeAlias = OpeningRoll | Rolled | Played | CubeActed | Resigned | ResignationAnswered
Code: TypeAlias = EventCode | CubeCode


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One game of the match, and the points of both sides after it."""

    ending: Ending
    score: GameScore
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Table:
    """A match between two events.

    ``match`` None: money or single games, which go on without end. ``turn`` None: an opening roll
    decides who starts; else ``position`` is as that side sees it. ``opening_turn``: the dice that
    decided the opening lie there to be played. ``automatic_doubles_used``: in this game.
    ``resignation``: offered and not yet answered.
    """

    match: Match | None = None
    position: Position = START
    turn: Side | None = None
    stage: Stage = Stage.BEFORE_ROLL
    roll: Roll | None = None
    opening_turn: bool = False
    cube: Cube = CENTRED_CUBE
    automatic_doubles_used: int = 0
    resignation: Resigned | None = None
    games: tuple[FinishedGame, ...] = ()

    @property
    def is_over(self) -> bool:
        """The match has a winner."""
        return self.match is not None and self.match.winner is not None

    def score(self, side: Side) -> int:
        """The points of a side so far, also where no match is played."""
        if not self.games:
            return 0
        return self.games[-1].white if side is Side.WHITE else self.games[-1].black

    def crawford_game(self, ruleset: Ruleset) -> bool:
        # From the first game on it is always known.
        return self.match is not None and bool(is_crawford_game(self.match, ruleset))


class Ruling(NamedTuple):
    """The table after an event; or None, and why the event is not allowed.

    ``outcome``: that of a play, legal or not, where it came so far.
    """

    table: Table | None
    violations: tuple[Code, ...] = ()
    outcome: Outcome | None = None


def new_table(length: int | None) -> Table:
    """The table before the first opening roll; without a length it is for money."""
    # Before the first game the Crawford game has not been played, whatever the length.
    return Table(None if length is None else Match(length, 0, 0, crawford_played=False))


def judge_event(table: Table, event: Event, ruleset: Ruleset) -> Ruling:
    """What an event does at this table, or every reason why it cannot come now."""
    if table.is_over:
        return Ruling(None, (EventCode.MATCH_OVER,))
    if isinstance(event, ResignationAnswered):
        return _answer_resignation(table, event, ruleset)
    if table.resignation is not None:
        return Ruling(None, (EventCode.RESIGNATION_PENDING,))
    match event:
        case OpeningRoll():
            return _open(table, event, ruleset)
        case Rolled():
            return _roll(table, event, ruleset)
        case Played():
            return _play(table, event, ruleset)
        case CubeActed():
            return _act_with_cube(table, event, ruleset)
        case Resigned():
            return _resign(table, event)


def allowed_events(table: Table, ruleset: Ruleset) -> list[tuple[str, Side | None]]:
    """What may come next and from whom: names of events; nobody where both sides throw a die.

    A play that brings its own dice may also stand for the roll.
    """
    if table.is_over:
        return []
    if table.resignation is not None:
        answers = ("accept_resignation", "reject_resignation")
        return [(answer, table.resignation.player.opponent) for answer in answers]
    if table.turn is None:
        return [("opening_roll", None)]
    allowed: list[tuple[str, Side | None]] = [
        (ruling.action.value, ruling.player)
        for ruling in cube_rulings(_cube_situation(table, table.turn, ruleset), ruleset)
        if ruling.legal
    ]
    if table.stage is Stage.ROLLED:
        allowed.append(("play", table.turn))
    if table.stage not in PENDING:
        allowed += [("resign", side) for side in (table.turn, table.turn.opponent)]
    return allowed


def _open(table: Table, event: OpeningRoll, ruleset: Ruleset) -> Ruling:
    """R-OPENING, R-AUTO."""
    if table.turn is not None:
        return Ruling(None, (EventCode.OPENING_ROLL_NOT_DUE,))
    opening = judge_opening(
        event.white,
        event.black,
        table.cube,
        ruleset,
        match=table.match,
        crawford_game=table.crawford_game(ruleset),
        automatic_doubles_used=table.automatic_doubles_used,
    )
    if opening.starter is None:
        used = table.automatic_doubles_used + opening.automatic_double
        return Ruling(replace(table, cube=opening.cube, automatic_doubles_used=used))
    started = replace(table, turn=opening.starter)
    return Ruling(started if opening.roll is None else _with_opening_dice(started, opening.roll))


def _with_opening_dice(table: Table, roll: Roll) -> Table:
    return replace(table, stage=Stage.ROLLED, roll=roll, opening_turn=True)


def _implied_opening(table: Table, player: Side, roll: Roll, ruleset: Ruleset) -> Ruling:
    """A game whose record leaves the opening roll out: who rolls first has won it (R-OPENING).

    Where the opening dice are played, they are these, and so no double.
    """
    started = replace(table, turn=player)
    if ruleset.opening_dice == "reroll":
        return Ruling(replace(started, stage=Stage.ROLLED, roll=roll))
    if roll.is_double:
        return Ruling(None, (EventCode.OPENING_DOUBLE,))
    return Ruling(_with_opening_dice(started, roll))


def _roll(table: Table, event: Rolled, ruleset: Ruleset) -> Ruling:
    if table.turn is None:
        return _implied_opening(table, event.player, event.roll, ruleset)
    ruling = _act_with_cube(table, CubeActed(event.player, CubeAction.ROLL), ruleset)
    if ruling.table is None:
        return ruling
    return Ruling(replace(ruling.table, roll=event.roll))


def _play(table: Table, event: Played, ruleset: Ruleset) -> Ruling:
    """A play, with the roll before it where it brings the dice."""
    roll = event.roll
    if roll is None or table.turn is not event.player or not _may_plainly_roll(table):
        if roll is not None and (table.turn is None or table.stage is Stage.BEFORE_ROLL):
            rolled = _roll(table, Rolled(event.player, roll), ruleset)
            if rolled.table is None:
                return rolled
            table = rolled.table
        if table.turn is None:
            return Ruling(None, (EventCode.OPENING_ROLL_DUE,))
        violations: list[Code] = []
        if event.player is not table.turn:
            violations.append(EventCode.NOT_YOUR_TURN)
        if table.stage in PENDING:
            violations.append(CubeCode.DOUBLE_PENDING)
        elif table.roll is None:
            violations.append(EventCode.DICE_NOT_ROLLED)
        elif roll not in (None, table.roll):
            violations.append(EventCode.DICE_MISMATCH)
        roll = table.roll
        if violations or roll is None:
            return Ruling(None, tuple(violations))
    outcome = judge_outcome(table.position, roll, event.attempt, ruleset, any_order=event.any_order)
    if outcome.after is None:
        return Ruling(None, (), outcome)
    return Ruling(after_turn(table, event.player, outcome.after, ruleset), (), outcome)


def _may_plainly_roll(table: Table) -> bool:
    """R-TURN: before its roll nothing keeps a side from rolling; by far the most turns are so."""
    return table.stage is Stage.BEFORE_ROLL and not table.opening_turn


def after_turn(table: Table, mover: Side, position: Position, ruleset: Ruleset) -> Table:
    """The table after the mover has played; ``position`` is as the opponent sees it."""
    if position.is_over:
        # R-END: the mover has borne off its last checker.
        return finish_game(table, mover, kind_of_win(position, ruleset), Ending.BORNE_OFF, ruleset)
    # Not by `replace`, which takes longer than all the rest of a turn.
    return Table(
        table.match,
        position,
        mover.opponent,
        Stage.BEFORE_ROLL,
        None,
        False,
        table.cube,
        table.automatic_doubles_used,
        None,
        table.games,
    )


def _cube_situation(table: Table, turn: Side, ruleset: Ruleset) -> CubeSituation:
    return CubeSituation(
        turn,
        table.stage,
        table.cube,
        table.match,
        table.crawford_game(ruleset),
        table.opening_turn,
    )


def _act_with_cube(table: Table, event: CubeActed, ruleset: Ruleset) -> Ruling:
    if table.turn is None:
        return Ruling(None, (EventCode.OPENING_ROLL_DUE,))
    ruling = judge_cube_action(_cube_situation(table, table.turn, ruleset), event.action, ruleset)
    if event.player is not ruling.player:
        # What else is wrong was judged as the other side's action and is not true of this one.
        return Ruling(None, (EventCode.NOT_YOUR_TURN,))
    if ruling.cube is None:
        return Ruling(None, ruling.violations)
    if ruling.stage is None:
        # R-DROP: the other side wins the last accepted cube.
        winner = ruling.player.opponent
        return Ruling(finish_game(table, winner, GameKind.DROP, Ending.DROPPED, ruleset))
    return Ruling(replace(table, cube=ruling.cube, stage=ruling.stage))


def _resign(table: Table, event: Resigned) -> Ruling:
    """R-RESIGN: offered by either side, but not in the place of an answer to a double."""
    if table.turn is None:
        return Ruling(None, (EventCode.OPENING_ROLL_DUE,))
    violations: list[Code] = []
    if table.stage in PENDING:
        violations.append(CubeCode.DOUBLE_PENDING)
    own_view = table.position if event.player is table.turn else table.position.mirrored()
    if resigns_too_much(own_view, event.resigned_as):
        violations.append(EventCode.RESIGNATION_TOO_HIGH)
    if violations:
        return Ruling(None, tuple(violations))
    return Ruling(replace(table, resignation=event))


def _answer_resignation(table: Table, event: ResignationAnswered, ruleset: Ruleset) -> Ruling:
    """R-RESIGN: only the opponent's acceptance ends the game; a refusal changes nothing."""
    if table.resignation is None:
        return Ruling(None, (EventCode.NO_RESIGNATION_OFFERED,))
    winner = table.resignation.player.opponent
    if event.player is not winner:
        return Ruling(None, (EventCode.NOT_YOUR_TURN,))
    if not event.accepted:
        return Ruling(replace(table, resignation=None))
    kind = kind_of_resignation(table.resignation.resigned_as, ruleset)
    return Ruling(finish_game(table, winner, kind, Ending.RESIGNED, ruleset))


def finish_game(
    table: Table, winner: Side, kind: GameKind, ending: Ending, ruleset: Ruleset
) -> Table:
    """The table before the next game, or of the match that is over (R-MATCH)."""
    score = score_game(winner, kind, table.cube, ruleset, in_match=table.match is not None)
    won = {side: score.points if side is winner else 0 for side in Side}
    game = FinishedGame(
        ending,
        score,
        table.score(Side.WHITE) + won[Side.WHITE],
        table.score(Side.BLACK) + won[Side.BLACK],
    )
    match = None if table.match is None else after_game(table.match, winner, score.points)
    return Table(match, turn=starter_after(winner, ruleset), games=(*table.games, game))
