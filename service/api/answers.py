"""The way of a request: checked headers, known bytes, JSON, schema; and an answer's way out."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, NamedTuple

from flask import Request, Response, g
from werkzeug.exceptions import HTTPException

from service.api import http
from service.api.faults import Faults
from service.api.fields import StrictSchema
from service.api.problems import Problem, invalid_request
from service.api.representations import (
    FOR_A_WHILE,
    choose_encoding,
    is_known,
    represent,
    respond,
    respond_tagged,
    tag_of,
)
from service.api.rulings import note_again, note_ruling, noted
from service.api.schemas import DEEPEST_NESTING, load

ASKED_BY = ("POST", http.QUERY)
"""The methods of a question with a body: everybody has the first, caches know the second."""

LARGEST_KEPT = 262_144
"""Bytes of the largest question and answer remembered: a few must not push out all others."""

Judge = Callable[[dict[str, Any], Faults, str], Any]
"""Makes the answer, a document or its JSON, from the well-shaped part of a request; adds to the
faults what it finds."""


class Operation(NamedTuple):
    """A question of the contract: the shape of its request, and who answers it."""

    schema: StrictSchema
    judge: Judge
    kept: bool = True
    """Whether the answer depends on the question alone, so that it may be remembered."""


work: ContextVar[int] = ContextVar("work", default=0)
"""Plays and readings looked at in this thread: what requests have cost, for who takes the
difference."""


BYTES_A_PLAY = 200
DEAR = 5
"""How much more a byte costs to make where it is no plain listing."""


def charge(looked_at: int) -> None:
    work.set(work.get() + looked_at)


def charge_bytes(size: int, *, dear: bool) -> None:
    """Charges for what was answered, known or made: the same question always costs the same."""
    charge(size // BYTES_A_PLAY * (DEAR if dear else 1))


def refuse_where_not_accepted(asked: Request) -> None:
    if not http.accepts_json(asked):
        raise Problem(406, "not_acceptable")


def answer_body(operation: Operation, *, body_limit: str = "MAX_CONTENT_LENGTH") -> Response:
    """Answers a request with a JSON body; equal bytes in the same language get the bytes known.

    ``body_limit`` names the setting that bounds the body.
    """
    asked = http.current_request()
    app = http.current_application()
    if not http.sends_json(asked):
        raise _unsupported(http.MEDIA_TYPE)
    refuse_where_not_accepted(asked)
    body = _read_body(asked, app.config[body_limit])
    language = g.language = http.choose_language(None)
    return _answer(
        asked,
        body,
        (asked.path, language, choose_encoding(asked), body),
        operation.kept,
        lambda: judged(operation, _parsed(body), language),
    )


def answer_text(
    operation: Callable[[bytes], Operation],
    read_query: Callable[[dict[str, str], Faults], dict[str, Any]],
    *,
    body_limit: str,
) -> Response:
    """As `answer_body`, where the body is plain text and the rest of the question is the query."""
    asked = http.current_request()
    app = http.current_application()
    if not http.sends_text(asked):
        raise _unsupported(http.TEXT)
    refuse_where_not_accepted(asked)
    faults = Faults()
    query = {}
    for name, values in asked.args.lists():
        query[name] = values[0]
        if len(values) > 1:
            faults.add((name,), "conflicting_input")
    body = _read_body(asked, app.config[body_limit])
    language = g.language = http.choose_language(query.get("language"))
    return _answer(
        asked,
        body,
        (asked.path, language, choose_encoding(asked), tuple(sorted(query.items())), body),
        not faults,
        lambda: judged(operation(body), read_query(query, faults), language, faults),
    )


def _unsupported(media_type: str) -> Problem:
    headers = http.accepted(media_type) | http.UNPACKED
    return Problem(415, "unsupported_media_type", headers=headers, media_type=media_type)


def _answer(
    asked: Request, body: bytes, key: tuple[Any, ...], kept: bool, judge: Callable[[], Any]
) -> Response:
    """The answer under its key, known or made."""
    answers = http.current_application().extensions["answers"]
    # A POST asks for the answer in any case; only what is remembered is the same each time.
    tag = tag_of(key) if asked.method == http.QUERY and kept else None
    if tag is not None and is_known(asked, tag) and not asked.if_none_match.star_tag:
        # Only a valid question has ever been answered with its tag.
        return respond_tagged(asked, None, tag, FOR_A_WHILE)
    known = answers.get(key)
    if known is None:
        answer = http.answer_bytes(judge())
        known = represent(answer, g.language, choose_encoding(asked), noted() if kept else ())
        if kept and len(body) + len(known) <= LARGEST_KEPT:
            answers.put(key, known)
    else:
        note_again(known.rulings)
    if tag is not None:
        return respond_tagged(asked, known, tag, FOR_A_WHILE)
    return respond(known)


def judged(operation: Operation, data: Any, language: str, faults: Faults | None = None) -> Any:
    """The answer to a parsed request, or one problem with everything that is wrong with it.

    ``faults``: what has been found wrong already.
    """
    faults = Faults() if faults is None else faults
    shaped, wrong = load(operation.schema, data)
    faults.add_nested(wrong)
    if "language" in shaped:
        language = g.language = shaped["language"]
    before = len(g.get("rulings", ()))
    if isinstance(data, dict):
        answer = operation.judge(shaped, faults, language)
    if faults:
        raise invalid_request(faults, language)
    # A batch is no question of its own, and is not kept.
    if operation.kept and len(g.get("rulings", ())) == before:
        note_ruling(None)
    return answer


def _read_body(asked: Request, limit: int) -> bytes:
    """The whole body; one over the limit is refused, not cut, and one that is cut off is a 400."""
    length = asked.environ.get("CONTENT_LENGTH", "")
    if length.isdecimal() and len(length) < 10 and int(length) <= limit:
        # The usual case; the framework's streams around it would cost more than all that is read.
        try:
            body: bytes = asked.environ["wsgi.input"].read(int(length))
        except Exception:  # whatever the server raises while it reads
            raise Problem(400, "bad_request") from None
        if len(body) < int(length):
            raise Problem(400, "bad_request")
        return body
    # Without a declared length the framework stops reading at its limit and says nothing.
    asked.max_content_length = limit if asked.content_length is not None else limit + 1
    try:
        body = asked.get_data(cache=False)
    except HTTPException:
        raise
    except Exception:  # whatever the server raises while it takes chunks apart
        raise Problem(400, "bad_request") from None
    if len(body) > limit:
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
