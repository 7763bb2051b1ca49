from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator

import pytest

from bench.hostile import BROKEN, HALF_HEAD, count_let_go, ends, hanging, unexpected
from tests.servers import free_ports, serving


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    [found] = free_ports(1)
    with serving({"PORT": str(found)}):
        yield found


@pytest.mark.parametrize("name", BROKEN)
def test_the_service_ends_what_is_broken_as_it_should(port: int, name: str) -> None:
    sent, allowed = BROKEN[name]

    assert asyncio.run(ends(port, sent)) in allowed


def test_where_nobody_listens_it_is_refused() -> None:
    [port] = free_ports(1)

    assert asyncio.run(ends(port, HALF_HEAD)) == "refused"


def test_what_ended_otherwise_is_named_and_counted() -> None:
    found = Counter({("no JSON", "400"): 2, ("no JSON", "500"): 3, ("half a head", "closed"): 1})

    assert unexpected(found) == {"no JSON: 500": 3}


def test_hanging_clients_are_let_go_when_the_server_closes_whatever_they_read() -> None:
    async def run() -> None:
        accepted: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert await reader.readexactly(len(HALF_HEAD)) == HALF_HEAD
            accepted.put_nowait(writer)

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server, hanging(port, 3, HALF_HEAD) as clients:
            writers = [await accepted.get() for _ in clients]
            assert count_let_go(port, clients) == 0
            # More than the client takes, so that the end of the connection waits behind it.
            writers[0].write(b"x" * 100_000)
            for writer in writers[:2]:
                writer.close()
                await writer.wait_closed()
            assert count_let_go(port, clients) == 2
            writers[2].transport.abort()

    asyncio.run(run())
