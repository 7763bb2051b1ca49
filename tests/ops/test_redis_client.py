"""The client against real servers, in each of the ways to run them."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    InvalidResponse,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TimeoutError,
)

from service.ops.redis_client import Failure, RedisClient, failure_of
from service.ops.redis_url import parse_redis_url
from tests.broken_servers import full_port, gate, silent_port
from tests.redis_servers import (
    Authority,
    Server,
    running,
    running_cluster,
    running_sentinels,
    tls_port,
    until,
)
from tests.servers import free_ports

# Far more than any of this takes: no test here passes or fails by the time it needs.
PATIENT = 60.0
HASTY = 0.05


@contextmanager
def client_of(
    url: str, ca_file: Path | None = None, timeout_seconds: float = PATIENT
) -> Iterator[RedisClient]:
    address = parse_redis_url(url, str(ca_file) if ca_file else None)
    client = RedisClient(address, timeout_seconds, connections=2)
    try:
        yield client
    finally:
        client.close()


def failure(client: RedisClient, name: str = "name") -> Failure | None:
    """How a read fails, or None if it does not."""
    try:
        client.read(name, 10)
    except Exception as error:
        return failure_of(error)
    return None


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def test_what_is_written_is_read_and_ends_after_its_time(server: Server) -> None:
    with client_of(server.url) as client:
        client.write("written", b"\x00value\xff", 1_000)
        assert client.read("written", 100) == b"\x00value\xff"
    assert 0 < server.client.ttl("written") <= 1_000


def test_no_more_is_read_than_asked_for(server: Server) -> None:
    server.client.set("long", b"0123456789")
    with client_of(server.url) as client:
        assert client.read("long", 4) == b"0123"
        assert client.read("long", 10) == b"0123456789"


def test_nothing_is_read_where_nothing_is(server: Server) -> None:
    with client_of(server.url) as client:
        assert client.read("nothing", 100) == b""


def test_the_database_of_the_url_is_used(server: Server) -> None:
    with client_of(server.url + "/5") as client:
        client.write("in five", b"value", 1_000)
    with client_of(server.url) as client:
        assert client.read("in five", 100) == b""
    with client_of(server.url + "/5") as client:
        assert client.read("in five", 100) == b"value"


def test_nothing_is_connected_before_it_is_needed_and_nothing_is_tried_twice() -> None:
    with running() as own:
        before = own.client.info("stats")["total_connections_received"]
        with client_of(own.url) as client:
            assert own.client.info("stats")["total_connections_received"] == before
            client.ping()
            assert own.client.info("stats")["total_connections_received"] == before + 1
            own.client.execute_command("CONFIG", "RESETSTAT")
            client.read("name", 10)
            assert own.client.info("commandstats")["cmdstat_getrange"]["calls"] == 1
            own.client.lpush("list", "value")
            with pytest.raises(ResponseError, match="WRONGTYPE"):
                client.read("list", 10)
            assert own.client.info("commandstats")["cmdstat_getrange"]["calls"] == 2
            assert set(own.client.info("commandstats")) <= {
                "cmdstat_getrange",
                "cmdstat_lpush",
                "cmdstat_info",
                "cmdstat_config|resetstat",
            }


def test_a_connection_that_was_cut_is_made_anew(server: Server) -> None:
    with client_of(server.url) as client:
        client.ping()
        client.disconnect()
        client.ping()
        server.client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        client.ping()


def test_an_unused_client_can_be_cut_off_and_closed() -> None:
    [port] = free_ports(1)
    with client_of(f"redis+cluster://127.0.0.1:{port}") as client:
        client.disconnect()


def test_a_socket_in_the_file_system() -> None:
    # The path of a socket must be short, and pytest's own folders may not be.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "redis.sock"
        with running("--unixsocket", str(path)), client_of(f"unix://{path}?db=1") as client:
            client.write("name", b"value", 1_000)
            assert client.read("name", 100) == b"value"
        with client_of(f"unix://{path}") as client:
            assert failure(client) is Failure.CONNECTION


def test_user_and_password_let_in_and_others_do_not() -> None:
    with running() as guarded:
        place = f"127.0.0.1:{guarded.port}"
        guarded.client.acl_setuser(
            "anna", enabled=True, passwords=["+secret"], keys=["*"], commands=["+set", "+ping"]
        )
        guarded.client.config_set("requirepass", "p@ss/word")
        with client_of(f"redis://:p%40ss%2Fword@{place}") as client:
            assert client.read("name", 10) == b""
        for credentials in ("", ":wrong@", "anna:wrong@", "nobody:secret@"):
            with client_of(f"redis://{credentials}{place}") as client:
                assert failure(client) is Failure.AUTHENTICATION, credentials
        with client_of(f"redis://anna:secret@{place}") as client:
            client.ping()
            assert failure(client) is Failure.REFUSED


def test_a_cluster_keeps_values_on_every_node() -> None:
    with running_cluster(3) as nodes:
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        with client_of(f"redis+cluster://{hosts}") as client:
            values = {f"name {number}": str(number).encode() for number in range(60)}
            for name, value in values.items():
                client.write(name, value, 1_000)
            assert {name: client.read(name, 100) for name in values} == values
            assert all(node.client.dbsize() for node in nodes)
            assert sum(node.client.dbsize() for node in nodes) == len(values)
            client.ping()
            client.disconnect()
            assert client.read("name 1", 100) == b"1"


def test_of_a_cluster_one_node_is_enough_to_find_the_others_and_no_node_to_lose_them_all() -> None:
    with running_cluster(3) as nodes:
        for node in nodes:
            node.client.config_set("cluster-require-full-coverage", "no")
        [nobody] = free_ports(1)
        url = f"redis+cluster://127.0.0.1:{nobody},127.0.0.1:{nodes[0].port}"
        with client_of(url) as client:
            values = {f"name {number}": str(number).encode() for number in range(60)}
            for name, value in values.items():
                client.write(name, value, 1_000)
            lost = int(nodes[2].client.dbsize())
            nodes[2].stop()
            failures = Counter(failure(client, name) for name in values)
            assert failures == {Failure.CONNECTION: lost, None: len(values) - lost}


def test_a_server_alone_is_not_taken_for_a_cluster(server: Server) -> None:
    with client_of(f"redis+cluster://127.0.0.1:{server.port}") as client:
        assert failure(client) is Failure.CONNECTION


def test_sentinels_name_the_master_also_after_a_failover() -> None:
    with running_sentinels() as sentinels:
        [nobody] = free_ports(1)
        url = sentinels.url.replace("://", f"://127.0.0.1:{nobody},")
        with client_of(url) as client:
            client.write("before", b"1", 1_000)
            assert sentinels.master.client.get("before") == b"1"
            until("the replica follows", lambda: sentinels.replica.client.get("before") == b"1")
            sentinels.fail_over()
            until("writes work again", lambda: _written(client, "after"))
            assert sentinels.replica.client.get("after") == b"1"
            assert client.read("before", 10) == b"1"
            client.ping()


def _written(client: RedisClient, name: str) -> bool:
    client.write(name, b"1", 1_000)
    return True


def test_sentinels_can_have_a_password_of_their_own() -> None:
    with running_sentinels() as sentinels:
        sentinels.sentinel.client.acl_setuser(
            "default", enabled=True, reset_passwords=True, passwords=["+tower&co"]
        )
        sentinels.master.client.config_set("requirepass", "secret")
        url = sentinels.url.replace("://", "://:secret@")
        with client_of(f"{url}?sentinel_password=tower%26co") as client:
            client.write("name", b"value", 1_000)
            assert client.read("name", 100) == b"value"
        with client_of(url) as client:
            assert failure(client) is Failure.CONNECTION


def test_a_name_that_no_sentinel_knows_is_a_failed_connection() -> None:
    with running_sentinels() as sentinels:
        with client_of(sentinels.url + "-of-others") as client:
            assert failure(client) is Failure.CONNECTION
        sentinels.sentinel.stop()
        with client_of(sentinels.url) as client:
            assert failure(client) is Failure.CONNECTION


def test_tls_with_the_right_authority(authority: Authority) -> None:
    """Real TLS where the server has it, as Debian's does.

    The Valkey of the development package is built without, so that a gate of our own takes the
    TLS off in front of it: then this shows what the client does, and nothing of the server.
    """
    with tls_port(authority) as port:
        with client_of(f"rediss://127.0.0.1:{port}", authority.ca_file) as client:
            client.write("name", b"value", 1_000)
            assert client.read("name", 100) == b"value"
        with client_of(f"rediss://localhost:{port}?ssl_ca_certs={authority.ca_file}") as client:
            assert client.read("name", 100) == b"value"


def test_tls_with_another_authority_or_name_is_a_failed_connection(
    authority: Authority, tmp_path: Path
) -> None:
    """As above: the server's own TLS, or that of a gate in front of it."""
    (tmp_path / "other").mkdir()
    other = Authority(tmp_path / "other")
    with tls_port(authority) as port:
        with client_of(f"rediss://127.0.0.1:{port}", other.ca_file) as client:
            assert failure(client) is Failure.CONNECTION
        # The certificate is for 127.0.0.1 and localhost.
        with client_of(f"rediss://127.0.0.2:{port}", authority.ca_file) as client:
            assert failure(client) is Failure.CONNECTION
        with client_of(f"rediss://127.0.0.1:{port}") as client:
            assert failure(client) is Failure.CONNECTION


