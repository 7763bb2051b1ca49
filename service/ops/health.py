"""What the platform asks: is it alive, has it started, may it be sent requests, which one is it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import orjson
from flask import Blueprint, Response, abort, request

STOPPING = "portes.stopping"
"""The key of a WSGI environment that is true as soon as the server was told to stop."""

OPS_PATHS = frozenset({"/livez", "/readyz", "/startupz", "/version", "/metrics"})


def create_health_blueprint(
    version: Mapping[str, str], is_ready: Callable[[], bool] = lambda: True
) -> Blueprint:
    """The four endpoints. ``version`` is answered as it is.

    Liveness touches nothing: a service that waits for something else must not be restarted for it.
    """
    health = Blueprint("health", __name__)

    @health.get("/livez")
    def get_livez() -> Response:
        return _answer({"status": "ok"})

    @health.get("/readyz")
    def get_readyz() -> Response:
        if is_ready() and not request.environ.get(STOPPING):
            return _answer({"status": "ok"})
        return _answer({"status": "unready"}, 503)

    @health.get("/startupz")
    def get_startupz() -> Response:
        # The application is built before its first request is read: who answers has started.
        return _answer({"status": "ok"})

    @health.get("/version")
    def get_version() -> Response:
        return _answer(dict(version))

    return health


def create_port_guard(ops_port: int | None) -> Callable[[], None]:
    """A `before_request` function that keeps operations and API on their own ports.

    Without an operations port everything is answered on the one port there is.
    """

    def guard() -> None:
        # The port of the socket, whatever the Host header says.
        on_ops_port = request.environ["SERVER_PORT"] == str(ops_port)
        if on_ops_port != (request.path in OPS_PATHS):
            abort(404)

    return guard if ops_port is not None else lambda: None


def _answer(document: dict[str, str], status: int = 200) -> Response:
    response = Response(orjson.dumps(document), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
