"""Shared caches for tests, and what can be said about one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from service import RULES_VERSION
from service.ops.breaker import Breaker
from service.ops.entries import Entries, Rejection
from service.ops.redis_calls import FAILURES_TO_OPEN
from service.ops.redis_client import Failure, RedisClient
from service.ops.redis_url import parse_redis_url
from service.ops.shared_cache import Counts, SharedCache
from tests.redis_servers import Server, until

SECRET = "sixteen characters and more"
# Longer than anything takes where a server answers: no test passes or fails by its time.
PATIENT_MS = 10_000
HASTY_MS = 50
ANSWER = b'{"plays":[{"notation":"8/5 6/5"}]}' * 50
NOISE = random.Random(7).randbytes(20_000)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def cache_on(
    url: str,
    *,
    secret: str | None = SECRET,
    timeout_ms: int = PATIENT_MS,
    readers: int = 4,
    rules_version: str = RULES_VERSION,
    clock: Clock | None = None,
) -> Iterator[SharedCache]:
    """A cache that differs from the factory's in what a test must be able to choose."""
    cache = SharedCache(
        RedisClient(parse_redis_url(url), timeout_ms / 1_000, connections=readers + 1),
        Entries("portes:", secret, rules_version),
        Breaker(FAILURES_TO_OPEN, pause_seconds=60, clock=clock or Clock()),
        readers=readers,
        timeout_seconds=timeout_ms / 1_000,
        ttl_seconds=1_000,
    )
    try:
        yield cache
    finally:
        cache.close()


def name_of(key: bytes) -> str:
    return Entries("portes:", SECRET).name(key)


def write(cache: SharedCache, key: bytes, answer: bytes = ANSWER) -> None:
    """Puts an answer and waits until it is written."""
    before = cache.counts.writes
    cache.put(key, answer)
    until("the answer is written", lambda: cache.counts.writes == before + 1)


def gets(counts: Counts) -> int:
    read = counts.hits + counts.misses + counts.skipped
    return read + sum(counts.rejected.values()) + sum(counts.read_errors.values())


def puts(counts: Counts) -> int:
    return counts.writes + counts.dropped_writes + sum(counts.write_errors.values())


def happened(counts: dict[Rejection, int] | dict[Failure, int]) -> dict[str, int]:
    return {kind.value: count for kind, count in counts.items() if count}


def open_breaker(cache: SharedCache) -> None:
    for _ in range(FAILURES_TO_OPEN):
        assert cache.state == "closed"
        assert cache.get(b"key") is None
    assert cache.state == "open"


def close_again(cache: SharedCache, clock: Clock) -> None:
    """Lets the pause pass, and asks until the probe has closed the breaker."""

    def asked_and_closed() -> bool:
        clock.now += 60
        cache.get(b"any")
        return cache.state == "closed"

    until("the breaker has closed", asked_and_closed)


def let_in(server: Server, *more_commands: str) -> str:
    """Makes the user that the manual describes; gives its part of a URL."""
    server.client.acl_setuser(
        "portes",
        enabled=True,
        passwords=["+secret"],
        keys=["portes:*"],
        commands=["+getrange", "+set", "+ping", *more_commands],
    )
    return "portes:secret@"