def test_tls_asked_of_a_server_without_it_is_a_failed_connection(
    server: Server, authority: Authority
) -> None:
    with client_of(f"rediss://127.0.0.1:{server.port}", authority.ca_file, 0.5) as client:
        assert failure(client) in (Failure.CONNECTION, Failure.TIMEOUT)


def test_nothing_listens() -> None:
    [port] = free_ports(1)
    with client_of(f"redis://127.0.0.1:{port}") as client:
        assert failure(client) is Failure.CONNECTION


def test_a_host_without_an_address() -> None:
    with client_of("redis://no-such-host.invalid") as client:
        assert failure(client) in (Failure.CONNECTION, Failure.TIMEOUT)


def test_silence_ends_by_the_time_out() -> None:
    with silent_port() as port, client_of(f"redis://127.0.0.1:{port}", None, HASTY) as client:
        assert failure(client) is Failure.TIMEOUT


def test_a_connection_that_is_never_made_ends_by_its_own_time_out() -> None:
    with full_port() as port, client_of(f"redis://127.0.0.1:{port}", None, PATIENT) as client:
        assert failure(client) is Failure.TIMEOUT


def test_cutting_the_connections_frees_a_thread_that_waits(server: Server) -> None:
    server.client.set("trickled", bytes(20_000))
    with gate(server.port) as slow, client_of(f"redis://127.0.0.1:{slow.port}") as client:
        client.ping()
        slow.trickling.set()
        with ThreadPoolExecutor(1) as threads:
            reading = threads.submit(client.read, "trickled", 20_000)
            assert slow.seen.wait(PATIENT)
            client.disconnect()
            assert isinstance(reading.exception(PATIENT), Exception)


