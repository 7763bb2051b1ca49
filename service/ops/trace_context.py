"""Whose request this is part of: the `traceparent` header of W3C Trace Context, level 1."""

from __future__ import annotations

import re
from typing import NamedTuple

_FORM = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?")
_NO_VERSION = "ff"
_SAMPLED = 1


class TraceContext(NamedTuple):
    """A trace, the span in it that asks, both in lower-case hex, and whether it is recorded."""

    trace_id: str
    parent_id: str
    sampled: bool


def read_traceparent(text: str) -> TraceContext | None:
    """What the header says; None where it says nothing valid, which is as if it were not there."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    version, trace_id, parent_id, flags, more = found.groups()
    if version == _NO_VERSION or (version == "00" and more is not None):
        return None
    if not (int(trace_id, 16) and int(parent_id, 16)):
        return None
    return TraceContext(trace_id, parent_id, bool(int(flags, 16) & _SAMPLED))
