"""Many questions in one request: each is answered as if it had been asked alone."""

from __future__ import annotations

import logging
from typing import Any

from flask import Blueprint, Response, g

from service.api import cube, games, http, matches, openings, plays
from service.api.answers import ASKED_BY, Operation, answer_body, charge_bytes, judged, work
from service.api.faults import Faults
from service.api.problems import Problem, invalid_request, problem_document
from service.api.rulings import note_problem
from service.api.schemas import BatchRequest

blueprint = Blueprint("batch", __name__)

OPERATIONS: dict[str, Operation] = {
    "list_legal_plays": plays.LIST_IN_BATCH,
    "check_play": plays.CHECK,
    "apply_play": plays.APPLY,
    "score_game": games.SCORE,
    "list_cube_actions": cube.LIST_ACTIONS,
    "apply_cube_action": cube.APPLY,
    "check_crawford": matches.CHECK_CRAWFORD,
    "judge_opening": openings.JUDGE,
}

MOST_WORK = 100_000
"""What one batch may cost: a play or reading looked at is 1, and so is each play listed, by its
size; views and problems cost five times their size. A thousand positions of real games take a
fifth of it."""

MOST_BYTES = 16_777_216
"""Bytes of answers after which nothing more is answered."""

_log = logging.getLogger(__name__)


@blueprint.route("/v1/batch", methods=ASKED_BY)
def judge_batch() -> Response:
    return answer_body(JUDGE, body_limit="MAX_RECORD_BYTES")


def _judge(data: dict[str, Any], faults: Faults, language: str) -> Any:
    if faults:
        return None
    started, size = work.get(), 0
    results = []
    for item in data["operations"]:
        g.language = language
        if work.get() - started > MOST_WORK or size > MOST_BYTES:
            result = _refused(Problem(422, "budget_exceeded"))
        else:
            result = _result(item, language)
        size += len(result)
        results.append(result)
    g.language = language
    return b'{"results":[%b]}' % b",".join(results)


def _result(item: Any, language: str) -> bytes:
    """The answer to one item, or its problem; whatever happens, it is this item's alone."""
    try:
        name, question = _only_operation(item, language)
        g.operation = name
        answer = judged(OPERATIONS[name], question, language)
        return b'{"status":200,"%b":%b}' % (name.encode(), http.answer_bytes(answer))
    except Problem as problem:
        return _refused(problem)
    except Exception as error:
        _log.error("unexpected error in a batch", exc_info=error)
        return _refused(Problem(500, "internal_error"))


def _refused(problem: Problem) -> bytes:
    document = problem_document(problem, g.language)
    note_problem(problem.code)
    refused = http.json_bytes({"status": problem.status, "problem": document})
    charge_bytes(len(refused), dear=True)
    return refused


def _only_operation(item: Any, language: str) -> tuple[str, Any]:
    """The one operation of an item; raises a Problem with what is wrong otherwise."""
    faults = Faults()
    if not isinstance(item, dict):
        faults.add((), "invalid_type", expected="object")
        raise invalid_request(faults, language)
    for name in item:
        if name not in OPERATIONS:
            faults.add((name,), "unknown_operation", allowed=", ".join(OPERATIONS))
    if len(item) != 1:
        faults.add((), "one_operation_expected")
    if faults:
        raise invalid_request(faults, language)
    ((name, question),) = item.items()
    return name, question


# Problems bring the request's own id, so a batch is not remembered whole; its listings are.
JUDGE = Operation(BatchRequest(), _judge, kept=False)
