"""Where the windows of a rate limit are kept: in this process, or in the Redis of all instances."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NoReturn

import redis
from limits.storage import RedisStorage, SlidingWindowCounterSupport, Storage
from redis import Redis, RedisCluster

MOST_CLIENTS = 65_536
"""Clients that one process keeps count of; then it forgets who asked least recently."""


class MemoryWindows(Storage, SlidingWindowCounterSupport):
    """Windows in this process, of a bounded number of clients; safe between threads.

    The library's own MemoryStorage has no bound, and looks through all its entries in a thread of
    its own up to a hundred times a second.
    """

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(
        self, most_clients: int = MOST_CLIENTS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__()
        self._most_clients = most_clients
        self._clock = clock
        self._lock = threading.Lock()
        # The number of the window, what was counted in the one before, and in this one.
        self._windows: OrderedDict[str, tuple[int, int, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._windows)

    def acquire_sliding_window_entry(
        self, key: str, limit: int, expiry: int, amount: int = 1
    ) -> bool:
        with self._lock:
            number, elapsed = divmod(self._clock(), expiry)
            previous, current = self._counted(key, int(number))
            if int(previous * (expiry - elapsed) / expiry) + current + amount > limit:
                return False
            self._windows[key] = (int(number), previous, current + amount)
            self._windows.move_to_end(key)
            if len(self._windows) > self._most_clients:
                self._windows.popitem(last=False)
            return True

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        with self._lock:
            number, elapsed = divmod(self._clock(), expiry)
            previous, current = self._counted(key, int(number))
            left = expiry - elapsed
            return previous, left, current, left + expiry

    def _counted(self, key: str, number: int) -> tuple[int, int]:
        """What was counted in the window before this one, and in this one."""
        last, previous, current = self._windows.get(key, (number, 0, 0))
        if last == number:
            return previous, current
        return (current, 0) if last == number - 1 else (0, 0)

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        self.clear(key)

    def clear(self, key: str) -> None:
        with self._lock:
            self._windows.pop(key, None)

    def reset(self) -> int:
        with self._lock:
            number = len(self._windows)
            self._windows.clear()
            return number

    def check(self) -> bool:
        return True

    def incr(self, key: str, expiry: int, amount: int = 1) -> NoReturn:
        raise NotImplementedError("windows slide here, and none is fixed")

    def get(self, key: str) -> NoReturn:
        raise NotImplementedError("windows slide here, and none is fixed")

    def get_expiry(self, key: str) -> NoReturn:
        raise NotImplementedError("windows slide here, and none is fixed")


class RedisWindows(RedisStorage):
    """The library's windows in Redis, on a client that is there: one server, Cluster, Sentinels."""

    def __init__(self, client: Redis | RedisCluster, prefix: str) -> None:
        Storage.__init__(self)
        self.key_prefix = prefix
        self.target_server = "redis"
        self.dependency = redis
        self.storage = client
        self.initialize_storage("")
