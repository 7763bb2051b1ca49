"""Whether fuzzed questions reach the rules, so that hooks cannot stop working unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

RULES = {
    "both_shut_out",
    "budget_exceeded",
    "crawford_unknown",
    "game_not_over",
    "game_over",
    "illegal_cube_action",
    "illegal_play",
    "resignation_too_high",
}
"""Problems that only the rules can find."""

LEAST_SHARE = 0.5
"""Of the well-meant bodies of an operation that must reach the rules, or the hooks have stopped
working."""


def _is_of_the_rules(status: int, code: str) -> bool:
    return status == 200 or (status == 422 and code in RULES)


def reaches_the_rules(status: int, body: dict[str, Any]) -> bool:
    """Of a batch, most of its questions must."""
    if status == 200 and "results" in body:
        results = [
            _is_of_the_rules(result["status"], result.get("problem", {}).get("code", ""))
            for result in body["results"]
        ]
        return sum(results) * 2 > len(results)
    return _is_of_the_rules(status, body.get("code", ""))


def too_seldom(found: dict[str, tuple[int, int]], expected: Iterable[str]) -> list[str]:
    """The operations whose fuzzed bodies do not reach the rules often enough, or were not sent."""
    return sorted(
        name
        for name in {*found, *expected}
        if name not in found or found[name][0] < LEAST_SHARE * found[name][1]
    )
