"""From the common part of a request to rules objects, every fault said at once.

Nothing here decides a rule: it finds the position among its three spellings, turns White's
numbering into the players', and asks the rules what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from service import RULES_VERSION
from service.api.faults import Faults, Path
from service.api.plain_json import SIDE, white_board
from service.api.problems import Problem
from service.notation.errors import NotationError
from service.notation.position_id import parse_position_id
from service.notation.xgid import Xgid, parse_xgid
from service.rules.board import BAR, CHECKERS, POINTS, Checkers, Position, Setup, Side
from service.rules.board import Fault as PositionFault
from service.rules.cube import Stage
from service.rules.dice import Roll
from service.rules.match import Match, is_crawford_game, match_faults
from service.rules.rulesets import (
    DEFAULT_PRESET,
    PRESETS,
    Ruleset,
    option_faults,
    with_options,
)
from service.rules.scoring import CENTRED_CUBE, Cube

_MIDDLE = "middle"
_SOURCES = ("position", "position_id", "xgid")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The ruleset a request is judged under, and how it was asked for.

    Made once for equal requests and kept, so that identity is enough to know it by.
    """

    ruleset_id: str
    options: dict[str, Any]
    ruleset: Ruleset
    digest: str


Fields: TypeAlias = frozenset[str]
"""Names of fields that an endpoint needs or uses."""

NOTHING: Fields = frozenset()
STAKES: Fields = frozenset({"cube", "match"})

Ruled = TypeVar("Ruled")


@dataclass(slots=True)
class GameState:
    """The common part of a request as rules objects; what was not given is None, and the cube
    then 1 in the middle.

    ``white_numbering``: points come and go in White's numbering. ``white_view``: the position as
    White sees it; ``position``: the same as ``turn`` sees it. ``position_field``: the field of the
    request that gave it.
    """

    rules: Rules
    white_numbering: bool = False
    turn: Side | None = None
    white_view: Position | None = None
    position: Position | None = None
    position_field: str = "position"
    stage: Stage = Stage.BEFORE_ROLL
    opening_turn: bool = False
    roll: Roll | None = None
    cube: Cube = CENTRED_CUBE
    match: Match | None = None
    warnings: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def flips(self, side: Side) -> bool:
        """Whether this side's points are written the other way round."""
        return self.white_numbering and side is Side.BLACK


_PRESET_RULES = {
    name: Rules(name, {}, ruleset, ruleset.digest(name)) for name, ruleset in PRESETS.items()
}


def read_rules(data: dict[str, Any], faults: Faults) -> Rules:
    """The ruleset with its options; nonsense among the options is a fault.

    A preset that could not be read has been reported already; the default stands in for it.
    """
    ruleset_id = data.get("ruleset", DEFAULT_PRESET)
    options = data.get("options")
    if not options:
        return _PRESET_RULES[ruleset_id]
    rules = _rules_with_options(ruleset_id, tuple(options.items()))
    for fault in option_faults(rules.ruleset, options):
        faults.add(("options", fault.option), f"options_need_{fault.needs}", option=fault.option)
    return rules


@lru_cache(maxsize=1_024)
def _rules_with_options(ruleset_id: str, options: tuple[tuple[str, Any], ...]) -> Rules:
    ruleset = with_options(PRESETS[ruleset_id], dict(options))
    return Rules(ruleset_id, dict(options), ruleset, ruleset.digest(ruleset_id))


def read_game_state(
    data: dict[str, Any], faults: Faults, *, needs: Fields, uses: Fields = NOTHING
) -> GameState:
    """The game state in the well-shaped part of a request; what is wrong goes to ``faults``.

    ``needs``: the fields that must be there. ``uses``: those that matter where they are there. Both
    are held against the rules; all others are ignored.
    """
    check_rules_version(data)
    used = needs | uses
    state = GameState(read_rules(data, faults), data.get("numbering") == "white")
    xgid = _read_xgid(data, faults)
    state.turn = _read_turn(data, faults, xgid, needed="turn" in needs)
    if "position" in used:
        _read_position(data, faults, state, xgid, needed="position" in needs)
    if "dice" in used:
        _read_dice(data, faults, state, xgid)
    if "stage" in used:
        _read_stage(data, faults, state, xgid)
    if "cube" in used:
        _read_cube(data, faults, state, xgid)
    if "match" in used:
        _read_match(data, faults, state, xgid, needed="match" in needs)
    return state


def check_rules_version(data: dict[str, Any]) -> None:
    """Raises a 409 where the request pins other rules than these."""
    if data.get("rules_version", RULES_VERSION) != RULES_VERSION:
        raise Problem(409, "rules_version_mismatch", current=RULES_VERSION)


