"""The shared cache against real servers, in order and out of order."""

from __future__ import annotations

import logging
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from service import RULES_VERSION
from service.ops.breaker import Breaker
from service.ops.entries import LARGEST_ANSWER, LARGEST_ENTRY, Entries, Rejection
from service.ops.redis_client import Failure, RedisClient
from service.ops.redis_url import parse_redis_url
from service.ops.settings import Settings
from service.ops.shared_cache import (
    FAILURES_TO_OPEN,
    MOST_WRITES_WAITING,
    Counts,
    NullSharedCache,
    SharedCache,
    create_shared_cache,
)
from tests.redis_servers import (
    Authority,
    Server,
    full_port,
    gate,
    running,
    running_cluster,
    running_sentinels,
    silent_port,
    tls_port,
    until,
)
from tests.servers import free_ports

SECRET = "sixteen characters and more"
# Longer than anything takes where a server answers: no test passes or fails by its time.
PATIENT_MS = 10_000
HASTY_MS = 50
ANSWER = b'{"plays":[{"notation":"8/5 6/5"}]}' * 50
NOISE = random.Random(7).randbytes(20_000)


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def cache_on(
    url: str,
    *,
    secret: str | None = SECRET,
    timeout_ms: int = PATIENT_MS,
    readers: int = 4,
    rules_version: str = RULES_VERSION,
    clock: Clock | None = None,
) -> Iterator[SharedCache]:
    """A cache that differs from the factory's in what a test must be able to choose."""
    cache = SharedCache(
        RedisClient(parse_redis_url(url), timeout_ms / 1_000, connections=readers + 1),
        Entries("portes:", secret, rules_version),
        Breaker(FAILURES_TO_OPEN, pause_seconds=60, clock=clock or Clock()),
        readers=readers,
        timeout_seconds=timeout_ms / 1_000,
        ttl_seconds=1_000,
    )
    try:
        yield cache
    finally:
        cache.close()


def name_of(key: bytes) -> str:
    return Entries("portes:", SECRET).name(key)


def write(cache: SharedCache, key: bytes, answer: bytes = ANSWER) -> None:
    """Puts an answer and waits until it is written."""
    before = cache.counts.writes
    cache.put(key, answer)
    until("the answer is written", lambda: cache.counts.writes == before + 1)


def gets(counts: Counts) -> int:
    read = counts.hits + counts.misses + counts.skipped
    return read + sum(counts.rejected.values()) + sum(counts.read_errors.values())


def puts(counts: Counts) -> int:
    return counts.writes + counts.dropped_writes + sum(counts.write_errors.values())


def happened(counts: dict[Rejection, int] | dict[Failure, int]) -> dict[str, int]:
    return {kind.value: count for kind, count in counts.items() if count}


def open_breaker(cache: SharedCache) -> None:
    for _ in range(FAILURES_TO_OPEN):
        assert cache.state == "closed"
        assert cache.get(b"key") is None
    assert cache.state == "open"


def close_again(cache: SharedCache, clock: Clock) -> None:
    """Lets the pause pass, and asks until the probe has closed the breaker."""

    def asked_and_closed() -> bool:
        clock.now += 60
        cache.get(b"any")
        return cache.state == "closed"

    until("the breaker has closed", asked_and_closed)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as started:
        yield started


@pytest.fixture(autouse=True)
def _empty(request: pytest.FixtureRequest) -> None:
    if "server" in request.fixturenames:
        request.getfixturevalue("server").client.flushall()


# -- in order


def test_an_answer_is_found_again_under_its_key_alone(server: Server) -> None:
    with cache_on(server.url) as cache:
        assert cache.get(b"key") is None
        write(cache, b"key")
        assert cache.get(b"key") == ANSWER
        assert cache.get(b"key ") is None
        assert (cache.counts.hits, cache.counts.misses, cache.counts.writes) == (1, 2, 1)
        assert (gets(cache.counts), puts(cache.counts)) == (3, 1)


