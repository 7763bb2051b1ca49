"""Where a match stands: its Crawford game, from the score or from the games played."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body
from service.api.faults import Faults
from service.api.game_state import (
    NOTHING,
    GameState,
    claimed_match,
    match_warnings,
    read_game_state,
)
from service.api.schemas import CrawfordRequest
from service.rules.board import Side
from service.rules.cube import CubeAction, CubeSituation, Stage, judge_cube_action
from service.rules.match import (
    CrawfordStatus,
    Match,
    after_game,
    crawford_status,
    points_possible,
)
from service.rules.rulesets import Ruleset
from service.rules.scoring import CENTRED_CUBE

blueprint = Blueprint("matches", __name__)


@blueprint.route("/v1/matches/crawford", methods=ASKED_BY)
def check_crawford() -> Response:
    return answer_body(CHECK_CRAWFORD)


def _check(data: dict[str, Any], faults: Faults, language: str) -> Any:
    if "games" in data or faults.touch("games"):
        state = read_game_state(data, faults, needs=NOTHING)
        _read_games(data, faults, state)
    elif not faults.touch("match") and _is_over(data):
        # No game is played at this score any more; here that is an answer and no fault.
        state = read_game_state(data, faults, needs=NOTHING)
        state.match = claimed_match(data["match"])
        state.warnings += match_warnings(state.match.length, state.rules.ruleset)
    else:
        if "match" in data and "score" not in data["match"] and not faults.touch("match"):
            faults.add(("match", "score"), "missing_field")
        state = read_game_state(data, faults, needs=frozenset({"match"}))
    if faults or state.match is None:
        return None
    return {**render.common(state, language), **_shown(state.match, state.rules.ruleset)}


def _is_over(data: dict[str, Any]) -> bool:
    """One side, and not both, has the points that win."""
    if "score" not in data.get("match", {}) or "xgid" in data:
        # An XGID is never that of a finished match.
        return False
    match = claimed_match(data["match"])
    return sum(match.away(side) <= 0 for side in Side) == 1


def _read_games(data: dict[str, Any], faults: Faults, state: GameState) -> None:
    """The match after the games, each held against the rules where it stands."""
    if "match" not in data and not faults.touch("match"):
        faults.add(("match",), "missing_field")
    if faults.touch("match"):
        return
    given = data["match"]
    for name in ("score", "crawford_played"):
        # The games say it.
        if name in given:
            faults.add(("match", name), "conflicting_input")
    if "xgid" in data:
        faults.add(("xgid",), "conflicting_input")
    ruleset = state.rules.ruleset
    match = Match(given["length"], 0, 0, crawford_played=False)
    for index, game in enumerate(data.get("games", ())):
        if match.winner is not None:
            faults.add(("games", index), "invalid_match_score")
            continue
        if "points" not in game:
            # Nothing can be said of the score from here on.
            break
        if not points_possible(game["points"], match, ruleset):
            faults.add(("games", index, "points"), "impossible_points", points=game["points"])
        if "winner" not in game:
            break
        match = after_game(match, Side(game["winner"]), game["points"])
    state.warnings += match_warnings(match.length, ruleset)
    state.match = match


def _shown(match: Match, ruleset: Ruleset) -> render.Document:
    status = crawford_status(match, ruleset)
    over = match.winner is not None
    document: render.Document = {"status": status.value}
    if status is not CrawfordStatus.UNKNOWN:
        crawford_game = status is CrawfordStatus.CRAWFORD
        document["crawford_game"] = crawford_game
        document["doubling_allowed"] = (
            ruleset.cube and not crawford_game and not over and match.length > 1
        )
        document["may_double"] = {
            side.value: not over and _may_double(side, match, crawford_game, ruleset)
            for side in Side
        }
    document["away"] = {side.value: max(match.away(side), 0) for side in Side}
    document["over"] = over
    document["match"] = render.match_state(match, ruleset)
    return document


def _may_double(side: Side, match: Match, crawford_game: bool, ruleset: Ruleset) -> bool:
    """Whether this side may double the cube with which the game begins."""
    situation = CubeSituation(side, Stage.BEFORE_ROLL, CENTRED_CUBE, match, crawford_game)
    return judge_cube_action(situation, CubeAction.DOUBLE, ruleset).legal


CHECK_CRAWFORD = Operation(CrawfordRequest(), _check)
