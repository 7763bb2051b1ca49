"""What may be done with the doubling cube, by whom, and what comes of it (R-DOUBLE to R-BEAVER).

The cube is always the last accepted one, which is what a drop pays; the turn stays the doubler's
from the double to the roll.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from service.rules.board import Side
from service.rules.codes import RuleCode
from service.rules.match import Match
from service.rules.rulesets import Ruleset
from service.rules.scoring import Cube


class Stage(enum.Enum):
    """Where in a turn the game is."""

    BEFORE_ROLL = "before_roll"
    OFFERED = "offered"
    BEAVERED = "beavered"
    RACCOONED = "raccooned"
    ROLLED = "rolled"


PENDING = (Stage.OFFERED, Stage.BEAVERED, Stage.RACCOONED)
"""The stages in which an offer waits for its answer."""


class CubeAction(enum.Enum):
    """What a player can do instead of, or before, playing; the roll ends the time for doubling."""

    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    ROLL = "roll"


class CubeCode(RuleCode):
    """Why a cube action is illegal, with the id of the rule it breaks."""

    NO_CUBE = ("no_cube", "R-DOUBLE")
    DICE_ALREADY_ROLLED = ("dice_already_rolled", "R-DOUBLE")
    DOUBLE_PENDING = ("double_pending", "R-DOUBLE")
    NO_DOUBLE_OFFERED = ("no_double_offered", "R-TAKE")
    ONE_POINT_MATCH = ("one_point_match", "R-CRAWFORD")
    CRAWFORD_GAME = ("crawford_game", "R-CRAWFORD")
    CUBE_NOT_OWNED = ("cube_not_owned", "R-DOUBLE")
    CUBE_AT_LIMIT = ("cube_at_limit", "R-DOUBLE")
    CUBE_DEAD = ("cube_dead", "R-DOUBLE")
    BEAVERS_OFF = ("beavers_off", "R-BEAVER")
    BEAVER_IN_MATCH = ("beaver_in_match", "R-BEAVER")
    BEAVER_NOT_REFUSABLE = ("beaver_not_refusable", "R-BEAVER")
    RACCOONS_OFF = ("raccoons_off", "R-BEAVER")


@dataclass(frozen=True, slots=True)
class CubeSituation:
    """Everything that a cube action is judged by.

    ``turn``: the side that is about to roll, or has doubled. ``opening_turn``: the first turn of a
    game, whose dice lie there already in a ruleset that plays the opening dice. ``match`` None:
    money or a single game.
    """

    turn: Side
    stage: Stage
    cube: Cube
    match: Match | None = None
    crawford_game: bool = False
    opening_turn: bool = False


class CubeRuling(NamedTuple):
    """Whether an action is legal, and what comes of it where it is.

    ``player``: whose action it would be. ``cube``: the last accepted cube after it, None where it
    is illegal. ``stage``: the stage after it, None where it is illegal or ends the game (R-DROP).
    """

    action: CubeAction
    player: Side
    violations: tuple[CubeCode, ...]
    cube: Cube | None = None
    stage: Stage | None = None

    @property
    def legal(self) -> bool:
        return not self.violations


def cube_rulings(at: CubeSituation, ruleset: Ruleset) -> list[CubeRuling]:
    """The rulings on all six actions, in the order of `CubeAction`."""
    return [judge_cube_action(at, action, ruleset) for action in CubeAction]


def judge_cube_action(at: CubeSituation, action: CubeAction, ruleset: Ruleset) -> CubeRuling:
    """The ruling on one action, with every rule it breaks."""
    player = _player_of(action, at)
    if not ruleset.cube and action is not CubeAction.ROLL:
        return CubeRuling(action, player, (CubeCode.NO_CUBE,))
    violations = tuple(dict.fromkeys(_VIOLATIONS[action](at, ruleset)))
    if violations:
        return CubeRuling(action, player, violations)
    return CubeRuling(action, player, (), *_after(at, action, ruleset))


def _player_of(action: CubeAction, at: CubeSituation) -> Side:
    """Whose action it is: the doubler doubles, raccoons and rolls, the other side answers.

    Only a beaver is answered by the doubler.
    """
    if action in (CubeAction.DOUBLE, CubeAction.RACCOON, CubeAction.ROLL):
        return at.turn
    if action is not CubeAction.BEAVER and at.stage is Stage.BEAVERED:
        return at.turn
    return at.turn.opponent


# The cube has been doubled so often since the double was offered.
_DOUBLED_SINCE = {Stage.BEAVERED: 1, Stage.RACCOONED: 2}


def _stake_before_double(at: CubeSituation) -> int:
    """The cube's value before the double that is to be made or waits for its answer."""
    return at.cube.value >> _DOUBLED_SINCE.get(at.stage, 0)


def _opening_dice_lie(at: CubeSituation, ruleset: Ruleset) -> bool:
    return at.opening_turn and ruleset.opening_dice == "play"