def test_what_one_instance_puts_another_gets(server: Server) -> None:
    settings = Settings(redis_url=server.url, redis_timeout_ms=PATIENT_MS, cache_key=SECRET)
    one, other = create_shared_cache(settings), create_shared_cache(settings)
    assert isinstance(one, SharedCache)
    write(one, b"key", NOISE)
    assert other.get(b"key") == NOISE
    one.close()
    other.close()


def test_the_settings_decide_about_prefix_and_time(server: Server) -> None:
    settings = Settings(
        redis_url=server.url,
        redis_timeout_ms=PATIENT_MS,
        redis_prefix="mine:",
        redis_ttl_seconds=5_000,
        cache_key=SECRET,
    )
    cache = create_shared_cache(settings)
    assert isinstance(cache, SharedCache)
    write(cache, b"key")
    cache.close()
    [name] = server.client.keys()
    assert name == Entries("mine:", SECRET).name(b"key").encode()
    assert 1_000 < server.client.ttl(name) <= 5_000


def test_an_empty_answer_is_an_answer(server: Server) -> None:
    with cache_on(server.url) as cache:
        write(cache, b"key", b"")
        assert cache.get(b"key") == b""
        assert cache.counts.hits == 1


def test_an_entry_is_smaller_than_an_answer_that_can_be_compressed(server: Server) -> None:
    with cache_on(server.url) as cache:
        write(cache, b"key")
    assert server.client.strlen(name_of(b"key")) < len(ANSWER) / 5


def test_nothing_is_asked_before_the_first_question(server: Server) -> None:
    threads = set(threading.enumerate())
    connections = server.client.info("stats")["total_connections_received"]
    with cache_on(server.url):
        assert set(threading.enumerate()) <= threads
        assert server.client.info("stats")["total_connections_received"] == connections


def test_after_its_end_it_is_silent(server: Server) -> None:
    threads = set(threading.enumerate())
    with cache_on(server.url) as cache:
        write(cache, b"key")
    assert set(threading.enumerate()) <= threads
    commands = server.client.info("stats")["total_commands_processed"]
    assert cache.get(b"key") is None
    cache.put(b"key", ANSWER)
    assert server.client.info("stats")["total_commands_processed"] == commands + 1
    assert (cache.counts.skipped, cache.counts.dropped_writes) == (1, 1)
    cache.close()


def test_the_null_twin_remembers_nothing_and_counts_nothing() -> None:
    cache = NullSharedCache()
    cache.put(b"key", ANSWER)
    assert cache.get(b"key") is None
    assert (cache.state, cache.counts) == ("off", Counts())
    cache.close()


def test_without_a_url_there_is_the_null_twin() -> None:
    assert isinstance(create_shared_cache(Settings()), NullSharedCache)
    assert isinstance(create_shared_cache(Settings(cache_key=SECRET)), NullSharedCache)


# -- entries that are no answers


def put_list(server: Server) -> None:
    server.client.delete(name_of(b"key"))
    server.client.lpush(name_of(b"key"), "value")


def put_garbage(server: Server) -> None:
    server.client.set(name_of(b"key"), b'{"plays":[]}')


def put_something_short(server: Server) -> None:
    server.client.set(name_of(b"key"), b"\x01")


def put_something_huge(server: Server) -> None:
    server.client.setrange(name_of(b"key"), LARGEST_ENTRY + 1_000_000, b"end")


def cut_off(server: Server) -> None:
    whole = server.client.get(name_of(b"key"))
    assert isinstance(whole, bytes)
    server.client.set(name_of(b"key"), whole[:-1])


def put_bomb(server: Server) -> None:
    packed = Entries("portes:", SECRET).pack(name_of(b"key"), bytes(LARGEST_ANSWER + 1))
    assert len(packed) < 100_000
    server.client.set(name_of(b"key"), packed)


def forge(server: Server) -> None:
    packed = Entries("portes:", "another secret that is long").pack(name_of(b"key"), b"forged")
    server.client.set(name_of(b"key"), packed)


