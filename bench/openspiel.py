"""OpenSpiel's backgammon as a peer, on positions of its own games: it cannot be given any other.

Only rolls of two different dice: it plays a double as two turns, and lists neither as a whole. Its
actions are pairs of checkers, several to one final position.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any, NamedTuple

from bench.selfplay import Board

_DICE = re.compile(r"Dice: ([1-6])([1-6])")
_BAR = re.compile(r"Bar: ?(\w*)")
_POINTS = 24
MOST_GAMES = 10_000


class Case(NamedTuple):
    """The same question in both forms; ``board`` as the kernel takes it."""

    state: Any
    board: Board
    larger: int
    smaller: int


def cases(count: int, seed: int) -> list[Case]:
    """About every fifth of the questions that come up in games at random."""
    import pyspiel

    random = Random(seed)
    game = pyspiel.load_game("backgammon")
    found: list[Case] = []
    for _ in range(MOST_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            dice = _DICE.search(str(state))
            assert dice is not None
            larger, smaller = max(map(int, dice.groups())), min(map(int, dice.groups()))
            if larger != smaller and random.random() < 0.2:
                found.append(Case(state.clone(), board_of(state), larger, smaller))
                if len(found) == count:
                    return found
            state.apply_action(random.choice(state.legal_actions()))
    raise RuntimeError("games without end")


def board_of(state: Any) -> Board:
    """The position as its mover sees it. Player 0, X, moves upwards in OpenSpiel's numbering."""
    mover = state.current_player()
    board = [0] * (_POINTS + 2)
    for place in range(_POINTS):
        point = _POINTS - place if mover == 0 else place + 1
        board[point] = state.board(mover, place) - state.board(1 - mover, place)
    bar = _BAR.search(str(state))
    assert bar is not None
    own, other = "xo" if mover == 0 else "ox"
    board[_POINTS + 1] = bar[1].count(own)
    board[0] = -bar[1].count(other)
    return tuple(board)


def actions(state: Any) -> list[Any]:
    """The legal actions, as numbers."""
    found: list[Any] = state.legal_actions()
    return found


def children(state: Any) -> list[Any]:
    """The state after each legal action."""
    return [state.child(action) for action in state.legal_actions()]


def final_positions(state: Any) -> int:
    """How many different positions the legal actions lead to."""
    return len(
        {re.sub(r"(?m)^(Turn|Previous|Extra|Dice).*", "", str(end)) for end in children(state)}
    )
