"""Questions whose right answers are known before a server is asked.

The application itself gives them, asked in this process: no server, no cache, no Redis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from random import Random

from flask.testing import FlaskClient

from bench.requests_mix import (
    ALL_ROLLS,
    BATCH,
    PLAYS,
    batch_body,
    game_state,
    mixed,
    plays_body,
    positions,
    post,
    roll,
)
from bench.selfplay import Board
from service.app import create_app
from service.ops.settings import Settings

ALL_ROLLS_SHARE = 0.1
BATCH_SHARE = 0.02
FAULTY_SHARE = 0.05
"""Shares of all questions; the rest is `bench.requests_mix.mixed`."""

BATCH_SIZE = 10
_TREE = b'"include": ["tree"]'


@dataclass(frozen=True, slots=True)
class Question:
    """A request as it goes on the wire, and its right answer.

    ``number`` is sent as the request's id, which the answer must bear too. ``digest`` is of the
    whole body, ``size`` its bytes. ``asks_redis``: whether Redis may be asked for it.
    """

    number: int
    request: bytes
    status: int
    digest: bytes
    size: int
    asks_redis: bool

    @property
    def closing(self) -> bytes:
        """The request of a client that wants no other answer on its connection."""
        return with_header(self.request, b"Connection: close")


def digest_of(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).digest()


def with_header(request: bytes, header: bytes) -> bytes:
    """The request with one more header, its first."""
    line, rest = request.split(b"\r\n", 1)
    return b"%b\r\n%b\r\n%b" % (line, header, rest)


def questions(count: int, seed: int) -> list[Question]:
    """``count`` questions of all kinds with their answers; the same for the same seed."""
    random = Random(seed)
    boards = list(islice(positions(seed), max(50, count // 4)))
    usual = mixed(boards, count, seed)
    client = create_app(Settings(log_level="critical", cache_bytes=0)).test_client()
    return [
        _answered(client, number, *_chosen(request, boards, random))
        for number, request in enumerate(usual)
    ]


def _chosen(usual: bytes, boards: Sequence[Board], random: Random) -> tuple[bytes, bool]:
    """A request, and whether Redis may be asked for its answer."""
    board = random.choice(boards)
    kind = random.random()
    if kind < ALL_ROLLS_SHARE:
        return post(ALL_ROLLS, game_state(board)), True
    kind -= ALL_ROLLS_SHARE
    if kind < BATCH_SHARE:
        return post(BATCH, batch_body(random.choices(boards, k=BATCH_SIZE), random)), False
    kind -= BATCH_SHARE
    if kind < FAULTY_SHARE:
        return _faulty(board, random), False
    return usual, _TREE in usual


def _faulty(board: Board, random: Random) -> bytes:
    """What a client gets wrong; its problem document is a known answer as well."""
    good = plays_body(board, roll(random))
    return random.choice(
        [
            post(PLAYS, b'{"turn": "white", '),
            post(PLAYS, {**good, "dice": [7, 1]}),
            post(PLAYS, {**good, "turn": "red", "unheard_of": True}),
            post("/v1/nowhere", good),
        ]
    )


def _answered(client: FlaskClient, number: int, request: bytes, asks_redis: bool) -> Question:
    name = str(number)
    head, _, body = request.partition(b"\r\n\r\n")
    method, target = head.split(b" ", 2)[:2]
    answer = client.open(
        target.decode(),
        method=method.decode(),
        data=body,
        content_type="application/json" if body else None,
        headers={"X-Request-ID": name},
    )
    return Question(
        number,
        with_header(request, b"X-Request-ID: " + name.encode()),
        answer.status_code,
        digest_of(answer.data),
        len(answer.data),
        asks_redis,
    )
