"""How a finished game counts: kind, base points, cube and Jacoby (R-SINGLE to R-JACOBY)."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from service.rules.board import BAR, CHECKERS, HOME, Position, Side
from service.rules.rulesets import Ruleset


class GameKind(enum.Enum):
    """How a game was won; a drop is always worth the value before the double."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Cube:
    """The last accepted doubling cube: its value, and its owner or None for the middle."""

    value: int = 1
    owner: Side | None = None


CENTRED_CUBE = Cube()
"""The cube with which a game begins: 1, in the middle."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """A finished game: ``points`` = ``base_points`` times ``cube_value``.

    ``kind`` keeps its name where Jacoby makes it count 1.
    """

    winner: Side
    kind: GameKind
    base_points: int
    cube_value: int
    jacoby_applied: bool

    @property
    def points(self) -> int:
        return self.base_points * self.cube_value


def kind_of_win(position: Position, ruleset: Ruleset) -> GameKind:
    """How the game counts when the opponent of the position's mover has borne off its last checker.

    The position is as the loser, who would be next to roll, sees it; raises ValueError where the
    game is not over that way.
    """
    if position.opponent_borne_off != CHECKERS:
        raise ValueError("the game is not over")
    if position.borne_off:
        return GameKind.SINGLE
    # R-BACKGAMMON: none off, and a checker on the bar or in the winner's home, the loser's 19-24.
    winners_home = range(BAR - HOME[-1], BAR + 1)
    if ruleset.backgammon_points == 3 and any(position.board[point] > 0 for point in winners_home):
        return GameKind.BACKGAMMON
    return GameKind.GAMMON


def kind_of_resignation(resigned_as: GameKind, ruleset: Ruleset) -> GameKind:
    """R-RESIGN: where there is no triple win a backgammon resignation counts as a gammon."""
    if resigned_as is GameKind.BACKGAMMON and ruleset.backgammon_points == 2:
        return GameKind.GAMMON
    return resigned_as


def resigns_too_much(position: Position, resigned_as: GameKind) -> bool:
    """R-RESIGN: a side with a checker off can lose only a single; the position is as it sees it."""
    return position.borne_off > 0 and resigned_as is not GameKind.SINGLE


def base_points(kind: GameKind, ruleset: Ruleset) -> int:
    """R-SINGLE 1, R-GAMMON 2, R-BACKGAMMON what the ruleset gives; a drop 1."""
    if kind is GameKind.BACKGAMMON:
        return ruleset.backgammon_points
    return 2 if kind is GameKind.GAMMON else 1


def score_game(
    winner: Side, kind: GameKind, cube: Cube, ruleset: Ruleset, *, in_match: bool
) -> GameScore:
    """The score of a finished game (R-CUBE-VALUE, R-JACOBY)."""
    base = base_points(kind, ruleset)
    # R-JACOBY: no gammon counts before a double was taken; an automatic double leaves the cube in
    # the middle and does not count. In matches only where the ruleset has its options there too.
    jacoby = (
        ruleset.jacoby
        and (ruleset.options_in_match or not in_match)
        and cube.owner is None
        and base > 1
    )
    return GameScore(winner, kind, 1 if jacoby else base, cube.value, jacoby)
