"""The plays of rolls as JSON, each made once: equal questions share it, however they are spelled.

A listing says nothing of who asks: the position is the mover's view, the dice are sorted, of
the ruleset only what plays depend on counts. So mirrored positions and swapped dice are one entry.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from service import RULES_VERSION
from service.api import render
from service.api.http import json_bytes
from service.notation.position_id import format_position_id
from service.rules.board import Position, Side
from service.rules.dice import Roll
from service.rules.plays import PlayGraph, apply_unchecked, packed_plays, play_graph, unpack
from service.rules.rulesets import Ruleset

_BOARD = struct.Struct("26b")
LARGEST = 16_777_216
"""Bytes of the largest answer that is taken from what is kept compressed."""

_LARGE = 32_768
"""Bytes from which on an answer is kept compressed."""

# Microseconds to make one listing of a middle game (docs/performance.md): mixed roll, double.
_PLAIN_COST = (12, 45)
_GRAPH_COST = (250, 4_000)
_POSITIONS_COST = (150, 500)


_LISTING = (
    b'{"dice":[%d,%d],"dice_played":%d,"must_pass":%b,"forced":%b,"play_count":%d,"plays":[%b]%b}'
)


class NearCache(Protocol):
    """A cache in this process; 0 bytes at most where it is off."""

    max_bytes: int

    def get(self, key: tuple[str | bytes, ...]) -> bytes | None: ...

    def put(self, key: tuple[str | bytes, ...], answer: bytes) -> None: ...


class FarCache(Protocol):
    """A cache beyond this process: it may lose what it was given, and be away."""

    def get(self, key: bytes) -> bytes | None: ...

    def put(self, key: bytes, answer: bytes) -> None: ...


class Listed(NamedTuple):
    """A position whose plays are asked for, and in which form.

    ``turn`` and ``white_numbering`` show only where positions by sides do (``positions``).
    """

    position: Position
    ruleset: Ruleset
    turn: Side
    white_numbering: bool
    views: frozenset[str] = frozenset()

    @property
    def flips(self) -> bool:
        """Whether the mover's points are written the other way round."""
        return self.white_numbering and self.turn is Side.BLACK

    def key(self, rolls: Sequence[Roll]) -> bytes:
        """What decides the answer, and nothing else."""
        rules = self.ruleset
        form = _form(
            rules.larger_die,
            rules.hit_and_run_home,
            self.views,
            self.flips,
            # Positions by sides name the sides.
            (self.turn, self.white_numbering) if "positions" in self.views else None,
        )
        dice = bytes(rolls[0]) if len(rolls) == 1 else b"".join([bytes(roll) for roll in rolls])
        return form + _BOARD.pack(*self.position.board) + dice


@lru_cache(maxsize=256)
def _form(
    larger_die: bool,
    hit_and_run_home: str,
    views: frozenset[str],
    flips: bool,
    sides: tuple[Side, bool] | None,
) -> bytes:
    """All of a key but the position and the dice."""
    parts = (RULES_VERSION, larger_die, hit_and_run_home, sorted(views), flips, sides)
    return b"%b\0" % repr(parts).encode()


class Listings:
    """Makes listings, and remembers them: near, in this process, and those that are dear also far.

    ``least_cost``: microseconds of making from which on the far cache is asked.
    """

    def __init__(self, near: NearCache, far: FarCache, least_cost: int) -> None:
        self.near = near
        self.far = far
        self.least_cost = least_cost

    def of(self, listed: Listed, rolls: Sequence[Roll]) -> tuple[bytes, int]:
        """The listings of these rolls, one JSON object a roll, parted by commas; and the plays that
        had to be made for them."""
        key = listed.key(rolls)
        known = self.near.get((key,))
        answer = None if known is None else _unpacked(known)
        if answer is not None:
            return answer, 0
        dear = sum([cost(roll, listed.views) for roll in rolls]) >= self.least_cost
        if dear:
            shared = self.far.get(key)
            answer = None if shared is None else _unpacked(shared)
            if shared is not None and answer is not None:
                self.near.put((key,), shared)
                return answer, 0
        parts, plays = [], 0
        for roll in rolls:
            made, count = _made(listed, roll)
            parts.append(made)
            plays += count
        answer = b",".join(parts)
        if dear or self.near.max_bytes:
            packed = _packed(answer)
            self.near.put((key,), packed)
            if dear:
                self.far.put(key, packed)
        return answer, plays


