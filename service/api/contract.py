"""The contract as it is written, and the same as JSON."""

from __future__ import annotations

from pathlib import Path

import yaml
from flask import Blueprint, Response

from service.api import http

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
        return Response(text, content_type="application/yaml")

    @blueprint.get("/openapi.json")
    def get_openapi_json() -> Response:
        return Response(as_json, content_type=http.MEDIA_TYPE)

    return blueprint
