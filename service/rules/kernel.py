"""The distinct plays of a roll, fast: one module of plain loops that mypyc compiles as it stands.

No duplicate is made and then removed: each part below enumerates in an order in which a final
position can come up only once, or names the one case in which it would come up twice. `graph` says
the same rules step by step.
"""

from __future__ import annotations

MOVE_BITS = 10
POINT_SHIFT = 5
DIE_SHIFT = 2
HIT = 2

_POINTS = tuple(range(24, 0, -1))


def distinct_plays(
    board: list[int], larger: int, smaller: int, larger_die: bool = True
) -> list[int]:
    """One packed play a distinct final position, in no order; none if nothing can be played.

    ``board`` holds 26 counts in the mover's numbering, the opponent's negative; [25] is the mover's
    bar, [0] the opponent's. It is changed on the way and the same again on return. Equal dice are a
    double: four moves. Without ``larger_die`` R-LARGER does not hold.

    A move is ``from_point << 5 | die << 2 | hit << 1`` in 10 bits; it goes to from_point - die, or
    off. A play is its moves, the first one in the highest bits. Of all legal sequences to the same
    final position, hits included (R-SAME), it is the largest number: highest point first, at equal
    points the larger die, as far as that order is legal.
    """
    if board[24] >= 0 and board[19] >= 0 and board[20] >= 0 and min(board) >= 0:
        return []  # the opponent has finished
    if board[25] > 0:
        if larger == smaller:
            return _double_from_bar(board, larger)
        if board[25] > 1:
            return _mixed_all_on_bar(board, larger, smaller, larger_die)
        return _mixed_one_on_bar(board, larger, smaller, larger_die)
    for count in board[7:25]:
        if count > 0:
            break
    else:
        if larger == smaller:
            return _double_bearing_off(board, larger)
        return _mixed_at_home(board, larger, smaller, larger_die)
    if larger == smaller:
        moves_home = 0
        for point in range(7, 25):
            if board[point] > 0:
                moves_home += board[point] * ((point - 7 + larger) // larger)
        if moves_home < 4:
            return _double_bearing_off(board, larger)
        return _double(board, larger, 4, 0)
    sources = [point for point in _POINTS if board[point] > 0]
    plays = _mixed(board, sources, larger, smaller, 1)
    top = sources[0]
    if top <= 6 + larger and board[top] == 1 and (len(sources) == 1 or sources[1] <= 6):
        plays += _mixed_after_last_comes_home(board, sources, larger, smaller)
    return plays or _one_die(board, sources, larger, smaller, 1, larger_die)


def _mixed(board: list[int], sources: list[int], larger: int, smaller: int, lowest: int) -> list[int]:
    """Plays of two moves without a checker on the bar and from points no lower than the die.

    ``lowest`` is 0 where all are at home and may bear off, and board[0] is then set to 0; else 1.
    """
    larger_slot = larger << DIE_SHIFT
    smaller_slot = smaller << DIE_SHIFT
    by_larger = [
        point << POINT_SHIFT | larger_slot | (HIT if board[point - larger] == -1 else 0)
        for point in sources
        if point - larger >= lowest and board[point - larger] > -2
    ]
    by_smaller = [
        point << POINT_SHIFT | smaller_slot | (HIT if board[point - smaller] == -1 else 0)
        for point in sources
        if point - smaller >= lowest and board[point - smaller] > -2
    ]
    # Two checkers that were there before, or one that comes by and one that takes over from it: any
    # order is legal, and comparing the moves puts the higher point, then the larger die first.
    plays = [
        one << MOVE_BITS | other if one > other else other << MOVE_BITS | one
        for one in by_larger
        for other in by_smaller
    ]
    both = larger + smaller
    for point in sources:
        if point <= smaller or board[point - smaller] < -1:
            near = -2
        else:
            near = board[point - smaller]
        if point <= larger or board[point - larger] < -1:
            far = -2
        else:
            far = board[point - larger]
            if far == -1:
                # R-HIT: two checkers on one blot, the first hits it.
                other_point = point - larger + smaller
                if board[other_point] > 0:
                    second = other_point << POINT_SHIFT | smaller_slot
                    first = point << POINT_SHIFT | larger_slot | HIT
                    plays.remove(first << MOVE_BITS | second | HIT)
                    plays.append(first << MOVE_BITS | second)
        if (
            board[point] == 1
            and (far > -2 or (point == larger and lowest == 0))
            and (near > -2 or (point == smaller and lowest == 0))
        ):
            # One checker cannot leave twice.
            first = point << POINT_SHIFT | larger_slot | (HIT if far == -1 else 0)
            second = point << POINT_SHIFT | smaller_slot | (HIT if near == -1 else 0)
            plays.remove(first << MOVE_BITS | second)
        if point - both < lowest or board[point - both] < -1:
            continue
        # One checker makes both moves: new where its stop is empty or a blot.
        last_hit = HIT if board[point - both] == -1 else 0
        if far == 0 or far == -1:
            first = point << POINT_SHIFT | larger_slot | (HIT if far == -1 else 0)
            second = (point - larger) << POINT_SHIFT | smaller_slot | last_hit
            plays.append(first << MOVE_BITS | second)
        if near > -2:
            first = point << POINT_SHIFT | smaller_slot | (HIT if near == -1 else 0)
            second = (point - smaller) << POINT_SHIFT | larger_slot | last_hit
            if near == -1:
                plays.append(first << MOVE_BITS | second)
            elif far >= 0:
                # R-SAME: the same place either way, without a hit on the way; larger die first.
                if near > 0:
                    plays.remove(first << MOVE_BITS | second)
            elif near == 0:
                plays.append(first << MOVE_BITS | second)
    return plays


def _one_die(
    board: list[int], sources: list[int], larger: int, smaller: int, lowest: int, larger_die: bool
) -> list[int]:
    """Plays of one move, where there are none of two."""
    plays: list[int] = []
    for die in (larger, smaller):
        for point in sources:
            target = point - die
            if target >= lowest and board[target] > -2:
                hit = HIT if board[target] == -1 else 0
                plays.append(point << POINT_SHIFT | die << DIE_SHIFT | hit)
        if plays and larger_die:
            break  # R-LARGER
    return plays


def _mixed_after_last_comes_home(
    board: list[int], sources: list[int], larger: int, smaller: int
) -> list[int]:
    """Plays in which the highest checker moves and so lets another, or itself, bear off (R-OFF).

    It is the only one on its point, and all others are at home.
    """
    plays: list[int] = []
    top = sources[0]
    following = sources[1] if len(sources) > 1 else 0
    went_off_unhit = False
    for first, second in ((larger, smaller), (smaller, larger)):
        stop = top - first
        if stop < 1 or stop > 6 or board[stop] < -1:
            continue
        highest = stop if stop > following else following
        if highest < second:
            bears_off = highest
        elif top > 6 and (stop == second or board[second] > 0):
            bears_off = second
        else:
            continue
        hit = HIT if board[stop] == -1 else 0
        if bears_off == stop and hit == 0:
            if went_off_unhit:
                continue  # R-SAME: off either way; larger die first
            went_off_unhit = True
        plays.append(
            (top << POINT_SHIFT | first << DIE_SHIFT | hit) << MOVE_BITS
            | bears_off << POINT_SHIFT
            | second << DIE_SHIFT
        )
    return plays


def _mixed_at_home(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """All at home: bearing off is one way among others to use a die."""
    top = 6
    while board[top] <= 0:
        top -= 1
        if top == 0:
            return []
    if top > larger:
        sources = [point for point in range(top, 0, -1) if board[point] > 0]
        opponent_bar = board[0]
        board[0] = 0  # bearing off is landing on 0, which is always open
        plays = _mixed(board, sources, larger, smaller, 0)
        if board[top] == 1:
            plays += _mixed_after_last_comes_home(board, sources, larger, smaller)
        if not plays:
            plays = _one_die(board, sources, larger, smaller, 0, larger_die)
        board[0] = opponent_bar
        return plays
    first = top << POINT_SHIFT | larger << DIE_SHIFT
    following = top
    if board[top] == 1:
        following -= 1
        while following > 0 and board[following] <= 0:
            following -= 1
    if top <= smaller:
        # Either die bears off the highest checker and can do nothing else.
        if following == 0:
            return [first]
        return [first << MOVE_BITS | following << POINT_SHIFT | smaller << DIE_SHIFT]
    # The larger die only bears off the highest checker; the smaller plays on from there.
    plays = []
    start = first << MOVE_BITS | smaller << DIE_SHIFT
    for point in range(following, smaller, -1):
        if board[point] > 0:
            target = board[point - smaller]
            if target > -2:
                plays.append(start | point << POINT_SHIFT | (HIT if target == -1 else 0))
    if following <= smaller:
        if following > 0:
            plays.append(start | following << POINT_SHIFT)
    elif board[smaller] > 0:
        plays.append(start | smaller << POINT_SHIFT)
    if following < top:
        # The smaller die first, by the highest checker alone: another one is now the highest.
        stop = top - smaller
        if board[stop] > -2:
            hit = HIT if board[stop] == -1 else 0
            bears_off = following if following > stop else stop
            plays.append(
                (top << POINT_SHIFT | smaller << DIE_SHIFT | hit) << MOVE_BITS
                | bears_off << POINT_SHIFT
                | larger << DIE_SHIFT
            )
    return plays or [first]


def _mixed_all_on_bar(
    board: list[int], larger: int, smaller: int, larger_die: bool
) -> list[int]:
    """Two or more on the bar: both dice are for entering (R-BAR)."""
    entries = [
        25 << POINT_SHIFT | die << DIE_SHIFT | (HIT if board[25 - die] == -1 else 0)
        for die in (larger, smaller)
        if board[25 - die] > -2
    ]
    if len(entries) == 2:
        return [entries[0] << MOVE_BITS | entries[1]]
    return entries


def _mixed_one_on_bar(
    board: list[int], larger: int, smaller: int, larger_die: bool
) -> list[int]:
    """One on the bar: one die enters, then the other is free (R-BAR)."""
    far = board[25 - larger]
    near = board[25 - smaller]
    if far < -1 and near < -1:
        return []
    sources = [point for point in _POINTS if board[point] > 0]
    plays: list[int] = []
    if far > -2:
        entered = 25 - larger
        first = 25 << POINT_SHIFT | larger << DIE_SHIFT | (HIT if far == -1 else 0)
        start = first << MOVE_BITS | smaller << DIE_SHIFT
        board[entered] = 1  # no blot any more
        plays = [
            start | point << POINT_SHIFT | (HIT if board[point - smaller] == -1 else 0)
            for point in sources
            if point > smaller and board[point - smaller] > -2
        ]
        target = board[entered - smaller]
        if far <= 0 and target > -2:
            plays.append(start | entered << POINT_SHIFT | (HIT if target == -1 else 0))
        board[entered] = far
    if near > -2:
        entered = 25 - smaller
        first = 25 << POINT_SHIFT | smaller << DIE_SHIFT | (HIT if near == -1 else 0)
        start = first << MOVE_BITS | larger << DIE_SHIFT
        # R-SAME: with both entries open and unhit, the checker that goes on ends in the same place.
        skipped = entered if far >= 0 and near >= 0 else 0
        plays += [
            start | point << POINT_SHIFT | (HIT if board[point - larger] == -1 else 0)
            for point in sources
            if point > larger and board[point - larger] > -2 and point != skipped
        ]
        target = board[entered - larger]
        if near <= 0 and target > -2 and skipped == 0:
            plays.append(start | entered << POINT_SHIFT | (HIT if target == -1 else 0))
    return plays or _one_entry(board, larger, smaller, larger_die)


def _one_entry(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """Entering with one die, where the other cannot be used."""
    return [
        25 << POINT_SHIFT | die << DIE_SHIFT | (HIT if board[25 - die] == -1 else 0)
        for die in (larger, smaller)
        if board[25 - die] > -2
    ][: 1 if larger_die else 2]


def _double_from_bar(board: list[int], die: int) -> list[int]:
    entered = 25 - die
    stood = board[entered]
    if stood < -1:
        return []
    entering = board[25] if board[25] < 4 else 4
    move = 25 << POINT_SHIFT | die << DIE_SHIFT
    start = move | HIT if stood == -1 else move
    for _ in range(entering - 1):
        start = start << MOVE_BITS | move
    if entering == 4:
        return [start]
    board[entered] = entering if stood < 0 else stood + entering
    plays = _double(board, die, 4 - entering, start)
    board[entered] = stood
    return plays or [start]


def _double(board: list[int], die: int, moves: int, start: int) -> list[int]:
    """Up to ``moves`` moves after ``start``, none from the bar and none that bears off.

    From the highest point downwards every final position comes up once, in its first order: how
    often each point was left tells the position, and the position tells it.
    """
    points: list[int] = []
    slots: list[int] = []
    reached = 0  # bit set of the points a checker may come to
    for point in range(24, die, -1):
        if (board[point] > 0 or reached >> point & 1) and board[point - die] > -2:
            reached |= 1 << (point - die)
            points.append(point)
            hit = HIT if board[point - die] == -1 else 0
            slots.append(point << POINT_SHIFT | die << DIE_SHIFT | hit)
    plays: list[int] = []
    while moves > 0 and not plays:  # R-ALL: the longest
        _spread(board, die, points, slots, 0, moves, start, plays)
        moves -= 1
    return plays


def _spread(
    board: list[int],
    die: int,
    points: list[int],
    slots: list[int],
    index: int,
    moves: int,
    start: int,
    plays: list[int],
) -> None:
    """Adds to ``plays`` all ways to make exactly ``moves`` moves from ``points[index:]``."""
    start <<= MOVE_BITS
    if moves == 1:
        plays += [
            start | slot for point, slot in zip(points[index:], slots[index:]) if board[point] > 0
        ]
        return
    for here in range(index, len(points)):
        point = points[here]
        count = board[point]
        if count <= 0:
            continue
        target = point - die
        stood = board[target]
        play = start | slots[here]
        board[target] = 1 if stood < 0 else stood + 1
        _spread(board, die, points, slots, here + 1, moves - 1, play, plays)
        again = slots[here] & ~HIT
        left = moves - 1
        while left > 0 and count > 1:
            count -= 1
            left -= 1
            play = play << MOVE_BITS | again
            if left == 0:
                plays.append(play)
            else:
                board[target] += 1
                _spread(board, die, points, slots, here + 1, left, play, plays)
        board[target] = stood


def _double_bearing_off(board: list[int], die: int) -> list[int]:
    """As `_double`, where a checker may be borne off within the roll."""
    points: list[int] = []
    most = 0
    reached = 0
    for point in range(24, 0, -1):
        if board[point] > 0:
            most += board[point] * ((point + die - 1) // die)
        elif not reached >> point & 1:
            continue
        points.append(point)
        if point > die and board[point - die] > -2:
            reached |= 1 << (point - die)
    plays: list[int] = []
    moves = most if most < 4 else 4
    while moves > 0 and not plays:  # R-ALL: the longest
        _spread_off(board, die, points, 0, moves, 0, 0, plays)
        moves -= 1
    return plays


def _spread_off(
    board: list[int],
    die: int,
    points: list[int],
    index: int,
    moves: int,
    behind: int,
    start: int,
    plays: list[int],
) -> None:
    """As `_spread`; ``behind`` is the highest point that keeps a checker, 0 if none does."""
    for here in range(index, len(points)):
        point = points[here]
        count = board[point]
        if count <= 0:
            continue
        target = point - die
        if target > 0:
            stood = board[target]
            if stood < -1:
                behind = behind or point
                continue
        else:
            if behind > 6 or (target < 0 and behind > 0):
                return  # R-OFF
            stood = 0
        slot = point << POINT_SHIFT | die << DIE_SHIFT
        play = start << MOVE_BITS | slot
        if stood == -1:
            play |= HIT
        landed = 0 if stood < 0 else stood
        left = moves
        while True:
            left -= 1
            count -= 1
            if left == 0:
                plays.append(play)
                break
            if target > 0:
                landed += 1
                board[target] = landed
            _spread_off(
                board, die, points, here + 1, left, behind or (point if count else 0), play, plays
            )
            if count == 0:
                break
            play = play << MOVE_BITS | slot
        if target > 0:
            board[target] = stood
        behind = behind or point