def _packed(answer: bytes) -> bytes:
    """As it is kept. All plays of a position are much alike: a large answer is kept in a tenth."""
    return zlib.compress(answer, 1) if len(answer) >= _LARGE else answer


def _unpacked(kept: bytes) -> bytes | None:
    """None where it is no answer: whoever can write to the far cache can write anything there."""
    if kept[:1] == b"{":
        return kept
    inflating = zlib.decompressobj()
    try:
        answer = inflating.decompress(kept, LARGEST)
    except zlib.error:
        return None
    return answer if inflating.eof and answer[:1] == b"{" else None


def cost(roll: Roll, views: frozenset[str] = frozenset()) -> int:
    """Microseconds that a listing costs to make, by estimate."""
    estimate = _PLAIN_COST[roll.is_double]
    if "sequences" in views or "tree" in views:
        estimate += _GRAPH_COST[roll.is_double]
    if "positions" in views or "position_ids" in views:
        estimate += _POSITIONS_COST[roll.is_double]
    return estimate


def _made(listed: Listed, roll: Roll) -> tuple[bytes, int]:
    """The listing of one roll, and the plays and steps looked at for it."""
    packed = packed_plays(listed.position, roll, listed.ruleset)
    plays = render.packed_plays(packed, listed.flips)
    work = len(packed)
    views = b""
    if listed.views:
        graph = None
        if "sequences" in listed.views or "tree" in listed.views:
            graph = play_graph(listed.position, roll, listed.ruleset)
            work += sum(len(node.moves) for node in graph.nodes)
            views = b"," + json_bytes(_of_graph(graph, listed))[1:-1]
        extras = _of_plays(packed, graph, listed)
        if extras and extras[0]:
            plays = [
                f"{play[:-1]},{json_bytes(extra)[1:].decode()}"
                for play, extra in zip(plays, extras, strict=True)
            ]
    made = _LISTING % (
        roll.larger,
        roll.smaller,
        len(unpack(packed[0])) if packed else 0,
        b"false" if packed else b"true",
        b"true" if len(packed) == 1 else b"false",
        len(packed),
        ",".join(plays).encode(),
        views,
    )
    return made, work


def _of_graph(graph: PlayGraph, listed: Listed) -> render.Document:
    document: render.Document = {"sequence_count": graph.sequence_count() if graph.plays else 0}
    if "tree" in listed.views:
        document["tree"] = render.tree(graph, listed.flips)
    return document


def _of_plays(packed: list[int], graph: PlayGraph | None, listed: Listed) -> list[render.Document]:
    """What the views add to each play."""
    extras: list[render.Document] = [{} for _ in packed]
    if "positions" in listed.views or "position_ids" in listed.views:
        for play, extra in zip(packed, extras, strict=True):
            after = apply_unchecked(listed.position, unpack(play))
            if "positions" in listed.views:
                extra["position"] = render.position(
                    after, listed.turn.opponent, listed.white_numbering
                )
            if "position_ids" in listed.views:
                extra["position_id"] = format_position_id(after)
    if graph is not None and "sequences" in listed.views:
        for extra, sequences in zip(extras, graph.sequences(), strict=True):
            extra["sequences"] = [render.moves(each, listed.flips) for each in sequences]
    return extras


def spliced(one: bytes, other: bytes) -> bytes:
    """Two JSON objects, neither of them empty, as one."""
    return b"%b,%b" % (one[:-1], other[1:])
