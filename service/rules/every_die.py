"""The proof that a written play is legal where it uses every die: no list of plays is needed.

R-ALL and R-LARGER ask for as many dice as can be played. A play that uses them all, each by a
legal move, can break neither. One module of plain loops that mypyc compiles as it stands.
"""

from __future__ import annotations


def play_every_die(board: list[int], legs: list[int], larger: int, smaller: int) -> int:
    """Plays the legs, in their order, on ``board`` and returns the points hit as a bit set.

    ``board`` holds 26 counts in the mover's numbering, the opponent's negative; [25] is the mover's
    bar, [0] the opponent's. A leg is a checker's way from one written point to the next,
    ``from_point << 5 | to_point``. It may take several dice where no stop of it hits.

    Returns -1 where this way shows nothing: a leg is no legal move then and there (it may be later
    in another order), a die is left, or it is open which checker is hit. The board is then in
    between. R-BAR, R-POINT, R-HIT and R-OFF are held to; hit-and-run is not looked at.
    """
    hits = 0
    if larger == smaller:
        left = 4
        for leg in legs:
            point = leg >> 5
            end = leg & 31
            if point <= end:
                return -1
            while point > end:
                if left == 0:
                    return -1
                target = point - larger
                if target < end:
                    if end != 0:
                        return -1
                    target = 0
                hit = _move(board, point, target, larger)
                if hit < 0 or (hit > 0 and target != end):
                    return -1
                if hit > 0:
                    hits |= 1 << target
                point = target
                left -= 1
        return hits if left == 0 else -1
    larger_left = smaller_left = True
    for leg in legs:
        point = leg >> 5
        end = leg & 31
        distance = point - end
        if distance <= 0:
            return -1
        fits_larger = distance == larger or (end == 0 and distance < larger)
        fits_smaller = distance == smaller or (end == 0 and distance < smaller)
        if larger_left and fits_larger and (distance != smaller or not smaller_left):
            die = larger
            larger_left = False
        elif smaller_left and fits_smaller:
            die = smaller
            smaller_left = False
        elif larger_left and smaller_left and larger < distance <= larger + smaller:
            # Joined. Where both stops are open and hit nothing, the play is the same by either.
            first = point - larger
            second = point - smaller
            if board[first] == -1 or board[second] == -1:
                return -1
            die = smaller
            if board[first] < -1:
                first = second
                die = larger
            if first <= 0 or _move(board, point, first, point - first) < 0:
                return -1
            larger_left = smaller_left = False
            point = first
        else:
            return -1
        hit = _move(board, point, end, die)
        if hit < 0:
            return -1
        if hit > 0:
            hits |= 1 << end
    return -1 if larger_left or smaller_left else hits


def _move(board: list[int], point: int, target: int, die: int) -> int:
    """One checker by one die: 1 where it hits, 0 where not, -1 where it may not go."""
    if board[point] <= 0 or (board[25] > 0 and point != 25):
        return -1  # R-BAR
    if target > 0:
        stood = board[target]
        if stood < -1:
            return -1  # R-POINT
        board[point] -= 1
        if stood < 0:
            board[target] = 1  # R-HIT
            board[0] -= 1
            return 1
        board[target] = stood + 1
        return 0
    # R-OFF: all home, and the die fits or the point is the highest.
    for outside in range(7, 26):
        if board[outside] > 0:
            return -1
    if die > point:
        for higher in range(point + 1, 7):
            if board[higher] > 0:
                return -1
    board[point] -= 1
    return 0
