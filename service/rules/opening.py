"""Who begins a game and with which dice (R-OPENING, R-AUTO)."""

from __future__ import annotations

from dataclasses import dataclass

from service.rules.board import Side
from service.rules.dice import Roll
from service.rules.match import Match
from service.rules.rulesets import Ruleset
from service.rules.scoring import Cube


@dataclass(frozen=True, slots=True)
class Opening:
    """The ruling on how a game begins.

    ``starter`` None: both sides throw again. ``roll``: the dice that lie there to be played; None
    where the starter rolls two new ones, or nobody starts yet. ``cube``: after an automatic double.
    """

    starter: Side | None
    roll: Roll | None
    cube: Cube
    automatic_double: bool = False


def starter_after(winner: Side, ruleset: Ruleset) -> Side | None:
    """Who starts the game after one that this side has won; None: an opening roll decides."""
    return winner if ruleset.later_games == "winner" else None


def judge_opening(
    white: int,
    black: int,
    cube: Cube,
    ruleset: Ruleset,
    *,
    match: Match | None = None,
    crawford_game: bool = False,
    automatic_doubles_used: int = 0,
) -> Opening:
    """What the two opening dice, one thrown by each side, decide (R-OPENING).

    ``cube``: the cube of the game so far, in the middle. ``automatic_doubles_used``: how often it
    has been doubled automatically in this game.
    """
    if white == black:
        doubles = _doubles_automatically(
            cube, ruleset, match, crawford_game, automatic_doubles_used
        )
        return Opening(None, None, Cube(2 * cube.value) if doubles else cube, doubles)
    starter = Side.WHITE if white > black else Side.BLACK
    return Opening(starter, Roll.of(white, black) if ruleset.opening_dice == "play" else None, cube)


def _doubles_automatically(
    cube: Cube, ruleset: Ruleset, match: Match | None, crawford_game: bool, used: int
) -> bool:
    """R-AUTO: whether equal opening dice double the stake."""
    if not (ruleset.cube and ruleset.automatic_doubles):
        return False
    limit = ruleset.automatic_doubles_limit
    if limit is not None and used >= limit:
        return False
    if 2 * cube.value > ruleset.highest_cube:
        return False
    if match is None:
        return True
    # In a match only where the ruleset has its options there too, never in a Crawford game, and
    # not where the stake already wins the match for both sides.
    wins_for_both = all(match.away(side) <= cube.value for side in Side)
    return ruleset.options_in_match and not crawford_game and not wins_for_both
