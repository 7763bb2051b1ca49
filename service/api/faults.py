"""Everything that is wrong with a request, gathered by place, so that all of it is said at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong: a code and the numbers or names its message speaks of."""

    code: str
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FaultAt:
    """A fault and where in the request it is."""

    path: Path
    fault: Fault

    @property
    def pointer(self) -> str:
        """The place as a JSON Pointer (RFC 6901)."""
        return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in self.path)


MOST_KEPT = 1_000
"""Faults of one request that are kept; beyond that they are only counted."""


class Faults:
    """A growing list of faults; falsy while there are none.

    ``not_kept``: how many there are beyond those in ``found``.
    """

    def __init__(self) -> None:
        self.found: list[FaultAt] = []
        self.not_kept = 0
        self._places: set[Path] = set()

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, path: Path, code: str, **parameters: Any) -> None:
        self._take(FaultAt(path, Fault(code, parameters)))

    def add_nested(self, messages: Any, path: Path = ()) -> None:
        """Takes over what a marshmallow schema found: dicts by key with lists of faults in them."""
        for found in _flat(messages, path):
            self._take(found)

    def rename(self, name: str, other: str) -> None:
        """Says of another top-level field what was found wrong with this one."""
        before, self.found, self._places = self.found, [], set()
        for found in before:
            renamed = found.path[:1] == (name,)
            self._take(FaultAt((other, *found.path[1:]), found.fault) if renamed else found)

    def touch(self, *names: str) -> bool:
        """Whether anything is wrong at or below one of these top-level fields."""
        return any((name,) in self._places for name in names)

    def within(self, path: Path) -> bool:
        """Whether anything is wrong at or below this place."""
        return path in self._places

    def _take(self, found: FaultAt) -> None:
        if len(self.found) < MOST_KEPT:
            self.found.append(found)
        else:
            self.not_kept += 1
        # Also every place it lies within: a long record must not be searched for each event.
        path = found.path
        self._places.update(path[:length] for length in range(len(path) + 1))


def _flat(messages: Any, path: Path) -> Iterator[FaultAt]:
    if isinstance(messages, Fault):
        yield FaultAt(path, messages)
    elif isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _flat(inner, path if _is_schema_wide(key, inner) else (*path, key))
    elif isinstance(messages, Iterable):
        for inner in messages:
            yield from _flat(inner, path)


def _is_schema_wide(key: Any, inner: Any) -> bool:
    """marshmallow keeps what is wrong with a whole object under a key that a client may use too."""
    return key == "_schema" and not any(
        isinstance(fault, Fault) and fault.code == "unknown_field" for fault in inner
    )
