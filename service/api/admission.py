"""Who is let in: the key that a request brings, what it is good for, and how often it may ask."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Protocol

from flask import Flask, Request, Response, g

from service.api import http
from service.api.problems import Problem

HEADER = "X-API-Key"
SCHEME = "bearer "
"""Of the header Authorization, in lower case: the scheme's name has no case."""

CLOSED = "/v1/"
"""What the paths begin with that need a key, where keys are on. Contract, pages of codes and
operations are open: they say how to get in, and nothing that is worth a key."""

RULINGS, RECORDS = "rulings", "records"
"""The scopes there are."""

RECORD_PATHS = frozenset(
    {
        "/v1/batch",
        "/v1/matches/replay",
        "/v1/transcripts/verify",
        "/v1/transcripts/verify-text",
    }
)
"""What holds a whole match or many questions, and can take a thousand times the work of one."""

ALL_ROLLS = "/v1/plays/all-rolls"
COST_OF_ALL_ROLLS = 21
"""It answers as many questions."""

RECORD_UNIT = 1_024
"""Bytes of a record that count as one request; a question of a batch takes a fifth of them."""

VARY = f"Authorization, {HEADER}"
_CHALLENGE = 'Bearer realm="portes-referee"'


class Caller(Protocol):
    """Who has a key."""

    @property
    def id(self) -> str: ...

    @property
    def scopes(self) -> frozenset[str]: ...


class Keys(Protocol):
    """The keys in force."""

    def find(self, presented: str) -> Caller | None: ...


class Refusal(Protocol):
    """A request beyond the limit."""

    @property
    def remaining(self) -> int: ...

    @property
    def wait_seconds(self) -> int: ...


class Limits(Protocol):
    """How much each client may ask."""

    @property
    def amount(self) -> int: ...

    @property
    def seconds(self) -> int: ...

    def hit(self, client: str, cost: int) -> Refusal | None: ...


def register_admission(
    app: Flask,
    keys: Keys | None,
    limits: Limits | None,
    address_of: Callable[[dict[str, Any]], str],
    exempt: Container[str],
) -> None:
    """Asks every request under `/v1` for a key, and counts all but those to the exempt paths.

    Without ``keys`` everybody is let in, without ``limits`` nothing is counted. ``address_of`` is
    whose a request is that brings no key. Sets ``g.api_key_id`` where a key is known.
    """
    if keys is None and limits is None:
        return

    @app.before_request
    def admit() -> None:
        asked = http.current_request()
        # A browser asks by OPTIONS, and without a key, whether it may send one.
        if asked.path in exempt or asked.method == "OPTIONS":
            return
        presented = presented_key(asked) if keys is not None else ""
        caller = keys.find(presented) if keys is not None and presented else None
        if caller is not None:
            g.api_key_id = caller.id
        # Before the key is asked for, so that trying keys has a limit too.
        if limits is not None:
            client = f"key/{caller.id}" if caller else f"address/{address_of(asked.environ)}"
            if refusal := limits.hit(client, cost_of(asked, app.config["MAX_RECORD_BYTES"])):
                raise _limited(limits, refusal)
        if keys is not None and asked.path.startswith(CLOSED):
            if caller is None:
                raise _unknown(presented)
            _demand_scope(caller, RECORDS if asked.path in RECORD_PATHS else RULINGS)

    if keys is None:
        return

    @app.after_request
    def keep_apart(response: Response) -> Response:
        """What was answered to one key is not for a cache that others share."""
        if http.current_request().path.startswith(CLOSED):
            kept = response.headers.get("Cache-Control", "")
            response.headers["Cache-Control"] = kept.replace("public", "private") or "private"
            varies = response.headers.get("Vary")
            response.headers["Vary"] = f"{varies}, {VARY}" if varies else VARY
        return response


def presented_key(asked: Request) -> str:
    """The key that a request brings, or nothing; ``X-API-Key`` counts before ``Authorization``."""
    given: str = asked.environ.get("HTTP_X_API_KEY", "").strip()
    if given:
        return given
    authorization: str = asked.environ.get("HTTP_AUTHORIZATION", "")
    if authorization[: len(SCHEME)].lower() == SCHEME:
        return authorization[len(SCHEME) :].strip()
    return ""


def cost_of(asked: Request, most_bytes: int) -> int:
    """How many requests one counts for, known before its body is read."""
    if asked.path == ALL_ROLLS:
        return COST_OF_ALL_ROLLS
    if asked.path not in RECORD_PATHS:
        return 1
    length = asked.content_length if "HTTP_TRANSFER_ENCODING" not in asked.environ else most_bytes
    return 1 + min(length or 0, most_bytes) // RECORD_UNIT


def _limited(limits: Limits, refusal: Refusal) -> Problem:
    headers = {
        "Retry-After": str(refusal.wait_seconds),
        "RateLimit-Policy": f'"default";q={limits.amount};w={limits.seconds}',
        "RateLimit": f'"default";r={refusal.remaining};t={refusal.wait_seconds}',
    }
    return Problem(429, "rate_limited", headers=headers)


def _demand_scope(caller: Caller, needed: str) -> None:
    if needed not in caller.scopes:
        challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{needed}"'
        raise Problem(403, "scope_missing", headers={"WWW-Authenticate": challenge}, scope=needed)


def _unknown(presented: str) -> Problem:
    if not presented:
        return Problem(401, "api_key_missing", headers={"WWW-Authenticate": _CHALLENGE})
    challenge = f'{_CHALLENGE}, error="invalid_token"'
    return Problem(401, "api_key_unknown", headers={"WWW-Authenticate": challenge})
