"""Connections that wait for the same thing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.serving.connection import Connection

Step = Callable[["Connection"], None]


class Waiting:
    """Connections that wait for an event of their sockets, the longest waiting first.

    ``events`` are those of the poller; ``ready`` is called when one has come, ``late`` when a
    connection has waited for ``seconds``, which may be changed at any time.
    """

    def __init__(
        self,
        seconds: float,
        events: int,
        ready: Step,
        late: Step,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds = seconds
        self.events = events
        self.ready = ready
        self.late = late
        self._clock = clock
        # All wait equally long, so the order in which they came is that in which they are late.
        self._since: dict[Connection, float] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._since))

    def add(self, connection: Connection) -> None:
        self._since[connection] = self._clock()

    def remove(self, connection: Connection) -> None:
        del self._since[connection]

    def restart(self) -> None:
        """Counts from now for all of them."""
        self._since = dict.fromkeys(self._since, self._clock())

    def longest(self) -> Connection | None:
        return next(iter(self._since), None)

    def patience(self) -> float:
        """Seconds until the first is late; infinite if nothing waits."""
        since = next(iter(self._since.values()), None)
        return float("inf") if since is None else max(since + self.seconds - self._clock(), 0.0)

    def overdue(self) -> list[Connection]:
        """Those that are late, which stay until they are removed."""
        oldest = self._clock() - self.seconds
        late = []
        for connection, since in self._since.items():
            if since > oldest:
                break
            late.append(connection)
        return late
