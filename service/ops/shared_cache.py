"""Answers already given, in one Redis for all instances.

Whatever is wrong with Redis, a question is then answered as if it had not been asked before: no
method raises, and none takes longer than its budget.
"""

from __future__ import annotations

import contextlib
import threading
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeAlias

from service.ops.breaker import Breaker, State
from service.ops.entries import LARGEST_ANSWER, LARGEST_ENTRY, Entries, Rejection
from service.ops.redis_calls import FAILURES_TO_OPEN, PAUSE_SECONDS, RedisCalls
from service.ops.redis_client import CONNECT_SECONDS, Failure, RedisClient, failure_of
from service.ops.redis_url import parse_redis_url
from service.ops.settings import Settings
from service.ops.workers import Workers

FLUSH_SECONDS = 10.0
"""Time that a flush may take, at most."""

MOST_READERS = 8
"""Threads that read, at most; there are never more than threads that answer requests."""

MOST_WRITES_WAITING = 256
MOST_BYTES_WAITING = LARGEST_ANSWER
"""Bytes of answers that wait to be written, at most."""

Outcome: TypeAlias = bytes | Rejection | Failure | None


@dataclass(slots=True)
class Counts:
    """What became of every ``get`` and ``put`` so far.

    The gets are hits, misses, rejected, read errors and skipped together. The puts are writes,
    write errors and dropped writes together, and those that still wait.
    """

    hits: int = 0
    misses: int = 0
    skipped: int = 0
    """Gets that asked nothing: the breaker was open, or the cache closed."""

    rejected: dict[Rejection, int] = field(default_factory=lambda: dict.fromkeys(Rejection, 0))
    """Entries that were there and were not taken for an answer."""

    read_errors: dict[Failure, int] = field(default_factory=lambda: dict.fromkeys(Failure, 0))
    writes: int = 0
    write_errors: dict[Failure, int] = field(default_factory=lambda: dict.fromkeys(Failure, 0))
    dropped_writes: int = 0
    """Puts that were let go: too much waiting, the breaker open, or the cache closed."""


class SharedCacheObserver(Protocol):
    """What is told of everything that is counted, and of the states of the breaker."""

    def read(self, outcome: str) -> None:
        """A ``get``: hit, miss, skipped, or a rejection or a failure by its kind."""

    def wrote(self, outcome: str) -> None:
        """A ``put`` that is done with: written, dropped, or a failure by its kind."""

    def state(self, state: str) -> None:
        """The state of the breaker, or `off` without a Redis."""


class NullObserver:
    """The twin that does not listen."""

    def read(self, outcome: str) -> None:
        pass

    def wrote(self, outcome: str) -> None:
        pass

    def state(self, state: str) -> None:
        pass


class Store(Protocol):
    """What the cache asks of Redis; every method may raise, and may never return."""

    def read(self, name: str, most_bytes: int) -> bytes: ...

    def write(self, name: str, value: bytes, seconds: int) -> None: ...

    def ping(self) -> None: ...

    def disconnect(self) -> None: ...

    def close(self) -> None: ...


