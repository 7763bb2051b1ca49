"""The graph of partial plays: the rules of a whole roll, step by step, without dead ends.

Written for reading, not for speed: `kernel` lists the same distinct plays fast, and the tests hold
the two equal. Sequences, click-by-click trees and the hit-and-run rule come from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from service.rules.board import HOME, Position
from service.rules.dice import Roll
from service.rules.moves import Move, Play
from service.rules.rulesets import Ruleset
from service.rules.steps import Board, after_move, legal_moves

Dice: TypeAlias = tuple[int, ...]


class State(NamedTuple):
    """A partial play: the board, the dice left, and the points a checker must not leave again."""

    board: Board
    dice_left: Dice
    frozen: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Node:
    """A partial play in the graph; ``play_index`` points into `PlayGraph.plays` where it is whole.

    ``moves`` are the moves that some legal play makes next, each with the index of its node.
    """

    dice_left: Dice
    moves: tuple[tuple[Move, int], ...]
    play_index: int | None


@dataclass(frozen=True, slots=True)
class PlayGraph:
    """Every legal play of one position and roll.

    ``nodes``: node 0 is the start, equal partial plays are shared. ``plays``: one legal sequence to
    each final position, highest point first where that order is legal, at equal points the larger
    die first; sorted by the same comparison, highest first. ``boards``: the board after each play,
    still as the mover sees it. ``dice_played``: the dice every legal play uses.
    """

    nodes: tuple[Node, ...]
    plays: tuple[Play, ...]
    boards: tuple[Board, ...]
    dice_played: int

    def sequence_count(self) -> int:
        """The number of all legal ordered sequences."""
        counts = [0] * len(self.nodes)
        for index in self._children_first():
            node = self.nodes[index]
            counts[index] = sum(counts[child] for _, child in node.moves) or (
                node.play_index is not None
            )
        return counts[0]

    def sequences(self) -> list[list[Play]]:
        """For each play all ordered sequences that lead to its position, in the order of plays."""
        found: list[list[Play]] = [[] for _ in self.plays]
        path: list[Move] = []

        def walk(index: int) -> None:
            node = self.nodes[index]
            if node.play_index is not None:
                found[node.play_index].append(tuple(path))
            for move, child in node.moves:
                path.append(move)
                walk(child)
                path.pop()

        if self.plays:
            walk(0)
        return found

    def _children_first(self) -> list[int]:
        return sorted(range(len(self.nodes)), key=lambda index: len(self.nodes[index].dice_left))


def play_graph(position: Position, roll: Roll, ruleset: Ruleset) -> PlayGraph:
    """All legal plays of ``roll``; a position that is over, or blocked, has none (R-PASS)."""
    # R-END: a game that is over has no further plays.
    start = State(position.board, () if position.is_over else roll.dice)
    successors = _all_partial_plays(start, ruleset)
    longest = _dice_still_playable(successors)
    dice_played = longest[start]
    kept = {
        state: [
            (move, following)
            for move, following in steps
            # R-ALL: as many dice as possible must be played, whatever the order.
            if len(start.dice_left) - len(state.dice_left) + 1 + longest[following] == dice_played
        ]
        for state, steps in successors.items()
    }
    if ruleset.larger_die and dice_played == 1:
        # R-LARGER: if either die can be played, but not both, the larger must be.
        larger = [step for step in kept[start] if step[0].die == roll.larger]
        kept[start] = larger or kept[start]
    return _number(start, kept, dice_played)


def next_states(state: State, ruleset: Ruleset) -> list[tuple[Move, State]]:
    """Every single move of a partial play and where it leads; highest point, larger die first."""
    steps = []
    for die in dict.fromkeys(state.dice_left):
        for move in legal_moves(state.board, die, state.frozen):
            steps.append((move, after_step(state, move, ruleset)))
    steps.sort(key=lambda step: (-step[0].from_point, -step[0].die))
    return steps


def after_step(state: State, move: Move, ruleset: Ruleset) -> State:
    """The partial play after one more move by one of its dice; nothing is checked."""
    left = list(state.dice_left)
    left.remove(move.die)
    frozen = state.frozen
    # R-HIT-AND-RUN: a checker that hits inside its own home stays there for the turn.
    if move.hit and move.to_point in HOME and ruleset.hit_and_run_home == "forbid":
        frozen |= {move.to_point}
    return State(after_move(state.board, move), tuple(left), frozen)


_Steps: TypeAlias = dict[State, list[tuple[Move, State]]]


def _all_partial_plays(start: State, ruleset: Ruleset) -> _Steps:
    successors: _Steps = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in successors:
            successors[state] = next_states(state, ruleset)
            waiting.extend(following for _, following in successors[state])
    return successors


def _dice_still_playable(successors: _Steps) -> dict[State, int]:
    longest: dict[State, int] = {}
    for state in sorted(successors, key=lambda state: len(state.dice_left)):
        longest[state] = max((1 + longest[after] for _, after in successors[state]), default=0)
    return longest


def _number(start: State, kept: _Steps, dice_played: int) -> PlayGraph:
    """Numbers the states in the order of a walk that always takes the highest move first.

    The first walk to reach a final position is its canonical sequence, and the positions are
    reached in the order in which their plays are listed.
    """
    numbers: dict[State, int] = {}
    order: list[State] = []
    plays: dict[Board, Play] = {}
    full = len(start.dice_left) - dice_played
    path: list[Move] = []

    def walk(state: State) -> None:
        if state in numbers:
            return
        numbers[state] = len(order)
        order.append(state)
        if len(state.dice_left) == full and dice_played:
            # R-SAME: one play a final position.
            plays.setdefault(state.board, tuple(path))
            return
        for move, following in kept[state]:
            path.append(move)
            walk(following)
            path.pop()

    walk(start)
    index_of = {board: index for index, board in enumerate(plays)}
    nodes = tuple(
        Node(
            state.dice_left,
            tuple((move, numbers[following]) for move, following in kept[state]),
            index_of.get(state.board) if len(state.dice_left) == full else None,
        )
        for state in order
    )
    return PlayGraph(nodes, tuple(plays.values()), tuple(plays), dice_played)
