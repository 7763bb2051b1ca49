"""One checker by one die: which moves a board allows, and the board after one (R-POINT to R-OFF).

A board is 26 signed counts as its mover sees them; see `Position.board`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from service.rules.board import BAR, HOME, OFF, POINTS
from service.rules.moves import Move, Play

Board: TypeAlias = tuple[int, ...]

OUTSIDE = range(HOME.stop, BAR + 1)


def legal_moves(board: Board, die: int, frozen: Collection[int] = ()) -> list[Move]:
    """Every move of one checker by ``die``, highest point first; ``frozen`` points are not left."""
    # R-BAR: with a checker on the bar only entering is allowed.
    sources = (BAR,) if board[BAR] > 0 else reversed(POINTS)
    moves = []
    for point in sources:
        if board[point] <= 0 or point in frozen:
            continue
        target = point - die
        if target > OFF:
            # R-POINT: two or more opposing checkers close a point. R-HIT: one is hit.
            if board[target] >= -1:
                moves.append(Move(point, target, die, board[target] == -1))
        elif may_bear_off(board, point, die):
            moves.append(Move(point, OFF, die, False))
    return moves


def may_bear_off(board: Board, point: int, die: int) -> bool:
    """R-OFF: all home, and the die fits the point exactly or the point is the highest."""
    if highest_outside(board):
        return False
    return die == point or not any(board[higher] > 0 for higher in range(point + 1, HOME.stop))


def highest_outside(board: Board) -> int:
    """The highest point beyond the home, bar included, with a mover's checker; 0 for none."""
    return next((point for point in reversed(OUTSIDE) if board[point] > 0), 0)


def after_play(board: Board, play: Play) -> Board:
    """The board after a whole play; nothing is checked."""
    for move in play:
        board = after_move(board, move)
    return board


def after_move(board: Board, move: Move) -> Board:
    """The board after one move; nothing is checked."""
    points = list(board)
    points[move.from_point] -= 1
    if move.hit:
        # R-HIT: the blot goes to the opponent's bar.
        points[move.to_point] = 1
        points[OFF] -= 1
    elif move.to_point != OFF:
        points[move.to_point] += 1
    return tuple(points)
