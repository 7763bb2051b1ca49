"""What a code means, as a page for people and as JSON: every `type` of a problem leads here."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, g, render_template

from service.api import http
from service.api.answers import refuse_where_not_accepted
from service.api.faults import Faults
from service.api.messages import (
    CUBE_VIOLATIONS,
    EVENT_VIOLATIONS,
    PROBLEMS,
    RECORD_VIOLATIONS,
    VIOLATIONS,
    WARNINGS,
    message,
    title,
)
from service.api.problem_examples import (
    EXAMPLES,
    PARAMETERS,
    PLAIN_REQUESTS,
    QUESTIONS,
    answer_of,
)
from service.api.problem_texts import EXPLANATIONS, KINDS, PAGE_WORDS, RULES, STATUSES
from service.api.problems import Problem, invalid_request
from service.api.representations import respond_fixed
from service.rules.cube import CubeCode
from service.rules.referee import EventCode
from service.rules.verdict import ViolationCode
from service.transcripts.report import RecordCode

blueprint = Blueprint("problem_pages", __name__, template_folder="pages")

HTML = "text/html; charset=utf-8"

KIND_OF = {
    # A code of two kinds has the later one; its status says that it is a problem too.
    **dict.fromkeys(PROBLEMS, "problem"),
    **dict.fromkeys(WARNINGS, "warning"),
    **dict.fromkeys(VIOLATIONS, "violation"),
    **dict.fromkeys(CUBE_VIOLATIONS, "cube_violation"),
    **dict.fromkeys(EVENT_VIOLATIONS, "event_violation"),
    **dict.fromkeys(RECORD_VIOLATIONS, "record_violation"),
}

ALSO_PROBLEMS = ("no_cube", "resignation_too_high")
"""Violations that a request can also be refused for."""

RULE_OF = {
    **RULES,
    **{broken.code: broken.rule for broken in (*ViolationCode, *CubeCode, *EventCode, *RecordCode)},
}

# As it stands in the page: the template engine leaves out the last line end of a file.
_STYLE = (Path(__file__).parent / "pages" / "problems.css").read_bytes().removesuffix(b"\n")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@blueprint.get("/problems")
def list_problem_codes() -> Response:
    language = _language()
    codes = [_heading(code, language) for code in EXPLANATIONS]
    return _answer("problems.html", {"language": language, "codes": codes})


@blueprint.get("/problems/<code>")
def explain_problem_code(code: str) -> Response:
    language = _language()
    if code not in EXPLANATIONS:
        raise Problem(404, "not_found")
    return _answer("problem.html", explained(code, language))


def explained(code: str, language: str) -> dict[str, Any]:
    """Everything there is to say about a code; what there is not is left out."""
    text, example = _example(code, language)
    return {
        **_heading(code, language),
        "message": text,
        "explanation": EXPLANATIONS[code][language == "el"],
        **({"rule": RULE_OF[code]} if code in RULE_OF else {}),
        "language": language,
        **({"example": example} if example else {}),
    }


def _heading(code: str, language: str) -> dict[str, Any]:
    kind = KIND_OF[code]
    refuses = kind == "problem" or code in ALSO_PROBLEMS
    status = {"status": STATUSES.get(code, 422)} if refuses else {}
    return {"code": code, "kind": kind, **status, "title": title(code, language)}


def _example(code: str, language: str) -> tuple[str, dict[str, Any] | None]:
    """What is said of the code, and the request that it was said to."""
    if code in EXAMPLES:
        example = EXAMPLES[code]
        answer = answer_of(example, code, language)
        return answer.message, {
            "operation_id": example.operation_id,
            "method": "POST",
            "path": QUESTIONS[example.operation_id][0],
            "content_type": http.MEDIA_TYPE,
            "accept": http.MEDIA_TYPE,
            "body": _laid_out(example.body),
            "status": answer.status,
        }
    text = message(code, language, **PARAMETERS.get(code, {}))
    if code not in PLAIN_REQUESTS:
        return text, None
    sent = PLAIN_REQUESTS[code]._asdict()
    if not sent["body"]:
        del sent["body"], sent["content_type"]
    return text, sent


def _language() -> str:
    """The language of the query, else of the header; a language there is not is refused."""
    wanted = http.current_request().args.get("language")
    language = http.choose_language(wanted)
    g.language = language
    if wanted is not None and wanted != language:
        faults = Faults()
        faults.add(("language",), "invalid_value", allowed=", ".join(http.LANGUAGES))
        raise invalid_request(faults, language)
    return language


def _answer(template: str, document: dict[str, Any]) -> Response:
    """The document as the page or as JSON, whichever is asked for."""
    asked = http.current_request()
    language = document["language"]
    if http.prefers_html(asked):
        words = {name: texts[language == "el"] for name, texts in PAGE_WORDS.items()}
        kinds = {name: texts[language == "el"] for name, texts in KINDS.items()}
        other = next(each for each in http.LANGUAGES if each != language)
        page = render_template(template, **document, words=words, kinds=kinds, other=other)
        response = respond_fixed(asked, page.encode(), language, HTML)
    else:
        refuse_where_not_accepted(asked)
        response = respond_fixed(asked, http.json_bytes(document), language, http.MEDIA_TYPE)
    if response.status_code == 200:
        response.headers["Content-Security-Policy"] = POLICY
    return response


def _laid_out(body: dict[str, Any]) -> str:
    """A body as it is read best: a line for each field, and one for each object of a list."""
    fields = []
    for name, value in body.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n".join(f"    {_in_a_line(item)}" for item in value)
            fields.append(f"  {_in_a_line(name)}: [\n{items}\n  ]")
        else:
            fields.append(f"  {_in_a_line(name)}: {_in_a_line(value)}")
    return "{\n" + ",\n".join(fields) + "\n}"


def _in_a_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
