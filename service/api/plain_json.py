"""What every request pays for, fast: its keys counted, and a position read that is plainly right.

Plain loops that mypyc compiles as they stand. Nothing is explained here: where a position is not
plainly right, `fields` and the rules look closer and say why.
"""

from __future__ import annotations

from typing import Final

CHECKERS: Final = 15
BAR: Final = 25
SIDE: Final = 26
"""Counts of one side: points 1-24 and, at 25, the bar, in the numbering in which they were sent."""

_POINTS: Final[dict[str, int]] = {str(point): point for point in range(1, BAR)}


def count_keys(value: object, deepest: int) -> int:
    """The keys of all objects in a JSON value; -1 where it is nested deeper than ``deepest``."""
    if isinstance(value, dict):
        keys, items = len(value), list(value.values())
    elif isinstance(value, list):
        keys, items = 0, value
    else:
        return 0
    if deepest == 0:
        return -1
    for item in items:
        if isinstance(item, (dict, list)):
            inner = count_keys(item, deepest - 1)
            if inner < 0:
                return -1
            keys += inner
    return keys


def read_counts(position: object) -> list[int] | None:
    """The counts of White and then of Black in a position object, `SIDE` each.

    None where anything is missing, unknown or of another type, or a side has not its fifteen
    checkers (R-SETUP).
    """
    if not isinstance(position, dict) or len(position) != 2:
        return None
    counts = [0] * (2 * SIDE)
    if not _read_side(position.get("white"), counts, 0):
        return None
    if not _read_side(position.get("black"), counts, SIDE):
        return None
    return counts


def _read_side(side: object, counts: list[int], start: int) -> bool:
    if not isinstance(side, dict):
        return False
    points = side.get("points")
    if not isinstance(points, dict):
        return False
    known = 1
    total = 0
    for name, found in points.items():
        point = _POINTS.get(name, 0)
        if point == 0 or not isinstance(found, int) or isinstance(found, bool):
            return False
        if found < 0 or found > CHECKERS:
            return False
        counts[start + point] = found
        total += found
    bar = side.get("bar")
    if bar is not None:
        if not isinstance(bar, int) or isinstance(bar, bool) or bar < 0 or bar > CHECKERS:
            return False
        counts[start + BAR] = bar
        total += bar
        known += 1
    borne_off = side.get("borne_off")
    if borne_off is not None:
        if not isinstance(borne_off, int) or isinstance(borne_off, bool) or borne_off < 0:
            return False
        if borne_off > CHECKERS:
            return False
        total += borne_off
        known += 1
    elif bar is not None and total < CHECKERS:
        # Points and bar are counted: the missing ones can only be off.
        total = CHECKERS
    return known == len(side) and total == CHECKERS


def white_board(counts: list[int], black_mirrored: bool) -> list[int] | None:
    """The board as White sees it, from what `read_counts` found.

    ``black_mirrored``: Black's points are in White's numbering. None where the rules have to say
    what is wrong: a point held by both sides, nobody left, or both sides on the bar.
    """
    board = counts[:SIDE]
    any_white = board[BAR] > 0
    any_black = counts[SIDE + BAR] > 0
    if any_white and any_black:
        return None
    board[0] = -counts[SIDE + BAR]
    for point in range(1, BAR):
        if board[point] > 0:
            any_white = True
        count = counts[SIDE + point]
        if count > 0:
            any_black = True
            at = point if black_mirrored else BAR - point
            if board[at] != 0:
                return None
            board[at] = -count
    return board if any_white or any_black else None
