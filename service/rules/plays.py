"""The legal plays of a roll: one a distinct final position, in a fixed order (R-DICE to R-SAME)."""

from __future__ import annotations

from service.rules import kernel
from service.rules.board import OFF, Position
from service.rules.dice import Roll
from service.rules.graph import PlayGraph, play_graph
from service.rules.moves import Move, Play
from service.rules.rulesets import Ruleset
from service.rules.steps import after_play

__all__ = [
    "PlayGraph",
    "apply_unchecked",
    "legal_plays",
    "pack",
    "packed_plays",
    "play_graph",
    "unpack",
]


def legal_plays(position: Position, roll: Roll, ruleset: Ruleset) -> tuple[Play, ...]:
    """One legal play a distinct final position; none where the side must pass (R-PASS).

    Each play is the legal sequence to its position that starts from the highest point, at equal
    points with the larger die, and so on move by move. The plays are sorted by the same
    comparison, highest first. The order is part of the contract.
    """
    return tuple([unpack(play) for play in packed_plays(position, roll, ruleset)])


def packed_plays(position: Position, roll: Roll, ruleset: Ruleset) -> list[int]:
    """`legal_plays` with each play as one integer; see `kernel.distinct_plays`.

    Equal moves make equal integers, whatever the position.
    """
    if position.is_over:
        return []
    if ruleset.hit_and_run_home == "forbid":
        # Only the graph remembers which checker has hit.
        return [pack(play) for play in play_graph(position, roll, ruleset).plays]
    packed = kernel.distinct_plays(
        list(position.board), roll.larger, roll.smaller, ruleset.larger_die
    )
    packed.sort(reverse=True)
    return packed


def apply_unchecked(position: Position, play: Play) -> Position:
    """The position after a play as the opponent, next on roll, sees it; nothing is checked."""
    return Position(after_play(position.board, play)).mirrored()


def _move(slot: int) -> Move:
    """The move in one slot of a packed play; see `kernel.distinct_plays`."""
    from_point, die, hit = slot >> 5, slot >> 2 & 7, bool(slot >> 1 & 1)
    return Move(from_point, max(from_point - die, OFF), die, hit)


_MOVES = tuple(_move(slot) for slot in range(1024))


def pack(play: Play) -> int:
    """A play as one integer."""
    packed = 0
    for from_point, _, die, hit in play:
        packed = packed << 10 | from_point << 5 | die << 2 | hit << 1
    return packed


def unpack(play: int) -> Play:
    """The play in an integer; not the empty one."""
    if play < 1 << 20:
        if play < 1 << 10:
            return (_MOVES[play],)
        return (_MOVES[play >> 10], _MOVES[play & 1023])
    if play < 1 << 30:
        return (_MOVES[play >> 20], _MOVES[play >> 10 & 1023], _MOVES[play & 1023])
    return (
        _MOVES[play >> 30],
        _MOVES[play >> 20 & 1023],
        _MOVES[play >> 10 & 1023],
        _MOVES[play & 1023],
    )
