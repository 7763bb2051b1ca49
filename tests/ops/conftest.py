"""A real server of the shared cache, one a module and empty for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.redis_servers import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as started:
        yield started


@pytest.fixture(autouse=True)
def _empty(request: pytest.FixtureRequest) -> None:
    if "server" in request.fixturenames:
        request.getfixturevalue("server").client.flushall()
