"""The contract as a page to read and to try, from this server alone."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from flask import Blueprint, Response

from service.api import http
from service.api.problems import Problem
from service.api.representations import (
    FOR_A_WHILE,
    Representation,
    choose_encoding,
    represent,
    respond_tagged,
    tag_of,
)

blueprint = Blueprint("docs", __name__)

# What it shows is this server's own. Style attributes come from the pictures in its style sheet and
# from the page's own script, which sets them one by one; neither needs more than this.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_PAGE = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The referee of Portes and backgammon</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="contract"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START = b"""SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#contract",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null,
});
"""
_OWN = {"start.js": _START}
_TYPES = {
    "favicon-32x32.png": "image/png",
    "start.js": "text/javascript; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "swagger-ui.css": "text/css; charset=utf-8",
}


@blueprint.get("/docs")
def get_docs() -> Response:
    return _answer("page", "text/html; charset=utf-8")


@blueprint.get("/docs/<name>")
def get_docs_part(name: str) -> Response:
    if name not in _TYPES:
        raise Problem(404, "not_found")
    return _answer(name, _TYPES[name])


def _answer(name: str, content_type: str) -> Response:
    asked = http.current_request()
    encoding = choose_encoding(asked)
    tag = tag_of((asked.path, encoding))
    response = respond_tagged(asked, _part(name, encoding), tag, FOR_A_WHILE)
    if response.status_code == 200:
        response.content_type = content_type
        response.headers["Content-Security-Policy"] = POLICY
    return response


@lru_cache(maxsize=16)
def _part(name: str, encoding: str) -> Representation:
    """A part of the page, read and compressed when it is first asked for."""
    if name == "page":
        content = _PAGE
    elif name in _OWN:
        content = _OWN[name]
    else:
        content = (_library() / name).read_bytes()
    return represent(content, http.LANGUAGES[0], encoding)


def _library() -> Path:
    """Where Swagger UI lies; its package is found and not run."""
    found = find_spec("flask_swagger_ui")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "dist"
