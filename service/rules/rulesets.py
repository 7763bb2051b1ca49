"""A ruleset is data, a value for each switch: presets are texts in use, options change them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, NamedTuple

CUBE_CEILING = 2**20
"""The service's own ceiling for any cube, whatever the ruleset's limit."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every switch on which the sources differ; the names are those of the requests' `options`.

    A limit of None is no limit; `match_lengths` None is any length.
    """

    cube: bool
    crawford: bool
    dead_cube: bool
    jacoby: bool
    beavers: bool
    beaver_refusable: bool
    raccoons: bool
    automatic_doubles: bool
    automatic_doubles_limit: int | None
    options_in_match: bool
    cube_limit: int | None
    larger_die: bool
    hit_and_run_home: Literal["allow", "forbid"]
    backgammon_points: int
    opening_dice: Literal["play", "reroll"]
    later_games: Literal["roll", "winner"]
    match_lengths: tuple[int, ...] | None

    @property
    def highest_cube(self) -> int:
        """The value that no cube passes: the ruleset's limit or the service's ceiling."""
        return min(self.cube_limit or CUBE_CEILING, CUBE_CEILING)

    def values(self) -> dict[str, Any]:
        """Every switch by name, in the order in which they are listed everywhere."""
        return {name: getattr(self, name) for name in SWITCHES}

    def digest(self, ruleset_id: str) -> str:
        """Sixteen hex digits that change with the preset's name or any switch's value."""
        text = ruleset_id + repr(sorted(self.values().items()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


SWITCHES: tuple[str, ...] = tuple(field.name for field in fields(Ruleset))

_PORTES = Ruleset(
    cube=False,
    crawford=False,
    dead_cube=False,
    jacoby=False,
    beavers=False,
    beaver_refusable=True,
    raccoons=False,
    automatic_doubles=False,
    automatic_doubles_limit=1,
    options_in_match=False,
    cube_limit=None,
    larger_die=True,
    hit_and_run_home="allow",
    backgammon_points=2,
    opening_dice="reroll",
    later_games="winner",
    match_lengths=(1, 3, 5, 7),
)
_PORTES_CUBE = replace(
    _PORTES,
    cube=True,
    crawford=True,
    backgammon_points=3,
    opening_dice="play",
    later_games="roll",
    match_lengths=None,
)

PRESETS: dict[str, Ruleset] = {
    "portes": _PORTES,
    "portes-trio": _PORTES,
    "portes-online": replace(_PORTES, backgammon_points=3, opening_dice="play", later_games="roll"),
    "portes-cube": _PORTES_CUBE,
    "portes-match": replace(
        _PORTES_CUBE, dead_cube=True, cube_limit=64, beaver_refusable=False, options_in_match=True
    ),
    "backgammon": replace(_PORTES_CUBE, dead_cube=True),
}
DEFAULT_PRESET = "portes"

INFERRED: dict[str, tuple[str, ...]] = {
    "portes": ("larger_die",),
    "portes-cube": ("dead_cube", "later_games"),
}
"""Switches on which the preset's source is silent and the value is the service's own reading."""


class OptionFault(NamedTuple):
    """An option that makes no sense beside the others: the option, and what it would need."""

    option: str
    needs: str


def with_options(preset: Ruleset, options: Mapping[str, Any]) -> Ruleset:
    """The preset with some switches set anew; the caller has checked names and types."""
    return replace(preset, **options) if options else preset


def option_faults(ruleset: Ruleset, options: Mapping[str, Any]) -> list[OptionFault]:
    """Options that contradict the rest of the ruleset they are part of.

    Only what a request sets is held against it: a preset's own idle switches are no fault.
    """
    faults: list[OptionFault] = []
    for option in ("jacoby", "beavers", "raccoons", "automatic_doubles"):
        if options.get(option) and not ruleset.cube:
            faults.append(OptionFault(option, "cube"))
    if options.get("raccoons") and not ruleset.beavers:
        faults.append(OptionFault("raccoons", "beavers"))
    if options.get("automatic_doubles_limit") is not None and not ruleset.automatic_doubles:
        faults.append(OptionFault("automatic_doubles_limit", "automatic_doubles"))
    return faults
