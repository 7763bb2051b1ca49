"""Boards for tests: short literals, and random ones of every kind for Hypothesis."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from service.rules.board import BAR, OFF, Position

Board = tuple[int, ...]


def board(mover: str, opponent: str = "24:2", bar: int = 0, opponent_bar: int = 0) -> Board:
    """``board("24:2 13:5", "12:5")``: point:count of each side, both in the mover's numbering.

    Where it does not matter the opponent has two checkers on the mover's 24.
    """
    counts = [0] * 26
    for sign, text in ((1, mover), (-1, opponent)):
        for point, count in re.findall(r"(\d+):(\d+)", text):
            counts[int(point)] += sign * int(count)
    counts[BAR], counts[OFF] = bar, -opponent_bar
    return tuple(counts)


def position(*args: Any, **kwargs: Any) -> Position:
    return Position(board(*args, **kwargs))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Bar, bear-off, blocked and open boards, few checkers and many; the game is not over."""
    counts = [0] * 26
    highest = draw(st.sampled_from([3, 6, 6, 8, 12, 24, 24, 24]))
    size = draw(st.sampled_from([1, 2, 3, 5, 15, 15]))
    counts[BAR] = draw(st.sampled_from([0, 0, 0, 0, 1, 1, 2, 4])) if size == 15 else 0
    for point in draw(
        st.lists(st.integers(1, highest), min_size=size - counts[BAR], max_size=size - counts[BAR])
    ):
        counts[point] += 1
    counts[OFF] = -draw(st.integers(0, 2))
    lowest = draw(st.sampled_from([1, 1, 13, 19]))
    free = [point for point in range(lowest, 25) if counts[point] == 0]
    if free:
        for point in draw(st.lists(st.sampled_from(free), max_size=15 + counts[OFF])):
            counts[point] -= 1
    if not any(count < 0 for count in counts):
        counts[OFF] = -1
    return tuple(counts)


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
