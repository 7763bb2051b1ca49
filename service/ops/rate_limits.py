"""How much each client may ask: counted here, or in Redis for all instances together.

Whatever is wrong with Redis, a request is then judged by what this process has counted: no method
raises, and none takes longer than its budget.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Protocol

from limits import RateLimitItem, parse
from limits.strategies import SlidingWindowCounterRateLimiter
from redis import Redis, RedisCluster

from service.ops.breaker import Breaker
from service.ops.limit_windows import MemoryWindows, RedisWindows
from service.ops.redis_calls import FAILURES_TO_OPEN, PAUSE_SECONDS, RedisCalls
from service.ops.redis_client import Failure, RedisClient, failure_of
from service.ops.redis_url import parse_redis_url
from service.ops.settings import Settings

MOST_THREADS = 8
"""Threads that ask Redis, at most; there are never more than threads that answer requests."""

KEYS = "rate-1"
"""What the names in Redis go on with after the prefix; another strategy must have another, since it
would find values of a kind that it can not use."""


class LimiterDecision(StrEnum):
    """What became of a request."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    UNCHECKED = "unchecked"
    """Redis could not be asked, and by what this process has counted the request is let in."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that is more than the limit."""

    remaining: int
    """What is left of the limit, less than the request counts."""

    wait_seconds: int
    """Whole seconds after which the same request is let in, if there is no other before; 1 or
    more."""


class RateLimits:
    """One limit for each client, counted in this process; safe between threads."""

    def __init__(
        self,
        limit: str,
        windows: MemoryWindows | None = None,
        observe: Callable[[LimiterDecision], None] = lambda decision: None,
    ) -> None:
        """``limit`` is in the notation of the setting: `100/second`; ``observe`` is told what
        becomes of each request."""
        self._observe = observe
        self._limit = parse(limit)
        # One that is empty is false: `or` would take another.
        windows = MemoryWindows() if windows is None else windows
        self._near = SlidingWindowCounterRateLimiter(windows)

    @property
    def amount(self) -> int:
        """What a client may ask in a window."""
        return self._limit.amount

    @property
    def seconds(self) -> int:
        """How long a window is."""
        return self._limit.get_expiry()

    def hit(self, client: str, cost: int) -> Refusal | None:
        """Counts a request, or refuses it and counts nothing; ``cost`` is cut to the limit."""
        refusal = judge(self._near, self._limit, client, min(cost, self.amount))
        self._observe(LimiterDecision.REFUSED if refusal else LimiterDecision.ALLOWED)
        return refusal

    def close(self) -> None:
        """Lets go of whatever is held outside the process."""


class Store(Protocol):
    """A way to Redis; every method may raise, and may never return."""

    def connected(self) -> Redis | RedisCluster: ...

    def ping(self) -> None: ...

    def disconnect(self) -> None: ...

    def close(self) -> None: ...


class SharedRateLimits(RateLimits):
    """The same, counted in Redis for all instances; while that fails, in this process."""

    def __init__(
        self,
        limit: str,
        store: Store,
        prefix: str,
        breaker: Breaker,
        *,
        threads: int,
        timeout_seconds: float,
        observe: Callable[[LimiterDecision], None] = lambda decision: None,
    ) -> None:
        """``timeout_seconds`` is all that one ``hit`` may wait for Redis."""
        super().__init__(limit, observe=observe)
        self._store = store
        self._prefix = prefix
        self._far: SlidingWindowCounterRateLimiter | None = None
        self._calls = RedisCalls(
            "rate_limits", store, breaker, threads=threads, timeout_seconds=timeout_seconds
        )

    @property
    def state(self) -> str:
        """Whether Redis is asked: ``closed`` (it is), ``open`` or ``half-open`` (it is not)."""
        return self._calls.state

    def hit(self, client: str, cost: int) -> Refusal | None:
        cost = min(cost, self.amount)
        if self._calls.are_let_through():
            answer = self._calls.ask(partial(self._ask, client, cost))
            if not isinstance(answer, Failure):
                self._observe(LimiterDecision.REFUSED if answer else LimiterDecision.ALLOWED)
                return answer
        refusal = judge(self._near, self._limit, client, cost)
        self._observe(LimiterDecision.REFUSED if refusal else LimiterDecision.UNCHECKED)
        return refusal

    def close(self) -> None:
        self._calls.close()
        self._store.close()

    def _ask(self, client: str, cost: int) -> Refusal | Failure | None:
        try:
            if self._far is None:
                windows = RedisWindows(self._store.connected(), self._prefix)
                self._far = SlidingWindowCounterRateLimiter(windows)
            return judge(self._far, self._limit, client, cost)
        except Exception as error:
            return failure_of(error)


def judge(
    limiter: SlidingWindowCounterRateLimiter, limit: RateLimitItem, client: str, cost: int
) -> Refusal | None:
    """Counts a request, or says why not. ``cost`` is at most the limit."""
    if limiter.hit(limit, client, cost=cost):
        return None
    windows = limiter.storage
    assert isinstance(windows, MemoryWindows | RedisWindows)
    seconds = limit.get_expiry()
    previous, left, current, current_left = windows.get_sliding_window(
        limit.key_for(client), seconds
    )
    counted = int(previous * left / seconds) + current
    # What the window before counts for fades; then this window is the one before, and fades too.
    wait = _fade(previous, left, seconds, limit.amount - cost - current)
    if wait is None:
        until_next = max(current_left - seconds, 0.0)
        wait = until_next + (_fade(current, seconds, seconds, limit.amount - cost) or 0.0)
    return Refusal(max(limit.amount - counted, 0), math.floor(wait) + 1)


def _fade(count: int, left: float, seconds: int, room: int) -> float | None:
    """Time until a window that counts less and less fits into the room; None if it never does."""
    if room < 0:
        return None
    # It counts for the whole part of count * left / seconds.
    return max(left - (room + 1) * seconds / count, 0.0) if count else 0.0


def create_rate_limits(
    settings: Settings, observe: Callable[[LimiterDecision], None] = lambda decision: None
) -> RateLimits | None:
    """The limit of the settings; None where there is none."""
    if not settings.rate_limit:
        return None
    if settings.redis_url is None or not settings.rate_limit_shared:
        return RateLimits(settings.rate_limit, observe=observe)
    threads = min(settings.threads, MOST_THREADS)
    timeout_seconds = settings.redis_wait_seconds
    address = parse_redis_url(settings.redis_url, settings.redis_ca_file)
    return SharedRateLimits(
        settings.rate_limit,
        RedisClient(address, timeout_seconds, connections=threads),
        settings.redis_prefix + KEYS,
        Breaker(FAILURES_TO_OPEN, PAUSE_SECONDS),
        threads=threads,
        timeout_seconds=timeout_seconds,
        observe=observe,
    )
