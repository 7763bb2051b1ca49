"""Many questions in one request: `/v1/batch` and `/v1/plays/all-rolls` beside single questions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

from bench.ask import ask_post, why_absent
from bench.load import Generator
from bench.report import ratios, shown, spread, table
from bench.requests_mix import (
    ALL_ROLLS,
    BATCH,
    PLAYS,
    batch_body,
    game_state,
    plays_body,
    positions,
    post,
    roll,
)
from bench.sample import take
from bench.servers import serving

SEED = 12
ROLLS = 21
"""Rulings in one answer about all rolls."""

SINGLE = "single"


def measure(generator: Generator, rulings: int, rounds: int) -> dict[str, Any]:
    """In each round ``rulings`` of each kind, all about positions never asked about before."""
    random = Random(SEED)
    boards = positions(SEED)

    def single() -> list[bytes]:
        return [post(PLAYS, plays_body(board, roll(random))) for board in islice(boards, rulings)]

    def batch() -> list[bytes]:
        return [post(BATCH, batch_body(list(islice(boards, rulings)), random))]

    def all_rolls() -> list[bytes]:
        asked = islice(boards, -(-rulings // ROLLS))
        return [post(ALL_ROLLS, game_state(board)) for board in asked]

    # Name of a case, its requests, rulings an answer.
    cases: dict[str, tuple[Callable[[], list[bytes]], int]] = {SINGLE: (single, 1)}
    absent = {}
    with serving({}) as server:
        for name, path, body, make, each in (
            ("batch", BATCH, batch_body(list(islice(boards, rulings)), random), batch, rulings),
            ("all rolls", ALL_ROLLS, game_state(next(boards)), all_rolls, ROLLS),
        ):
            reason = why_absent(ask_post(server.port, path, body))
            if reason is None:
                cases[name] = (make, each)
            else:
                absent[name] = f"`POST {path}`: {reason}"
        per_core: dict[str, list[float]] = {name: [] for name in cases}
        sizes: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(rounds):
            for name in random.sample(list(cases), len(cases)):
                make, each = cases[name]
                sample = take(generator, server, make())
                per_core[name].append(each / sample.cpu * 1e6)
                sizes[name].append(sample.size / each)
    return {
        "rulings": rulings,
        "rounds": rounds,
        "absent": absent,
        "per core": {name: spread(values) for name, values in per_core.items()},
        "bytes": {name: spread(values) for name, values in sizes.items()},
        "ratio": {name: ratios(values, per_core[SINGLE]) for name, values in per_core.items()},
    }


def report(result: dict[str, Any]) -> str:
    return "\n\n".join(
        [
            f"## Batch\n\nRulings a second of the worker's CPU; {result['rulings']} a case in each "
            f"of {result['rounds']} rounds, about positions not asked about before. A batch is one "
            "request.",
            table(
                ["case", "rulings/s and core", "ratio to single requests", "bytes a ruling"],
                [
                    [
                        name,
                        shown(values, 0),
                        shown(result["ratio"][name]),
                        f"{result['bytes'][name]['median']:.0f}",
                    ]
                    for name, values in result["per core"].items()
                ],
                texts=1,
            ),
            *(f"Absent: {reason}" for reason in result["absent"].values()),
        ]
    )
