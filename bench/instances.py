"""Instances of the service with several workers, and what can be done to them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from bench.servers import SERVICE
from bench.steady import Cut
from tests.servers import free_ports

STARTS_WITHIN = 60.0
ENDS_WITHIN = 40.0
"""Seconds, both; the second is longer than the server's own patience."""

_CUT_WITHIN = 1.0
"""Seconds after a kill in which its connections are cut."""

_OPEN = ("01", "08")
"""The states of a connection that the server has not closed: established, closed by the client."""

_QUEUED = 0
"""The inode that a connection has in the system's list before it is accepted."""

_READY = re.compile(r"Worker ready \(pid: (\d+)\)")


@dataclass(frozen=True)
class Kill:
    """A worker's end by SIGKILL, by the clock of the event loop.

    ``held`` are the client's ports of the connections that the worker had accepted, ``others``
    those that other workers had. What is neither waited to be accepted.
    """

    begun: float
    ended: float
    held: frozenset[int]
    others: frozenset[int]

    def explains(self, cut: Cut) -> bool:
        """Whether a connection was cut since this worker had it, or would have accepted it."""
        if not (cut.opened <= self.ended and self.begun <= cut.ended <= self.ended + _CUT_WITHIN):
            return False
        return cut.port in self.held or cut.port not in self.others


def connections(table: str, port: int) -> dict[int, int]:
    """The client's ports of the connections to ``port`` that the server has open, and the inodes
    of its ends.

    ``table`` is `/proc/net/tcp`.
    """
    found = {}
    for line in table.splitlines()[1:]:
        _, near, far, state, *rest = line.split()
        if state in _OPEN and int(near.rpartition(":")[2], 16) == port:
            found[int(far.rpartition(":")[2], 16)] = int(rest[5])
    return found


def sockets_of(process: int) -> set[int]:
    """The inodes of all sockets of a process."""
    found = set()
    for handle in Path(f"/proc/{process}/fd").iterdir():
        # Another thread of it may close one meanwhile.
        with suppress(OSError):
            target = os.readlink(handle)
            if target.startswith("socket:["):
                found.add(int(target[8:-1]))
    return found


def children_of(process: int) -> list[int]:
    """Processes that have not ended, the oldest first."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name before it may hold anything, also brackets.
            state, parent = status.read_text().rpartition(")")[2].split()[:2]
            if int(parent) == process and state != "Z":
                found.append(int(status.parent.name))
    return sorted(found)


def _has_let_go(process: int) -> bool:
    """Whether a killed process has ended in all its threads, and so has closed its sockets.

    The first thread is a zombie while others still end.
    """
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return len(threads) <= 1 and state == "Z"


class Instance:
    """A gunicorn as the project starts it; what it says is read, and its last lines are kept."""

    def __init__(self, environment: dict[str, str], workers: int) -> None:
        (self.port,) = free_ports(1)
        self.kills: list[Kill] = []
        self.last_lines: deque[str] = deque(maxlen=50)
        self._count = workers
        self._ready: set[int] = set()
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn"),
                *("--config", "python:service.gunicorn_conf", SERVICE),
            ],
            env=kept | {"PORT": str(self.port), "WORKERS": str(workers)} | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def workers(self) -> list[int]:
        """The processes of those that serve, the oldest first."""
        return [child for child in children_of(self._process.pid) if child in self._ready]

    def has_ended(self) -> bool:
        return self._process.poll() is not None

    async def ready(self, without: frozenset[int] = frozenset()) -> list[int]:
        """All workers, when so many serve that are none of ``without``."""

        def enough() -> bool:
            if self.has_ended():
                raise RuntimeError("gunicorn ended: " + "".join(self.last_lines))
            return len(set(self.workers()) - without) >= self._count

        await until("workers that serve", enough, STARTS_WITHIN)
        return self.workers()

    def kill(self, worker: int) -> None:
        """SIGKILL. Nothing else happens in this thread until the worker is gone.

        It is stopped first, so that what it has accepted is known when it ends.
        """
        clock = asyncio.get_running_loop().time
        begun = clock()
        os.kill(worker, signal.SIGSTOP)
        inodes = connections(Path("/proc/net/tcp").read_text(), self.port)
        own = sockets_of(worker)
        os.kill(worker, signal.SIGKILL)
        held = frozenset(port for port, inode in inodes.items() if inode in own)
        others = frozenset(port for port, inode in inodes.items() if inode != _QUEUED) - held
        while not _has_let_go(worker):
            time.sleep(0.001)
        self.kills.append(Kill(begun, clock(), held, others))

    def reload(self) -> None:
        self._process.send_signal(signal.SIGHUP)

    def terminate(self) -> None:
        self._process.terminate()

    async def ended(self) -> None:
        """Waits for an end in good order; raises `TimeoutError`."""
        await until("the end of a server", self.has_ended, ENDS_WITHIN)

    async def close(self) -> None:
        if not self.has_ended():
            self._process.terminate()
            try:
                await self.ended()
            except TimeoutError:
                workers = children_of(self._process.pid)
                self._process.kill()
                for worker in workers:
                    with suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)
        self._process.wait()
        await asyncio.to_thread(self._listener.join)
        assert self._process.stderr is not None
        self._process.stderr.close()

    def _listen(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.last_lines.append(line)
            if found := _READY.search(line):
                self._ready.add(int(found[1]))


async def until(what: str, question: Callable[[], bool], seconds: float) -> None:
    """Waits until it is so; raises `TimeoutError`."""
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    while not question():
        if clock() > end:
            raise TimeoutError(f"not so in {seconds:.0f} s: {what}")
        await asyncio.sleep(0.02)


@asynccontextmanager
async def instances(
    count: int, environment: dict[str, str], workers: int
) -> AsyncIterator[list[Instance]]:
    """So many of them, all of whose workers serve; those that are left are ended."""
    started: list[Instance] = []
    try:
        for _ in range(count):
            started.append(Instance(environment, workers))
            await started[-1].ready()
        yield started
    finally:
        for one in started:
            await one.close()
