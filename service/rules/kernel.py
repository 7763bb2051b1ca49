"""The distinct plays of a roll, fast: one module of plain loops that mypyc compiles as it stands.

No duplicate is made and then removed: each part below enumerates in an order in which a final
position can come up only once, or names the one case in which it would come up twice. `graph` says
the same rules step by step.
"""

from __future__ import annotations

from typing import Final

MOVE_BITS: Final = 10
POINT_SHIFT: Final = 5
DIE_SHIFT: Final = 2
HIT: Final = 2

# The packed move by die and point, without a hit; looking it up is cheaper than shifting.
_MOVES: Final = [
    [point << POINT_SHIFT | die << DIE_SHIFT for point in range(26)] for die in range(7)
]


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
    if board[24] >= 0 and board[19] >= 0 and board[20] >= 0 and board[21] >= 0:  # rarely all
        for count in board:
            if count < 0:
                break
        else:
            return []  # the opponent has finished
    if board[25] > 0:
        if larger == smaller:
            return _double_from_bar(board, larger)
        return _mixed_from_bar(board, larger, smaller, larger_die)
    # All at home? Spelled out: a loop would be half of the time of a roll that bears off.
    if not (
        board[13] > 0 or board[8] > 0 or board[7] > 0 or board[9] > 0 or board[10] > 0
        or board[11] > 0 or board[12] > 0 or board[14] > 0 or board[15] > 0 or board[16] > 0
        or board[17] > 0 or board[18] > 0 or board[19] > 0 or board[20] > 0 or board[21] > 0
        or board[22] > 0 or board[23] > 0 or board[24] > 0
    ):  # fmt: skip
        return _at_home(board, larger, smaller, larger_die)
    top = 24
    while board[top] <= 0:
        top -= 1
    if larger == smaller:
        if _may_bear_off(board, top, larger):
            return _double_bearing_off(board, top, larger)
        return _double(board, top, larger, 4, 0)
    plays = _mixed(board, top, larger, smaller, 1)
    if top <= 6 + larger and board[top] == 1:
        plays += _mixed_after_last_comes_home(board, top, larger, smaller)
    return plays or _one_die(board, top, larger, smaller, 1, larger_die)


def _mixed(board: list[int], top: int, larger: int, smaller: int, lowest: int) -> list[int]:
    """Plays of two moves without a checker on the bar and from points no lower than the die.

    No checker is above ``top``. ``lowest`` is 0 where all are at home and may bear off, and
    board[0] is then set to 0; else 1.
    """
    larger_moves = _MOVES[larger]
    smaller_moves = _MOVES[smaller]
    both = larger + smaller
    far_from = larger + lowest
    last_from = both + lowest
    plays: list[int] = []
    twice: list[int] = []
    larger_first: list[int] = []  # from the points passed so far, already in the first place
    smaller_first: list[int] = []
    for point in range(top, smaller + lowest - 1, -1):
        count = board[point]
        if count <= 0:
            continue
        near = board[point - smaller]
        far = board[point - larger] if point >= far_from else -2
        # Two checkers that were there before, or one that takes over where another comes by: any
        # order is legal, and the higher point, then the larger die goes first.
        by_larger = by_smaller = 0
        if far > -2:
            by_larger = larger_moves[point]
            if far < 0:
                by_larger += HIT
            for first in smaller_first:
                plays.append(first + by_larger)
            by_larger <<= MOVE_BITS
            if count > 1:
                larger_first.append(by_larger)
        if near > -2:
            by_smaller = smaller_moves[point]
            if near < 0:
                by_smaller += HIT
            for first in larger_first:
                plays.append(first + by_smaller)
            if near < 0:
                # R-HIT: of two checkers that come to one blot the first hits it.
                other = point - smaller + larger
                if other <= top and board[other] > 0:
                    first = (larger_moves[other] + HIT) << MOVE_BITS
                    plays.remove(first + by_smaller)
                    plays.append(first + by_smaller - HIT)
            by_smaller <<= MOVE_BITS
            smaller_first.append(by_smaller)
        if count == 1 and far > -2:
            larger_first.append(by_larger)
        # One checker makes both moves: new where its stop is empty or a blot.
        if point >= last_from:
            last = board[point - both]
            if last > -2:
                hit = HIT if last < 0 else 0
                if far == 0 or far == -1:
                    plays.append(by_larger + smaller_moves[point - larger] + hit)
                if near == -1 or (near == 0 and far < 0):
                    plays.append(by_smaller + larger_moves[point - smaller] + hit)
                elif near > 0 and far >= 0:
                    # R-SAME: unhit on the way it ends in the same place by the larger die first.
                    twice.append(by_smaller + larger_moves[point - smaller] + hit)
    for play in twice:
        plays.remove(play)
    return plays


