"""Legal plays: listing them, judging one, applying one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, Response

from service.api import http, render
from service.api.answers import ASKED_BY, Operation, answer_body, charge, charge_bytes
from service.api.attempts import outcome_warnings, read_attempt
from service.api.faults import Faults
from service.api.game_state import STAKES, GameState, Rules, read_game_state
from service.api.http import json_bytes
from service.api.links import answer_link
from service.api.listings import Listed, Listings, spliced
from service.api.problems import Problem
from service.api.rulings import note_ruling
from service.api.schemas import (
    AllRollsRequest,
    ApplyPlayRequest,
    BatchPlaysRequest,
    CheckPlayRequest,
    LegalPlaysRequest,
)
from service.notation.position_id import format_position_id
from service.rules.board import Position, Side
from service.rules.cube import PENDING
from service.rules.dice import ROLLS, Roll
from service.rules.moves import Play
from service.rules.plays import apply_unchecked
from service.rules.scoring import base_points, kind_of_win
from service.rules.verdict import Verdict, judge_play

blueprint = Blueprint("plays", __name__)


class Question(NamedTuple):
    """What is asked of the rules: a position that is not over, who is to play, and the roll."""

    state: GameState
    position: Position
    turn: Side
    roll: Roll

    @property
    def flips(self) -> bool:
        """Whether the mover's points are written the other way round."""
        return self.state.flips(self.turn)


NEEDED = frozenset({"position", "turn", "dice"})

_WAITING = frozenset(stage.value for stage in PENDING)

QUERY_FIELDS = (
    "position_id",
    "turn",
    "dice",
    "ruleset",
    "rules_version",
    "include",
    "numbering",
    "language",
)
ALL_ROLLS_QUERY_FIELDS = tuple(name for name in QUERY_FIELDS if name != "dice")


@blueprint.route("/v1/plays", methods=ASKED_BY)
def list_legal_plays() -> Response:
    return answer_body(LIST)


@blueprint.route("/v1/plays/check", methods=ASKED_BY)
def check_play() -> Response:
    return answer_body(CHECK)


@blueprint.route("/v1/plays/apply", methods=ASKED_BY)
def apply_play() -> Response:
    return answer_body(APPLY)


@blueprint.route("/v1/plays/all-rolls", methods=ASKED_BY)
def list_plays_for_all_rolls() -> Response:
    return answer_body(LIST_ALL_ROLLS)


@blueprint.get("/v1/plays")
def get_legal_plays() -> Response:
    return answer_link(LIST, QUERY_FIELDS)


@blueprint.get("/v1/plays/all-rolls")
def get_plays_for_all_rolls() -> Response:
    return answer_link(LIST_ALL_ROLLS, ALL_ROLLS_QUERY_FIELDS)


def _list(data: dict[str, Any], faults: Faults, language: str) -> Any:
    asked = _question(read_game_state(data, faults, needs=NEEDED), faults)
    if asked is None:
        return None
    listed = _listed(asked.state, asked.position, asked.turn, data.get("include", ()))
    listing, _ = _listings().of(listed, (asked.roll,))
    charge_bytes(len(listing), dear=bool(listed.views))
    return spliced(_head_bytes(asked.state, asked.turn, language), listing)


def _list_all_rolls(data: dict[str, Any], faults: Faults, language: str) -> Any:
    state = read_game_state(data, faults, needs=NEEDED - {"dice"})
    _check_not_over(state, faults)
    if faults or state.position is None or state.turn is None:
        return None
    listed = _listed(state, state.position, state.turn, data.get("include", ()))
    listings, _ = _listings().of(listed, ROLLS)
    head = _head_bytes(state, state.turn, language)
    return spliced(head, b'{"rolls":[%b]}' % listings)


def _listings() -> Listings:
    listings: Listings = http.current_application().extensions["listings"]
    return listings


def _listed(state: GameState, position: Position, turn: Side, views: Iterable[str]) -> Listed:
    return Listed(position, state.rules.ruleset, turn, state.white_numbering, frozenset(views))


def _check(data: dict[str, Any], faults: Faults, language: str) -> Any:
    judgement = _judge(data, faults)
    if judgement is None:
        return None
    asked, verdict = judgement
    document = _verdict_head(asked, language)
    document["legal"] = verdict.legal
    if verdict.play is not None:
        after = apply_unchecked(asked.position, verdict.play)
        return {**document, **_played(asked, verdict.play, after)}
    document["result_equivalent"] = verdict.result_equivalent
    document["violations"] = render.violations(verdict, asked.flips, language)
    return document


