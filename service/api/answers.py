"""The way of a request: checked headers, known bytes, JSON, schema; and an answer's way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Response, current_app, g, request
from werkzeug.exceptions import HTTPException

from service.api import http
from service.api.faults import Faults
from service.api.fields import StrictSchema
from service.api.problems import Problem, invalid_request
from service.api.schemas import DEEPEST_NESTING, load

LARGEST_KEPT = 262_144
"""Bytes of the largest question and answer remembered: a few must not push out all others."""

Judge = Callable[[dict[str, Any], Faults, str], Any]
"""Makes the answer from the well-shaped part of a request; adds to the faults what it finds."""


def refuse_where_not_accepted() -> None:
    if not http.accepts_json():
        raise Problem(406, "not_acceptable")


def answer_post(
    schema: StrictSchema, judge: Judge, *, body_limit: str = "MAX_CONTENT_LENGTH"
) -> Response:
    """Answers a POST with a JSON body; equal bytes in the same language get the bytes known.

    ``body_limit`` names the setting that bounds the body.
    """
    if not http.sends_json():
        raise Problem(415, "unsupported_media_type", headers={"Accept-Post": http.MEDIA_TYPE})
    refuse_where_not_accepted()
    body = _read_body(current_app.config[body_limit])
    language = http.choose_language(None)
    g.language = language
    answers = current_app.extensions["answers"]
    key = (request.path, language, body)
    known = answers.get(key)
    if known is None:
        known = http.json_bytes(judged(schema, judge, _parsed(body), language))
        if len(body) + len(known) <= LARGEST_KEPT:
            answers.put(key, known)
    return Response(known, content_type=http.MEDIA_TYPE)


def judged(
    schema: StrictSchema, judge: Judge, data: Any, language: str, faults: Faults | None = None
) -> Any:
    """The answer to a parsed request, or one problem with everything that is wrong with it.

    ``faults``: what has been found wrong already.
    """
    faults = Faults() if faults is None else faults
    shaped, wrong = load(schema, data)
    faults.add_nested(wrong)
    language = shaped.get("language", language)
    g.language = language
    if isinstance(data, dict):
        answer = judge(shaped, faults, language)
    if faults:
        raise invalid_request(faults, language)
    return answer


def _read_body(limit: int) -> bytes:
    """The whole body; one over the limit is refused, not cut, and one that is cut off is a 400."""
    request.max_content_length = limit
    try:
        body = request.get_data(cache=False)
    except HTTPException:
        raise
    except Exception:  # whatever the server raises while it takes chunks apart
        raise Problem(400, "bad_request") from None
    # Without a declared length the framework stops reading at the limit and says nothing.
    if request.content_length is None and len(body) >= limit:
        raise Problem(413, "body_too_large", limit=limit)
    return body


def _parsed(body: bytes) -> Any:
    try:
        return http.parse_json(body, DEEPEST_NESTING)
    except http.DuplicateKey as error:
        raise Problem(400, "duplicate_key", name=error.args[0][:64]) from None
    except http.TooDeep:
        raise Problem(400, "too_deep", limit=DEEPEST_NESTING) from None
    except ValueError:
        raise Problem(400, "invalid_json") from None
