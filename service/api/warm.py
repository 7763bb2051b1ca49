"""The questions that come first in every game, answered before they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from service.api.listings import Listed, Listings, cost
from service.rules.board import START, Position, Side
from service.rules.dice import ROLLS
from service.rules.plays import apply_unchecked, packed_plays, unpack
from service.rules.rulesets import DEFAULT_PRESET, PRESETS

_RULES = PRESETS[DEFAULT_PRESET]


def common_positions() -> list[Position]:
    """The start, and every position after a first play, as the side that replies sees it.

    After all 21 first rolls: where the opening dice are played it is only the 15 mixed ones, but
    the rulesets share what they have in common.
    """
    found = {START: None}
    for roll in ROLLS:
        for play in packed_plays(START, roll, _RULES):
            found.setdefault(apply_unchecked(START, unpack(play)))
    return list(found)


def warm(listings: Listings) -> Iterator[Position]:
    """Has the plays of all rolls listed in all common positions, for who asks for all of them.

    Yields after each position. What is known already is not made again.
    """
    for position in common_positions():
        listings.of(_listed(position), ROLLS)
        yield position


def warm_start(listings: Listings) -> None:
    """Has the plays of each single roll listed at the start."""
    for roll in ROLLS:
        listings.of(_listed(START), (roll,))


def estimated_cost() -> int:
    """Microseconds that it takes to list all rolls of one position."""
    return sum(cost(roll) for roll in ROLLS)


def _listed(position: Position) -> Listed:
    return Listed(position, _RULES, Side.WHITE, white_numbering=False)
