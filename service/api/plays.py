"""Legal plays: listing them, judging one, applying one."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from flask import Blueprint, Response, g, request

from service import RULES_VERSION, __version__
from service.api import http, render
from service.api.answers import answer_post, judged, refuse_where_not_accepted
from service.api.attempts import read_attempt, verdict_warnings
from service.api.faults import Faults
from service.api.game_state import STAKES, GameState, read_game_state
from service.api.problems import Problem
from service.api.schemas import ApplyPlayRequest, CheckPlayRequest, LegalPlaysRequest
from service.notation.position_id import format_position_id
from service.rules.board import Position, Side
from service.rules.cube import PENDING
from service.rules.dice import Roll
from service.rules.moves import Play
from service.rules.plays import apply_unchecked, legal_plays, play_graph
from service.rules.scoring import base_points, kind_of_win
from service.rules.verdict import Verdict, judge_play

blueprint = Blueprint("plays", __name__)

_legal_plays_schema = LegalPlaysRequest()
_check_schema = CheckPlayRequest()
_apply_schema = ApplyPlayRequest()


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


@blueprint.post("/v1/plays")
def list_legal_plays() -> Response:
    return answer_post(_legal_plays_schema, _list)


@blueprint.post("/v1/plays/check")
def check_play() -> Response:
    return answer_post(_check_schema, _check)


@blueprint.post("/v1/plays/apply")
def apply_play() -> Response:
    return answer_post(_apply_schema, _apply)


@blueprint.get("/v1/plays")
def get_legal_plays() -> Response:
    """The same question as a link, for caches; the tag is known before any play is made."""
    refuse_where_not_accepted()
    faults = Faults()
    data = _from_query(faults)
    g.language = http.choose_language(data.get("language"))
    pinned = data.get("rules_version") == RULES_VERSION
    canonical = repr((__version__, RULES_VERSION, g.language, sorted(data.items())))
    tag = hashlib.sha256(canonical.encode()).hexdigest()[:32]
    if not faults and tag in request.if_none_match.as_set(include_weak=True):
        # Only a valid question has ever been answered with this tag.
        response = Response(status=304)
    else:
        answer = judged(_legal_plays_schema, _list_from_query, data, g.language, faults)
        response = http.json_answer(answer)
    response.set_etag(tag)
    response.headers["Cache-Control"] = (
        "public, max-age=31536000, immutable" if pinned else "public, max-age=300"
    )
    response.headers["Vary"] = "Accept, Accept-Language"
    return response


def _from_query(faults: Faults) -> dict[str, Any]:
    """The query as the body it stands for; dice are two digits, views are parted by commas."""
    data: dict[str, Any] = {}
    for name, values in request.args.lists():
        if name not in QUERY_FIELDS:
            faults.add((name,), "unknown_field")
        elif len(values) > 1:
            faults.add((name,), "conflicting_input")
        else:
            data[name] = values[0]
    if "dice" in data:
        digits = data["dice"]
        if len(digits) == 2 and digits.isascii() and digits.isdigit():
            data["dice"] = [int(digit) for digit in digits]
        else:
            faults.add(("dice",), "invalid_value", allowed="11, 12 … 66")
            del data["dice"]
    if "include" in data:
        data["include"] = data["include"].split(",") if data["include"] else []
    return data


def _list_from_query(data: dict[str, Any], faults: Faults, language: str) -> Any:
    """As `_list`; a query can give the position only as an id, so that is what is missing."""
    answer = _list(data, faults, language)
    faults.rename("position", "position_id")
    return answer


def _list(data: dict[str, Any], faults: Faults, language: str) -> Any:
    asked = _question(read_game_state(data, faults, needs=NEEDED), faults)
    if asked is None:
        return None
    state, position, turn, roll = asked
    views = data.get("include", ())
    graph = None
    if "sequences" in views or "tree" in views:
        graph = play_graph(position, roll, state.rules.ruleset)
        plays = graph.plays
    else:
        plays = legal_plays(position, roll, state.rules.ruleset)
    shown = [render.play(play, asked.flips) for play in plays]
    document = _head(asked, language)
    document["dice_played"] = len(plays[0]) if plays else 0
    document["must_pass"] = not plays
    document["forced"] = len(plays) == 1
    document["play_count"] = len(plays)
    document["plays"] = shown
    if "positions" in views or "position_ids" in views:
        for play, entry in zip(plays, shown, strict=True):
            after = apply_unchecked(position, play)
            if "positions" in views:
                entry["position"] = render.position(after, turn.opponent, state.white_numbering)
            if "position_ids" in views:
                entry["position_id"] = format_position_id(after)
    if graph is not None:
        document["sequence_count"] = graph.sequence_count() if plays else 0
        if "sequences" in views:
            for entry, sequences in zip(shown, graph.sequences(), strict=True):
                entry["sequences"] = [render.moves(each, asked.flips) for each in sequences]
        if "tree" in views:
            document["tree"] = render.tree(graph, asked.flips)
    return document


def _check(data: dict[str, Any], faults: Faults, language: str) -> Any:
    judgement = _judge(data, faults)
    if judgement is None:
        return None
    asked, verdict = judgement
    document = _head(asked, language)
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
    document = {**_head(asked, language), "legal": True, **_played(asked, verdict.play, after)}
    if after.is_over:
        kind = kind_of_win(after, state.rules.ruleset)
        document["result"] = render.game_result(state, asked.turn, kind, language)
    return document


def _head(asked: Question, language: str) -> render.Document:
    document = render.common(asked.state, language)
    document["turn"] = asked.turn.value
    document["dice"] = [asked.roll.larger, asked.roll.smaller]
    document["numbering"] = "white" if asked.state.white_numbering else "player"
    return document


def _question(state: GameState, faults: Faults) -> Question | None:
    """The question, where it can be asked: nothing missing, and the game not over (R-END)."""
    if state.position is not None and state.position.is_over:
        faults.add((state.position_field,), "game_over")
    if faults or state.position is None or state.turn is None or state.roll is None:
        return None
    return Question(state, state.position, state.turn, state.roll)


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
    state.warnings += verdict_warnings(verdict, data, flips=flips)
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