def put_what_needs_no_secret(server: Server) -> None:
    server.client.set(name_of(b"key"), Entries("portes:", None).pack(name_of(b"key"), b"forged"))


def put_what_other_rules_gave(server: Server) -> None:
    packed = Entries("portes:", SECRET, rules_version="0").pack(name_of(b"key"), b"old")
    server.client.set(name_of(b"key"), packed)


def put_the_answer_to_another_question(server: Server) -> None:
    packed = Entries("portes:", SECRET).pack(name_of(b"other"), b"other")
    server.client.set(name_of(b"key"), packed)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (put_list, Rejection.WRONG_TYPE),
        (put_garbage, Rejection.FORMAT),
        (put_something_short, Rejection.FORMAT),
        (put_something_huge, Rejection.TOO_LARGE),
        (cut_off, Rejection.SEAL),
        (put_bomb, Rejection.TOO_LARGE),
        (forge, Rejection.SEAL),
        (put_what_needs_no_secret, Rejection.SEAL),
        (put_what_other_rules_gave, Rejection.SEAL),
        (put_the_answer_to_another_question, Rejection.SEAL),
    ],
)
def test_what_is_no_entry_of_ours_is_a_miss_and_is_written_over(
    server: Server, spoil: Callable[[Server], None], reason: Rejection
) -> None:
    with cache_on(server.url) as cache:
        write(cache, b"key")
        spoil(server)
        # More often than the breaker would bear if these were failures.
        asked = FAILURES_TO_OPEN + 1
        assert [cache.get(b"key") for _ in range(asked)] == [None] * asked
        assert happened(cache.counts.rejected) == {reason.value: asked}
        assert (gets(cache.counts), cache.counts.misses) == (asked, 0)
        assert cache.state == "closed"
        write(cache, b"key")
        assert cache.get(b"key") == ANSWER


def test_other_rules_ask_for_other_entries(server: Server) -> None:
    with cache_on(server.url) as cache, cache_on(server.url, rules_version="0") as former:
        write(former, b"key", b"old")
        assert cache.get(b"key") is None
        assert former.get(b"key") == b"old"
        assert (cache.counts.misses, happened(cache.counts.rejected)) == (1, {})


# -- servers that are not there


def test_nobody_listens() -> None:
    [port] = free_ports(1)
    with cache_on(f"redis://127.0.0.1:{port}") as cache:
        open_breaker(cache)
        assert happened(cache.counts.read_errors) == {"connection": FAILURES_TO_OPEN}
        assert cache.get(b"key") is None
        cache.put(b"key", ANSWER)
        assert (cache.counts.skipped, cache.counts.dropped_writes) == (1, 1)


@pytest.mark.parametrize("dead_end", [silent_port, full_port])
def test_somebody_listens_and_never_answers(
    dead_end: Callable[[], AbstractContextManager[int]],
) -> None:
    with (
        dead_end() as port,
        cache_on(f"redis://127.0.0.1:{port}", timeout_ms=HASTY_MS) as cache,
    ):
        open_breaker(cache)
        failed = happened(cache.counts.read_errors)
        # Where all four threads were held up the rest was not even tried.
        assert failed.pop("busy", 0) + failed.pop("timeout") == FAILURES_TO_OPEN
        assert failed == {}
        assert cache.get(b"key") is None
        assert cache.counts.skipped == 1


def test_a_probe_costs_no_question_anything_and_silence_prolongs_the_pause() -> None:
    clock = Clock()
    with (
        silent_port() as port,
        cache_on(f"redis://127.0.0.1:{port}", timeout_ms=HASTY_MS, clock=clock) as cache,
    ):
        open_breaker(cache)
        errors = dict(cache.counts.read_errors)
        clock.now += 60
        assert cache.get(b"key") is None
        until("the probe has failed", lambda: cache.state == "open")
        # The next pause has begun and is not over.
        assert cache.get(b"key") is None
        assert cache.state == "open"
        assert cache.counts.skipped == 2
        assert cache.counts.read_errors == errors


