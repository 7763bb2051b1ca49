"""A move is one checker by one die; a play is everything a side does with one roll."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from service.rules.board import BAR, OFF


class Move(NamedTuple):
    """One checker moved by one die, in the mover's numbering: 25 is the bar, 0 is off."""

    from_point: int
    to_point: int
    die: int
    hit: bool

    @property
    def enters(self) -> bool:
        return self.from_point == BAR

    @property
    def bears_off(self) -> bool:
        return self.to_point == OFF


Play: TypeAlias = tuple[Move, ...]
"""A legal, ordered sequence of moves; the empty play is a pass."""
