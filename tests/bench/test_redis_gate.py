from __future__ import annotations

import asyncio

import pytest

from bench.redis_gate import RedisGate, State, redis_gate

SOON = 0.3
"""Seconds in which a gate that passes nothing on is seen not to."""


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(100):
        writer.write(data)
        await writer.drain()
    writer.close()


async def asked(gate: RedisGate) -> bytes:
    """What a new connection hears."""
    reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
    try:
        writer.write(b"ping")
        return await reader.read(4)
    finally:
        writer.transport.abort()


async def hears_nothing(gate: RedisGate) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asked(gate), SOON)


@pytest.mark.parametrize("state", [State.SILENT, State.DEAF])
def test_what_is_held_back_is_passed_on_later(state: State) -> None:
    async def run() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server, redis_gate(server.sockets[0].getsockname()[1]) as gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
            writer.write(b"one")
            assert await reader.read(3) == b"one"
            await gate.be(state)
            writer.write(b"two")
            await hears_nothing(gate)
            await gate.be(State.OPEN)
            assert await reader.read(3) == b"two"
            assert await asked(gate) == b"ping"
            writer.transport.abort()

    asyncio.run(run())


def test_a_deaf_gate_does_not_even_accept() -> None:
    async def run() -> None:
        async with redis_gate(1) as gate:
            await gate.be(State.DEAF)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(SOON):
                    await asyncio.open_connection("127.0.0.1", gate.port)

    asyncio.run(run())


def test_a_gate_that_is_gone_refuses_and_has_cut_what_there_was() -> None:
    async def run() -> None:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        async with server, redis_gate(server.sockets[0].getsockname()[1]) as gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
            writer.write(b"one")
            assert await reader.read(3) == b"one"
            await gate.be(State.GONE)
            assert await reader.read() == b""
            writer.transport.abort()
            with pytest.raises(ConnectionRefusedError):
                await asked(gate)
            await gate.be(State.OPEN)
            assert await asked(gate) == b"ping"

    asyncio.run(run())
