"""Where Redis is, read from one URL. Imports no Redis client: gunicorn reads settings too."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias
from urllib.parse import parse_qsl, unquote

Node: TypeAlias = tuple[str, int]
"""Host and port."""

REDIS_PORT = 6379
SENTINEL_PORT = 26379


class Topology(Enum):
    """How the servers behind a URL belong together."""

    SINGLE = "redis"
    SOCKET = "unix"
    CLUSTER = "redis+cluster"
    SENTINEL = "redis+sentinel"


SCHEMES = {
    "redis": (Topology.SINGLE, False),
    "rediss": (Topology.SINGLE, True),
    "unix": (Topology.SOCKET, False),
    "redis+cluster": (Topology.CLUSTER, False),
    "rediss+cluster": (Topology.CLUSTER, True),
    "redis+sentinel": (Topology.SENTINEL, False),
    "rediss+sentinel": (Topology.SENTINEL, True),
}


# The standard library's own splitter refuses, from some releases on, what stands in brackets beside
# other hosts: the addresses of a Cluster.
_URL = re.compile(
    r"(?P<scheme>[a-z+]+)://(?P<hosts>[^/?#]*)(?P<path>[^?#]*)"
    r"(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)


class _Parts(NamedTuple):
    """``hosts`` with whoever asks before them."""

    scheme: str
    hosts: str
    path: str


class RedisUrlError(ValueError):
    """The URL can not be understood. The message never repeats any part of it: whatever is written
    in the wrong place may be the password."""


@dataclass(frozen=True, slots=True)
class RedisAddress:
    """Where Redis is and how to be let in; ``repr`` hides who asks."""

    topology: Topology
    nodes: tuple[Node, ...] = ()
    """One server, some nodes of a cluster, or the sentinels; none for a socket."""

    path: str = ""
    """The socket's file, for a socket alone."""

    service_name: str = ""
    """What the sentinels call the master."""

    database: int = 0
    tls: bool = False
    ca_file: str | None = None
    """File with the certificates to trust, in PEM; without one, those of the system."""

    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    sentinel_username: str | None = field(default=None, repr=False)
    sentinel_password: str | None = field(default=None, repr=False)


def parse_redis_url(url: str, ca_file: str | None = None) -> RedisAddress:
    """The address that a URL names; ``ca_file`` counts where the URL names none of its own.

    Raises RedisUrlError, whose message shows nothing of the URL.
    """
    found = _URL.fullmatch(url)
    if found is None or found["scheme"] not in SCHEMES:
        raise RedisUrlError(f"it must begin with one of {', '.join(f'{s}://' for s in SCHEMES)}")
    parts = _Parts(found["scheme"], found["hosts"], found["path"])
    try:
        query = dict(parse_qsl(found["query"] or "", keep_blank_values=True, strict_parsing=True))
    except ValueError:
        # The message of the standard library can quote the password.
        raise RedisUrlError("it is not a URL") from None
    if found["fragment"]:
        raise RedisUrlError("it has a #, which must be written %23 in a password")
    topology, tls = SCHEMES[parts.scheme]
    username, password, hosts = _credentials(parts)
    service_name, database = _path(parts, topology, query)
    own_ca_file = query.pop("ssl_ca_certs", None)
    if not tls and (ca_file or own_ca_file):
        raise RedisUrlError("certificates to trust are for rediss:// alone")
    sentinel_username, sentinel_password = (
        query.pop(f"sentinel_{name}", None) if topology is Topology.SENTINEL else None
        for name in ("username", "password")
    )
    if query:
        raise RedisUrlError("it has a parameter that is not known")
    return RedisAddress(
        topology=topology,
        nodes=_nodes(hosts, topology),
        path=unquote(parts.path) if topology is Topology.SOCKET else "",
        service_name=service_name,
        database=database,
        tls=tls,
        ca_file=own_ca_file or ca_file,
        username=username,
        password=password,
        sentinel_username=sentinel_username,
        sentinel_password=sentinel_password,
    )


def _credentials(parts: _Parts) -> tuple[str | None, str | None, str]:
    """User, password and what is left: the hosts."""
    credentials, at, hosts = parts.hosts.rpartition("@")
    if not at:
        return None, None, hosts
    username, _, password = credentials.partition(":")
    if not password:
        raise RedisUrlError("it has a user without a password")
    return unquote(username) or None, unquote(password), hosts


def _nodes(hosts: str, topology: Topology) -> tuple[Node, ...]:
    if topology is Topology.SOCKET:
        if hosts:
            raise RedisUrlError("a socket has a path and no host: unix:///path")
        return ()
    several = topology in (Topology.CLUSTER, Topology.SENTINEL)
    if "," in hosts and not several:
        raise RedisUrlError("it has several hosts, which a cluster or sentinels have alone")
    default_port = SENTINEL_PORT if topology is Topology.SENTINEL else REDIS_PORT
    return tuple(_node(host, default_port) for host in hosts.split(","))


def _node(text: str, default_port: int) -> Node:
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise RedisUrlError("it has a host that can not be read")
        port = rest[1:]
    else:
        host, _, port = text.partition(":")
    if not host or not host.isprintable() or " " in host:
        raise RedisUrlError("it has no host, or one that can not be read")
    return unquote(host), _number(port, 1, 65_535, "port") if port else default_port


def _path(parts: _Parts, topology: Topology, query: dict[str, str]) -> tuple[str, int]:
    """The service's name, for sentinels alone, and the number of the database."""
    if topology is Topology.SOCKET:
        if not parts.path.strip("/"):
            raise RedisUrlError("a socket needs a path: unix:///path")
        return "", _database(query.pop("db", ""))
    steps = parts.path.removeprefix("/").split("/")
    service_name = unquote(steps.pop(0)) if topology is Topology.SENTINEL else ""
    if topology is Topology.SENTINEL and not service_name:
        raise RedisUrlError("sentinels need the name of the service: redis+sentinel://host/name")
    if len(steps) > 1:
        raise RedisUrlError("its path has too many parts")
    database = _database(steps[0] if steps else "")
    if database and topology is Topology.CLUSTER:
        raise RedisUrlError("a cluster has database 0 alone")
    return service_name, database


def _database(text: str) -> int:
    return _number(text, 0, 1_000_000, "database") if text else 0


def _number(text: str, least: int, most: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and least <= int(text) <= most):
        raise RedisUrlError(
            f"its {what} is not a number from {least} to {most}"
            " (in a password, / : @ ? # are written %2F %3A %40 %3F %23)"
        )
    return int(text)
