"""What an answer costs by where it is found: in the process, in Redis, or nowhere.

Two instances share a Redis. The first is asked and fills it; the second, asked the same for the
first time, finds the answers there, and asked again finds them in its own memory. A third has
neither cache and computes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from redis import Redis

from bench.ask import ask_post, why_absent
from bench.load import Generator
from bench.report import Absent, ratios, shown, spread, table
from bench.requests_mix import ALL_ROLLS, PLAYS, game_state, plays_body, positions, post, roll
from bench.sample import Sample, take
from bench.selfplay import Board
from bench.servers import Server, redis_server, redis_url, serving

SEED = 13
COMPUTED, IN_REDIS, IN_PROCESS = "computed", "in Redis", "in the process"
LEVELS = (COMPUTED, IN_REDIS, IN_PROCESS)
_SETTLES_WITHIN = 3.0
"""Seconds that a write to Redis behind an answer may take."""

Ask = Callable[[Board, Random], bytes]


def _all_rolls(board: Board, random: Random) -> bytes:
    return post(ALL_ROLLS, game_state(board))


def _tree(board: Board, random: Random) -> bytes:
    return post(PLAYS, plays_body(board, roll(random), include=["tree"]))


KINDS: dict[str, Ask] = {"all rolls": _all_rolls, "plays with the tree": _tree}


def measure(generator: Generator, count: int, rounds: int) -> dict[str, Any]:
    """``count`` questions of each kind in each round, never asked before."""
    try:
        with (
            redis_server() as redis,
            serving({"REDIS_URL": redis_url(redis)}) as first,
            serving({"REDIS_URL": redis_url(redis)}) as second,
            serving({"CACHE_BYTES": "0"}) as third,
        ):
            return _measure(generator, redis, (first, second, third), count, rounds)
    except Absent as reason:
        return {"absent": str(reason)}


def _measure(
    generator: Generator,
    redis: Redis,
    servers: tuple[Server, Server, Server],
    count: int,
    rounds: int,
) -> dict[str, Any]:
    first, second, third = servers
    random = Random(SEED)
    boards = positions(SEED)
    reason = why_absent(ask_post(first.port, ALL_ROLLS, game_state(next(boards))))
    if reason is not None:
        raise Absent(f"`POST {ALL_ROLLS}`: {reason}")
    samples: dict[str, dict[str, list[Sample]]] = {
        kind: {level: [] for level in LEVELS} for kind in KINDS
    }
    kept: dict[str, int] = dict.fromkeys(KINDS, 0)
    for _ in range(rounds):
        for kind in random.sample(list(KINDS), len(KINDS)):
            requests = [KINDS[kind](board, random) for board in islice(boards, count)]
            before = redis.dbsize()
            take(generator, first, requests)
            kept[kind] += _settled(redis, before + count) - before
            found = samples[kind]
            # Redis comes before the process: only so is the second instance's answer still there.
            steps = [COMPUTED, IN_REDIS] if random.random() < 0.5 else [IN_REDIS, COMPUTED]
            for level in [*steps, IN_PROCESS]:
                server = third if level == COMPUTED else second
                found[level].append(take(generator, server, requests))
    return {
        "count": count,
        "rounds": rounds,
        "kept": {kind: number / (count * rounds) for kind, number in kept.items()},
        "kinds": {
            kind: {
                level: {
                    "cpu": spread([one.cpu for one in taken]),
                    "p50": spread([one.p50 for one in taken]),
                    "p99": spread([one.p99 for one in taken]),
                    "cpu ratio": ratios(
                        [one.cpu for one in taken], [one.cpu for one in found[COMPUTED]]
                    ),
                }
                for level, taken in found.items()
            }
            for kind, found in samples.items()
        },
    }


def _settled(redis: Redis, wanted: int) -> int:
    """The number of keys, once it is as wanted or has had its time."""
    deadline = time.monotonic() + _SETTLES_WITHIN
    while (size := int(redis.dbsize())) < wanted and time.monotonic() < deadline:
        time.sleep(0.05)
    return size


def report(result: dict[str, Any]) -> str:
    if "absent" in result:
        return f"## Levels of the cache\n\nAbsent: {result['absent']}"
    return "\n\n".join(
        [
            f"## Levels of the cache\n\n{result['count']} questions a kind in each of "
            f"{result['rounds']} rounds. CPU is the worker's, without Redis's own; the ratio is to "
            "what is computed.",
            table(
                ["question", "found", "CPU µs", "CPU ratio", "p50 ms", "p99 ms"],
                [
                    [
                        kind,
                        level,
                        shown(one["cpu"], 0),
                        shown(one["cpu ratio"]),
                        shown(one["p50"], 1),
                        shown(one["p99"], 1),
                    ]
                    for kind, levels in result["kinds"].items()
                    for level, one in levels.items()
                ],
            ),
            "Questions that the first instance left in Redis: "
            + "; ".join(f"{kind} {share:.0%}" for kind, share in result["kept"].items())
            + ". Where it is not all of them, the line *in Redis* is not about Redis.",
        ]
    )