def _apply(data: dict[str, Any], faults: Faults, language: str) -> Any:
    judgement = _judge(data, faults)
    if judgement is None:
        return None
    asked, verdict = judgement
    if verdict.play is None:
        raise _illegal_play(asked, verdict, data, language)
    state = asked.state
    after = apply_unchecked(asked.position, verdict.play)
    document = {
        **_verdict_head(asked, language),
        "legal": True,
        **_played(asked, verdict.play, after),
    }
    if after.is_over:
        kind = kind_of_win(after, state.rules.ruleset)
        document["result"] = render.game_result(state, asked.turn, kind, language)
    return document


def _head(state: GameState, turn: Side, language: str) -> render.Document:
    document = render.common(state, language)
    document["turn"] = turn.value
    document["numbering"] = "white" if state.white_numbering else "player"
    return document


def _head_bytes(state: GameState, turn: Side, language: str) -> bytes:
    if state.warnings:
        return json_bytes(_head(state, turn, language))
    return _plain_head(state.rules, state.white_numbering, turn)


@lru_cache(maxsize=4_096)
def _plain_head(rules: Rules, white_numbering: bool, turn: Side) -> bytes:
    """The head without warnings, in which no word of a language stands."""
    return json_bytes(_head(GameState(rules, white_numbering), turn, http.LANGUAGES[0]))


def _verdict_head(asked: Question, language: str) -> render.Document:
    document = _head(asked.state, asked.turn, language)
    document["dice"] = [asked.roll.larger, asked.roll.smaller]
    return document


def _question(state: GameState, faults: Faults) -> Question | None:
    """The question, where it can be asked: nothing missing, and the game not over (R-END)."""
    _check_not_over(state, faults)
    if faults or state.position is None or state.turn is None or state.roll is None:
        return None
    return Question(state, state.position, state.turn, state.roll)


def _check_not_over(state: GameState, faults: Faults) -> None:
    if state.position is not None and state.position.is_over:
        faults.add((state.position_field,), "game_over")


def _judge(data: dict[str, Any], faults: Faults) -> tuple[Question, Verdict] | None:
    # No play depends on the stakes; the answer carries them on.
    state = read_game_state(data, faults, needs=NEEDED, uses=STAKES)
    if data.get("stage") in _WAITING:
        state.warnings.append(("stage_not_used", {}))
    flips = state.turn is not None and state.flips(state.turn)
    attempt, _ = read_attempt(data, faults, flips=flips, roll=state.roll)
    asked = _question(state, faults)
    if asked is None:
        return None
    written = "notation" in data
    verdict = judge_play(
        asked.position, asked.roll, attempt, state.rules.ruleset, any_order=written
    )
    charge(verdict.examined)
    note_ruling(verdict.legal, [violation.code.code for violation in verdict.violations])
    state.warnings += outcome_warnings(verdict, data, flips=flips)
    return asked, verdict


def _played(asked: Question, play: Play, after: Position) -> render.Document:
    """What a legal play leads to; ``after`` is the position as the opponent sees it."""
    state = asked.state
    following = asked.turn.opponent
    document: render.Document = {
        "play": render.play(play, asked.flips),
        "position": render.position(after, following, state.white_numbering),
        "position_id": format_position_id(after),
    }
    if after.is_over:
        kind = kind_of_win(after, state.rules.ruleset)
        document["game"] = {
            "over": True,
            "winner": asked.turn.value,
            "kind": kind.value,
            "base_points": base_points(kind, state.rules.ruleset),
        }
    else:
        document["game"] = {"over": False}
        document["next"] = render.game_state(
            state, state.cube, state.match, shown=after, turn=following
        )
    return document


def _illegal_play(
    asked: Question, verdict: Verdict, data: dict[str, Any], language: str
) -> Problem:
    """422 with the violations, and each again as an error at the move it speaks of."""
    source = "notation" if "notation" in data else "moves"
    errors = []
    for violation in verdict.violations:
        at = f"/{source}"
        if source == "moves" and violation.move_index is not None:
            at += f"/{violation.move_index}"
        detail = render.violation_message(violation, asked.flips, language)
        errors.append({"pointer": at, "code": violation.code.code, "detail": detail})
    members = {
        "errors": errors,
        "result_equivalent": verdict.result_equivalent,
        "violations": render.violations(verdict, asked.flips, language),
    }
    return Problem(422, "illegal_play", members=members)


LIST = Operation(LegalPlaysRequest(), _list)
LIST_IN_BATCH = Operation(BatchPlaysRequest(), _list)
LIST_ALL_ROLLS = Operation(AllRollsRequest(), _list_all_rolls)
CHECK = Operation(CheckPlayRequest(), _check)
APPLY = Operation(ApplyPlayRequest(), _apply)