@pytest.mark.parametrize(
    ("error", "expected", "server_answered"),
    [
        (TimeoutError("Timeout reading from socket"), Failure.TIMEOUT, False),
        (ConnectionError("refused"), Failure.CONNECTION, False),
        (BusyLoadingError("loading"), Failure.CONNECTION, False),
        (OSError("no route"), Failure.CONNECTION, False),
        (InvalidResponse("Protocol Error"), Failure.CONNECTION, False),
        (ClusterDownError("CLUSTERDOWN"), Failure.CONNECTION, False),
        (RedisClusterException("no node"), Failure.CONNECTION, False),
        (AttributeError("not of the client's own"), Failure.CONNECTION, False),
        (AuthenticationError("WRONGPASS"), Failure.AUTHENTICATION, False),
        (ResponseError("WRONGTYPE Operation against"), Failure.WRONG_TYPE, True),
        (ResponseError("unknown command"), Failure.REFUSED, True),
        (NoPermissionError("NOPERM"), Failure.REFUSED, True),
        (OutOfMemoryError("command not allowed"), Failure.OUT_OF_MEMORY, True),
        (ReadOnlyError("You can't write"), Failure.READ_ONLY, True),
    ],
)
def test_errors_of_the_client_by_what_they_mean(
    error: Exception, expected: Failure, server_answered: bool
) -> None:
    assert failure_of(error) is expected
    assert expected.server_answered is server_answered
