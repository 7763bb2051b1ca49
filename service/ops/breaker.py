"""Stops asking what does not answer, and finds out in the background when it does again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import StrEnum


class State(StrEnum):
    """What a breaker lets through."""

    CLOSED = "closed"
    """Everything: the other side answers."""

    OPEN = "open"
    """Nothing: it has failed too often."""

    HALF_OPEN = "half-open"
    """Nothing yet: one probe is under way."""


class Breaker:
    """Opens after so many failures in a row; after a pause one probe decides what comes next.

    It is told what happened and makes no call itself, so calls never wait for one another.
    """

    def __init__(
        self,
        failures_to_open: int,
        pause_seconds: float,
        clock: Callable[[], float] = time.monotonic,
        observe: Callable[[State], None] = lambda state: None,
    ) -> None:
        """``observe`` is told each state that it comes to, the first one included."""
        self._failures_to_open = failures_to_open
        self._pause_seconds = pause_seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._observe = observe
        self._failures = 0
        self._opened_at = 0.0
        self._come_to(State.CLOSED)

    @property
    def state(self) -> State:
        return self._state

    def succeeded(self) -> None:
        """A call was answered. One that began before the breaker opened does not close it."""
        with self._lock:
            self._failures = 0

    def failed(self) -> bool:
        """A call was not answered. True if this is the failure that opened the breaker."""
        with self._lock:
            if self._state is not State.CLOSED:
                return False
            self._failures += 1
            if self._failures < self._failures_to_open:
                return False
            self._open()
            return True

    def begin_probe(self) -> bool:
        """True for the one caller that shall probe now, and then say how it ended."""
        with self._lock:
            due = self._opened_at + self._pause_seconds
            if self._state is not State.OPEN or self._clock() < due:
                return False
            self._come_to(State.HALF_OPEN)
            return True

    def end_probe(self, answered: bool) -> None:
        """What the probe found: the breaker closes, or another pause begins."""
        with self._lock:
            if self._state is not State.HALF_OPEN:
                return
            if answered:
                self._come_to(State.CLOSED)
                self._failures = 0
            else:
                self._open()

    def _open(self) -> None:
        self._come_to(State.OPEN)
        self._opened_at = self._clock()

    def _come_to(self, state: State) -> None:
        self._state = state
        self._observe(state)
