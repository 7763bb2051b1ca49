"""Whole match records: what the referee says of a text, sent as JSON or as the file itself."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.api import render
from service.api.answers import ASKED_BY, Operation, answer_body, answer_text
from service.api.faults import Faults
from service.api.game_state import GameState, check_rules_version, match_warnings, read_rules
from service.api.messages import message
from service.api.rulings import note_ruling
from service.api.schemas import VerifyTranscriptRequest
from service.notation.errors import NotationError
from service.notation.record_text import read_record
from service.rules.board import BAR, Side
from service.rules.codes import RuleCode
from service.rules.verdict import Violation, ViolationCode
from service.transcripts.report import Fault, GameReport, RecordViolation, RecordWarning, Report
from service.transcripts.verify import verify

blueprint = Blueprint("transcripts", __name__)

QUERY_FIELDS = (
    "format",
    "ruleset",
    "options",
    "strict",
    "numbering",
    "language",
    "rules_version",
)


@blueprint.route("/v1/transcripts/verify", methods=ASKED_BY)
def verify_transcript() -> Response:
    return answer_body(VERIFY, body_limit="MAX_RECORD_BYTES")


@blueprint.route("/v1/transcripts/verify-text", methods=ASKED_BY)
def verify_transcript_text() -> Response:
    """The file is the body, in whatever encoding; the rest of the question is the query."""

    def operation(body: bytes) -> Operation:
        def judge(data: dict[str, Any], faults: Faults, language: str) -> Any:
            return _verify({**data, "text": body}, faults, language)

        return Operation(VERIFY.schema, judge)

    return answer_text(operation, _from_query, body_limit="MAX_RECORD_BYTES")


def _verify(data: dict[str, Any], faults: Faults, language: str) -> Any:
    report = judge_record(data, faults, language)
    if report is not None:
        broken = [
            code
            for game in report["games"]
            for found in game["violations"]
            for code in found["codes"]
        ]
        note_ruling(report["legal"], broken)
    return report


def judge_record(data: dict[str, Any], faults: Faults, language: str) -> Any:
    """The answer to a well-shaped question; ``text`` may also be the bytes of a file."""
    check_rules_version(data)
    state = GameState(read_rules(data, faults), data.get("numbering") == "white")
    if "text" not in data:
        return None
    try:
        record = read_record(data["text"], data.get("format", "auto"))
    except NotationError as error:
        faults.add(("text",), error.code, reason=error.detail)
        return None
    if faults:
        return None
    report = verify(
        record,
        state.rules.ruleset,
        strict=data.get("strict", False),
        given=tuple(state.rules.options),
    )
    if record.length is not None:
        state.warnings += match_warnings(record.length, state.rules.ruleset)
    return report_document(report, state, language)


VERIFY = Operation(VerifyTranscriptRequest(), _verify)


def report_document(report: Report, state: GameState, language: str) -> render.Document:
    """A report as the contract has it, under the rules and in the numbering of ``state``."""
    common = render.common(state, language)
    warnings = common.pop("warnings", [])
    warnings += [_warning(warned, state, language) for warned in report.warnings]
    record = report.record
    document: render.Document = {
        **common,
        "format": record.format,
        "legal": report.legal and not report.cut,
        "truncated": report.cut,
        "counts": {
            "games": len(report.games),
            "plays": report.plays,
            "cube_actions": report.cube_actions,
            "violations": report.violations,
            "warnings": len(warnings) + sum(len(game.warnings) for game in report.games),
        },
        "match": _match(report),
    }
    first = next(((game, found) for game in report.games for found in game.violations), None)
    if first is not None:
        game, found = first
        document["first_violation"] = {"game": game.record.number, "line": found.line}
        if found.number:
            document["first_violation"]["move_number"] = found.number
    document["games"] = [_game(game, state, language) for game in report.games]
    if warnings:
        document["warnings"] = warnings
    return document


def _match(report: Report) -> render.Document:
    document: render.Document = {}
    if report.record.length is not None:
        document["length"] = report.record.length
    document["players"] = {
        side.value: report.record.players.get(side, "")[:_LONGEST_NAME] for side in Side
    }
    document["score"] = _score(report.score)
    if report.winner is not None:
        document["winner"] = report.winner.value
    document["complete"] = report.complete
    return document


_LONGEST_NAME = 200


def _score(score: tuple[int, int]) -> dict[str, int]:
    return {"white": score[0], "black": score[1]}


def _game(game: GameReport, state: GameState, language: str) -> render.Document:
    document: render.Document = {
        "number": game.record.number,
        "line": game.record.line,
        "score": _score(game.score),
    }
    if game.crawford is not None:
        document["crawford_game"] = game.crawford
    if game.winner is not None:
        document["winner"] = game.winner.value
        document["points"] = game.points
    document["ending"] = game.ending.value if game.ending is not None else "unfinished"
    document["plays"] = game.plays
    document["cube_actions"] = game.cube_actions
    document["violations"] = [_violation(found, state, language) for found in game.violations]
    document["warnings"] = [_warning(warned, state, language) for warned in game.warnings]
    return document


def _violation(found: RecordViolation, state: GameState, language: str) -> render.Document:
    flips = found.player is not None and state.flips(found.player)
    document: render.Document = {"line": found.line}
    if found.number:
        document["move_number"] = found.number
    if found.player is not None:
        document["player"] = found.player.value
    if found.dice is not None:
        document["dice"] = list(found.dice)
    document["played"] = found.played
    if found.position is not None and found.player is not None:
        document["position"] = render.position(found.position, found.player, state.white_numbering)
    document["codes"] = list(dict.fromkeys(fault.code.code for fault in found.faults))
    document["reasons"] = [_reason(fault, flips, language) for fault in found.faults]
    if found.example is not None:
        document["example"] = render.play(found.example, flips)
    document["continued"] = found.continued
    return document


def _reason(fault: Fault, flips: bool, language: str) -> render.Document:
    code: RuleCode = fault.code
    if isinstance(code, ViolationCode):
        violation = Violation(code, fault.move_index, fault.facts)
        text = render.violation_message(violation, flips, language)
    else:
        text = message(code.code, language, **fault.facts)
    document: render.Document = {"code": code.code, "rule": code.rule, "message": text}
    if fault.move_index is not None:
        document["move_index"] = fault.move_index
    return document


def _warning(warned: RecordWarning, state: GameState, language: str) -> render.Document:
    document: render.Document = {}
    if warned.line:
        document["line"] = warned.line
    if warned.number:
        document["move_number"] = warned.number
    facts = dict(warned.facts)
    if warned.player is not None:
        document["player"] = warned.player.value
        if state.flips(warned.player) and "point" in facts:
            facts["point"] = BAR - facts["point"]
    document["code"] = warned.code.value
    document["message"] = message(warned.code.value, language, **facts)
    return document


def _from_query(query: dict[str, str], faults: Faults) -> dict[str, Any]:
    """The query as the body that it stands for; ``text`` is the request's own body."""
    data: dict[str, Any] = {"text": ""}
    for name, value in query.items():
        if name not in QUERY_FIELDS:
            faults.add((name,), "unknown_field")
        elif name == "strict":
            data[name] = _JSON_WORDS.get(value, value)
        elif name == "options":
            data[name] = read_options(value)
        else:
            data[name] = value
    return data


_JSON_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


def read_options(text: str) -> dict[str, Any]:
    """Options written as ``jacoby:true,cube_limit:64``; the schema says what is wrong with them."""
    options: dict[str, Any] = {}
    for part in text.split(","):
        name, _, word = part.partition(":")
        value: Any = _JSON_WORDS.get(word, word)
        if word.isascii() and word.isdigit() and len(word) < 10:
            value = int(word)
        options[name] = value
    return options
