"""Room for connections among the file descriptors that the system grants a process."""

from __future__ import annotations

import resource

RESERVE = 64
"""Descriptors for all but the clients' connections: listeners, Redis, logs, modules, data."""


def room_for(connections: int) -> int:
    """How many of these connections the process can have open at once.

    Raises the process' own limit where it is too low, as far as the system allows. Not even one
    where it allows less than the reserve.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + RESERVE
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return connections
    if hard != resource.RLIM_INFINITY:
        needed = min(needed, hard)
    if needed > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    return needed - RESERVE
