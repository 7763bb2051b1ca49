"""Helm and what checks its manifests are built by `make chart`, which needs Go."""

from __future__ import annotations

import os

import pytest

from tests.chart.rendering import DEFINITIONS, HELM, POD_SECURITY


@pytest.fixture(scope="session", autouse=True)
def tools() -> None:
    """Without them the tests here are skipped, but on CI they fail."""
    missing = [path.name for path in (HELM, POD_SECURITY, DEFINITIONS) if not path.exists()]
    if missing and "CI" not in os.environ:
        pytest.skip(f"`make chart` builds {', '.join(missing)}")
    assert not missing, f"`make chart` was not run: {missing}"
