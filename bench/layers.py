"""Where the time of a `POST /v1/plays` goes, layer by layer, in CPU time.

    python -m bench.layers [--quick] [--json FILE]

In process, all but the first line: the whole WSGI call of the service, the same with nothing to do,
a bare Flask application, and the steps of the endpoint one by one. What a layer costs is what it
costs alone, or the difference of two calls, taken within a round. The first line is the CPU time
of a gunicorn worker for an answer without work, less the same call in process.

A step that is repeated alone finds the processor's caches as it left them. What all of them cost
more when a whole call comes between, as it does in the service, is a line of its own.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import os
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, TextIO

from flask import Flask
from werkzeug.test import EnvironBuilder

from bench import constant, steps
from bench.load import Generator
from bench.report import machine, machine_line, shown, spread, table
from bench.requests_mix import PLAYS, plays_body, positions, post, roll
from bench.sample import take
from bench.servers import serving
from service.app import create_app
from service.ops.logs import configure_logging
from service.ops.settings import Settings

SEED = 15
COLD, HOT, CONSTANT, BARE, SERVED = "cold", "hot", "constant", "bare", "served"
IN_TURN = "hot, and the steps, in turn"

SOCKET = "socket, gunicorn"
FLASK = "Flask: routing, contexts, response"
HOOKS = "hooks, log line"
KNOWN = "headers, body, answers known"
UNPACKED = "plays in order"
MIXED = "layers in turn, over each alone"
REST = "the rest of the endpoint"

Environment = dict[str, Any]
Times = dict[str, float]
"""CPU microseconds a request in one round."""


def service_app(stream: TextIO) -> Flask:
    """The service with the constant endpoint; its log lines go to the stream."""
    settings = Settings()
    app = create_app(settings)
    configure_logging(settings.log_level, stream)
    constant.add_constant(app, 2_000)
    return app


def bare_app() -> Flask:
    """Flask with one endpoint and nothing else."""
    app = Flask("bare", static_folder=None)
    constant.add_constant(app, 2_000)
    return app


def environments(path: str, bodies: list[bytes]) -> list[Environment]:
    """As a server would make them; each can be used once."""
    builder = EnvironBuilder(path, method="POST", content_type="application/json")
    common = builder.get_environ() | {"HTTP_ACCEPT": "*/*", "HTTP_USER_AGENT": "bench"}
    builder.close()
    return [
        {**common, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
        for body in bodies
    ]


def call(app: Flask, environment: Environment) -> bytes:
    """The body of a 200."""
    said: list[str] = []

    def start_response(status: str, headers: Any, error: Any = None) -> Callable[[bytes], object]:
        said.append(status)
        return lambda written: None

    answer = app.wsgi_app(environment, start_response)
    try:
        body = b"".join(answer)
    finally:
        if close := getattr(answer, "close", None):
            close()
    if said != ["200 OK"]:
        raise RuntimeError(f"{said}: {body[:200]!r}")
    return body


def call_all(app: Flask, environments: list[Environment]) -> None:
    for each in environments:
        call(app, each)


def call_in_turn(app: Flask, environments: list[Environment], step: steps.Step) -> None:
    """A whole call and a step, request by request."""
    for environment, each in zip(environments, step.inputs, strict=True):
        call(app, environment)
        step.call(each)


def micros(work: Callable[[], object], count: int) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) / count * 1e6


def measure(generator: Generator, count: int, rounds: int, log: TextIO) -> dict[str, Any]:
    """``count`` requests in each of the rounds."""
    random = Random(SEED)
    bodies = [
        json.dumps(plays_body(board, roll(random))).encode()
        for board in islice(positions(SEED), count)
    ]
    app, bare = service_app(log), bare_app()
    answers = [call(app, each) for each in environments(PLAYS, bodies)]
    work: dict[str, steps.Step] = {}
    absent = None
    try:
        for step in steps.steps(bodies, answers):
            step.call(step.inputs[0])
            work[step.name] = step
    except steps.CHANGED as reason:
        absent = f"the layers after {', '.join(work) or 'none'}: {reason!r}"

    with serving({constant.SIZE: "2000"}, constant.APPLICATION) as server:
        served = [post(constant.PATH, body) for body in bodies]
        take(generator, server, served)
        # What is prepared here would otherwise be gone through by the collector again and again.
        gc.collect()
        gc.freeze()

        def once(name: str, turn: int) -> float:
            if name in work:
                return micros(work[name].run, count)
            if name == SERVED:
                return take(generator, server, served).cpu
            if name == IN_TURN:
                made = environments(PLAYS, bodies)
                return micros(lambda: call_in_turn(app, made, work[steps.TOGETHER]), count)
            # Space at the end makes it a question not asked before, and the work the same.
            asked = [body + b" " * (turn + 1) for body in bodies] if name == COLD else bodies
            made = environments(PLAYS if name in (COLD, HOT) else constant.PATH, asked)
            target = bare if name == BARE else app
            return micros(lambda: call_all(target, made), count)

        names = [COLD, HOT, CONSTANT, BARE, SERVED, *work]
        if steps.TOGETHER in work:
            names.append(IN_TURN)
        taken: list[Times] = []
        for turn in range(rounds):
            taken.append({name: once(name, turn) for name in random.sample(names, len(names))})
    gc.unfreeze()
    layers = [split(times) for times in taken]
    return {
        "count": count,
        "rounds": rounds,
        "absent": absent,
        "layers": {name: spread([one[name] for one in layers]) for name in layers[0]},
        "whole": {
            name: spread([one[name] for one in taken]) for name in (COLD, HOT, CONSTANT, BARE)
        },
    }


def split(times: Times) -> Times:
    """The layers of one round, outermost first; those up to `KNOWN` are all of a hot request."""
    layers = {
        SOCKET: times[SERVED] - times[CONSTANT],
        FLASK: times[BARE],
        HOOKS: times[CONSTANT] - times[BARE],
        KNOWN: times[HOT] - times[CONSTANT],
    }
    inner = {
        name: times[name]
        for name in (steps.JSON_IN, steps.SCHEMA, steps.OBJECTS, steps.KERNEL)
        if name in times
    }
    if steps.PLAYS in times:
        inner[UNPACKED] = times[steps.PLAYS] - times[steps.KERNEL]
    inner |= {name: times[name] for name in (steps.RENDER, steps.JSON_OUT) if name in times}
    if IN_TURN in times:
        inner[MIXED] = times[IN_TURN] - times[HOT] - sum(inner.values())
    rest = times[COLD] - times[HOT] - sum(inner.values())
    return {**layers, **inner, REST: rest}


def report(result: dict[str, Any]) -> str:
    """Markdown."""
    layers = result["layers"]
    cold = sum(one["median"] for one in layers.values())
    outer = (SOCKET, FLASK, HOOKS, KNOWN)
    hot = sum(layers[name]["median"] for name in outer)
    rows = [
        [
            name,
            shown(one, 1),
            f"{one['median'] / cold:.1%}",
            f"{one['median'] / hot:.1%}" if name in outer else "",
        ]
        for name, one in layers.items()
    ]
    rows.append(["all", f"{cold:.1f}", "100%", f"{hot:.1f} µs"])
    parts = [
        f"## Layers of `POST /v1/plays`\n\nCPU µs a request; {result['count']} requests in each of "
        f"{result['rounds']} rounds.",
        table(["layer", "CPU µs", "of a cold one", "of a hot one"], rows, texts=1),
        "The whole WSGI call in process, µs: "
        + "; ".join(f"{name} {shown(one, 1)}" for name, one in result["whole"].items())
        + ".",
    ]
    if result["absent"]:
        parts.append(f"Absent: {result['absent']}")
    return "\n\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the layers of a request.")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("--quick", action="store_true", help="few rounds, to try it")
    arguments = parser.parse_args()
    about = machine(("Flask", "Werkzeug", "gunicorn", "marshmallow", "orjson", "mypy"))
    count, rounds = (200, 3) if arguments.quick else (500, 20)
    with Generator() as generator, open(os.devnull, "w") as log:
        result = measure(generator, count, rounds, log)
    print(machine_line(about), report(result), sep="\n\n")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps({"machine": about, **result}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
