"""Where the workers of one server keep what they count, so that any of them answers for all.

prometheus_client can count in files, one set a process, and add up the files of all. It names them
by process id, so that each worker that ends leaves its set for ever. Here they have the number of
the worker's place in the server: who takes the place over goes on counting in the same files.

Knows neither prometheus_client nor the application: gunicorn's configuration uses it before there
is a worker.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""What tells prometheus_client where the files are."""

_NAMES = "portes-metrics-"
_LOCK = "lock"
_BYTES = 131_072
"""Of a new file: more than the series of a worker need, and whole pages."""

_KEPT = ("counter", "histogram")
_LIVE = ("gauge_livesum", "gauge_livemax")
"""Gauges speak of living workers, so nobody takes them over."""


class MetricsFiles:
    """A directory of the server's own, for as long as it lives.

    It is known by a lock that ends with the last process that has it, however that ends.
    """

    def __init__(self, directory: Path, lock: int) -> None:
        self.directory = directory
        self._lock = lock

    @classmethod
    def create(cls, parents: Collection[str] | None = None) -> MetricsFiles:
        """A new directory in the first of ``parents`` that takes one: memory, then TMPDIR.

        Those that servers of the same user left there are removed. Raises OSError where there is
        no place.
        """
        fault: OSError = FileNotFoundError("no directory to make it in")
        for parent in ("/dev/shm", tempfile.gettempdir()) if parents is None else parents:
            try:
                _sweep(Path(parent))
                made = Path(tempfile.mkdtemp(prefix=f".{_NAMES}", dir=parent))
            except OSError as error:
                fault = error
                continue
            lock = os.open(made / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX)
            # Only now has it the name by which others find it, and see that it is in use.
            return cls(made.rename(made.with_name(made.name[1:])), lock)
        raise fault

    def prepare(self, taken: Collection[int]) -> int:
        """The lowest place that is not taken, with files that are never seen half made.

        Raises OSError where they do not fit: a file without its bytes would end the worker that
        writes to it.
        """
        place = next(number for number in range(len(taken) + 1) if number not in taken)
        for kind in (*_KEPT, *_LIVE):
            if kind in _LIVE or not self._file(kind, place).exists():
                new = self.directory / "new"
                with new.open("wb") as file:
                    os.posix_fallocate(file.fileno(), 0, _BYTES)
                new.replace(self._file(kind, place))
        return place

    def leave(self, place: int) -> None:
        """The worker at this place has ended: what it held is no more, what it counted stays."""
        for kind in _LIVE:
            self._file(kind, place).unlink(missing_ok=True)

    def remove(self) -> None:
        shutil.rmtree(self.directory, ignore_errors=True)
        os.close(self._lock)

    def _file(self, kind: str, place: int) -> Path:
        return self.directory / f"{kind}_{place}.db"


_place: int | None = None


def enter(files: MetricsFiles, place: int) -> None:
    """This process is the worker at that place, from before it first counts anything."""
    global _place
    os.environ[VARIABLE] = str(files.directory)
    _place = place


def place() -> int | None:
    """The place of this process; None where it counts for itself alone."""
    return _place


def _sweep(parent: Path) -> None:
    for directory in parent.glob(f"{_NAMES}*"):
        with contextlib.suppress(OSError):
            if directory.is_symlink() or directory.stat().st_uid != os.getuid():
                continue
            lock = os.open(directory / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(directory, ignore_errors=True)
            finally:
                os.close(lock)
