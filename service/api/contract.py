"""The contract as it is written, and the same as JSON."""

from __future__ import annotations

from pathlib import Path

import yaml
from flask import Blueprint, Response

from service.api import http
from service.api.representations import respond_fixed

_PACKAGE = Path(__file__).resolve().parents[1]


def contract_path() -> Path:
    """Where the contract lies: inside an installed package, at the top of a checkout."""
    packaged = _PACKAGE / "openapi.yaml"
    return packaged if packaged.exists() else _PACKAGE.parent / "openapi.yaml"


def create_blueprint() -> Blueprint:
    """Reads the contract once, at the start."""
    blueprint = Blueprint("contract", __name__)
    text = contract_path().read_bytes()
    as_json = http.json_bytes(yaml.safe_load(text))

    @blueprint.get("/openapi.yaml")
    def get_openapi_yaml() -> Response:
        return _answer(text, "application/yaml")

    @blueprint.get("/openapi.json")
    def get_openapi_json() -> Response:
        return _answer(as_json, http.MEDIA_TYPE)

    return blueprint


def _answer(document: bytes, content_type: str) -> Response:
    asked = http.current_request()
    return respond_fixed(asked, document, http.LANGUAGES[0], content_type)
