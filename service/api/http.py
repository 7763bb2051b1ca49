"""JSON bytes in and out, media types and languages; knows no rule and no endpoint."""

from __future__ import annotations

import re
from typing import Any

import orjson
from flask import Flask, Request, current_app, request

from service.api.plain_json import count_keys

MEDIA_TYPE = "application/json"
LANGUAGES = ("en", "el")

QUERY = "QUERY"
"""The method of RFC 10008: safe as GET, and with a body as POST."""

TEXT = "text/plain"
BYTES = "application/octet-stream"

UNPACKED = {"Accept-Encoding": "identity"}
"""Beside them, where a body may have been refused because it is compressed."""

json_bytes = orjson.dumps


def accepted(media_type: str) -> dict[str, str]:
    """Headers that say which bodies are read."""
    return {"Accept-Post": media_type, "Accept-Query": media_type}


_WEIGHT = re.compile(r"(?:^|;)\s*q\s*=\s*(\d*\.?\d*)\s*(?:;|$)", re.IGNORECASE)


def current_request() -> Request:
    """The request itself: behind the framework's proxy every look at it costs a search."""
    asked: Request = request._get_current_object()  # type: ignore[attr-defined] # the proxy's
    return asked


def current_application() -> Flask:
    """The application itself, as `current_request`."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined] # as above
    return app


def weights(header: str) -> dict[str, float]:
    """What a header of the Accept family asks for, in lower case, with its weight: 1 unless given.

    Read by hand: the framework's parser drops ranges with parameters, or with weights such as
    ``.2``, that clients in use do send. A weight that is none counts as 1.
    """
    found: dict[str, float] = {}
    for part in header.split(","):
        name, _, parameters = part.partition(";")
        if name := name.strip().lower():
            weight = _WEIGHT.search(parameters)
            found[name] = float(weight[1]) if weight and weight[1].strip(".") else 1.0
    return found


def choose_language(wanted: str | None) -> str:
    """The body's language, else the best of `Accept-Language`, else English."""
    if wanted in LANGUAGES:
        return wanted
    header = current_request().environ.get("HTTP_ACCEPT_LANGUAGE")
    if not header:
        return LANGUAGES[0]
    asked = weights(header)
    best, most = LANGUAGES[0], 0.0
    for name, weight in asked.items():
        # `el-GR` asks for Greek too, and `*` for whatever is not named.
        language = name.partition("-")[0]
        if name == "*":
            language = next((other for other in LANGUAGES if other not in asked), "")
        if language in LANGUAGES and weight > most:
            best, most = language, weight
    return best


def accepts_json(asked: Request) -> bool:
    """Whether the `Accept` header leaves JSON in; the range nearest to it decides."""
    header = asked.environ.get("HTTP_ACCEPT")
    if not header or header in ("*/*", MEDIA_TYPE):
        return True
    ranges = weights(header)
    if not ranges:
        return True
    for name in (MEDIA_TYPE, "application/*", "*/*", "*"):
        if name in ranges:
            return ranges[name] > 0
    # Whoever reads problem documents reads JSON.
    return ranges.get("application/problem+json", 0) > 0


def prefers_html(asked: Request) -> bool:
    """Whether the `Accept` header names HTML, as browsers do, and JSON lower or not at all."""
    ranges = weights(asked.environ.get("HTTP_ACCEPT") or "")
    html = ranges.get("text/html", 0)
    return html > ranges.get(MEDIA_TYPE, 0)


def sends_json(asked: Request) -> bool:
    if asked.environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        return False
    if asked.environ.get("CONTENT_TYPE") == MEDIA_TYPE:
        return True
    return asked.mimetype == MEDIA_TYPE and asked.mimetype_params.get(
        "charset", "utf-8"
    ).lower() in ("utf-8", "utf8")


def sends_text(asked: Request) -> bool:
    """Whether the body is a file of text; its bytes say in which encoding better than its label."""
    if asked.environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        return False
    return asked.mimetype in (TEXT, BYTES)


def answer_bytes(answer: Any) -> bytes:
    """A document as JSON; what is JSON already stays as it is."""
    return answer if isinstance(answer, bytes) else json_bytes(answer)


class DuplicateKey(ValueError):
    """An object names a field twice; ``args[0]`` is the name."""


class TooDeep(ValueError):
    """Nested deeper than any request of the contract."""


def parse_json(body: bytes, deepest: int) -> Any:
    """The JSON value in a body.

    Raises ValueError where it is no JSON (NaN, lone surrogates and a byte order mark included),
    `DuplicateKey` and `TooDeep`.
    """
    value = orjson.loads(body)
    keys = count_keys(value, deepest)
    if keys < 0:
        raise TooDeep
    # The parser keeps the last of two equal keys in silence. Each key has a colon of its own, so
    # only where there are more colons than keys the body is read once more to compare.
    if body.count(b":") > keys:
        try:
            _refuse_duplicates(body)
        except RecursionError:
            # The value that was not kept is the deep one.
            raise TooDeep from None
    return value


def _refuse_duplicates(body: bytes) -> None:
    import json  # the slow path only

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in items:
            if name in found:
                raise DuplicateKey(name)
            found[name] = value
        return found

    json.loads(body, object_pairs_hook=pairs)
