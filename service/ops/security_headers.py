"""What every answer tells browsers to leave alone, whoever makes it: the service or its server.

Imports no Flask when it is loaded: gunicorn's worker uses it before there is an application.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Response

POLICY = "Content-Security-Policy"

SECURITY_HEADERS = {
    # The media type is meant: nothing is to be read as a script that is none.
    "X-Content-Type-Options": "nosniff",
    # A link can hold a position; where it leads to need not know.
    "Referrer-Policy": "no-referrer",
    # Pages of other origins read answers by CORS, which this does not touch, and embed none.
    "Cross-Origin-Resource-Policy": "same-origin",
    # JSON shown by itself loads nothing and is framed by nobody; a page has its own.
    POLICY: "default-src 'none'; frame-ancestors 'none'",
}


def add_security_headers(response: Response) -> Response:
    """To be an `after_request` function; a policy that is there already stays.

    A 304 brings none: a browser would put it in the place of the one that it has with the page.
    """
    has_policy = response.status_code == 304 or POLICY in response.headers
    for name, value in SECURITY_HEADERS.items():
        if name != POLICY or not has_policy:
            response.headers.add(name, value)
    return response
