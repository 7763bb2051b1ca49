"""The usual way to list plays: depth first, a copy a move, duplicates removed afterwards."""

from __future__ import annotations

Move = tuple[int, int]
Found = dict[tuple[int, ...], tuple[Move, ...]]


def distinct_plays(board: list[int], larger: int, smaller: int) -> Found:
    """One play a distinct final position."""
    found: Found = {}
    if larger == smaller:
        _search(board, (larger,) * 4, (), found)
    else:
        _search(board, (larger, smaller), (), found)
        _search(board, (smaller, larger), (), found)
    longest = max(len(play) for play in found.values())
    if longest == 0:
        return {}
    found = {end: play for end, play in found.items() if len(play) == longest}
    if longest == 1 and larger != smaller:
        best = max(die for play in found.values() for _, die in play)
        found = {end: play for end, play in found.items() if play[0][1] == best}
    return found


def _search(board: list[int], dice: tuple[int, ...], play: tuple[Move, ...], found: Found) -> None:
    stuck = True
    if dice:
        die = dice[0]
        for point in range(25, 0, -1):
            if board[point] > 0 and _may_move(board, point, die):
                stuck = False
                after = list(board)
                after[point] -= 1
                target = point - die
                if target > 0:
                    if after[target] == -1:
                        after[target] = 0
                        after[0] -= 1
                    after[target] += 1
                _search(after, dice[1:], (*play, (point, die)), found)
    if stuck:
        end = tuple(board)
        if len(play) > len(found.get(end, ())) or end not in found:
            found[end] = play


def _may_move(board: list[int], point: int, die: int) -> bool:
    if board[25] > 0 and point != 25:
        return False
    target = point - die
    if target > 0:
        return board[target] >= -1
    if any(count > 0 for count in board[7:]):
        return False
    return target == 0 or all(count <= 0 for count in board[point + 1 : 7])
