from __future__ import annotations

import pytest

from bench.report import percentile, ratios, spread


@pytest.mark.parametrize(
    ("share", "expected"), [(0.0, 1), (0.5, 50), (0.505, 51), (0.99, 99), (1.0, 100)]
)
def test_a_percentile_is_a_value_that_occurs(share: float, expected: float) -> None:
    assert percentile(range(1, 101), share) == expected


def test_ratios_are_taken_within_a_round() -> None:
    # A machine twice as slow in some of the rounds.
    assert ratios([3, 6, 3, 6], [1, 2, 1, 2]) == {"median": 3, "low": 3, "high": 3}


def test_one_round_has_no_quartiles() -> None:
    assert spread([2.5]) == {"median": 2.5, "low": 2.5, "high": 2.5}