def _read_xgid(data: dict[str, Any], faults: Faults) -> Xgid | None:
    try:
        return parse_xgid(data["xgid"]) if "xgid" in data else None
    except NotationError as error:
        faults.add(("xgid",), error.code, reason=error.detail)
        return None


def _read_position(
    data: dict[str, Any], faults: Faults, state: GameState, xgid: Xgid | None, *, needed: bool
) -> None:
    given = [name for name in _SOURCES if name in data or faults.touch(name)]
    if not given and needed:
        faults.add(("position",), "missing_field")
    for name in given[1:]:
        faults.add((name,), "conflicting_input")
    if len(given) != 1 or faults.touch(*given):
        return
    name = state.position_field = given[0]
    if name == "position" and type(data["position"]) is list:
        board = white_board(data["position"], state.white_numbering)
        if board is not None:
            _take_position(Position(tuple(board)), state)
            return
    if name == "position":
        setup = _setup(data["position"], state)
    elif xgid is not None:
        setup = xgid.setup
    else:
        if state.turn is None and not faults.touch("turn"):
            # An id is written as the side on roll sees it, and says nothing without that side.
            faults.add(("turn",), "missing_field")
        try:
            setup = parse_position_id(data["position_id"], state.turn or Side.WHITE)
        except NotationError as error:
            faults.add((name,), error.code, reason=error.detail)
            return
    wrong = setup.faults()
    if not wrong:
        _take_position(setup.position_unchecked(Side.WHITE), state)
        return
    for fault in wrong:
        path: Path = _place(fault, state) if name == "position" else ()
        parameters = {"count": fault.found}
        if isinstance(fault.place, int):
            parameters["point"] = fault.place
        faults.add((name, *path), fault.code.value, **parameters)


def _take_position(white_view: Position, state: GameState) -> None:
    state.white_view = white_view
    if state.turn:
        state.position = white_view if state.turn is Side.WHITE else white_view.mirrored()


def _read_turn(
    data: dict[str, Any], faults: Faults, xgid: Xgid | None, *, needed: bool
) -> Side | None:
    turn = Side(data["turn"]) if "turn" in data else None
    if xgid is not None:
        if turn not in (None, xgid.turn):
            faults.add(("turn",), "conflicting_input")
        return xgid.turn
    if turn is None and needed and "xgid" not in data and not faults.touch("turn", "xgid"):
        faults.add(("turn",), "missing_field")
    return turn


def _read_dice(data: dict[str, Any], faults: Faults, state: GameState, xgid: Xgid | None) -> None:
    if "dice" in data:
        state.roll = Roll.of(*data["dice"])
    if xgid is not None and xgid.dice is not None:
        rolled = Roll.of(*xgid.dice)
        if state.roll not in (None, rolled):
            faults.add(("dice",), "conflicting_input")
        state.roll = rolled
    if xgid is not None and xgid.offer and state.roll is not None:
        # An offer waits for its answer: nothing has been rolled.
        faults.add(("dice",), "conflicting_input")
    if state.roll is None and not faults.touch("dice", "xgid"):
        faults.add(("dice",), "missing_field")


def _read_stage(data: dict[str, Any], faults: Faults, state: GameState, xgid: Xgid | None) -> None:
    """The stage: as given, else as the XGID or the dice that were sent show it."""
    state.opening_turn = data.get("opening_turn", False)
    if faults.touch("stage"):
        return
    stage = Stage(data["stage"]) if "stage" in data else None
    if xgid is None:
        state.stage = stage or (Stage.ROLLED if "dice" in data else Stage.BEFORE_ROLL)
        return
    rolled = Stage.ROLLED if xgid.dice or "dice" in data else Stage.BEFORE_ROLL
    shown = xgid.offer or rolled
    # An XGID without dice does not say whether the roll is still to come.
    silent = stage is Stage.ROLLED and shown is Stage.BEFORE_ROLL
    if stage not in (None, shown) and not silent:
        faults.add(("stage",), "conflicting_input")
    state.stage = stage or shown


def _read_cube(data: dict[str, Any], faults: Faults, state: GameState, xgid: Xgid | None) -> None:
    if faults.touch("cube"):
        return
    cube = None
    if "cube" in data:
        owner = data["cube"]["owner"]
        cube = Cube(data["cube"]["value"], None if owner == _MIDDLE else Side(owner))
    if xgid is not None:
        in_xgid = Cube(xgid.cube_value, xgid.cube_owner)
        if cube is None:
            cube = in_xgid
        elif cube != in_xgid:
            faults.add(("cube",), "conflicting_input")
    if cube is None:
        return
    if not state.rules.ruleset.cube and cube.value > 1:
        faults.add(part_of("cube", "value", data), "no_cube")
    if cube.value == 1 and cube.owner is not None:
        faults.add(part_of("cube", "owner", data), "owned_cube_of_one")
    state.cube = cube


