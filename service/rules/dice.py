"""A roll of two dice: mixed or double (R-DICE)."""

from __future__ import annotations

from typing import NamedTuple

FACES = range(1, 7)


class Roll(NamedTuple):
    """Two dice, the larger first, so that 1-3 and 3-1 are one roll."""

    larger: int
    smaller: int

    @classmethod
    def of(cls, one: int, other: int) -> Roll:
        """The roll of two faces in any order; raises ValueError for a face outside 1-6."""
        if one not in FACES or other not in FACES:
            raise ValueError(f"a die shows 1 to 6, not {one!r} and {other!r}")
        return cls(one, other) if one >= other else cls(other, one)

    @property
    def is_double(self) -> bool:
        return self.larger == self.smaller

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice to play, largest first: two of a mixed roll, four of a double (R-DICE)."""
        return (self.larger,) * 4 if self.is_double else (self.larger, self.smaller)


ROLLS: tuple[Roll, ...] = tuple(
    Roll(larger, smaller) for larger in FACES for smaller in range(1, larger + 1)
)
"""The 21 rolls: 1-1, 2-1, 2-2, 3-1 and so on to 6-6."""
