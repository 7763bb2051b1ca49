"""Answers as they leave: their language and encoding, their tag, how long they hold."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Request, Response

from service import RULES_VERSION, __version__
from service.api import http
from service.api.rulings import Rulings

IDENTITY, GZIP = "identity", "gzip"

LEAST_ENCODED = 1_024
"""Bytes from which an answer is compressed for those who accept it: below, it fits into one packet
either way."""

VARY = "Accept, Accept-Encoding, Accept-Language"

FOR_A_WHILE = "public, max-age=300"
FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class Representation:
    """The bytes of an answer, in one language and one encoding; its length is theirs."""

    body: bytes
    language: str
    encoding: str
    rulings: Rulings = ()
    """What is counted whenever it is answered."""

    def __len__(self) -> int:
        return len(self.body)


def represent(answer: bytes, language: str, encoding: str, rulings: Rulings = ()) -> Representation:
    """The answer, compressed where that is asked for and pays."""
    if encoding == GZIP and len(answer) >= LEAST_ENCODED:
        # The fastest level: the next ones take twice the time for a few more per cent.
        return Representation(gzip.compress(answer, 1, mtime=0), language, GZIP, rulings)
    return Representation(answer, language, IDENTITY, rulings)


def choose_encoding(asked: Request) -> str:
    accepted = asked.environ.get("HTTP_ACCEPT_ENCODING")
    if accepted and http.weights(accepted).get(GZIP, 0) > 0:
        return GZIP
    return IDENTITY


def tag_of(question: Iterable[object]) -> str:
    """The tag of the answer to a question, known before the answer.

    An answer follows from the question, in words and encoding too, under one version of the rules
    and of the service.
    """
    canonical = repr((__version__, RULES_VERSION, *question))
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]


def is_known(asked: Request, tag: str) -> bool:
    """Whether the client has the answer with this tag."""
    return "HTTP_IF_NONE_MATCH" in asked.environ and asked.if_none_match.contains_weak(tag)


def respond(found: Representation) -> Response:
    headers = [("Content-Language", found.language), ("Vary", VARY)]
    if found.encoding != IDENTITY:
        headers.append(("Content-Encoding", found.encoding))
    return Response(found.body, headers=headers, content_type=http.MEDIA_TYPE)


def respond_tagged(
    asked: Request, found: Representation | None, tag: str, cache_control: str
) -> Response:
    """The answer with its tag, or 304 where the client has it; without ``found`` it has."""
    if found is None or is_known(asked, tag):
        response = Response(status=304)
        response.headers["Vary"] = VARY
    else:
        response = respond(found)
    response.set_etag(tag)
    response.headers["Cache-Control"] = cache_control
    return response


def respond_fixed(asked: Request, answer: bytes, language: str, content_type: str) -> Response:
    """An answer that is the same for all who ask this path in this language and media type."""
    encoding = choose_encoding(asked)
    tag = tag_of((asked.path, encoding, language, content_type))
    response = respond_tagged(asked, represent(answer, language, encoding), tag, FOR_A_WHILE)
    if response.status_code == 200:
        response.content_type = content_type
    return response
