"""Distinct plays at full speed: one board, one roll, one small integer a play.

This module lists what `graph` lists, without the paths between: one legal sequence to each distinct
final position. It runs interpreted and compiles with mypyc unchanged. Duplicates are avoided by
construction instead of being removed afterwards.

A board is 26 signed counts from the mover's side: the mover's checkers positive, the opponent's
negative, index 25 the mover's bar, index 0 the opponent's. A move packs into ten bits,
``from_point << 5 | die << 2 | hit << 1``; a play is its moves, the first in the highest bits.
"""

from __future__ import annotations

from typing import Final

BAR: Final = 25
SLOT: Final = 10
"""Bits a move takes in a packed play."""

_OUTSIDE: Final = 7
"""The first point beyond the home."""


def distinct_plays(
    board: list[int], larger: int, smaller: int, larger_die: bool = True
) -> list[int]:
    """One packed play a distinct final position (R-SAME), in no particular order; [] for a pass.

    Each play is the greatest of the legal sequences to its position when compared as integers:
    highest point first, at equal points the larger die first, where that order is legal. The board
    is as before when the call returns.
    """
    if larger == smaller:
        return _double(board, larger)
    bar = board[BAR]
    if bar > 1:
        return _two_from_bar(board, larger, smaller, larger_die)
    if bar == 1:
        return _one_from_bar(board, larger, smaller, larger_die)
    outside = 0
    farthest = 0
    for point in range(_OUTSIDE, BAR):
        if board[point] > 0:
            outside += board[point]
            farthest = point
            if outside > 1:
                return _main(board, larger, smaller, larger_die)
    # R-OFF: with one checker outside, the first die may bring it home and the second bear off.
    if outside == 1 and farthest > 6 + larger:
        return _main(board, larger, smaller, larger_die)
    return _bearing_off(board, larger, smaller, larger_die)


def _code(board: list[int], point: int, die: int) -> int:
    """The packed move; R-HIT: a single opposing checker on the end is hit."""
    return point << 5 | die << 2 | (2 if board[point - die] == -1 else 0)


