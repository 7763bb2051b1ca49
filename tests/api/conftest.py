"""The application as a client sees it, without a socket."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.ops.settings import Settings


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    return create_app(Settings(log_level="error")).test_client()
