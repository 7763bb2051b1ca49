"""One measurement: requests sent to a server, and what it took to answer them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bench.load import CONNECTIONS, Generator
from bench.servers import Server


@dataclass(frozen=True)
class Sample:
    """``rate``: answers a second of wall time. ``p50``, ``p99``: milliseconds. ``cpu``:
    microseconds of the server's CPU an answer. ``size``: mean bytes of a body. The shares are CPU
    time by wall time: 1 is one core, busy."""

    rate: float
    p50: float
    p99: float
    cpu: float
    size: float
    server_share: float
    generator_share: float


def take(
    generator: Generator,
    server: Server,
    requests: Sequence[bytes],
    connections: int = CONNECTIONS,
) -> Sample:
    """Sends each request once; every answer must be 200 or 304."""
    before = server.cpu()
    load = generator.send(server.port, requests, connections)
    used = server.cpu() - before
    if set(load.statuses) - {200, 304}:
        raise RuntimeError(f"answers by status: {load.statuses}")
    return Sample(
        rate=load.rate,
        p50=load.latency(0.5),
        p99=load.latency(0.99),
        cpu=used / load.count * 1e6,
        size=load.bytes / load.count,
        server_share=used / load.seconds,
        generator_share=load.cpu / load.seconds,
    )
