"""What is rendered is what was read and committed; `make chart-snapshots` writes it anew."""

from __future__ import annotations

import pytest

from tests.chart.rendering import SHOWN, SNAPSHOTS, manifests


@pytest.mark.parametrize("name", SHOWN)
def test_the_chart_renders_what_was_committed(name: str) -> None:
    committed = (SNAPSHOTS / f"{name}.yaml").read_text("utf-8")
    assert manifests(SHOWN[name]) == committed, "make chart-snapshots, and read the difference"


def test_every_snapshot_is_of_a_case() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == set(SHOWN)
