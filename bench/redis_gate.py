"""A gate before Redis, which can be shut in the ways in which a network fails."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum

_BACKLOG = 128


class State(Enum):
    OPEN = "open"
    SILENT = "silent"
    """Accepts, and passes nothing on in either direction."""

    DEAF = "deaf"
    """Does not even accept; the few connections that the system holds for it are full."""

    GONE = "gone"
    """Nobody listens, and all connections are closed."""


class RedisGate:
    """Passes bytes on to a port of this machine and back, while it is open."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = _listening(0)
        self.port: int = self._listener.getsockname()[1]
        self._state = State.OPEN
        self._passes = asyncio.Event()
        self._passes.set()
        self._accepts: asyncio.Task[None] | None = asyncio.create_task(self._accept())
        self._links: set[asyncio.Task[None]] = set()
        self._waiting: list[socket.socket] = []

    async def be(self, state: State) -> None:
        """Changes its state; what it holds back is passed on when it is open again."""
        self._state = state
        if state is State.OPEN:
            self._passes.set()
        else:
            self._passes.clear()
        if state in (State.DEAF, State.GONE):
            await self._accept_no_more()
        if state is State.GONE:
            self._listener.close()
            await self._cut()
        elif self._listener.fileno() < 0:
            self._listener = _listening(self.port)
        if state is State.DEAF:
            self._listener.listen(0)
            await self._fill()
        elif state is not State.GONE:
            self._listener.listen(_BACKLOG)
        if state is not State.DEAF:
            self._empty()
        if state in (State.OPEN, State.SILENT) and self._accepts is None:
            self._accepts = asyncio.create_task(self._accept())

    async def close(self) -> None:
        await self.be(State.GONE)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            near, _ = await loop.sock_accept(self._listener)
            link = asyncio.create_task(self._join(near))
            self._links.add(link)
            link.add_done_callback(self._links.discard)

    async def _accept_no_more(self) -> None:
        if self._accepts is not None:
            self._accepts.cancel()
            await asyncio.wait([self._accepts])
            self._accepts = None

    async def _cut(self) -> None:
        for link in self._links:
            link.cancel()
        if self._links:
            await asyncio.wait(list(self._links))

    async def _fill(self) -> None:
        """Connects until the system takes no more for a listener that does not accept."""
        loop = asyncio.get_running_loop()
        while True:
            client = socket.socket()
            client.setblocking(False)
            self._waiting.append(client)
            try:
                async with asyncio.timeout(0.2):
                    await loop.sock_connect(client, ("127.0.0.1", self.port))
            except TimeoutError:
                return

    def _empty(self) -> None:
        while self._waiting:
            self._waiting.pop().close()

    async def _join(self, near: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with near, socket.socket() as far:
            far.setblocking(False)
            with suppress(OSError):
                await self._passes.wait()
                await loop.sock_connect(far, ("127.0.0.1", self._target))
                ways = [
                    asyncio.create_task(self._pass_on(near, far)),
                    asyncio.create_task(self._pass_on(far, near)),
                ]
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.wait(ways)

    async def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await loop.sock_recv(source, 65_536):
                await self._passes.wait()
                await loop.sock_sendall(target, data)


def _listening(port: int) -> socket.socket:
    listener = socket.create_server(("127.0.0.1", port), backlog=_BACKLOG)
    listener.setblocking(False)
    return listener


@asynccontextmanager
async def redis_gate(target: int) -> AsyncIterator[RedisGate]:
    gate = RedisGate(target)
    try:
        yield gate
    finally:
        await gate.close()