def test_an_answer_that_trickles_in_holds_nobody_up(server: Server) -> None:
    clock = Clock()
    with (
        gate(server.port) as slow,
        cache_on(
            f"redis://127.0.0.1:{slow.port}", timeout_ms=HASTY_MS, readers=1, clock=clock
        ) as cache,
        cache_on(server.url) as other,
    ):
        write(other, b"key", NOISE)
        slow.trickling.set()
        open_breaker(cache)
        assert slow.seen.is_set()
        failed = happened(cache.counts.read_errors)
        assert failed.pop("busy", 0) + failed.pop("timeout") == FAILURES_TO_OPEN
        assert failed == {}
        # The one thread is free again: who else should answer the probe?
        slow.trickling.clear()
        close_again(cache, clock)
        until("the answer is found", lambda: cache.get(b"key") == NOISE)


class Hanging:
    """A store that never returns, as a look-up of a name may not, until the test is over."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.over = threading.Event()
        self.calls = 0

    def read(self, name: str, most_bytes: int) -> bytes:
        self._hang()
        return b""

    def write(self, name: str, value: bytes, seconds: int) -> None:
        self._hang()

    def ping(self) -> None:
        self._hang()

    def disconnect(self) -> None:
        pass

    def close(self) -> None:
        pass

    def _hang(self) -> None:
        self.calls += 1
        self.begun.release()
        self.over.wait(60)


@contextmanager
def hanging_cache(clock: Clock | None = None) -> Iterator[tuple[SharedCache, Hanging]]:
    store = Hanging()
    cache = SharedCache(
        store,
        Entries("portes:", SECRET),
        Breaker(FAILURES_TO_OPEN, pause_seconds=60, clock=clock or Clock()),
        readers=2,
        timeout_seconds=HASTY_MS / 1_000,
        ttl_seconds=1_000,
    )
    try:
        yield cache, store
    finally:
        store.over.set()
        cache.close()


def test_behind_threads_that_hang_nothing_waits() -> None:
    clock = Clock()
    with hanging_cache(clock) as (cache, store):
        open_breaker(cache)
        assert store.calls == 2
        assert cache.counts.read_errors[Failure.TIMEOUT] >= 2
        failed = cache.counts.read_errors
        assert failed[Failure.TIMEOUT] + failed[Failure.BUSY] == FAILURES_TO_OPEN
        # The probe waits for a free thread; no question does.
        clock.now += 60
        assert [cache.get(b"key") for _ in range(3)] == [None] * 3
        assert (cache.state, cache.counts.skipped, store.calls) == ("half-open", 3, 2)
        store.over.set()
        until("the probe has ended", lambda: cache.state == "closed")


def test_its_end_does_not_wait_for_what_hangs() -> None:
    with hanging_cache() as (cache, store):
        assert cache.get(b"key") is None
        cache.put(b"key", ANSWER)
        assert store.begun.acquire(timeout=60)
        assert store.begun.acquire(timeout=60)
        cache.close()
        assert not store.over.is_set()


def test_writes_that_can_not_be_done_are_let_go() -> None:
    with hanging_cache() as (cache, store):
        cache.put(b"key", ANSWER)
        assert store.begun.acquire(timeout=60)
        for _ in range(MOST_WRITES_WAITING):
            cache.put(b"key", ANSWER)
        assert cache.counts.dropped_writes == 0
        cache.put(b"key", ANSWER)
        cache.put(b"key", ANSWER)
        assert cache.counts.dropped_writes == 2
        store.over.set()
        until("the others are written", lambda: cache.counts.writes == 1 + MOST_WRITES_WAITING)


def test_the_bytes_that_wait_to_be_written_are_bounded() -> None:
    half = bytes(LARGEST_ANSWER // 2)
    with hanging_cache() as (cache, store):
        for _ in range(3):
            cache.put(b"key", half)
        assert cache.counts.dropped_writes == 1
        store.over.set()
        until("the two are written", lambda: cache.counts.writes == 2)
        cache.put(b"key", bytes(LARGEST_ANSWER + 1))
        assert cache.counts.dropped_writes == 2
        cache.put(b"key", bytes(LARGEST_ANSWER))
        until("all are written", lambda: cache.counts.writes == 3)
        assert cache.counts.dropped_writes == 2


# -- servers that are there and will not


def test_a_full_server_still_answers_what_it_has() -> None:
    with running("--maxmemory-policy", "noeviction") as full, cache_on(full.url) as cache:
        write(cache, b"key")
        full.client.config_set("maxmemory", "1")
        failed = FAILURES_TO_OPEN + 1
        for number in range(failed):
            cache.put(str(number).encode(), ANSWER)
        until("all are refused", lambda: puts(cache.counts) == 1 + failed)
        assert happened(cache.counts.write_errors) == {"out_of_memory": failed}
        assert cache.state == "closed"
        assert cache.get(b"key") == ANSWER
        full.client.config_set("maxmemory", "0")
        write(cache, b"other")
        assert cache.get(b"other") == ANSWER


def test_a_replica_without_its_master_still_answers_what_it_has() -> None:
    [nobody] = free_ports(1)
    with running() as replica, cache_on(replica.url) as cache:
        write(cache, b"key")
        replica.client.replicaof("127.0.0.1", nobody)
        failed = FAILURES_TO_OPEN + 1
        for number in range(failed):
            cache.put(str(number).encode(), ANSWER)
        until("all are refused", lambda: puts(cache.counts) == 1 + failed)
        assert happened(cache.counts.write_errors) == {"read_only": failed}
        assert cache.state == "closed"
        assert cache.get(b"key") == ANSWER
        # One that gives nothing out meanwhile might as well not be there.
        replica.client.config_set("replica-serve-stale-data", "no")
        open_breaker(cache)
        assert happened(cache.counts.read_errors) == {"connection": FAILURES_TO_OPEN}


def test_a_server_that_lets_nobody_in_is_asked_no_more() -> None:
    with running() as guarded:
        guarded.client.config_set("requirepass", "secret")
        with cache_on(guarded.url) as cache:
            open_breaker(cache)
            assert happened(cache.counts.read_errors) == {"authentication": FAILURES_TO_OPEN}


def test_a_command_that_is_not_allowed_is_no_failure_of_the_server(server: Server) -> None:
    server.client.acl_setuser(
        "anna", enabled=True, passwords=["+secret"], keys=["*"], commands=["+set", "+ping"]
    )
    with cache_on(server.url.replace("://", "://anna:secret@")) as cache:
        write(cache, b"key")
        asked = FAILURES_TO_OPEN + 1
        assert [cache.get(b"key") for _ in range(asked)] == [None] * asked
        assert happened(cache.counts.read_errors) == {"refused": asked}
        assert cache.state == "closed"


def let_in(server: Server, *more_commands: str) -> str:
    """Makes the user that the manual describes; gives its part of a URL."""
    server.client.acl_setuser(
        "portes",
        enabled=True,
        passwords=["+secret"],
        keys=["portes:*"],
        commands=["+getrange", "+set", "+ping", *more_commands],
    )
    return "portes:secret@"


@pytest.mark.parametrize(("database", "more"), [("", ()), ("/3", ("+select",))])
def test_the_commands_in_the_manual_are_enough(
    server: Server, database: str, more: tuple[str, ...]
) -> None:
    clock = Clock()
    user = let_in(server, *more)
    with cache_on(f"redis://{user}127.0.0.1:{server.port}{database}", clock=clock) as cache:
        write(cache, b"key")
        assert cache.get(b"key") == ANSWER
        server.client.execute_command("ACL", "SETUSER", "portes", "off")
        server.client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        open_breaker(cache)
        server.client.execute_command("ACL", "SETUSER", "portes", "on")
        close_again(cache, clock)


# -- servers that go and come back


def test_a_server_that_is_restarted_under_load_is_used_again() -> None:
    answers = {str(number).encode(): ANSWER + str(number).encode() for number in range(40)}
    clock = Clock()
    end = threading.Event()
    wrong: list[object] = []
    asked = [0, 0, 0, 0]

    def load(cache: SharedCache, number: int) -> None:
        keys = random.Random(number)
        try:
            while not end.is_set():
                key = keys.choice(list(answers))
                asked[number] += 1
                found = cache.get(key)
                if found is None:
                    cache.put(key, answers[key])
                elif found != answers[key]:
                    wrong.append(found)
        except Exception as error:
            wrong.append(error)

    with running() as fragile, cache_on(fragile.url, clock=clock) as cache:
        threads = [threading.Thread(target=load, args=(cache, number)) for number in range(4)]
        for thread in threads:
            thread.start()
        try:
            until("answers are found", lambda: cache.counts.hits > 100)
            fragile.stop()
            until("it is given up", lambda: cache.counts.skipped > 100)
            assert cache.state == "open"
            fragile.start()
            before = cache.counts.hits
            clock.now += 60
            # No one but the load asks: the breaker closes by itself.
            until("answers are found again", lambda: cache.counts.hits > before + 100)
            assert cache.state == "closed"
        finally:
            end.set()
            for thread in threads:
                thread.join()
        assert wrong == []
        assert gets(cache.counts) == sum(asked)
        assert cache.counts.rejected == dict.fromkeys(Rejection, 0)


def test_what_becomes_of_the_breaker_is_logged_once_and_without_any_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = Clock()
    caplog.set_level(logging.INFO, "service.shared_cache")
    with (
        running() as fragile,
        cache_on(fragile.url.replace("://", "://:hunter2@"), clock=clock) as cache,
    ):
        fragile.client.config_set("requirepass", "hunter3")
        open_breaker(cache)
        cache.get(b"key")
        fragile.client.auth("hunter3")
        fragile.client.config_set("requirepass", "hunter2")
        close_again(cache, clock)
    lines = [record for record in caplog.records if record.name == "service.shared_cache"]
    assert [line.getMessage() for line in lines] == ["redis_unavailable", "redis_available"]
    assert lines[0].__dict__["fields"] == {"failure": "authentication"}
    assert "hunter" not in caplog.text


# -- several servers, and TLS


def test_a_cluster_with_the_commands_in_the_manual() -> None:
    with running_cluster(3) as nodes:
        [user] = {let_in(node, "+cluster|slots", "+command") for node in nodes}
        answers = {str(number).encode(): ANSWER + str(number).encode() for number in range(40)}
        with cache_on(f"redis+cluster://{user}127.0.0.1:{nodes[0].port}") as cache:
            for key, answer in answers.items():
                write(cache, key, answer)
            assert {key: cache.get(key) for key in answers} == answers
        assert all(node.client.dbsize() for node in nodes)
        assert sum(node.client.dbsize() for node in nodes) == len(answers)


def test_a_failover_under_sentinels() -> None:
    clock = Clock()
    with running_sentinels() as sentinels, cache_on(sentinels.url, clock=clock) as cache:
        write(cache, b"before")
        name = name_of(b"before")
        until("the replica follows", lambda: sentinels.replica.client.exists(name) == 1)
        sentinels.fail_over()

        def works() -> bool:
            clock.now += 60
            cache.put(b"after", ANSWER)
            return cache.get(b"before") == cache.get(b"after") == ANSWER

        until("gets and puts work again", works)
        assert sentinels.replica.client.exists(name_of(b"after")) == 1
        assert cache.state == "closed"


def test_tls(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The server's own TLS, or a gate's in front of it where it was built without."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    other = Authority(tmp_path_factory.mktemp("other"))
    with tls_port(authority) as port:
        url = f"rediss://127.0.0.1:{port}?ssl_ca_certs="
        with cache_on(url + os.fspath(authority.ca_file)) as cache:
            write(cache, b"key")
            assert cache.get(b"key") == ANSWER
        with cache_on(url + os.fspath(other.ca_file)) as cache:
            open_breaker(cache)
            assert happened(cache.counts.read_errors) == {"connection": FAILURES_TO_OPEN}