def _one_die(
    board: list[int], top: int, larger: int, smaller: int, lowest: int, larger_die: bool
) -> list[int]:
    """Plays of one move, where there are none of two."""
    plays: list[int] = []
    for die in (larger, smaller):
        for point in range(top, die + lowest - 1, -1):
            if board[point] > 0 and board[point - die] > -2:
                plays.append(_MOVES[die][point] + (HIT if board[point - die] == -1 else 0))
        if plays and larger_die:
            break  # R-LARGER
    return plays


def _mixed_after_last_comes_home(
    board: list[int], top: int, larger: int, smaller: int
) -> list[int]:
    """Plays in which the highest checker moves and so lets another, or itself, bear off (R-OFF).

    It is the only one on its point.
    """
    plays: list[int] = []
    following = top - 1
    while following > 0 and board[following] <= 0:
        following -= 1
    if following > 6:
        return plays
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
        plays.append((_MOVES[first][top] + hit) << MOVE_BITS | _MOVES[second][bears_off])
    return plays


def _highest_off(board: list[int], top: int, larger: int, smaller: int) -> list[int]:
    """Every die bears off the highest checker and can do nothing else (R-OFF)."""
    play = _MOVES[larger][top]
    moves_left = 3 if larger == smaller else 1
    moves = _MOVES[smaller]
    left = board[top] - 1
    while moves_left > 0:
        while left <= 0:
            top -= 1
            if top == 0:
                return [play]
            left = board[top]
        play = (play << MOVE_BITS) + moves[top]
        left -= 1
        moves_left -= 1
    return [play]


