"""What a worker holds: at rest, with a full cache, after many positions, after many requests."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from bench.load import Generator
from bench.report import table
from bench.requests_mix import PLAYS, mixed, plays_body, positions, post, roll
from bench.sample import take
from bench.selfplay import Board
from bench.servers import Server, serving
from service.ops.settings import Settings

SEED = 14
CHUNK = 5_000
"""Requests prepared and sent at a time."""

MEGABYTE = 1 << 20


def measure(
    generator: Generator, distinct: int, further: int, cache_bytes: int | None = None
) -> dict[str, Any]:
    """``distinct`` positions or more, until the cache is full; half of ``further`` mixed requests
    to settle, and then all of them.

    ``cache_bytes`` None is the service's default.
    """
    random = Random(SEED)
    boards = positions(SEED)
    asked: list[Board] = []
    stages: list[dict[str, Any]] = []
    full = Settings().cache_bytes if cache_bytes is None else cache_bytes
    moved = 0.0

    def note(stage: str, server: Server) -> None:
        stages.append({"stage": stage, "positions": len(asked), **server.memory()})

    with serving({} if cache_bytes is None else {"CACHE_BYTES": str(cache_bytes)}) as server:
        take(generator, server, [post(PLAYS, plays_body(next(boards), [3, 1]))])
        note("at rest", server)
        while len(asked) < distinct or moved < full:
            chunk = list(islice(boards, min(CHUNK, max(distinct - len(asked), CHUNK // 10))))
            requests = [post(PLAYS, plays_body(board, roll(random))) for board in chunk]
            asked += chunk
            was_full = moved >= full
            # Answers alone are counted, so it is full by then whatever it counts besides.
            moved += take(generator, server, requests).size * len(chunk)
            if moved >= full and not was_full:
                note("cache full", server)
        note("distinct positions", server)
        # The room that the largest answers are made in is taken once, and entries of other sizes
        # have to find their places; that is not yet growth.
        for start in range(0, further // 2, CHUNK):
            requests = mixed(asked, min(CHUNK, further // 2 - start), SEED - 1 - start)
            take(generator, server, requests)
        note("settled", server)
        before = stages[-1]["rss"]
        for start in range(0, further, CHUNK):
            requests = mixed(asked, min(CHUNK, further - start), SEED + start)
            take(generator, server, requests)
        note("mixed requests", server)
    return {
        "cache_bytes": full,
        "further": further,
        "growth": stages[-1]["rss"] / before - 1,
        "stages": stages,
    }


def report(result: dict[str, Any]) -> str:
    return "\n\n".join(
        [
            "## Memory of a worker\n\n"
            f"Cache of {result['cache_bytes'] / MEGABYTE:.0f} MiB. *At rest* is after one request.",
            table(
                ["after", "positions asked about", "RSS MiB", "PSS MiB"],
                [
                    [
                        stage["stage"],
                        str(stage["positions"]),
                        f"{stage['rss'] / MEGABYTE:.1f}",
                        f"{stage['pss'] / MEGABYTE:.1f}",
                    ]
                    for stage in result["stages"]
                ],
                texts=1,
            ),
            f"Growth of RSS over the last {result['further']} mixed requests: "
            f"{result['growth']:+.1%}.",
        ]
    )