class SharedCache:
    """The answers in Redis; safe between threads, and idle until it is first asked.

    Redis is spoken to on threads of its own, so that also what has no time-out, such as the
    look-up of a name or a server that sends a byte now and then, holds up no request.
    """

    def __init__(
        self,
        store: Store,
        entries: Entries,
        breaker: Breaker,
        *,
        readers: int,
        timeout_seconds: float,
        ttl_seconds: int,
        observer: SharedCacheObserver | None = None,
    ) -> None:
        """``timeout_seconds`` is all that one ``get`` may take; ``ttl_seconds`` is how long an
        entry is kept."""
        self.counts = Counts()
        self._store = store
        self._entries = entries
        self._ttl_seconds = ttl_seconds
        # Reads alone open the breaker: nobody waits for a write, and one that fails costs nothing.
        self._reads = RedisCalls(
            "shared_cache", store, breaker, threads=readers, timeout_seconds=timeout_seconds
        )
        # Apart from the readers, so that no read waits behind writes.
        self._writer = Workers("redis-writer", 1, MOST_WRITES_WAITING)
        self._bytes_waiting = 0
        self._closed = False
        self._lock = threading.Lock()
        self._observer = observer or NullObserver()

    @property
    def state(self) -> str:
        """Whether Redis is asked: ``closed`` (it is), ``open`` or ``half-open`` (it is not)."""
        return self._reads.state

    def get(self, key: bytes) -> bytes | None:
        """The answer put under this key, if Redis has it and says so within the time-out."""
        if not self._reads.are_let_through():
            with self._lock:
                self.counts.skipped += 1
                self._observer.read("skipped")
            return None
        outcome = self._reads.ask(partial(self._read, self._entries.name(key)))
        self._count(outcome)
        return outcome if isinstance(outcome, bytes) else None

    def put(self, key: bytes, answer: bytes) -> None:
        """Has an answer written soon, and returns at once."""
        write = partial(self._write, self._entries.name(key), answer)
        if not self._make_room(len(answer)):
            self._drop()
        elif self._writer.submit(write) is None:
            self._give_room_back(len(answer))
            self._drop()

    def flush(self) -> None:
        """Returns when what was put before has been written or let go, or after some seconds."""
        done = self._writer.submit(lambda: None)
        if done is not None:
            with contextlib.suppress(TimeoutError, CancelledError):
                done.result(FLUSH_SECONDS)

    def close(self) -> None:
        """Lets go of what waits to be written, and of all connections; nothing is asked after it.

        Returns within two seconds, even if Redis hangs.
        """
        self._closed = True
        self._reads.close()
        self._writer.close(CONNECT_SECONDS)
        self._store.close()

    def _read(self, name: str) -> Outcome:
        try:
            entry = self._store.read(name, LARGEST_ENTRY + 1)
        except Exception as error:
            failure = failure_of(error)
            return Rejection.WRONG_TYPE if failure is Failure.WRONG_TYPE else failure
        return self._entries.unpack(name, entry) if entry else None

    def _count(self, outcome: Outcome) -> None:
        with self._lock:
            if outcome is None:
                self.counts.misses += 1
                self._observer.read("miss")
            elif isinstance(outcome, Rejection):
                self.counts.rejected[outcome] += 1
                self._observer.read(f"rejected_{outcome}")
            elif isinstance(outcome, Failure):
                self.counts.read_errors[outcome] += 1
                self._observer.read(f"error_{outcome}")
            else:
                self.counts.hits += 1
                self._observer.read("hit")

    def _write(self, name: str, answer: bytes) -> None:
        try:
            if self._closed or self.state != State.CLOSED:
                self._drop()
                return
            self._store.write(name, self._entries.pack(name, answer), self._ttl_seconds)
        except Exception as error:
            failure = failure_of(error)
            with self._lock:
                self.counts.write_errors[failure] += 1
                self._observer.wrote(f"error_{failure}")
        else:
            with self._lock:
                self.counts.writes += 1
                self._observer.wrote("written")
        finally:
            self._give_room_back(len(answer))

    def _make_room(self, size: int) -> bool:
        with self._lock:
            if (
                self._closed
                or self.state != State.CLOSED
                or self._bytes_waiting + size > MOST_BYTES_WAITING
            ):
                return False
            self._bytes_waiting += size
            return True

    def _give_room_back(self, size: int) -> None:
        with self._lock:
            self._bytes_waiting -= size

    def _drop(self) -> None:
        with self._lock:
            self.counts.dropped_writes += 1
            self._observer.wrote("dropped")


class NullSharedCache:
    """The twin without a Redis."""

    state = "off"

    def __init__(self) -> None:
        self.counts = Counts()

    def get(self, key: bytes) -> bytes | None:
        return None

    def put(self, key: bytes, answer: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def create_shared_cache(
    settings: Settings, observer: SharedCacheObserver | None = None
) -> SharedCache | NullSharedCache:
    """The cache in the Redis of the settings, or its null twin without one."""
    observer = observer or NullObserver()
    if settings.redis_url is None:
        observer.state(NullSharedCache.state)
        return NullSharedCache()
    readers = min(settings.threads, MOST_READERS)
    timeout_seconds = settings.redis_wait_seconds
    address = parse_redis_url(settings.redis_url, settings.redis_ca_file)
    return SharedCache(
        # One connection for each thread: the readers, and the writer.
        RedisClient(address, timeout_seconds, connections=readers + 1),
        Entries(settings.redis_prefix, settings.cache_key),
        Breaker(FAILURES_TO_OPEN, PAUSE_SECONDS, observe=observer.state),
        readers=readers,
        timeout_seconds=timeout_seconds,
        ttl_seconds=settings.redis_ttl_seconds,
        observer=observer,
    )
