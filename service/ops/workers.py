"""Threads for work that nobody must wait for longer than they want to."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeAlias, TypeVar

Result = TypeVar("Result")
Task: TypeAlias = tuple[Future[Any], Callable[[], Any]]


class Workers:
    """A few threads and a bounded queue; they start with the first work, so after every fork.

    The standard library's ThreadPoolExecutor has a queue without a bound, and a process can not
    end before its threads have: one that hangs in a look-up of a name would hold it up.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        most_waiting: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._clock = clock
        self._tasks: queue.Queue[Task | None] = queue.Queue(most_waiting)
        self._busy_since: list[float | None] = [None] * threads
        self._threads: list[threading.Thread] = []
        self._closed = False
        self._lock = threading.Lock()

    def submit(self, work: Callable[[], Result]) -> Future[Result] | None:
        """Has it done soon; None if too much is waiting already, or after ``close``."""
        future: Future[Result] = Future()
        with self._lock:
            if self._closed:
                return None
            if not self._threads:
                self._start()
            try:
                self._tasks.put_nowait((future, work))
            except queue.Full:
                return None
        return future

    def all_held(self, seconds: float) -> bool:
        """Whether every thread has been at one piece of work for longer than that."""
        latest = self._clock() - seconds
        return all(since is not None and since < latest for since in self._busy_since)

    def close(self, seconds: float) -> None:
        """Lets go of what is waiting and gives what is being done so much time to end."""
        with self._lock:
            self._closed = True
            while not self._tasks.empty():
                task = self._tasks.get_nowait()
                if task is not None:
                    task[0].cancel()
            self._tasks.put_nowait(None)
        end = self._clock() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - self._clock()))

    def _start(self) -> None:
        for number in range(len(self._busy_since)):
            # A daemon: the process may end while one hangs.
            thread = threading.Thread(
                target=self._run, args=(number,), name=f"{self._name}-{number}", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def _run(self, number: int) -> None:
        while (task := self._tasks.get()) is not None:
            self._do(number, *task)
            # Otherwise a large answer would be held until there is other work.
            del task
        # The end is passed on from thread to thread.
        self._tasks.put_nowait(None)

    def _do(self, number: int, future: Future[Any], work: Callable[[], Any]) -> None:
        # False where nobody waits for it any more.
        if not future.set_running_or_notify_cancel():
            return
        self._busy_since[number] = self._clock()
        try:
            result = work()
        except Exception as error:
            self._busy_since[number] = None
            future.set_exception(error)
        else:
            self._busy_since[number] = None
            future.set_result(result)
