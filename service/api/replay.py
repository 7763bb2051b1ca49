"""A whole match, event by event, through the same rules as the single questions."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body
from service.api.attempts import outcome_warnings, read_attempt
from service.api.faults import Faults
from service.api.game_state import GameState, check_rules_version, match_warnings, read_rules
from service.api.messages import message
from service.api.rulings import note_ruling
from service.api.schemas import ReplayMatchRequest
from service.rules.board import Side
from service.rules.cube import CubeAction
from service.rules.dice import Roll
from service.rules.referee import (
    CubeActed,
    Event,
    FinishedGame,
    OpeningRoll,
    Played,
    ResignationAnswered,
    Resigned,
    Rolled,
    Ruling,
    Table,
    allowed_events,
    judge_event,
    new_table,
)
from service.rules.scoring import GameKind

blueprint = Blueprint("replay", __name__)


MOST_EXAMINED = 250_000
"""Legal plays and readings that one request may make the rules look at: a real match of the most
events has less than half of them, and no request takes more than seconds."""

_PLAYER = frozenset({"player"})
_ATTEMPT = frozenset({"moves", "notation"})
_FIELDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    # event: (the fields it needs, those it may have)
    "opening_roll": (frozenset({"rolls"}), frozenset()),
    "roll": (frozenset({"player", "dice"}), frozenset()),
    "play": (_PLAYER, _ATTEMPT | {"dice"}),
    "resign": (frozenset({"player", "resigned_as"}), frozenset()),
}
_ONLY_PLAYER = (_PLAYER, frozenset[str]())


@blueprint.route("/v1/matches/replay", methods=ASKED_BY)
def replay_match() -> Response:
    return answer_body(REPLAY, body_limit="MAX_RECORD_BYTES")


def _replay(data: dict[str, Any], faults: Faults, language: str) -> Any:
    check_rules_version(data)
    state = GameState(read_rules(data, faults), data.get("numbering") == "white")
    given: list[dict[str, Any]] = data.get("events", [])
    events = [_read_event(event, index, faults, state) for index, event in enumerate(given)]
    if faults or "events" not in data:
        return None
    ruleset, length = state.rules.ruleset, data.get("length")
    if length is not None:
        state.warnings += match_warnings(length, ruleset)
    document = {**render.common(state, language), "legal": True}
    warnings = document.pop("warnings", [])
    table = new_table(length)
    examined = 0
    for index, event in enumerate(events):
        if event is None:
            continue
        ruling = judge_event(table, event, ruleset)
        if ruling.outcome is not None:
            examined += ruling.outcome.examined
            if examined > MOST_EXAMINED:
                faults.add(("events", index), "budget_exceeded")
                return None
            flips = table.turn is not None and state.flips(table.turn)
            warnings += [
                {"code": code, "message": message(code, language, **facts), "event_index": index}
                for code, facts in outcome_warnings(ruling.outcome, given[index], flips=flips)
            ]
        if ruling.table is None:
            document["legal"] = False
            document["fault"] = _fault(ruling, index, state, event, language)
            break
        if table.turn is None and not isinstance(event, OpeningRoll):
            code = "opening_roll_assumed"
            warnings.append(
                {"code": code, "message": message(code, language), "event_index": index}
            )
        table = ruling.table
    broken = document.get("fault", {}).get("violations", ())
    note_ruling(document["legal"], [violation["code"] for violation in broken])
    if warnings:
        document["warnings"] = warnings
    return {**document, **_shown(table, state)}


def _read_event(
    event: dict[str, Any], index: int, faults: Faults, state: GameState
) -> Event | None:
    """One event for the rules; None where something is wrong with it, and said."""
    path = ("events", index)
    if "event" not in event:
        return None
    name = event["event"]
    needed, optional = _FIELDS.get(name, _ONLY_PLAYER)
    known = {"event", *needed, *optional}
    wrong = [(field, "unknown_field") for field in event if field not in known]
    wrong += [
        (field, "missing_field")
        for field in sorted(needed)
        if field not in event and not faults.within((*path, field))
    ]
    for field, code in wrong:
        faults.add((*path, field), code)
    if faults.within(path):
        return None
    if name == "opening_roll":
        return OpeningRoll(event["rolls"]["white"], event["rolls"]["black"])
    player = Side(event["player"])
    roll = Roll.of(*event["dice"]) if "dice" in event else None
    if name == "play":
        attempt, named = read_attempt(
            event, faults, flips=state.flips(player), roll=roll, path=path
        )
        return Played(player, attempt, roll or named, any_order="notation" in event)
    if name == "roll" and roll is not None:
        return Rolled(player, roll)
    if name == "resign":
        return Resigned(player, GameKind(event["resigned_as"]))
    if name in ("accept_resignation", "reject_resignation"):
        return ResignationAnswered(player, name == "accept_resignation")
    return CubeActed(player, CubeAction(name))


def _fault(
    ruling: Ruling, index: int, state: GameState, event: Event, language: str
) -> render.Document:
    document: render.Document = {"event_index": index}
    verdict = None if ruling.outcome is None else ruling.outcome.verdict
    if verdict is None or not isinstance(event, Played):
        document["violations"] = render.coded_violations(ruling.violations, language)
        return document
    document["result_equivalent"] = verdict.result_equivalent
    document["violations"] = render.violations(verdict, state.flips(event.player), language)
    return document


def _shown(table: Table, state: GameState) -> render.Document:
    """Where the match stands, and what may come next."""
    ruleset = state.rules.ruleset
    document: render.Document = {}
    if not table.is_over:
        document["state"] = render.game_state(
            state,
            table.cube,
            table.match,
            shown=table.position,
            turn=table.turn,
            stage=table.stage,
            roll=table.roll,
            opening_turn=table.opening_turn,
            automatic_doubles_used=table.automatic_doubles_used,
        )
        if table.automatic_doubles_used:
            document["automatic_doubles_used"] = table.automatic_doubles_used
    if table.resignation is not None:
        document["resignation"] = {
            "player": table.resignation.player.value,
            "resigned_as": table.resignation.resigned_as.value,
        }
    document["allowed"] = [
        {"event": name} if player is None else {"event": name, "player": player.value}
        for name, player in allowed_events(table, ruleset)
    ]
    document["games"] = [_game(game, index) for index, game in enumerate(table.games)]
    if table.match is not None:
        document["match"] = render.match_result(table.match)
    return document


def _game(game: FinishedGame, index: int) -> render.Document:
    score = game.score
    return {
        "number": index + 1,
        "winner": score.winner.value,
        "kind": score.kind.value,
        "ending": game.ending.value,
        "base_points": score.base_points,
        "cube_value": score.cube_value,
        "points": score.points,
        "jacoby_applied": score.jacoby_applied,
        "score": {"white": game.white, "black": game.black},
    }


REPLAY = Operation(ReplayMatchRequest(), _replay)
