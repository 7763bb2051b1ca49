"""Questions to Redis that hold nobody up for longer than a budget."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Protocol, TypeVar

from service.ops.breaker import Breaker, State
from service.ops.logs import FIELDS
from service.ops.redis_client import CONNECT_SECONDS, Failure
from service.ops.workers import Workers

FAILURES_TO_OPEN = 5
"""Questions in a row that fail before Redis is asked no more."""

PAUSE_SECONDS = 5.0
"""Time before Redis is asked, in the background, whether it answers again."""

MOST_WAITING = 512
"""Questions that wait for a thread, at most."""

Answer = TypeVar("Answer")


class Connection(Protocol):
    """A way to Redis; every method may raise, and ``ping`` may never return."""

    def ping(self) -> None: ...

    def disconnect(self) -> None: ...


class RedisCalls:
    """Asks on threads of its own, as long as Redis answers; safe between threads.

    So also what has no time-out, such as the look-up of a name or a server that sends a byte now
    and then, holds up no request.
    """

    def __init__(
        self,
        name: str,
        connection: Connection,
        breaker: Breaker,
        *,
        threads: int,
        timeout_seconds: float,
    ) -> None:
        """``name`` is that of the threads, and whose log tells of Redis coming and going;
        ``timeout_seconds`` is all that one ``ask`` may take."""
        self._connection = connection
        self._breaker = breaker
        self._timeout_seconds = timeout_seconds
        self._workers = Workers(f"redis-{name}", threads, MOST_WAITING)
        self._closed = False
        self._log = logging.getLogger(f"service.{name}")

    @property
    def state(self) -> str:
        """Whether Redis is asked: ``closed`` (it is), ``open`` or ``half-open`` (it is not)."""
        return self._breaker.state.value

    def are_let_through(self) -> bool:
        """Whether there is any sense in asking now. Where not, a probe is sent when it is due."""
        if not self._closed and self._breaker.state is State.CLOSED:
            return True
        self._probe_when_due()
        return False

    def ask(self, question: Callable[[], Answer | Failure]) -> Answer | Failure:
        """What the question returns, which may raise nothing; a failure after the time-out."""
        answer = self._ask(question)
        if not isinstance(answer, Failure) or answer.server_answered:
            self._breaker.succeeded()
        elif self._breaker.failed():
            self._log.warning("redis_unavailable", extra={FIELDS: {"failure": answer.value}})
            # Threads that wait for an answer come free, and the probe begins anew.
            self.disconnect()
        return answer

    def disconnect(self) -> None:
        """Cuts all connections, also under threads that wait."""
        # Threads use the connections meanwhile, for which the client makes no promise.
        with contextlib.suppress(Exception):
            self._connection.disconnect()

    def close(self) -> None:
        """Nothing is asked after it. Returns within a second, even if Redis hangs."""
        self._closed = True
        self.disconnect()
        self._workers.close(CONNECT_SECONDS)

    def _ask(self, question: Callable[[], Answer | Failure]) -> Answer | Failure:
        if self._workers.all_held(self._timeout_seconds):
            return Failure.BUSY
        future = self._workers.submit(question)
        if future is None:
            return Failure.BUSY
        try:
            return future.result(self._timeout_seconds)
        except TimeoutError:
            # If it has not begun by now, it need not.
            future.cancel()
            return Failure.TIMEOUT
        except CancelledError:
            return Failure.BUSY

    def _probe_when_due(self) -> None:
        if self._closed or not self._breaker.begin_probe():
            return
        if self._workers.all_held(self._timeout_seconds):
            self.disconnect()
        if self._workers.submit(self._probe) is None:
            self._breaker.end_probe(answered=False)

    def _probe(self) -> None:
        try:
            self._connection.ping()
        except Exception:
            self._breaker.end_probe(answered=False)
        else:
            self._breaker.end_probe(answered=True)
            self._log.info("redis_available")
