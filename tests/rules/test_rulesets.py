"""Presets and options."""

from __future__ import annotations

import pytest

from service.rules.rulesets import PRESETS, SWITCHES, option_faults, with_options

TABLE = {
    # preset: opening dice, later games, cube, triple, match lengths
    "portes": ("reroll", "winner", False, 2, (1, 3, 5, 7)),
    "portes-trio": ("reroll", "winner", False, 2, (1, 3, 5, 7)),
    "portes-online": ("play", "roll", False, 3, (1, 3, 5, 7)),
    "portes-cube": ("play", "roll", True, 3, None),
    "portes-match": ("play", "roll", True, 3, None),
    "backgammon": ("play", "roll", True, 3, None),
}


def test_the_presets_are_those_of_the_sources() -> None:
    assert {
        name: (r.opening_dice, r.later_games, r.cube, r.backgammon_points, r.match_lengths)
        for name, r in PRESETS.items()
    } == TABLE
    assert PRESETS["portes-match"].cube_limit == 64
    assert not PRESETS["portes-cube"].dead_cube
    assert all(ruleset.larger_die for ruleset in PRESETS.values())


def test_every_switch_changes_the_digest() -> None:
    preset = PRESETS["backgammon"]
    digests = {preset.digest("backgammon"), preset.digest("portes-cube")}
    for name in SWITCHES:
        value = getattr(preset, name)
        other: object = 5
        if isinstance(value, bool):
            other = not value
        elif isinstance(value, int):
            other = 2
        elif isinstance(value, str):
            other = "forbid" if name == "hit_and_run_home" else "reroll"
        digests.add(with_options(preset, {name: other}).digest("backgammon"))
    assert len(digests) == 2 + len(SWITCHES)


@pytest.mark.parametrize(
    ("preset", "options", "faulty"),
    [
        ("portes", {"beavers": True}, ["beavers"]),
        ("portes", {"cube": True, "beavers": True}, []),
        ("backgammon", {"raccoons": True}, ["raccoons"]),
        ("backgammon", {"raccoons": True, "beavers": True}, []),
        ("backgammon", {"automatic_doubles_limit": 2}, ["automatic_doubles_limit"]),
        ("backgammon", {"automatic_doubles_limit": None}, []),
        ("portes", {"raccoons": True}, ["raccoons", "raccoons"]),
        ("portes-match", {"cube": False, "jacoby": True}, ["jacoby"]),
    ],
)
def test_nonsense(preset: str, options: dict[str, object], faulty: list[str]) -> None:
    ruleset = with_options(PRESETS[preset], options)
    assert [fault.option for fault in option_faults(ruleset, options)] == faulty
