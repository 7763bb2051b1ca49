"""Who is let in: the key that a request brings, and what that key is good for."""

from __future__ import annotations

from typing import Protocol

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

RECORD_PATHS = frozenset({"/v1/batch", "/v1/matches/replay"})
"""What holds a whole match or many questions, and can take a thousand times the work of one."""

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


def register_keys(app: Flask, keys: Keys | None) -> None:
    """Asks every request under `/v1` for a key; without ``keys`` everybody is let in.

    Sets ``g.api_key_id`` where a request brings a key that is known.
    """
    if keys is None:
        return

    @app.before_request
    def admit() -> None:
        asked = http.current_request()
        presented = presented_key(asked)
        caller = keys.find(presented) if presented else None
        if caller is not None:
            g.api_key_id = caller.id
        # A browser asks by OPTIONS, and without a key, whether it may send one.
        if not asked.path.startswith(CLOSED) or asked.method == "OPTIONS":
            return
        if caller is None:
            raise _unknown(presented)
        needed = RECORDS if asked.path in RECORD_PATHS else RULINGS
        if needed not in caller.scopes:
            challenge = f'{_CHALLENGE}, error="insufficient_scope", scope="{needed}"'
            headers = {"WWW-Authenticate": challenge}
            raise Problem(403, "scope_missing", headers=headers, scope=needed)

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


def _unknown(presented: str) -> Problem:
    if not presented:
        return Problem(401, "api_key_missing", headers={"WWW-Authenticate": _CHALLENGE})
    challenge = f'{_CHALLENGE}, error="invalid_token"'
    return Problem(401, "api_key_unknown", headers={"WWW-Authenticate": challenge})
