"""Real gunicorns on ports of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SERVICE = "service.wsgi:app"


def free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [found.getsockname()[1] for found in sockets]
    for found in sockets:
        found.close()
    return ports


def command(environment: dict[str, str], application: str = SERVICE) -> subprocess.Popen[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "gunicorn"),
            *("--config", "python:service.gunicorn_conf", application),
        ],
        env=kept | environment,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def serving(
    environment: dict[str, str], workers: int = 1, application: str = SERVICE
) -> Iterator[list[str]]:
    """A server whose workers are all ready; gives its lines, and ends it in good order."""
    process = command(environment, application)
    assert process.stderr is not None
    lines: list[str] = []
    try:
        while sum("Worker ready" in line for line in lines) < workers:
            line = process.stderr.readline()
            assert line, f"gunicorn ended: {lines}"
            lines.append(line)
        yield lines
    finally:
        process.terminate()
        lines.extend(process.communicate(timeout=30)[1].splitlines())
        assert process.returncode == 0
