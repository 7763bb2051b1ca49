"""Every legal play by brute force, written from the rule text alone; shares no code with service.

Slow and plain on purpose: each order of the dice, each checker, one move after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

Board = tuple[int, ...]
Step = tuple[int, int, int, bool]
"""From, to (0 is off), die, hit."""
Sequence = tuple[Step, ...]


def oracle_plays(
    board: Board | list[int],
    dice: tuple[int, int],
    larger_die: bool = True,
    hit_and_run_home_forbid: bool = False,
) -> dict[Board, list[Sequence]]:
    """All legal ordered sequences by the position they end in; empty if nothing can be played.

    ``board``: 26 counts as the mover sees them, own checkers positive, [25] the mover's bar, [0]
    the opponent's (negative). ``dice`` come in any order.
    """
    start = tuple(board)
    if not any(count > 0 for count in start) or not any(count < 0 for count in start):
        return {}
    hands = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    whole: list[tuple[Sequence, Board]] = []
    for hand in hands:
        whole += _sequences(start, hand, frozenset(), hit_and_run_home_forbid)
    # R-ALL: only sequences with as many dice as any sequence has.
    length = max(len(sequence) for sequence, _ in whole)
    if length == 0:
        return {}
    whole = [(sequence, end) for sequence, end in whole if len(sequence) == length]
    if length == 1 and larger_die:
        # R-LARGER: one die only, so the larger one, if it is among those that can be played.
        best = max(sequence[0][2] for sequence, _ in whole)
        whole = [(sequence, end) for sequence, end in whole if sequence[0][2] == best]
    found: dict[Board, list[Sequence]] = {}
    for sequence, end in whole:
        found.setdefault(end, []).append(sequence)
    return found


def _sequences(
    board: Board, hand: tuple[int, ...], frozen: frozenset[int], forbid: bool
) -> Iterator[tuple[Sequence, Board]]:
    """What can be played with the dice in this order, each sequence until it is stuck."""
    steps = [step for step in _steps(board, hand[0]) if step[0] not in frozen] if hand else []
    if not steps:
        yield (), board
    for step in steps:
        kept = frozen | {step[1]} if forbid and step[3] and step[1] <= 6 else frozen
        for rest, end in _sequences(_moved(board, step), hand[1:], kept, forbid):
            yield (step, *rest), end


def _steps(board: Board, die: int) -> Iterator[Step]:
    own = [place for place in range(1, 26) if board[place] > 0]
    if board[25] > 0:  # R-BAR: nothing else moves before the last checker has entered.
        own = [25]
    for place in own:
        target = place - die
        if target >= 1:
            if board[target] >= -1:  # R-POINT
                yield place, target, die, board[target] == -1
        elif max(own) <= 6 and (target == 0 or place == max(own)):  # R-OFF
            yield place, 0, die, False


def _moved(board: Board, step: Step) -> Board:
    place, target, _, hit = step
    after = list(board)
    after[place] -= 1
    if hit:  # R-HIT
        after[target] = 0
        after[0] -= 1
    if target >= 1:
        after[target] += 1
    return tuple(after)
