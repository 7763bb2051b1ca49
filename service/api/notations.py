"""A game at one moment from any notation, or a game state, into all the others."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body
from service.api.faults import Faults
from service.api.game_state import (
    STAKES,
    GameState,
    check_rules_version,
    match_warnings,
    read_game_state,
    read_rules,
)
from service.api.schemas import ConvertNotationRequest
from service.notation.errors import NotationError
from service.notation.formats import FORMATS, read_notation, recognised, write_notation
from service.notation.snapshot import GameSnapshot, lost, unknown
from service.notation.xgid import read_xgid
from service.rules.board import Side
from service.rules.cube import Stage
from service.rules.match import Match, is_crawford_game, match_faults
from service.rules.rulesets import PRESETS, Ruleset, with_options
from service.rules.scoring import CENTRED_CUBE

blueprint = Blueprint("notations", __name__)

AUTO = "auto"
RULESET_OF_NOTATIONS = "backgammon"
"""What a notation is of where nobody says it: the games of these notations have a cube."""

_GAME_STATE = "game_state"
_BROUGHT_BY_TEXT = (
    "position",
    "position_id",
    "xgid",
    "stage",
    "dice",
    "opening_turn",
    "automatic_doubles_used",
    "cube",
    "match",
)
_OPTIONS_OF_NOTATIONS = ("jacoby", "beavers", "cube_limit")


@blueprint.route("/v1/notations/convert", methods=ASKED_BY)
def convert_notation() -> Response:
    return answer_body(CONVERT)


def _convert(data: dict[str, Any], faults: Faults, language: str) -> Any:
    check_rules_version(data)
    if {"text", "format"} & set(data) or faults.touch("text", "format"):
        name, snapshot = _from_text(data, faults)
        rules = read_rules(_with_options(data, snapshot, faults), faults)
        state = GameState(rules, data.get("numbering") == "white")
        if snapshot is not None:
            _hold_against_rules(snapshot, state, faults)
    else:
        name = _GAME_STATE
        state, snapshot = _from_game_state(data, faults)
    if faults or snapshot is None:
        return None
    return {**render.common(state, language), **_shown(name, snapshot, state)}


def _from_text(data: dict[str, Any], faults: Faults) -> tuple[str, GameSnapshot | None]:
    """The name of the notation, and what the text says, unless there are faults."""
    for field in _BROUGHT_BY_TEXT:
        if field in data:
            faults.add((field,), "conflicting_input")
    if "text" not in data and not faults.touch("text"):
        faults.add(("text",), "missing_field")
    if faults.touch("text", "format"):
        return AUTO, None
    turn = Side(data["turn"]) if "turn" in data else None
    name = data.get("format", AUTO)
    try:
        name = recognised(data["text"]) if name == AUTO else name
        snapshot = read_notation(data["text"], name, turn)
    except NotationError as error:
        faults.add(("text",), error.code, reason=error.detail)
        return name, None
    if turn not in (None, snapshot.turn):
        faults.add(("turn",), "conflicting_input")
    return name, snapshot


def _hold_against_rules(snapshot: GameSnapshot, state: GameState, faults: Faults) -> None:
    """What the text says and cannot be; a score behind the last game is no fault here."""
    place = ("text",)
    for fault in snapshot.setup.faults() if snapshot.setup else ():
        parameters = {"count": fault.found}
        if isinstance(fault.place, int):
            parameters["point"] = fault.place
        faults.add(place, fault.code.value, **parameters)
    cube = snapshot.cube or CENTRED_CUBE
    if not state.rules.ruleset.cube and cube.value > 1:
        faults.add(place, "no_cube")
    if cube.value == 1 and cube.owner is not None:
        faults.add(place, "owned_cube_of_one")
    match = _match_of(snapshot)
    if match is None:
        return
    if not snapshot.status.is_over:
        if snapshot.crawford and not match.somebody_one_away:
            faults.add(place, "crawford_impossible")
        for match_fault in match_faults(match):
            faults.add(place, match_fault.value)
    state.warnings += match_warnings(match.length, state.rules.ruleset)


def _match_of(snapshot: GameSnapshot) -> Match | None:
    """The match before this game; None for money, and where nothing is known of it."""
    if not snapshot.length or snapshot.score is None:
        return None
    played = None
    if snapshot.crawford is not None:
        # At 1 away it has been played, unless this is it.
        played = snapshot.somebody_one_away and not snapshot.crawford
    return Match(snapshot.length, *snapshot.score, played)


def _from_game_state(data: dict[str, Any], faults: Faults) -> tuple[GameState, GameSnapshot | None]:
    in_xgid = None
    if "xgid" in data:
        # One that cannot be read is said where the state is read.
        with suppress(NotationError):
            in_xgid = read_xgid(data["xgid"])
        data = _with_options(data, in_xgid, faults)
    uses = STAKES | {"position", "stage"} | ({"dice"} & set(data))
    state = read_game_state(data, faults, needs=frozenset({"turn"}), uses=uses)
    if faults or state.turn is None:
        return state, None
    dice = (data["dice"][0], data["dice"][1]) if "dice" in data else None
    if in_xgid is not None:
        return state, replace(in_xgid, stage=state.stage, dice=dice or in_xgid.dice)
    if dice is not None and state.stage is not Stage.ROLLED:
        state.warnings.append(("dice_not_used", {}))
        dice = None
    return state, _snapshot_of(state, state.turn, dice)


def _snapshot_of(state: GameState, turn: Side, dice: tuple[int, int] | None) -> GameSnapshot:
    ruleset, match = state.rules.ruleset, state.match
    # Without options in matches a match has no Jacoby rule and no beavers to speak of.
    options_count = match is None or ruleset.options_in_match
    return GameSnapshot(
        turn=turn,
        setup=state.white_view.setup(Side.WHITE) if state.white_view else None,
        stage=state.stage,
        dice=dice,
        cube=state.cube,
        cube_limit=ruleset.cube_limit if ruleset.cube else None,
        length=match.length if match else 0,
        score=(match.white, match.black) if match else (0, 0),
        crawford=is_crawford_game(match, ruleset) if match else False,
        jacoby=ruleset.jacoby if options_count else None,
        beavers=ruleset.beavers if options_count else None,
    )


def _with_options(
    data: dict[str, Any], snapshot: GameSnapshot | None, faults: Faults
) -> dict[str, Any]:
    """The request with the ruleset of notations where it names none, and with the options that the
    notation brings, where the ruleset has a cube for them."""
    data = {"ruleset": RULESET_OF_NOTATIONS, **data}
    if snapshot is None:
        return data
    asked = data.get("options", {})
    ruleset = with_options(PRESETS[data["ruleset"]], asked)
    options = dict(asked)
    for name in _OPTIONS_OF_NOTATIONS:
        value = getattr(snapshot, name)
        if value is None or value == getattr(ruleset, name):
            continue
        if name in asked:
            faults.add(("options", name), "conflicting_input")
        elif ruleset.cube:
            options[name] = value
    return {**data, "options": options}


def _shown(name: str, snapshot: GameSnapshot, state: GameState) -> render.Document:
    notations: dict[str, str] = {}
    missing: dict[str, tuple[str, ...]] = {}
    more = ("opening_turn",) if state.opening_turn else ()
    for each in FORMATS:
        text, parts = write_notation(each, snapshot)
        if text is not None:
            notations[each] = text
        if parts or more:
            missing[each] = (*parts, *more)
    parts = lost(snapshot, _carried_by_state(snapshot, state.rules.ruleset))
    if parts:
        missing["state"] = parts
    return {
        "format": name,
        "state": _state(snapshot, state),
        "notations": notations,
        "lost": missing,
        "assumed": list(dict.fromkeys((*snapshot.assumed, *unknown(snapshot)))),
    }


def _state(snapshot: GameSnapshot, state: GameState) -> render.Document:
    """The game state, without what is not known."""
    document = render.game_state(
        state,
        snapshot.cube or CENTRED_CUBE,
        _match_of(snapshot),
        shown=snapshot.seen_by(snapshot.turn),
        turn=snapshot.turn,
        stage=snapshot.stage or Stage.BEFORE_ROLL,
        opening_turn=state.opening_turn,
    )
    if snapshot.stage is None:
        del document["stage"]
    if snapshot.cube is None:
        document.pop("cube", None)
    if snapshot.dice is not None:
        document["dice"] = list(snapshot.dice)
    return document


def _carried_by_state(snapshot: GameSnapshot, ruleset: Ruleset) -> GameSnapshot:
    """What a game state under these rules says of a game."""
    money = not snapshot.length
    return GameSnapshot(
        turn=snapshot.turn,
        setup=snapshot.setup,
        stage=snapshot.stage,
        dice=snapshot.dice,
        cube=snapshot.cube,
        cube_limit=ruleset.cube_limit if ruleset.cube else None,
        length=snapshot.length,
        score=(0, 0) if money else snapshot.score,
        crawford=snapshot.crawford if ruleset.crawford else False,
        jacoby=ruleset.jacoby,
        beavers=ruleset.beavers,
    )


CONVERT = Operation(ConvertNotationRequest(), _convert)