def _at_home(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """All at home: bearing off is one use of a die among others (R-OFF)."""
    top = 6
    while board[top] <= 0:
        top -= 1
        if top == 0:
            return []
    if top <= smaller:
        return _highest_off(board, top, larger, smaller)
    if larger == smaller:
        return _double_bearing_off(board, top, larger)
    if top > larger:
        opponent_bar = board[0]
        board[0] = 0  # bearing off is landing on 0, which is always open
        plays = _mixed(board, top, larger, smaller, 0)
        if board[top] == 1 and top < larger + smaller:
            plays += _mixed_after_last_comes_home(board, top, larger, smaller)
        if not plays:
            plays = _one_die(board, top, larger, smaller, 0, larger_die)
        board[0] = opponent_bar
        return plays
    following = top
    if board[top] == 1:
        following -= 1
        while following > 0 and board[following] <= 0:
            following -= 1
    smaller_moves = _MOVES[smaller]
    first = _MOVES[larger][top]
    # The larger die only bears off the highest checker; the smaller plays on from there.
    plays = []
    start = first << MOVE_BITS
    for point in range(following, smaller, -1):
        if board[point] > 0:
            target = board[point - smaller]
            if target > -2:
                plays.append(start + smaller_moves[point] + (HIT if target == -1 else 0))
    if following <= smaller:
        if following > 0:
            plays.append(start + smaller_moves[following])
    elif board[smaller] > 0:
        plays.append(start + smaller_moves[smaller])
    if following < top:
        # The smaller die first, by the highest checker alone: another one is now the highest.
        stop = top - smaller
        if board[stop] > -2:
            move = smaller_moves[top] + (HIT if board[stop] == -1 else 0)
            bears_off = following if following > stop else stop
            plays.append((move << MOVE_BITS) + _MOVES[larger][bears_off])
    return plays or [first]


def _entries(board: list[int], larger: int, smaller: int) -> list[int]:
    """The moves from the bar that the two dice of a mixed roll allow (R-BAR)."""
    entries: list[int] = []
    for die in (larger, smaller):
        if board[25 - die] > -2:
            entries.append(_MOVES[die][25] + (HIT if board[25 - die] == -1 else 0))
    return entries


def _mixed_from_bar(board: list[int], larger: int, smaller: int, larger_die: bool) -> list[int]:
    """One die enters, then the other does, or is free if all have entered (R-BAR)."""
    far = board[25 - larger]
    near = board[25 - smaller]
    if far < -1 and near < -1:
        return []
    if board[25] > 1:
        entries = _entries(board, larger, smaller)
        if len(entries) == 2:
            return [entries[0] << MOVE_BITS | entries[1]]
        return entries
    plays: list[int] = []
    larger_moves = _MOVES[larger]
    smaller_moves = _MOVES[smaller]
    entered_far = 25 - larger
    entered_near = 25 - smaller
    far_first = (larger_moves[25] + (HIT if far == -1 else 0)) << MOVE_BITS
    near_first = (smaller_moves[25] + (HIT if near == -1 else 0)) << MOVE_BITS
    for point in range(24, smaller, -1):
        if board[point] <= 0 and point != entered_far and point != entered_near:
            continue
        if far > -2 and (board[point] > 0 or point == entered_far):
            target = board[point - smaller]
            if target > -2:
                # R-HIT: a blot that was hit by entering is not hit again.
                hit = HIT if target == -1 and point - smaller != entered_far else 0
                plays.append(far_first + smaller_moves[point] + hit)
        if near > -2 and point > larger and (board[point] > 0 or point == entered_near):
            target = board[point - larger]
            # R-SAME: with both entries open and unhit, the checker that enters and goes on ends in
            # the same place by the larger die first.
            if target > -2 and not (point == entered_near and far >= 0 and near >= 0):
                plays.append(near_first + larger_moves[point] + (HIT if target == -1 else 0))
    if plays:
        return plays
    entries = _entries(board, larger, smaller)
    return entries[:1] if larger_die else entries  # R-LARGER


def _double_from_bar(board: list[int], die: int) -> list[int]:
    entered = 25 - die
    stood = board[entered]
    if stood < -1:
        return []
    entering = board[25] if board[25] < 4 else 4
    move = _MOVES[die][25]
    start = move + HIT if stood == -1 else move
    for _ in range(entering - 1):
        start = start << MOVE_BITS | move
    if entering == 4:
        return [start]
    board[entered] = entering if stood < 0 else stood + entering
    plays = _double(board, 24, die, 4 - entering, start)
    board[entered] = stood
    return plays or [start]


def _double(board: list[int], top: int, die: int, moves: int, start: int) -> list[int]:
    """Up to ``moves`` moves after ``start``, none from the bar and none that bears off.

    From the highest point downwards every final position comes up once, in its first order: how
    often each point was left tells the position, and the position tells it.
    """
    slots: list[int] = []  # the first move from each point that has a checker or may come to have
    held: list[int] = []  # those of them whose point has one now
    passed: list[int] = []  # how many of these come before or at each slot
    coming = [0] * 25  # the others, by point
    reached = 0  # bit set
    for point in range(top, die, -1):
        if board[point] > 0 or reached >> point & 1:
            stood = board[point - die]
            if stood > -2:
                reached |= 1 << (point - die)
                slot = _MOVES[die][point] + (HIT if stood == -1 else 0)
                slots.append(slot)
                if board[point] > 0:
                    held.append(slot)
                else:
                    coming[point] = slot
                passed.append(len(held))
    below = [held[count:] for count in passed]
    plays: list[int] = []
    while moves > 0 and not plays:  # R-ALL: the longest
        _spread(board, die, slots, below, coming, 0, moves, start, [], plays)
        moves -= 1
    return plays


def _spread(
    board: list[int],
    die: int,
    slots: list[int],
    below: list[list[int]],
    coming: list[int],
    index: int,
    moves: int,
    start: int,
    arrived: list[int],
    plays: list[int],
) -> None:
    """Adds to ``plays`` all ways to make exactly ``moves`` moves by ``slots[index:]``.

    ``below`` holds for each slot the later ones that need no checker to come first, ``coming`` by
    point those that do, ``arrived`` those of the latter that have got one by the moves so far.
    """
    start <<= MOVE_BITS
    for here in range(index, len(slots)):
        slot = slots[here]
        point = slot >> POINT_SHIFT
        count = board[point]
        if count <= 0:
            continue
        target = point - die
        came = coming[target]
        play = start + slot
        if moves == 2:
            # The last move too, without a call and without moving the first one.
            play <<= MOVE_BITS
            if count > 1:
                plays.append(play + (slot & ~HIT))
            for other in below[here]:
                plays.append(play + other)
            if came:
                plays.append(play + came)
            for other in arrived:
                if other < slot:
                    plays.append(play + other)
            continue
        if moves == 1:
            plays.append(play)
            continue
        stood = board[target]
        landed = 0 if stood < 0 else stood
        left = moves - 1
        now_arrived = [*arrived, came] if came else arrived
        while left > 0:
            landed += 1
            board[target] = landed
            _spread(board, die, slots, below, coming, here + 1, left, play, now_arrived, plays)
            count -= 1
            if count == 0:
                break
            left -= 1
            play = (play << MOVE_BITS) + (slot & ~HIT)
        if left == 0:
            plays.append(play)
        board[target] = stood


def _may_bear_off(board: list[int], top: int, die: int) -> bool:
    """Whether fewer than four moves bring all home."""
    moves = 0
    for point in range(7, top + 1):
        if board[point] > 0:
            moves += board[point] * ((point - 7 + die) // die)
    return moves < 4


def _double_bearing_off(board: list[int], top: int, die: int) -> list[int]:
    """As `_double`, where a checker may be borne off within the roll."""
    most = 0
    for point in range(top, 0, -1):
        if board[point] > 0:
            most += board[point] * ((point + die - 1) // die)
            if most >= 4:
                break
    plays: list[int] = []
    moves = most if most < 4 else 4
    while moves > 0 and not plays:  # R-ALL: the longest
        _spread_off(board, die, top, moves, 0, 0, plays)
        moves -= 1
    return plays


def _spread_off(
    board: list[int], die: int, top: int, moves: int, behind: int, start: int, plays: list[int]
) -> None:
    """As `_spread`, from ``top`` down; ``behind`` is the highest point above it with a checker."""
    start <<= MOVE_BITS
    for point in range(top, 0, -1):
        count = board[point]
        if count <= 0:
            continue
        target = point - die
        play = start + _MOVES[die][point]
        landed = 0
        if target > 0:
            stood = board[target]
            if stood < 0:
                if stood < -1:
                    behind = behind or point
                    continue
                play += HIT
            else:
                landed = stood
        elif behind > 0 and (target < 0 or behind > 6):
            return  # R-OFF
        if moves == 1:
            plays.append(play)
            behind = behind or point
            continue
        left = moves - 1
        while left > 0:
            count -= 1
            if target > 0:
                landed += 1
                board[target] = landed
            _spread_off(board, die, point - 1, left, behind or (point if count else 0), play, plays)
            if count == 0:
                break
            left -= 1
            play = (play << MOVE_BITS) + _MOVES[die][point]
        if left == 0:
            plays.append(play)
        if target > 0:
            board[target] = stood
        behind = behind or point
