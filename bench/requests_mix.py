"""Prepared requests: questions about positions of self-play, as the bytes that go on the wire.

Everything follows from a seed. What is asked of the service's interface is here and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench.selfplay import Board, any_play, game, greedy_play
from service.notation.position_id import format_position_id
from service.rules.board import Position

PLAYS = "/v1/plays"
CHECK = "/v1/plays/check"
ALL_ROLLS = "/v1/plays/all-rolls"
BATCH = "/v1/batch"
BATCH_OPERATION = "list_legal_plays"

Body = dict[str, Any]


def positions(seed: int) -> Iterator[Board]:
    """Different positions with no end, game after game, every other game between greedy players."""
    random = Random(seed)
    seen: set[Board] = set()
    players = (any_play, greedy_play)
    games = 0
    while True:
        choose = players[games % 2]
        for _, board in game(random, (choose, choose)):
            if board not in seen:
                seen.add(board)
                yield board
        games += 1


def roll(random: Random) -> list[int]:
    return [random.randint(1, 6), random.randint(1, 6)]


def game_state(board: Board) -> Body:
    """The mover is White."""
    return {
        "turn": "white",
        "position": {
            "white": _side(board[25:0:-1], range(25, 0, -1)),
            "black": _side([-count for count in board[:25]], range(25, 0, -1)),
        },
    }


def plays_body(board: Board, dice: list[int], **more: Any) -> Body:
    return {**game_state(board), "dice": dice, **more}


def position_id(board: Board) -> str:
    return format_position_id(Position(board))


def post(path: str, body: Any) -> bytes:
    """A request as curl or a gateway sends it: the headers that matter and three that do not."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\nAccept: */*\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    ).encode() + content


def get(path: str, query: dict[str, str], tag: str | None = None) -> bytes:
    wanted = f"If-None-Match: {tag}\r\n" if tag else ""
    return (
        f"GET {path}?{urlencode(query)} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: bench\r\n"
        f"Accept: */*\r\n{wanted}\r\n"
    ).encode()


def plays_query(board: Board, dice: list[int]) -> dict[str, str]:
    return {
        "position_id": position_id(board),
        "turn": "white",
        "dice": "".join(map(str, dice)),
    }


def batch_body(boards: list[Board], random: Random) -> Body:
    return {"operations": [{BATCH_OPERATION: plays_body(board, roll(random))} for board in boards]}


def mixed(boards: list[Board], count: int, seed: int) -> list[bytes]:
    """``count`` requests of many kinds about these positions; all of them are answered with 200.

    Half are plain listings; the rest asks for views, links, checks and applied plays.
    """
    random = Random(seed)
    return [_any_request(random.choice(boards), random) for _ in range(count)]


def _any_request(board: Board, random: Random) -> bytes:
    dice = roll(random)
    kind = random.random()
    if kind < 0.5:
        return post(PLAYS, plays_body(board, dice))
    if kind < 0.6:
        return post(PLAYS, plays_body(board, dice, include=["tree"]))
    if kind < 0.7:
        return post(PLAYS, plays_body(board, dice, include=["positions", "position_ids"]))
    if kind < 0.85:
        return get(PLAYS, plays_query(board, dice))
    # Whether it is legal or not, a checked attempt is answered.
    return post(
        CHECK, plays_body(board, dice, moves=[{"from_point": 13, "to_point": 13 - dice[0]}])
    )


def _side(counts: Any, numbers: Any) -> Body:
    """One side's checkers from the bar down to its first point."""
    found = {number: count for number, count in zip(numbers, counts, strict=True) if count > 0}
    bar = found.pop(25, 0)
    return {
        "points": {str(number): count for number, count in found.items()},
        "bar": bar,
        "borne_off": 15 - bar - sum(found.values()),
    }
