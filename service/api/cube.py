"""The doubling cube: what may be done with it now, and what comes of an action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body
from service.api.faults import Faults
from service.api.game_state import (
    STAKES,
    Fields,
    GameState,
    judge_in_crawford_or_not,
    part_of,
    read_game_state,
)
from service.api.problems import Problem
from service.api.rulings import note_ruling
from service.api.schemas import ApplyCubeActionRequest, CubeActionsRequest
from service.rules.board import Side
from service.rules.cube import (
    CubeAction,
    CubeRuling,
    CubeSituation,
    Stage,
    cube_rulings,
    judge_cube_action,
)
from service.rules.scoring import GameKind

blueprint = Blueprint("cube", __name__)


_NEEDS: Fields = frozenset({"turn"})
# A position is carried on into the next state; no cube action depends on it.
_USES: Fields = STAKES | {"position", "stage"}


@blueprint.route("/v1/cube/actions", methods=ASKED_BY)
def list_cube_actions() -> Response:
    return answer_body(LIST_ACTIONS)


@blueprint.route("/v1/cube/apply", methods=ASKED_BY)
def apply_cube_action() -> Response:
    return answer_body(APPLY)


def _list(data: dict[str, Any], faults: Faults, language: str) -> Any:
    state = _read(data, faults)
    if faults or state.turn is None:
        return None
    situation, ruleset = _situation(state, state.turn), state.rules.ruleset
    rulings = judge_in_crawford_or_not(
        state,
        faults,
        lambda crawford: cube_rulings(replace(situation, crawford_game=crawford), ruleset),
    )
    document = _head(state, situation, language)
    document["actions"] = [_shown(ruling, ruleset.cube, language) for ruling in rulings]
    return document


def _apply(data: dict[str, Any], faults: Faults, language: str) -> Any:
    state = _read(data, faults)
    if faults or state.turn is None:
        return None
    situation, ruleset = _situation(state, state.turn), state.rules.ruleset
    action = CubeAction(data["action"])
    ruling = judge_in_crawford_or_not(
        state,
        faults,
        lambda crawford: judge_cube_action(
            replace(situation, crawford_game=crawford), action, ruleset
        ),
    )
    if faults:
        return None
    note_ruling(ruling.legal, [code.code for code in ruling.violations])
    if ruling.cube is None:
        raise _illegal_cube_action(ruling, language)
    document = _head(state, situation, language)
    document |= {"action": action.value, "player": ruling.player.value}
    if ruling.stage is None:
        # R-DROP: the other side wins the last accepted cube.
        winner = ruling.player.opponent
        document["result"] = render.game_result(state, winner, GameKind.DROP, language)
    else:
        document["next"] = render.game_state(
            state,
            ruling.cube,
            state.match,
            shown=state.position,
            turn=situation.turn,
            stage=ruling.stage,
        )
    return document


def _read(data: dict[str, Any], faults: Faults) -> GameState:
    state = read_game_state(data, faults, needs=_NEEDS, uses=_USES)
    if state.position is not None and state.position.is_over:
        faults.add((state.position_field,), "game_over")
    if "dice" in data and state.stage is not Stage.ROLLED:
        state.warnings.append(("dice_not_used", {}))
    if state.turn is not None and state.rules.ruleset.cube:
        _check_raised_cube(data, faults, state, state.turn)
    return state


def _check_raised_cube(data: dict[str, Any], faults: Faults, state: GameState, turn: Side) -> None:
    """After a beaver or a raccoon the cube is the beaverer's and has been doubled before."""
    lowest = {Stage.BEAVERED: 2, Stage.RACCOONED: 4}.get(state.stage)
    if lowest is None or faults.touch("cube", "xgid"):
        return
    if "cube" not in data and "xgid" not in data:
        faults.add(("cube",), "missing_field")
    elif state.cube.owner is not turn.opponent:
        faults.add(part_of("cube", "owner", data), "conflicting_input")
    elif state.cube.value < lowest:
        faults.add(part_of("cube", "value", data), "conflicting_input")


def _situation(state: GameState, turn: Side) -> CubeSituation:
    """What is judged; whether this is the Crawford game is added where it is judged."""
    return CubeSituation(
        turn, state.stage, state.cube, state.match, opening_turn=state.opening_turn
    )


def _head(state: GameState, situation: CubeSituation, language: str) -> render.Document:
    document = render.common(state, language)
    document["turn"] = situation.turn.value
    document["stage"] = situation.stage.value
    return document


def _shown(ruling: CubeRuling, has_cube: bool, language: str) -> render.Document:
    document: render.Document = {
        "action": ruling.action.value,
        "player": ruling.player.value,
        "legal": ruling.legal,
    }
    if ruling.cube is None:
        document["violations"] = render.coded_violations(ruling.violations, language)
    elif has_cube:
        document["cube"] = render.cube_of(ruling.cube)
    return document


def _illegal_cube_action(ruling: CubeRuling, language: str) -> Problem:
    """422 with the violations, and each again as an error at the action."""
    violations = render.coded_violations(ruling.violations, language)
    errors = [
        {"pointer": "/action", "code": found["code"], "detail": found["message"]}
        for found in violations
    ]
    return Problem(422, "illegal_cube_action", members={"errors": errors, "violations": violations})


LIST_ACTIONS = Operation(CubeActionsRequest(), _list)
APPLY = Operation(ApplyCubeActionRequest(), _apply)
