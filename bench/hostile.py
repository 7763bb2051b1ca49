"""Clients that no server wishes for: slow ones, and such as send what is no good request."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

from bench.instances import connections
from bench.requests_mix import PLAYS, post
from service.ops.settings import Settings

HALF_HEAD = b"POST /v1/plays HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Ty"
HALF_BODY = (
    b"POST /v1/plays HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 500\r\n\r\n{"turn": "white", '
)

_BLOTS = (24, 22, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3)
LARGE_ANSWER = post(
    PLAYS,
    {
        "position": {
            "white": {"points": {str(point): 1 for point in _BLOTS}},
            "black": {"points": {"24": 1}, "borne_off": 14},
        },
        "turn": "white",
        "dice": [1, 1],
    },
)
"""Answered with 2,220 plays: more than a socket takes for a client that does not read."""

UNREAD = LARGE_ANSWER * 16
"""More than the largest buffer that the system gives to a socket by itself."""

_SMALL = 4_096
_PATIENCE = 5.0
_CLOSED = "closed"

_LINE = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
_LIMIT = Settings().max_body_bytes
_CHUNKED = (
    b"POST /v1/plays HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
_HELLO = bytes.fromhex("16030100c8010000c40303") + bytes(range(189))

BROKEN: dict[str, tuple[bytes, frozenset[str]]] = {
    name: (sent, frozenset(allowed.split()))
    for name, sent, allowed in (
        ("no request line", b"nonsense\r\n\r\n", "400"),
        ("an unknown version", b"GET /livez HTTP/9.9\r\nHost: x\r\n\r\n", "400"),
        ("a space in a header's name", _LINE + b"a b: c\r\n\r\n", "400"),
        ("a long line", b"GET /livez?" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", "414"),
        ("many headers", _LINE + b"A: b\r\n" * 60 + b"\r\n", "431"),
        ("a long header", _LINE + b"A: " + b"b" * 20_000 + b"\r\n\r\n", "431"),
        ("two lengths", _LINE + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"),
        (
            "length and chunks",
            _CHUNKED.replace(b"\r\n\r\n", b"\r\nContent-Length: 3\r\n\r\n") + b"0\r\n\r\n",
            "400",
        ),
        ("a broken chunk", _CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n", "400"),
        (
            "chunks over the limit",
            _CHUNKED + b"%x\r\n%b\r\n0\r\n\r\n" % (_LIMIT + 1, b" " * (_LIMIT + 1)),
            "413",
        ),
        ("a body over the limit", post(PLAYS, b" " * (_LIMIT + 1)), "413"),
        ("a body far over the limit", post(PLAYS, b" " * (16 * _LIMIT)), "413"),
        ("no JSON", post(PLAYS, b'{"turn": '), "400"),
        ("no UTF-8", post(PLAYS, b'{"turn": "\xff\xfe"}'), "400"),
        ("deep JSON", post(PLAYS, b"[" * 60_000), "400"),
        ("a greeting of TLS", _HELLO, "400 closed"),
        ("bytes at random", Random(1).randbytes(1_000) + b"\r\n\r\n", "400 closed"),
        # These end before they are whole; whoever sent them reads nothing either way.
        ("half a head", HALF_HEAD, "400 closed"),
        ("half a body", HALF_BODY, "400 closed"),
    )
}
"""What is sent, and which ends are good: a status, or a connection closed without a word."""


@asynccontextmanager
async def hanging(port: int, count: int, sent: bytes) -> AsyncIterator[list[socket.socket]]:
    """``count`` clients that send this, read nothing, and stay; gives those that got in."""
    loop = asyncio.get_running_loop()
    clients = []
    with ExitStack() as stack:
        for _ in range(count):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL)
            # A server that takes no more of them has understood.
            with suppress(OSError):
                async with asyncio.timeout(1.0):
                    await loop.sock_connect(client, ("127.0.0.1", port))
                    clients.append(client)
                    await loop.sock_sendall(client, sent)
        yield clients


def count_let_go(port: int, clients: list[socket.socket]) -> int:
    """How many of them the server has ended by itself; nothing is read.

    The end of a connection does not reach a client that has not read what came before it.
    """
    held = connections(Path("/proc/net/tcp").read_text(), port)
    return sum(client.getsockname()[1] not in held for client in clients)


async def ends(port: int, sent: bytes) -> str:
    """How a request on a connection of its own ends: a status, or what became of it."""
    loop = asyncio.get_running_loop()
    with socket.socket() as client:
        client.setblocking(False)
        answer = b""
        try:
            async with asyncio.timeout(_PATIENCE):
                await loop.sock_connect(client, ("127.0.0.1", port))
                try:
                    await loop.sock_sendall(client, sent)
                    client.shutdown(socket.SHUT_WR)
                except OSError:
                    # Refused before it was all sent: the answer may be there nevertheless.
                    pass
                while len(answer) < 12 and (data := await loop.sock_recv(client, 65_536)):
                    answer += data
        except TimeoutError:
            return "timed out"
        except ConnectionRefusedError:
            return "refused"
        except OSError:
            return "reset"
    if not answer:
        return _CLOSED
    return answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1 ") else "no HTTP"


async def send_broken(
    port: int, seconds: float, rate: float, seed: int
) -> Counter[tuple[str, str]]:
    """Sends what is broken for so long, so many a second; how many of each kind ended how."""
    clock = asyncio.get_running_loop().time
    random = Random(seed)
    begin, count = clock(), 0
    found: Counter[tuple[str, str]] = Counter()

    async def one(name: str) -> None:
        found[name, await ends(port, BROKEN[name][0])] += 1

    async with asyncio.TaskGroup() as group:
        while (due := begin + count / rate) < begin + seconds:
            await asyncio.sleep(max(0.0, due - clock()))
            count += 1
            group.create_task(one(random.choice(list(BROKEN))))
    return found


def unexpected(found: Counter[tuple[str, str]]) -> dict[str, int]:
    """Those of them that did not end well."""
    return {
        f"{name}: {end}": count
        for (name, end), count in sorted(found.items())
        if end not in BROKEN[name][1]
    }
