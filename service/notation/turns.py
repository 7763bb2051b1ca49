"""What follows from the order of a record's actions: their numbers in match text, and the cube."""

from __future__ import annotations

from service.rules.board import Side
from service.rules.cube import CubeAction

HIGHEST = 1 << 30
"""No cube is counted higher, whatever a record says."""

RAISES = {
    # A double that answers another is a beaver, and one that answers that a raccoon.
    CubeAction.DOUBLE: CubeAction.BEAVER,
    CubeAction.BEAVER: CubeAction.RACCOON,
    CubeAction.RACCOON: CubeAction.RACCOON,
}


class Numbering:
    """Numbers actions as match text does: a number is a line with White's cell and then Black's."""

    def __init__(self) -> None:
        self.number = 0
        self._last = Side.BLACK

    def next(self, player: Side) -> int:
        """The number of the next action, which is this player's."""
        if player is Side.WHITE or self._last is Side.BLACK:
            self.number += 1
        self._last = player
        return self.number


class CubeCount:
    """The cube of a game, action by action, with nothing judged."""

    def __init__(self) -> None:
        self.value = 1
        self.owner: Side | None = None
        self._offered = 0
        self._beavered = False

    def set(self, value: int, owner: Side | None) -> None:
        self.value, self.owner = min(value, HIGHEST), owner
        self._offered = 0

    def rolled(self) -> None:
        """Who rolls after a beaver or a raccoon has accepted it."""
        if self._offered and self._beavered:
            self.value = self._offered
        self._offered = 0

    def acted(self, player: Side, action: CubeAction) -> int | None:
        """Counts an action; returns the value that a record names with it, if it is a raise."""
        if action is CubeAction.TAKE and self._offered:
            self.value, self._offered = self._offered, 0
            if not self._beavered:
                self.owner = player
        if action not in RAISES:
            return None
        raised = action is not CubeAction.DOUBLE
        if raised and not self._beavered:
            self.owner = player
        self._beavered = raised
        self._offered = min(2 * (self._offered or self.value), HIGHEST)
        return self._offered
