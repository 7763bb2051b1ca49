"""Who begins a game, and with which dice."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import answer_post
from service.api.faults import Faults
from service.api.game_state import NOTHING, Fields, GameState, read_game_state
from service.api.schemas import OpeningRequest
from service.rules import opening as opening_rules
from service.rules.board import START, Side
from service.rules.cube import Stage
from service.rules.match import is_crawford_game
from service.rules.opening import Opening, starter_after
from service.rules.scoring import CENTRED_CUBE, Cube

blueprint = Blueprint("openings", __name__)

_schema = OpeningRequest()

_USES: Fields = frozenset({"cube", "match"})


@blueprint.post("/v1/openings")
def judge_opening() -> Response:
    return answer_post(_schema, _judge)


def _judge(data: dict[str, Any], faults: Faults, language: str) -> Any:
    state = read_game_state(data, faults, needs=NOTHING, uses=_USES)
    cube = state.cube or CENTRED_CUBE
    if cube.owner is not None and not faults.touch("cube"):
        # Before the first roll nobody has taken a double.
        field = ("cube", "owner") if "cube" in data else ("xgid",)
        faults.add(field, "invalid_value", allowed="middle")
    previous = Side(data["previous_winner"]) if "previous_winner" in data else None
    starter = starter_after(previous, state.rules.ruleset) if previous else None
    rolls_given = "rolls" in data or faults.touch("rolls")
    if starter is not None and rolls_given:
        faults.add(("rolls",), "conflicting_input")
    if starter is None and not rolls_given:
        faults.add(("rolls",), "missing_field")
    if faults:
        return None
    used = data.get("automatic_doubles_used", 0)
    if starter is not None:
        opening = Opening(starter, None, cube)
    else:
        opening = _by_roll(data["rolls"], state, cube, used, faults)
    return {**render.common(state, language), **_shown(opening, state, used)}


def _by_roll(
    rolls: dict[str, int], state: GameState, cube: Cube, used: int, faults: Faults
) -> Opening:
    ruleset, match = state.rules.ruleset, state.match
    crawford = is_crawford_game(match, ruleset) if match else False
    opening, in_crawford_game = (
        opening_rules.judge_opening(
            rolls["white"],
            rolls["black"],
            cube,
            ruleset,
            match=match,
            crawford_game=assumed,
            automatic_doubles_used=used,
        )
        for assumed in (bool(crawford), True)
    )
    if crawford is None and opening != in_crawford_game:
        # R-AUTO: not in a Crawford game, and the score cannot tell whether this is one.
        faults.add(("match", "crawford_played"), "crawford_unknown")
    return opening


def _shown(opening: Opening, state: GameState, used: int) -> render.Document:
    document: render.Document = {"decision": "roll_again" if opening.starter is None else "start"}
    if opening.starter is not None:
        document["starter"] = opening.starter.value
    if opening.roll is not None:
        first, second = opening.roll
        document["dice"] = [first, second]
    document["roll_new_dice"] = opening.starter is not None and opening.roll is None
    document["automatic_double"] = opening.automatic_double
    document["automatic_doubles_used"] = used + opening.automatic_double
    if state.rules.ruleset.cube:
        document["cube"] = render.cube_of(opening.cube)
    document["next"] = render.game_state(
        state,
        opening.cube,
        state.match,
        shown=START,
        turn=opening.starter,
        stage=Stage.BEFORE_ROLL if opening.roll is None else Stage.ROLLED,
        roll=opening.roll,
        opening_turn=opening.roll is not None,
    )
    return document
