"""`/v1/plays` beside an endpoint that answers a constant, both in one server process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from itertools import islice
from random import Random
from typing import Any

from bench import constant
from bench.ask import ask
from bench.load import CONNECTIONS, Generator
from bench.report import ratios, shown, spread, table
from bench.requests_mix import PLAYS, get, plays_body, plays_query, positions, post, roll
from bench.sample import Sample, take
from bench.servers import serving

SEED = 11
HOT = 300
"""Different requests that are repeated, in the hot cases."""

CONSTANT = "constant"
NAMES = {
    CONSTANT: "`POST /constant`",
    "hot": "`POST /v1/plays`, hot",
    "cold": "`POST /v1/plays`, cold",
    "get": "`GET /v1/plays`",
    "get known": "`GET /v1/plays`, `If-None-Match`",
}
Requests = Callable[[], list[bytes]]


def measure(generator: Generator, count: int, rounds: int) -> dict[str, Any]:
    """``count`` requests a case in each round."""
    random = Random(SEED)
    boards = positions(SEED)

    def cold() -> list[bytes]:
        return [post(PLAYS, plays_body(board, roll(random))) for board in islice(boards, count)]

    asked = [(board, roll(random)) for board in islice(boards, HOT)]
    hot = [post(PLAYS, plays_body(board, dice)) for board, dice in asked]
    same = [post(constant.PATH, plays_body(board, dice)) for board, dice in asked]
    links = [plays_query(board, dice) for board, dice in asked]
    linked = [get(PLAYS, link) for link in links]

    with serving({}) as server:
        size = take(generator, server, cold()).size
    with serving({constant.SIZE: str(round(size))}, constant.APPLICATION) as server:
        version = json.loads(ask(server.port, "GET", "/version")[2])
        known = [
            get(PLAYS, link, _tag(server.port, request))
            for link, request in zip(links, linked, strict=True)
        ]
        repeated = {CONSTANT: same, "hot": hot, "get": linked, "get known": known}
        samples: dict[str, list[Sample]] = {name: [] for name in NAMES}
        for _ in range(rounds):
            for name in random.sample(list(NAMES), len(NAMES)):
                if name == "cold":
                    requests = cold()
                else:
                    requests = random.choices(repeated[name], k=count)
                    # Cold requests have been through the cache since: these are known again.
                    take(generator, server, repeated[name])
                samples[name].append(take(generator, server, requests))
    reference = samples[CONSTANT]
    return {
        "version": version,
        "connections": CONNECTIONS,
        "count": count,
        "rounds": rounds,
        "cases": {
            name: {
                **{
                    field: spread([asdict(one)[field] for one in found])
                    for field in asdict(found[0])
                },
                **{
                    f"{field} ratio": ratios(
                        [asdict(one)[field] for one in found],
                        [asdict(one)[field] for one in reference],
                    )
                    for field in ("rate", "p99", "cpu")
                },
            }
            for name, found in samples.items()
        },
    }


def report(result: dict[str, Any]) -> str:
    cases = result["cases"]
    return "\n\n".join(
        [
            f"## Endpoints\n\n{result['connections']} connections, {result['count']} requests a "
            f"case in each of {result['rounds']} rounds; one worker, the service's defaults; "
            f"kernel {result['version'].get('kernel', 'unknown')}. CPU is the worker's; a share is "
            "CPU time by wall time.",
            table(
                [
                    *("case", "answers/s", "p50 ms", "p99 ms", "CPU µs", "bytes"),
                    *("server's share", "generator's share"),
                ],
                [
                    [
                        NAMES[name],
                        shown(case["rate"], 0),
                        shown(case["p50"], 1),
                        shown(case["p99"], 1),
                        shown(case["cpu"], 0),
                        f"{case['size']['median']:.0f}",
                        f"{case['server_share']['median']:.2f}",
                        f"{case['generator_share']['median']:.2f}",
                    ]
                    for name, case in cases.items()
                ],
                texts=1,
            ),
            f"Ratio to {NAMES[CONSTANT]} of the same round:",
            table(
                ["case", "answers/s", "p99", "CPU"],
                [
                    [
                        NAMES[name],
                        *(shown(case[f"{field} ratio"]) for field in ("rate", "p99", "cpu")),
                    ]
                    for name, case in cases.items()
                    if name != CONSTANT
                ],
                texts=1,
            ),
        ]
    )


def _tag(port: int, request: bytes) -> str:
    target = request.split(b" ", 2)[1].decode()
    return ask(port, "GET", target)[1]["etag"]
