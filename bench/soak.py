"""Half a million mixed requests: what a worker holds must not grow.

    python -m bench.soak [--requests 500000] [--json FILE]

After a quarter of the requests, which fill the cache, memory, open files and
threads are read ten times. Exits with 1 where any of them rises from the first half of the readings
to the second by more than is allowed here.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import mean

from bench.load import Generator
from bench.report import machine, machine_line
from bench.requests_mix import mixed, positions
from bench.sample import take
from bench.servers import Server, serving

SEED = 23
POSITIONS = 5_000
CHUNK = 5_000
"""Requests prepared and sent at a time."""

READINGS = 10
CACHE_BYTES = 8 << 20
"""Small, so that it is full, and lets answers go, all the time."""

MOST_GROWTH = 0.02
"""Of the memory; files and threads may not grow at all."""


@dataclass(frozen=True)
class Reading:
    requests: int
    rss: int
    files: int
    threads: int


def read(server: Server, requests: int) -> Reading:
    process = Path(f"/proc/{server.worker}")
    return Reading(
        requests,
        server.memory()["rss"],
        len(list(process.joinpath("fd").iterdir())),
        len(list(process.joinpath("task").iterdir())),
    )


def measure(requests: int) -> list[Reading]:
    """The readings; the worker must be the same process at the end."""
    boards = list(islice(positions(SEED), POSITIONS))
    settling = requests // 4
    due = [settling + (requests - settling) * step // READINGS for step in range(1, READINGS + 1)]
    readings: list[Reading] = []
    sent = 0
    with Generator() as generator, serving({"CACHE_BYTES": str(CACHE_BYTES)}) as server:
        while sent < requests:
            size = min(CHUNK, max(1, requests // 40), requests - sent)
            take(generator, server, mixed(boards, size, SEED + sent))
            sent += size
            while len(readings) < READINGS and sent >= due[len(readings)]:
                readings.append(read(server, sent))
                print(f"{sent:,} requests", file=sys.stderr)
    return readings


def growth(readings: Sequence[Reading], name: str) -> float:
    """How much more there is in the second half of the readings, as a share of the first."""
    half = len(readings) // 2
    values = [float(getattr(reading, name)) for reading in readings]
    before = mean(values[:half])
    return (mean(values[half:]) - before) / before


def faults(readings: Sequence[Reading]) -> list[str]:
    """What is not flat."""
    found = []
    if growth(readings, "rss") > MOST_GROWTH:
        found.append(f"memory grows by {growth(readings, 'rss'):.1%}")
    for name in ("files", "threads"):
        if max(getattr(one, name) for one in readings[len(readings) // 2 :]) > max(
            getattr(one, name) for one in readings[: len(readings) // 2]
        ):
            found.append(f"more {name} in the second half")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="See whether a worker grows.")
    parser.add_argument("--requests", type=int, default=500_000)
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    arguments = parser.parse_args()
    readings = measure(arguments.requests)
    about = machine(("Flask", "gunicorn"))
    print(f"{arguments.requests:,} mixed requests. {machine_line(about)}\n")
    print("| after requests | memory, MiB | open files | threads |\n|---:|---:|---:|---:|")
    for one in readings:
        print(f"| {one.requests:,} | {one.rss / (1 << 20):.1f} | {one.files} | {one.threads} |")
    found = faults(readings)
    print(f"\nMemory from the first half to the second: {growth(readings, 'rss'):+.2%}.")
    for fault in found:
        print(f"Not flat: {fault}.")
    if arguments.json:
        rows = [asdict(one) for one in readings]
        arguments.json.write_text(json.dumps({"about": about, "readings": rows}, indent=1), "utf-8")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
