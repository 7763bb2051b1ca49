"""The service with one more endpoint, `POST /constant`, that answers the same bytes to everyone.

gunicorn loads `bench.constant_app:app` in place of `service.wsgi:app`; both endpoints then run in
one process, behind the same hooks. CONSTANT_BYTES is the length of the body.
"""

from __future__ import annotations

import os

import orjson
from flask import Flask, Response

from service.app import create_app
from service.ops.settings import Settings

SIZE = "CONSTANT_BYTES"
PATH = "/constant"
_LEAST = len(orjson.dumps({"filling": ""}))


def add_constant(to: Flask, size: int) -> None:
    """Adds the endpoint, with a JSON body of ``size`` bytes."""
    body = orjson.dumps({"filling": "x" * (size - _LEAST)})

    @to.post(PATH)
    def constant() -> Response:
        return Response(body, content_type="application/json")


app = create_app(Settings.from_env(os.environ))
add_constant(app, int(os.environ.get(SIZE, "2000")))
