"""Answers already given, by the bytes that asked for them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sized
from typing import Any, Protocol, TypeAlias

Key: TypeAlias = tuple[str | bytes, ...]

ENTRY_OVERHEAD = 400
"""Bytes counted for an entry besides its key and its answer: the objects that hold them."""


class Answers(Protocol):
    """What the API asks of a cache; the length of an answer is its size in bytes."""

    def get(self, key: Key) -> Any: ...

    def put(self, key: Key, answer: Sized) -> None: ...


class CacheObserver(Protocol):
    """What is told of everything that happens in a cache, while no other thread may change it."""

    @property
    def hit(self) -> Callable[[], None]: ...

    @property
    def miss(self) -> Callable[[], None]: ...

    def holds(self, size: int, entries: int) -> None: ...


class NullObserver:
    """The twin that does not listen."""

    def hit(self) -> None:
        pass

    def miss(self) -> None:
        pass

    def holds(self, size: int, entries: int) -> None:
        pass


class AnswerCache:
    """Keeps the answers used last, as many as fit in ``max_bytes``; safe between threads.

    ``hits`` and ``misses`` count the questions, ``size`` is what is held, in bytes.
    """

    def __init__(self, max_bytes: int, observer: CacheObserver | None = None) -> None:
        self.max_bytes = max_bytes
        self.hits = 0
        self.misses = 0
        self.size = 0
        self._entries: OrderedDict[Key, Sized] = OrderedDict()
        self._lock = threading.Lock()
        self._observer = observer or NullObserver()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Key) -> Any:
        with self._lock:
            answer = self._entries.get(key)
            if answer is None:
                self.misses += 1
                self._observer.miss()
                return None
            self._entries.move_to_end(key)
            self.hits += 1
            self._observer.hit()
            return answer

    def put(self, key: Key, answer: Sized) -> None:
        """Remembers an answer; one that is larger than the whole cache is let go."""
        cost = _cost(key, answer)
        if cost > self.max_bytes:
            return
        with self._lock:
            replaced = self._entries.pop(key, None)
            if replaced is not None:
                self.size -= _cost(key, replaced)
            self._entries[key] = answer
            self.size += cost
            while self.size > self.max_bytes:
                self.size -= _cost(*self._entries.popitem(last=False))
            self._observer.holds(self.size, len(self._entries))


class NullCache:
    """The twin that remembers nothing."""

    max_bytes = 0
    hits = 0
    misses = 0
    size = 0

    def __len__(self) -> int:
        return 0

    def get(self, key: object) -> Any:
        return None

    def put(self, key: object, answer: object) -> None:
        pass


def create_answer_cache(
    max_bytes: int, observer: CacheObserver | None = None
) -> AnswerCache | NullCache:
    """A cache of that size, or its null twin for 0."""
    return AnswerCache(max_bytes, observer) if max_bytes else NullCache()


def _cost(key: Key, answer: Sized) -> int:
    return sum(map(len, key)) + len(answer) + ENTRY_OVERHEAD
