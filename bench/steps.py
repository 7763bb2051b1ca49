"""The steps of `POST /v1/plays` one by one; no other module here knows the inner functions.

They are found by name when the measurement runs, so that a function that has moved costs the lines
of its layer in the table and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module

import orjson

Step = Callable[[], object]
"""Does the same for all bodies, once."""

CHANGED = (ImportError, AttributeError, TypeError, KeyError)
"""What comes up where the service no longer has a function as it is called here."""

JSON_IN = "JSON in"
SCHEMA = "schema"
OBJECTS = "rules objects"
KERNEL = "kernel"
PLAYS = "plays (with the kernel)"
RENDER = "render"
JSON_OUT = "JSON out"


def steps(bodies: list[bytes], answers: list[bytes]) -> Iterator[tuple[str, Step]]:
    """Name and call of each step, its input made by the steps before it; may raise `CHANGED`."""
    documents = [orjson.loads(answer) for answer in answers]
    dumps = import_module("service.api.http").json_bytes
    yield JSON_OUT, lambda: [dumps(document) for document in documents]

    parse = import_module("service.api.http").parse_json
    schemas = import_module("service.api.schemas")
    deepest = schemas.DEEPEST_NESTING
    yield JSON_IN, lambda: [parse(body, deepest) for body in bodies]

    parsed = [parse(body, deepest) for body in bodies]
    schema = schemas.LegalPlaysRequest()
    load = schemas.load
    yield SCHEMA, lambda: [load(schema, data) for data in parsed]

    shaped = [load(schema, data)[0] for data in parsed]
    read = import_module("service.api.game_state").read_game_state
    new_faults = import_module("service.api.faults").Faults
    needs = frozenset({"position", "turn", "dice"})
    yield OBJECTS, lambda: [read(data, new_faults(), needs=needs) for data in shaped]

    states = [read(data, new_faults(), needs=needs) for data in shaped]
    distinct = import_module("service.rules.kernel").distinct_plays
    packed = [
        (state.position.board, state.roll.larger, state.roll.smaller, state.rules.ruleset)
        for state in states
    ]
    yield (
        KERNEL,
        lambda: [
            distinct(list(board), larger, smaller, rules.larger_die)
            for board, larger, smaller, rules in packed
        ],
    )

    legal = import_module("service.rules.plays").legal_plays
    asked = [(state.position, state.roll, state.rules.ruleset) for state in states]
    yield PLAYS, lambda: [legal(*question) for question in asked]

    listed = [legal(*question) for question in asked]
    render = import_module("service.api.render")
    play, common = render.play, render.common
    heads = list(zip(states, listed, strict=True))
    yield (
        RENDER,
        lambda: [
            (common(state, "en"), [play(each, False) for each in plays]) for state, plays in heads
        ],
    )
