"""Which pages of other origins a browser lets read the answers (CORS); none unless set."""

from __future__ import annotations

from flask import Flask, Response
from flask_cors import CORS

from service.api import http

ANY_ORIGIN = "*"
PATHS = r"/(v1/|openapi\.|problems)"
"""Whatever the API answers; the platform's own endpoints are no page's business."""

METHODS = ["GET", "HEAD", "POST", http.QUERY]
SENT = [
    "Accept-Language",
    "Authorization",
    "Content-Type",
    "If-None-Match",
    "X-API-Key",
    "X-Request-ID",
]
READ = [
    "Content-Language",
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-ID",
]
SECONDS = 7_200
"""How long a browser remembers what it may send; the longest that all of them accept."""


def register_cross_origin(app: Flask, origins: list[str]) -> None:
    """Lets pages of these origins in, or of any with ``*``. Nothing is ever sent with credentials
    of the browser's own, so `*` gives nothing away that the network would not."""
    if not origins:
        return
    CORS(
        app,
        origins=origins,
        resources=PATHS,
        methods=METHODS,
        allow_headers=SENT,
        expose_headers=READ,
        max_age=SECONDS,
        send_wildcard=True,
        # Without an Origin there is no browser to tell.
        always_send=False,
        vary_header=False,
    )
    if ANY_ORIGIN not in origins:
        # The library leaves it out for a single origin, though others are answered differently.
        @app.after_request
        def vary(response: Response) -> Response:
            response.vary.add("Origin")
            return response