def _main(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """A mixed roll with nothing on the bar and no bearing off in reach."""
    # R-POINT: the sources whose end is not held by two or more opposing checkers.
    by_larger = [p for p in range(24, larger, -1) if board[p] > 0 and board[p - larger] >= -1]
    by_smaller = [p for p in range(24, smaller, -1) if board[p] > 0 and board[p - smaller] >= -1]
    codes = [_code(board, p, smaller) for p in by_smaller]
    above = [code << SLOT for code in codes]
    plays: list[int] = []
    count = len(by_smaller)
    split = 0
    for source in by_larger:
        # The two moves stand highest point first; at one point the larger die first.
        while split < count and by_smaller[split] > source:
            split += 1
        code = _code(board, source, larger)
        first = code << SLOT
        end = source - larger
        row = [high | code for high in above[:split]]
        row += [first | low for low in codes[split:]]
        if board[source] == 1 and split < count and by_smaller[split] == source:
            # One checker cannot make both moves from here.
            del row[split]
        if code & 2 and board[end + smaller] > 0:
            # Both on one blot: the first has hit it, the second has not.
            second = (end + smaller) << 5 | smaller << 2
            row[row.index(first | second | 2)] = first | second
        start = source + smaller
        if start < BAR and board[start] > 0 and board[start - larger] >= 0:
            # R-SAME: one checker's way with both dice, and the other stop hits nothing either:
            # it is listed with the larger die first.
            row.remove(_code(board, start, smaller) << SLOT | code)
        plays += row
        if end > smaller and board[end] <= 0 and board[end - smaller] >= -1:
            # One checker with both dice; from a stop of one's own the two are a pair already.
            plays.append(first | _code(board, end, smaller))
    for source in by_smaller:
        stop = source - smaller
        if (
            stop > larger
            and board[stop] <= 0
            and board[stop - larger] >= -1
            and (board[stop] < 0 or board[source - larger] < 0)
        ):
            # The smaller die first, where that is another position or the only way.
            plays.append(_code(board, source, smaller) << SLOT | _code(board, stop, larger))
    if plays:
        return plays
    # R-ALL, R-LARGER: only one die can be played, the larger where there is a choice.
    plays = [_code(board, p, larger) for p in by_larger]
    return plays if larger_die and plays else plays + codes


def _two_from_bar(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """R-BAR: two or more on the bar, so that both dice can only enter."""
    by_larger = board[BAR - larger] >= -1
    by_smaller = board[BAR - smaller] >= -1
    if by_larger and by_smaller:
        return [_code(board, BAR, larger) << SLOT | _code(board, BAR, smaller)]
    if by_larger:
        return [_code(board, BAR, larger)]
    return [_code(board, BAR, smaller)] if by_smaller else []


def _one_from_bar(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """R-BAR: one die enters, the other is free; no bearing off, the checker is far from home."""
    plays: list[int] = []
    entries: list[int] = []
    for enter, other in ((larger, smaller), (smaller, larger)):
        stop = BAR - enter
        if board[stop] < -1:
            continue
        code = _code(board, BAR, enter)
        entries.append(code)
        first = code << SLOT
        row = [
            first | _code(board, p, other)
            for p in range(24, other, -1)
            if board[p] > 0 and board[p - other] >= -1
        ]
        if code & 2 and stop + other < BAR and board[stop + other] > 0:
            # The blot is hit by entering, not once more by the second move.
            second = (stop + other) << 5 | other << 2
            row[row.index(first | second | 2)] = first | second
        if board[stop - other] >= -1:
            on = first | _code(board, stop, other)
            if enter == smaller and board[stop] >= 0 and board[BAR - larger] >= 0:
                # R-SAME: the same as entering with the larger die and going on.
                if board[stop] > 0:
                    row.remove(on)
            elif board[stop] <= 0:
                row.append(on)
        plays += row
    if plays:
        return plays
    # R-LARGER: the larger was tried first.
    return entries[:1] if larger_die else entries


def _home_sources(board: list[int], die: int, top: int) -> list[int]:
    """The points from ``top`` down from which the die moves a checker or bears one off."""
    highest = top
    while highest > 0 and board[highest] <= 0:
        highest -= 1
    found = []
    for point in range(highest, 0, -1):
        if board[point] > 0:
            if point > die:
                if board[point - die] >= -1:
                    found.append(point)
            elif highest < _OUTSIDE and (point == die or point == highest):
                # R-OFF: all home, and the exact point or the highest.
                found.append(point)
    return found


def _bearing_off(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """A mixed roll with bearing off in reach: both orders, the greatest play of each position."""
    top = 6 + larger
    found: dict[int, int] = {}
    singles: dict[int, int] = {}
    for die, other in ((larger, smaller), (smaller, larger)):
        for point in _home_sources(board, die, top):
            end = point - die
            hit = end > 0 and board[end] == -1
            code = point << 5 | die << 2 | (2 if hit else 0)
            change = _change(point, end, hit)
            if other == smaller or not larger_die or not singles:
                singles.setdefault(change, code)
            before = board[end] if end > 0 else 0
            board[point] -= 1
            if end > 0:
                board[end] = 1 if hit else before + 1
            for second in _home_sources(board, other, top):
                last = second - other
                also = last > 0 and board[last] == -1
                play = code << SLOT | second << 5 | other << 2 | (2 if also else 0)
                position = change + _change(second, last, also)
                if play > found.get(position, 0):
                    found[position] = play
            board[point] += 1
            if end > 0:
                board[end] = before
    return list((found or singles).values())


def _change(point: int, end: int, hit: bool) -> int:
    """What a move changes on the board, as a number that adds up: three bits a point, then hits."""
    change = -(1 << 3 * point)
    if end > 0:
        change += 1 << 3 * end
        if hit:
            change += 1 << 45 + end
    return change


def _double(board: list[int], die: int) -> list[int]:
    """A double: sources in falling order, so that every position comes up exactly once."""
    points = board[:]
    left = 4
    prefix = 0
    if points[BAR] > 0:
        # R-BAR: enter as many as the dice allow.
        end = BAR - die
        if points[end] < -1:
            return []
        entering = min(points[BAR], left)
        code = _code(points, BAR, die)
        points[end] = entering if code & 2 else points[end] + entering
        points[BAR] -= entering
        left -= entering
        for _ in range(entering):
            prefix = prefix << SLOT | code
            code &= ~2
        if left == 0 or points[BAR] > 0:
            return [prefix]
    outside = 0
    for point in range(_OUTSIDE, BAR):
        if points[point] > 0:
            outside += points[point]
    home = outside < left
    sources: list[int] = []
    codes = [0] * 26
    arriving = [False] * 32
    for point in range(24, 0 if home else die, -1):
        if points[point] > 0 or arriving[point]:
            end = point - die
            if end <= 0:
                codes[point] = point << 5 | die << 2
                sources.append(point)
            elif points[end] >= -1:
                codes[point] = _code(points, point, die)
                sources.append(point)
                arriving[end] = True
    plays: list[int] = []
    # R-ALL: four if four can be played, else as many as can.
    while left > 0 and not plays:
        if home:
            _home_runs(points, die, sources, codes, 0, left, prefix, outside, plays)
        else:
            _runs(points, die, sources, codes, 0, left, prefix, plays)
        left -= 1
    if not plays and prefix:
        return [prefix]
    return plays


def _runs(
    points: list[int],
    die: int,
    sources: list[int],
    codes: list[int],
    start: int,
    left: int,
    prefix: int,
    plays: list[int],
) -> None:
    """Every way to make ``left`` more moves from the sources at and after ``start``."""
    shifted = prefix << SLOT
    if left == 1:
        plays += [shifted | codes[point] for point in sources[start:] if points[point] > 0]
        return
    for index in range(start, len(sources)):
        point = sources[index]
        if points[point] > 0:
            code = codes[point]
            end = point - die
            before = points[end]
            points[point] -= 1
            if code & 2:
                # Only the first checker that comes here hits.
                points[end] = 1
                codes[point] = code & ~2
            else:
                points[end] = before + 1
            _runs(points, die, sources, codes, index, left - 1, shifted | code, plays)
            points[end] = before
            codes[point] = code
            points[point] += 1


def _home_runs(
    points: list[int],
    die: int,
    sources: list[int],
    codes: list[int],
    start: int,
    left: int,
    prefix: int,
    outside: int,
    plays: list[int],
) -> None:
    """As `_runs`, with ``outside`` checkers still to come home before any may bear off (R-OFF)."""
    shifted = prefix << SLOT
    for index in range(start, len(sources)):
        point = sources[index]
        if points[point] <= 0:
            continue
        end = point - die
        if end <= 0:
            if outside:
                return
            if end < 0 and _higher_at_home(points, point):
                continue
        code = codes[point]
        if left == 1:
            plays.append(shifted | code)
            continue
        before = points[end] if end > 0 else 0
        points[point] -= 1
        if end > 0:
            points[end] = 1 if code & 2 else before + 1
            codes[point] = code & ~2
        still = outside - 1 if point >= _OUTSIDE > end else outside
        _home_runs(points, die, sources, codes, index, left - 1, shifted | code, still, plays)
        if end > 0:
            points[end] = before
            codes[point] = code
        points[point] += 1


def _higher_at_home(points: list[int], point: int) -> bool:
    for higher in range(point + 1, _OUTSIDE):
        if points[higher] > 0:
            return True
    return False
