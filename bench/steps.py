"""The steps of `POST /v1/plays` one by one; no other module here knows the inner functions.

They are found by name when the measurement runs, so that a function that has moved costs the lines
of its layer in the table and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import orjson


class Step(NamedTuple):
    """What is done to each of the inputs, one a request."""

    name: str
    call: Callable[[Any], object]
    inputs: list[Any]

    def run(self) -> None:
        """Does it to all, and lets go of what comes back, as a server does."""
        call = self.call
        for each in self.inputs:
            call(each)


PLAYS_MEMBERS = ("dice", "dice_played", "must_pass", "forced", "play_count", "plays")

CHANGED = (ImportError, AttributeError, TypeError, KeyError)
"""What comes up where the service no longer has a function as it is called here."""

JSON_IN = "JSON in"
SCHEMA = "schema"
OBJECTS = "rules objects"
KERNEL = "kernel"
PLAYS = "plays (with the kernel)"
RENDER = "render"
TOGETHER = "all steps"
JSON_OUT = "JSON out"


def steps(bodies: list[bytes], answers: list[bytes]) -> Iterator[Step]:
    """Each step, its inputs made by the steps before it; may raise `CHANGED`."""
    http = import_module("service.api.http")
    spliced = import_module("service.api.listings").spliced

    def join(parts: tuple[Any, bytes]) -> Any:
        return spliced(http.json_bytes(parts[0]), parts[1])

    # What is said of the question is made anew, and the plays follow as they are.
    whole = [orjson.loads(answer) for answer in answers]
    heads = [{name: each[name] for name in each if name not in PLAYS_MEMBERS} for each in whole]
    tails = [b'{"dice":' + answer.partition(b'"dice":')[2] for answer in answers]
    yield Step(JSON_OUT, join, list(zip(heads, tails, strict=True)))

    schemas = import_module("service.api.schemas")

    def parse(body: bytes) -> Any:
        return http.parse_json(body, schemas.DEEPEST_NESTING)

    yield Step(JSON_IN, parse, bodies)

    schema = schemas.LegalPlaysRequest()
    parsed = [parse(body) for body in bodies]

    def load(data: Any) -> Any:
        return schemas.load(schema, data)[0]

    yield Step(SCHEMA, load, parsed)

    read_game_state = import_module("service.api.game_state").read_game_state
    faults = import_module("service.api.faults").Faults
    needs = frozenset({"position", "turn", "dice"})
    shaped = [load(data) for data in parsed]

    def read(data: Any) -> Any:
        return read_game_state(data, faults(), needs=needs)

    yield Step(OBJECTS, read, shaped)

    distinct_plays = import_module("service.rules.kernel").distinct_plays
    states = [read(data) for data in shaped]

    def search(state: Any) -> Any:
        larger_die = state.rules.ruleset.larger_die
        board = list(state.position.board)
        return distinct_plays(board, state.roll.larger, state.roll.smaller, larger_die)

    yield Step(KERNEL, search, states)

    packed_plays = import_module("service.rules.plays").packed_plays

    def listed(state: Any) -> Any:
        return packed_plays(state.position, state.roll, state.rules.ruleset)

    yield Step(PLAYS, listed, states)

    packed_json = import_module("service.api.render").packed_plays
    found = [listed(state) for state in states]

    def shown(plays: Any) -> Any:
        return b'{"plays":[%b]}' % ",".join(packed_json(plays, False)).encode()

    yield Step(RENDER, shown, found)

    def all_steps(body: bytes) -> Any:
        state = read(load(parse(body)))
        return join((heads[0], shown(listed(state))))

    yield Step(TOGETHER, all_steps, bodies)
