"""One client for every way to run Redis, with bounds on whatever it may wait for."""

from __future__ import annotations

import threading
from enum import StrEnum
from typing import Any

from redis import Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode
from redis.connection import (
    BlockingConnectionPool,
    Connection,
    ConnectionPool,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.exceptions import (
    AuthenticationError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry
from redis.sentinel import Sentinel

from service.ops.redis_url import RedisAddress, Topology

CONNECT_SECONDS = 1.0
"""Patience for a new connection. Longer than a request waits: the next one finds it made."""

POOL_SECONDS = 0.05
"""Patience for a connection in use by others; with one for each thread it is never needed."""

HEALTH_CHECK_SECONDS = 30
"""A connection idle for longer is asked for a sign of life before it is used."""


class Failure(StrEnum):
    """Why Redis did not do what it was asked."""

    TIMEOUT = "timeout"
    BUSY = "busy"
    """It was not asked: every thread that could was held up."""

    CONNECTION = "connection"
    AUTHENTICATION = "authentication"
    WRONG_TYPE = "wrong_type"
    OUT_OF_MEMORY = "out_of_memory"
    READ_ONLY = "read_only"
    REFUSED = "refused"
    """Another error that the server answered, such as a command that is not allowed."""

    @property
    def server_answered(self) -> bool:
        """Whether the server is there all the same."""
        return self not in (
            Failure.TIMEOUT,
            Failure.BUSY,
            Failure.CONNECTION,
            Failure.AUTHENTICATION,
        )


class RedisClient:
    """Reads and writes values, whatever the topology; safe between threads.

    Every method but ``disconnect`` may wait for the network, and raises whatever goes wrong there:
    ``failure_of`` says what that means. Nothing is connected before the first of them.
    """

    def __init__(self, address: RedisAddress, timeout_seconds: float, connections: int) -> None:
        """``timeout_seconds`` is for each single read from or write to a socket.

        There are never more than ``connections`` to one server.
        """
        self._address = address
        self._options: dict[str, Any] = {
            # RESP2 is what every server speaks, without a greeting that costs a round trip.
            "protocol": 2,
            "driver_info": None,
            "socket_connect_timeout": CONNECT_SECONDS,
            "socket_timeout": timeout_seconds,
            "socket_keepalive": True,
            "max_connections": connections,
        }
        self._lock = threading.Lock()
        self._redis: Redis | RedisCluster | None = None
        self._sentinel: Sentinel | None = None

    def read(self, name: str, most_bytes: int) -> bytes:
        """The first bytes of a value, at most so many; empty if there is none."""
        # Not GET: whatever somebody left there, only so much of it comes over the wire.
        found = self.connected().getrange(name, 0, most_bytes - 1)
        assert isinstance(found, bytes)
        return found

    def write(self, name: str, value: bytes, seconds: int) -> None:
        """Keeps a value for so many seconds."""
        self.connected().set(name, value, ex=seconds)

    def ping(self) -> None:
        """Returns if a server answers: the master, or any node of a cluster."""
        redis = self.connected()
        if isinstance(redis, RedisCluster):
            redis.ping(target_nodes=RedisCluster.RANDOM)
        else:
            redis.ping()

    def disconnect(self) -> None:
        """Cuts every connection, also under a thread that waits for it; they are made anew."""
        for pool in self._pools():
            pool.disconnect()

    def close(self) -> None:
        """Lets go of all connections. To be called when no thread uses it any more."""
        # No lock: a thread may hold it that waits for a name to be looked up.
        for client in (self._redis, self._sentinel):
            if client is not None:
                client.close()

    def _pools(self) -> list[ConnectionPool]:
        redis, sentinel = self._redis, self._sentinel
        if isinstance(redis, RedisCluster):
            clients = [node.redis_connection for node in redis.get_nodes()]
        else:
            clients = [redis, *(sentinel.sentinels if sentinel else ())]
        return [client.connection_pool for client in clients if client is not None]

    def connected(self) -> Redis | RedisCluster:
        """The client of the library, made at the first call, which a Cluster waits for."""
        if self._redis is None:
            with self._lock:
                if self._redis is None:
                    self._redis = self._create()
        return self._redis

    def _create(self) -> Redis | RedisCluster:
        address, options = self._address, self._options
        if address.topology is Topology.CLUSTER:
            return _cluster(address, options)
        if address.topology is Topology.SENTINEL:
            self._sentinel = _sentinels(address, options)
            return _master(self._sentinel, address, options)
        return _single(address, options)


def _cluster(address: RedisAddress, options: dict[str, Any]) -> RedisCluster:
    return RedisCluster(
        startup_nodes=[ClusterNode(host, port) for host, port in address.nodes],
        retry=Retry(NoBackoff(), 0),
        # The keys of a node that is away are missed; those of the others are not.
        require_full_coverage=False,
        username=address.username,
        password=address.password,
        **options,
        **_tls(address),
    )


def _sentinels(address: RedisAddress, options: dict[str, Any]) -> Sentinel:
    credentials = {"username": address.sentinel_username, "password": address.sentinel_password}
    every = options | _PATIENCE | _tls(address) | credentials
    return Sentinel(list(address.nodes), sentinel_kwargs=every)


def _master(sentinels: Sentinel, address: RedisAddress, options: dict[str, Any]) -> Redis:
    master: Redis = sentinels.master_for(
        address.service_name,
        db=address.database,
        username=address.username,
        password=address.password,
        **options,
        **_PATIENCE,
        **_tls(address),
    )
    return master


def _single(address: RedisAddress, options: dict[str, Any]) -> Redis:
    if address.topology is Topology.SOCKET:
        place: dict[str, Any] = {"path": address.path}
        place["connection_class"] = UnixDomainSocketConnection
        options = {name: options[name] for name in options if name != "socket_keepalive"}
    else:
        [(host, port)] = address.nodes
        place = {"host": host, "port": port} | _tls(address)
        place["connection_class"] = SSLConnection if place.pop("ssl", False) else Connection
    pool = BlockingConnectionPool(
        timeout=POOL_SECONDS,
        db=address.database,
        username=address.username,
        password=address.password,
        **place,
        **options,
        **_PATIENCE,
    )
    return Redis.from_pool(pool)


_PATIENCE: dict[str, Any] = {
    # A failure is answered by not asking, so no call is tried a second time. The client would
    # otherwise try ten times, with pauses.
    "retry": Retry(NoBackoff(), 0),
    "health_check_interval": HEALTH_CHECK_SECONDS,
}


def _tls(address: RedisAddress) -> dict[str, Any]:
    """What is checked with TLS: the certificate, against the trusted ones, and the host's name."""
    if not address.tls:
        return {}
    return {
        "ssl": True,
        "ssl_cert_reqs": "required",
        "ssl_check_hostname": True,
        "ssl_ca_certs": address.ca_file,
    }


def failure_of(error: Exception) -> Failure:
    """What an exception of the client means. What is not known counts as a broken connection."""
    if isinstance(error, RedisTimeoutError | TimeoutError):
        return Failure.TIMEOUT
    if isinstance(error, AuthenticationError):
        return Failure.AUTHENTICATION
    if isinstance(error, OutOfMemoryError):
        return Failure.OUT_OF_MEMORY
    if isinstance(error, ReadOnlyError):
        return Failure.READ_ONLY
    # A cluster that is down answers an error and can do nothing else.
    if isinstance(error, ResponseError) and not isinstance(error, ClusterDownError):
        return Failure.WRONG_TYPE if str(error).startswith("WRONGTYPE") else Failure.REFUSED
    return Failure.CONNECTION
