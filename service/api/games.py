"""Scoring a game that has ended: borne off, dropped or resigned."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body
from service.api.faults import Faults
from service.api.game_state import NOTHING, STAKES, Fields, GameState, read_game_state
from service.api.schemas import ScoreGameRequest
from service.rules.board import CHECKERS, Side
from service.rules.referee import Ending
from service.rules.scoring import (
    GameKind,
    kind_of_resignation,
    kind_of_win,
    resigns_too_much,
)

blueprint = Blueprint("games", __name__)


_POSITION = frozenset({"position"})
# Of a dropped game the position says nothing; a resignation is held against it where it is given.
_NEEDS: dict[Ending | None, Fields] = {Ending.BORNE_OFF: _POSITION}
_USES: dict[Ending | None, Fields] = {Ending.DROPPED: STAKES}


@blueprint.route("/v1/games/score", methods=ASKED_BY)
def score_game() -> Response:
    return answer_body(SCORE)


def _score(data: dict[str, Any], faults: Faults, language: str) -> Any:
    ending = Ending(data["ending"]) if "ending" in data else None
    state = read_game_state(
        data,
        faults,
        needs=_NEEDS.get(ending, NOTHING),
        uses=_USES.get(ending, _POSITION | STAKES),
    )
    ended = _read_ending(data, faults, state, ending)
    if faults or ended is None:
        return None
    return {**render.common(state, language), **render.game_result(state, *ended, language)}


def _read_ending(
    data: dict[str, Any], faults: Faults, state: GameState, ending: Ending | None
) -> tuple[Side, GameKind] | None:
    """Who has won and how; None where that cannot be said, for reasons among the faults."""
    winner = Side(data["winner"]) if "winner" in data else None
    if ending in (Ending.DROPPED, Ending.RESIGNED) and not (winner or faults.touch("winner")):
        faults.add(("winner",), "missing_field")
    if ending in (Ending.BORNE_OFF, Ending.DROPPED) and "resigned_as" in data:
        faults.add(("resigned_as",), "conflicting_input")
    if ending is Ending.BORNE_OFF:
        return _borne_off(faults, state, winner)
    if ending is Ending.DROPPED:
        if not state.rules.ruleset.cube:
            # R-DROP: nothing was offered that could be dropped.
            faults.add(("ending",), "no_cube")
        return (winner, GameKind.DROP) if winner else None
    return _resigned(data, faults, state, winner) if ending is Ending.RESIGNED else None


def _borne_off(
    faults: Faults, state: GameState, claimed: Side | None
) -> tuple[Side, GameKind] | None:
    if state.white_view is None:
        return None
    views = {Side.WHITE: state.white_view, Side.BLACK: state.white_view.mirrored()}
    winner = next((side for side in Side if views[side].borne_off == CHECKERS), None)
    if winner is None:
        faults.add((state.position_field,), "game_not_over")
        return None
    if claimed not in (None, winner):
        faults.add(("winner",), "conflicting_input")
    return winner, kind_of_win(views[winner.opponent], state.rules.ruleset)


def _resigned(
    data: dict[str, Any], faults: Faults, state: GameState, winner: Side | None
) -> tuple[Side, GameKind] | None:
    if "resigned_as" not in data:
        if not faults.touch("resigned_as"):
            faults.add(("resigned_as",), "missing_field")
        return None
    resigned_as = GameKind(data["resigned_as"])
    if winner is None:
        return None
    if state.white_view is not None:
        loses_white = winner is Side.BLACK
        position = state.white_view if loses_white else state.white_view.mirrored()
        if position.is_over:
            faults.add((state.position_field,), "game_over")
        elif resigns_too_much(position, resigned_as):
            faults.add(("resigned_as",), "resignation_too_high")
    return winner, kind_of_resignation(resigned_as, state.rules.ruleset)


SCORE = Operation(ScoreGameRequest(), _score)