def _read_match(
    data: dict[str, Any], faults: Faults, state: GameState, xgid: Xgid | None, *, needed: bool
) -> None:
    if faults.touch("match"):
        return
    match = claimed_match(data["match"]) if "match" in data else None
    if xgid is not None:
        in_xgid = _match_of(xgid)
        if match is None:
            match = in_xgid
        elif in_xgid is None or not _same_match(match, in_xgid):
            faults.add(("match",), "conflicting_input")
    if match is None:
        if needed and not faults.touch("xgid"):
            faults.add(("match",), "missing_field")
        return
    if xgid is not None and xgid.crawford and not match.somebody_one_away:
        faults.add(("xgid",), "crawford_impossible")
    for fault in match_faults(match):
        at = {"invalid_match_score": "score", "crawford_impossible": "crawford_played"}[fault.value]
        faults.add(part_of("match", at, data), fault.value)
    state.warnings += match_warnings(match.length, state.rules.ruleset)
    state.match = match


def claimed_match(given: dict[str, Any]) -> Match:
    """The match of a request as it is said to stand; nothing is checked."""
    score = given["score"]
    return Match(given["length"], score["white"], score["black"], given.get("crawford_played"))


def part_of(field: str, name: str, data: dict[str, Any]) -> Path:
    """The place of a part of the cube or the match: in its field, or in the XGID that brings it."""
    return (field, name) if field in data else ("xgid",)


def judge_in_crawford_or_not(
    state: GameState, faults: Faults, judge: Callable[[bool], Ruled]
) -> Ruled:
    """What ``judge`` rules, given whether this is the Crawford game (R-CRAWFORD).

    Where the score cannot tell, and the ruling depends on it, that is a fault: nothing is guessed.
    """
    crawford = state.match is not None and is_crawford_game(state.match, state.rules.ruleset)
    ruling = judge(bool(crawford))
    if crawford is None and judge(True) != ruling:
        faults.add(("match", "crawford_played"), "crawford_unknown")
    return ruling


def match_warnings(length: int, ruleset: Ruleset) -> list[tuple[str, dict[str, Any]]]:
    """What is unusual about a match to this many points under these rules."""
    warned: list[tuple[str, dict[str, Any]]] = []
    if ruleset.match_lengths is not None and length not in ruleset.match_lengths:
        warned.append(("match_length_unusual", {"length": length}))
    if ruleset.jacoby and not ruleset.options_in_match:
        warned.append(("jacoby_in_match", {}))
    return warned


def _match_of(xgid: Xgid) -> Match | None:
    if not xgid.match_length:
        return None
    white, black = xgid.score
    match = Match(xgid.match_length, white, black)
    # The flag speaks of this game: without it, at 1 away, the Crawford game lies behind.
    played = match.somebody_one_away and not xgid.crawford and match.length > 1
    return Match(xgid.match_length, white, black, played)


def _same_match(match: Match, other: Match) -> bool:
    return (match.length, match.white, match.black) == (
        other.length,
        other.white,
        other.black,
    ) and match.crawford_played in (None, other.crawford_played)


def _setup(sent: list[int] | dict[Side, Checkers], state: GameState) -> Setup:
    """The two sides' checkers, each in its own numbering."""
    sides = _checkers(sent) if isinstance(sent, list) else sent
    white, black = (
        _mirrored(sides[side]) if state.flips(side) else sides[side]
        for side in (Side.WHITE, Side.BLACK)
    )
    return Setup(white, black)


def _checkers(counts: list[int]) -> dict[Side, Checkers]:
    """The same as `fields` would have read it."""
    return {
        side: Checkers(
            {point: counts[start + point] for point in POINTS if counts[start + point]},
            counts[start + BAR],
            CHECKERS - sum(counts[start : start + SIDE]),
        )
        for side, start in ((Side.WHITE, 0), (Side.BLACK, SIDE))
    }


def _mirrored(checkers: Checkers) -> Checkers:
    points = {BAR - point: count for point, count in checkers.points.items()}
    return Checkers(points, checkers.bar, checkers.borne_off, checkers.bar_given)


def _place(fault: PositionFault, state: GameState) -> Path:
    """Where in the position object a fault is, in the numbering of the request."""
    if fault.side is None:
        return ()
    if isinstance(fault.place, int):
        point = BAR - fault.place if state.flips(fault.side) else fault.place
        return (fault.side.value, "points", str(point))
    return (fault.side.value, fault.place) if fault.place else (fault.side.value,)
