"""Positions as they come up in games: deterministic self-play, sorted by phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from service.rules.kernel import distinct_plays

START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
PHASES = ("opening", "middle", "bar", "bear-off")
OPENING_PLIES = 8

Board = tuple[int, ...]
"""26 counts in the numbering of the player to move, as `service.rules.kernel` takes them."""
Choose = Callable[[list[Board], Random], Board]


@dataclass(frozen=True)
class Corpus:
    """The same number of positions of each phase, all different."""

    positions: dict[str, list[Board]]
    games: int


def phase(board: Board, ply: int) -> str:
    if board[25] > 0:
        return "bar"
    if all(count <= 0 for count in board[7:]):
        return "bear-off"
    return "opening" if ply < OPENING_PLIES else "middle"


def played(board: Board, play: int) -> Board:
    """The position after a packed play, still in the numbering of the player who made it."""
    after = list(board)
    for shift in (30, 20, 10, 0):
        move = play >> shift & 1023
        if move == 0:
            continue
        point, target = move >> 5, (move >> 5) - (move >> 2 & 7)
        after[point] -= 1
        if target > 0:
            if after[target] == -1:
                after[target] = 0
                after[0] -= 1
            after[target] += 1
    return tuple(after)


def turned(board: Board) -> Board:
    """The position as the other player sees it."""
    return tuple(-count for count in reversed(board))


def any_play(ends: list[Board], random: Random) -> Board:
    return random.choice(ends)


def greedy_play(ends: list[Board], random: Random) -> Board:
    """Hits, makes points, bears off, and leaves few checkers alone."""

    def worth(board: Board) -> float:
        points = sum(count > 1 for count in board[1:25])
        alone = sum(count == 1 for count in board[1:25])
        borne_off = 15 - sum(count for count in board if count > 0)
        return 3.0 * -board[0] + 1.5 * points - alone + 2.0 * borne_off + 0.1 * random.random()

    return max(ends, key=worth)


def game(random: Random, players: tuple[Choose, Choose]) -> list[tuple[str, Board]]:
    """Phase and position before each roll of one game."""
    board: Board = START
    seen: list[tuple[str, Board]] = []
    ply = 0
    while any(count > 0 for count in board) and any(count < 0 for count in board):
        seen.append((phase(board, ply), board))
        one, other = random.randint(1, 6), random.randint(1, 6)
        plays = distinct_plays(list(board), max(one, other), min(one, other))
        if plays:
            board = players[ply % 2]([played(board, play) for play in sorted(plays)], random)
        board = turned(board)
        ply += 1
    return seen


def corpus(per_phase: int, seed: int) -> Corpus:
    """Half of the games between players at random, half between greedy ones."""
    random = Random(seed)
    pools: dict[str, dict[Board, None]] = {name: {} for name in PHASES}
    games = 0
    # Many more than needed, so that no game gives more than a few of its positions.
    while any(len(pool) < 10 * per_phase for pool in pools.values()):
        choose = any_play if games % 2 == 0 else greedy_play
        for name, board in game(random, (choose, choose)):
            pools[name][board] = None
        games += 1
    positions = {name: random.sample(list(pool), per_phase) for name, pool in pools.items()}
    return Corpus(positions, games)
