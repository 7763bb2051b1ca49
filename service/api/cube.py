"""The doubling cube: what may be done with it now, and what comes of an action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response

from service.api import render
from service.api.answers import answer_post
from service.api.faults import Faults
from service.api.game_state import Fields, GameState, read_game_state
from service.api.problems import Problem
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
from service.rules.match import is_crawford_game
from service.rules.scoring import CENTRED_CUBE, Cube, GameKind, score_game

blueprint = Blueprint("cube", __name__)

_actions_schema = CubeActionsRequest()
_apply_schema = ApplyCubeActionRequest()

_NEEDS: Fields = frozenset({"turn"})
# A position is carried on into the next state; no cube action depends on it.
_USES: Fields = frozenset({"position", "stage", "cube", "match"})


class Question(NamedTuple):
    """What is asked of the rules, and the turn, which is the doubler's throughout."""

    state: GameState
    situation: CubeSituation


@blueprint.post("/v1/cube/actions")
def list_cube_actions() -> Response:
    return answer_post(_actions_schema, _list)


@blueprint.post("/v1/cube/apply")
def apply_cube_action() -> Response:
    return answer_post(_apply_schema, _apply)


def _list(data: dict[str, Any], faults: Faults, language: str) -> Any:
    asked = _question(data, faults)
    if asked is None:
        return None
    ruleset = asked.state.rules.ruleset
    rulings = cube_rulings(asked.situation, ruleset)
    if _crawford_is_unknown(asked.state):
        other = replace(asked.situation, crawford_game=True)
        _refuse_unknown_crawford(asked.state, rulings, cube_rulings(other, ruleset), faults)
    document = _head(asked, language)
    document["actions"] = [_shown(ruling, language) for ruling in rulings]
    return document


def _apply(data: dict[str, Any], faults: Faults, language: str) -> Any:
    asked = _question(data, faults)
    if asked is None or "action" not in data:
        return None
    state, situation = asked
    ruleset = state.rules.ruleset
    action = CubeAction(data["action"])
    ruling = judge_cube_action(situation, action, ruleset)
    if _crawford_is_unknown(state):
        other = judge_cube_action(replace(situation, crawford_game=True), action, ruleset)
        _refuse_unknown_crawford(state, [ruling], [other], faults)
        if faults:
            return None
    if ruling.cube is None:
        raise _illegal_cube_action(ruling, language)
    document = {**_head(asked, language), "action": action.value, "player": ruling.player.value}
    if ruling.stage is None:
        # R-DROP: the other side wins the last accepted cube.
        score = score_game(
            ruling.player.opponent,
            GameKind.DROP,
            ruling.cube,
            ruleset,
            in_match=state.match is not None,
        )
        document["result"] = render.game_result(state, score, language)
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


def _question(data: dict[str, Any], faults: Faults) -> Question | None:
    state = read_game_state(data, faults, needs=_NEEDS, uses=_USES)
    if state.position is not None and state.position.is_over:
        faults.add((state.position_field,), "game_over")
    cube = state.cube or CENTRED_CUBE
    if state.turn is not None and state.rules.ruleset.cube:
        _check_raised_cube(data, faults, state.turn, state.stage, cube)
    if faults or state.turn is None:
        return None
    crawford = state.match is not None and is_crawford_game(state.match, state.rules.ruleset)
    situation = CubeSituation(
        state.turn, state.stage, cube, state.match, bool(crawford), state.opening_turn
    )
    return Question(state, situation)


def _check_raised_cube(
    data: dict[str, Any], faults: Faults, turn: Side, stage: Stage, cube: Cube
) -> None:
    """After a beaver or a raccoon the cube is the beaverer's and has been doubled before."""
    lowest = {Stage.BEAVERED: 2, Stage.RACCOONED: 4}.get(stage)
    if lowest is None or faults.touch("cube", "xgid"):
        return
    if "cube" not in data and "xgid" not in data:
        faults.add(("cube",), "missing_field")
        return
    field = ("cube",) if "cube" in data else ("xgid",)
    if cube.owner is not turn.opponent:
        faults.add((*field, "owner") if "cube" in data else field, "conflicting_input")
    elif cube.value < lowest:
        faults.add((*field, "value") if "cube" in data else field, "conflicting_input")


def _crawford_is_unknown(state: GameState) -> bool:
    return state.match is not None and is_crawford_game(state.match, state.rules.ruleset) is None


def _refuse_unknown_crawford(
    state: GameState, rulings: list[CubeRuling], others: list[CubeRuling], faults: Faults
) -> None:
    """R-CRAWFORD: where the score cannot tell, and the ruling depends on it, nothing is guessed."""
    if rulings != others:
        faults.add(("match", "crawford_played"), "crawford_unknown")


def _head(asked: Question, language: str) -> render.Document:
    document = render.common(asked.state, language)
    document["turn"] = asked.situation.turn.value
    document["stage"] = asked.situation.stage.value
    return document


def _shown(ruling: CubeRuling, language: str) -> render.Document:
    document: render.Document = {
        "action": ruling.action.value,
        "player": ruling.player.value,
        "legal": ruling.legal,
    }
    if ruling.cube is None:
        document["violations"] = render.coded_violations(ruling.violations, language)
    else:
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
