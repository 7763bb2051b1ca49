"""Who begins a game, and with which dice."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body
from service.api.faults import Faults
from service.api.game_state import (
    NOTHING,
    STAKES,
    GameState,
    judge_in_crawford_or_not,
    part_of,
    read_game_state,
)
from service.api.schemas import OpeningRequest
from service.rules import opening as opening_rules
from service.rules.board import START, Side
from service.rules.cube import Stage
from service.rules.opening import Opening, starter_after

blueprint = Blueprint("openings", __name__)


@blueprint.route("/v1/openings", methods=ASKED_BY)
def judge_opening() -> Response:
    return answer_body(JUDGE)


def _judge(data: dict[str, Any], faults: Faults, language: str) -> Any:
    state = read_game_state(data, faults, needs=NOTHING, uses=STAKES)
    if state.cube.owner is not None and not faults.touch("cube"):
        # Before the first roll nobody has taken a double.
        faults.add(part_of("cube", "owner", data), "invalid_value", allowed="middle")
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
        opening = Opening(starter, None, state.cube)
    else:
        opening = judge_in_crawford_or_not(
            state, faults, lambda crawford: _by_roll(data["rolls"], state, used, crawford)
        )
    return {**render.common(state, language), **_shown(opening, state, used)}


def _by_roll(rolls: dict[str, int], state: GameState, used: int, crawford_game: bool) -> Opening:
    return opening_rules.judge_opening(
        rolls["white"],
        rolls["black"],
        state.cube,
        state.rules.ruleset,
        match=state.match,
        crawford_game=crawford_game,
        automatic_doubles_used=used,
    )


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
        automatic_doubles_used=used + opening.automatic_double,
    )
    return document


JUDGE = Operation(OpeningRequest(), _judge)