def _double(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    return _time_to_roll(at, ruleset) + _double_faults(at, ruleset)


def _time_to_roll(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    """R-DOUBLE: before rolling, and never while the opening dice lie there to be played."""
    codes = [CubeCode.DOUBLE_PENDING] if at.stage in PENDING else []
    if at.stage is Stage.ROLLED or _opening_dice_lie(at, ruleset):
        codes.append(CubeCode.DICE_ALREADY_ROLLED)
    return codes


def _take(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    if at.stage not in PENDING:
        return [CubeCode.NO_DOUBLE_OFFERED]
    return _offer_faults(at, ruleset)


def _drop(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    violations = _take(at, ruleset)
    # R-BEAVER: where a beaver cannot be refused the doubler must go on.
    if at.stage is Stage.BEAVERED and not ruleset.beaver_refusable:
        violations.append(CubeCode.BEAVER_NOT_REFUSABLE)
    return violations


def _beaver(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    switches = _beaver_switches(at, ruleset)
    if at.stage is Stage.OFFERED:
        return _double_faults(at, ruleset) + switches + _beaver_faults(at, ruleset)
    return [_nothing_to_raise(at), *switches]


def _raccoon(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    switches = _raccoon_switches(ruleset)
    if at.stage is Stage.BEAVERED:
        return _offer_faults(at, ruleset) + switches + _raccoon_faults(at, ruleset)
    return [_nothing_to_raise(at), *switches]


def _nothing_to_raise(at: CubeSituation) -> CubeCode:
    """R-BEAVER: at once, in answer to the double or the beaver, or not at all."""
    return CubeCode.DOUBLE_PENDING if at.stage in PENDING else CubeCode.NO_DOUBLE_OFFERED


def _offer_faults(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    """What is wrong with the offers that wait for an answer: an illegal one cannot be answered."""
    faults = _double_faults(at, ruleset)
    if at.stage in (Stage.BEAVERED, Stage.RACCOONED):
        faults += _beaver_switches(at, ruleset) + _beaver_faults(at, ruleset)
    if at.stage is Stage.RACCOONED:
        faults += _raccoon_switches(ruleset) + _raccoon_faults(at, ruleset)
    return faults


def _double_faults(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    """R-DOUBLE, whenever it is asked: the double itself, judged on the cube before it."""
    faults = []
    if _opening_dice_lie(at, ruleset):
        faults.append(CubeCode.DICE_ALREADY_ROLLED)
    if at.match is not None and at.match.length == 1:
        faults.append(CubeCode.ONE_POINT_MATCH)
    if at.crawford_game:
        faults.append(CubeCode.CRAWFORD_GAME)
    # After a beaver the cube is the beaverer's; whose it was before is no longer known.
    if at.stage not in _DOUBLED_SINCE and at.cube.owner is at.turn.opponent:
        faults.append(CubeCode.CUBE_NOT_OWNED)
    return faults + _raise_faults(at, ruleset, at.turn, _stake_before_double(at))


def _beaver_switches(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    if not ruleset.beavers:
        return [CubeCode.BEAVERS_OFF]
    if at.match is not None and not ruleset.options_in_match:
        return [CubeCode.BEAVER_IN_MATCH]
    return []


def _beaver_faults(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    # The taker raises the stake that the take has made.
    return _raise_faults(at, ruleset, at.turn.opponent, 2 * _stake_before_double(at))


def _raccoon_switches(ruleset: Ruleset) -> list[CubeCode]:
    return [] if ruleset.raccoons else [CubeCode.RACCOONS_OFF]


def _raccoon_faults(at: CubeSituation, ruleset: Ruleset) -> list[CubeCode]:
    return _raise_faults(at, ruleset, at.turn, 4 * _stake_before_double(at))


def _raise_faults(at: CubeSituation, ruleset: Ruleset, player: Side, stake: int) -> list[CubeCode]:
    """Why this player may not double this stake: not past the limit, and no dead cube.

    Each side's dead cube is judged by its own score: the stake wins the match for it already.
    """
    faults = []
    if 2 * stake > ruleset.highest_cube:
        faults.append(CubeCode.CUBE_AT_LIMIT)
    if ruleset.dead_cube and at.match is not None and at.match.away(player) <= stake:
        faults.append(CubeCode.CUBE_DEAD)
    return faults


_VIOLATIONS: dict[CubeAction, Callable[[CubeSituation, Ruleset], list[CubeCode]]] = {
    CubeAction.DOUBLE: _double,
    CubeAction.TAKE: _take,
    CubeAction.DROP: _drop,
    CubeAction.BEAVER: _beaver,
    CubeAction.RACCOON: _raccoon,
    CubeAction.ROLL: _time_to_roll,
}


def _after(at: CubeSituation, action: CubeAction, ruleset: Ruleset) -> tuple[Cube, Stage | None]:
    """The cube and the stage after a legal action; no stage where the game has ended."""
    cube = at.cube
    if action is CubeAction.DOUBLE:
        return cube, Stage.OFFERED
    if action is CubeAction.TAKE:
        # R-TAKE: the taker owns it; R-BEAVER: the beaverer keeps it.
        owner = at.turn.opponent if at.stage is Stage.OFFERED else cube.owner
        return Cube(2 * cube.value, owner), Stage.BEFORE_ROLL
    if action is CubeAction.BEAVER:
        if not ruleset.beaver_refusable and not ruleset.raccoons:
            # Nothing to answer: the doubler must go on.
            return Cube(4 * cube.value, at.turn.opponent), Stage.BEFORE_ROLL
        return Cube(2 * cube.value, at.turn.opponent), Stage.BEAVERED
    if action is CubeAction.RACCOON:
        return Cube(2 * cube.value, cube.owner), Stage.RACCOONED
    return cube, Stage.ROLLED if action is CubeAction.ROLL else None
