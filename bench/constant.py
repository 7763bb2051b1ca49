"""An endpoint that answers the same bytes to everyone: what an answer costs before any work."""

from __future__ import annotations

import orjson
from flask import Flask, Response

SIZE = "CONSTANT_BYTES"
"""Environment variable of `bench.constant_app`: the length of the body."""

APPLICATION = "bench.constant_app:app"
PATH = "/constant"
_LEAST = len(orjson.dumps({"filling": ""}))


def add_constant(app: Flask, size: int) -> None:
    """Adds `POST /constant`, with a JSON body of ``size`` bytes; the request is not looked at."""
    body = orjson.dumps({"filling": "x" * (size - _LEAST)})

    @app.post(PATH)
    def constant() -> Response:
        return Response(body, content_type="application/json")
