"""The shared cache against servers that are out of order."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from service.ops.breaker import Breaker
from service.ops.entries import LARGEST_ANSWER, Entries, Rejection
from service.ops.redis_calls import FAILURES_TO_OPEN
from service.ops.redis_client import Failure
from service.ops.shared_cache import (
    MOST_WRITES_WAITING,
    SharedCache,
)
from tests.broken_servers import full_port, gate, silent_port
from tests.ops.shared_caches import (
    ANSWER,
    HASTY_MS,
    NOISE,
    SECRET,
    Clock,
    cache_on,
    close_again,
    gets,
    happened,
    let_in,
    open_breaker,
    puts,
    write,
)
from tests.redis_servers import (
    Server,
    running,
    until,
)
from tests.servers import free_ports


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
def hanging_cache(
    clock: Clock | None = None, failures_to_open: int = FAILURES_TO_OPEN
) -> Iterator[tuple[SharedCache, Hanging]]:
    store = Hanging()
    cache = SharedCache(
        store,
        Entries("portes:", SECRET),
        Breaker(failures_to_open, pause_seconds=60, clock=clock or Clock()),
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
    with hanging_cache(failures_to_open=1_000_000) as (cache, store):
        errors = cache.counts.read_errors
        until("both hang", lambda: cache.get(b"key") is None and errors[Failure.BUSY] > 0)
        before = dict(errors)
        assert [cache.get(b"key") for _ in range(100)] == [None] * 100
        assert errors == before | {Failure.BUSY: before[Failure.BUSY] + 100}
        assert store.calls == 2


def test_a_probe_may_wait_for_a_thread_that_hangs_and_no_question_does() -> None:
    clock = Clock()
    with hanging_cache(clock) as (cache, store):
        open_breaker(cache)
        clock.now += 60
        assert [cache.get(b"key") for _ in range(3)] == [None] * 3
        assert (cache.state, cache.counts.skipped) == ("half-open", 3)
        store.over.set()
        until("the probe has ended", lambda: cache.state == "closed")
        # Two reads that hung, and the probe: what nobody waited for any more was not asked.
        assert store.calls <= 3


def test_what_waits_to_be_written_is_let_go_when_the_breaker_opens() -> None:
    with hanging_cache() as (cache, store):
        cache.put(b"key", ANSWER)
        assert store.begun.acquire(timeout=60)
        cache.put(b"key", ANSWER)
        open_breaker(cache)
        store.over.set()
        until("both are done with", lambda: puts(cache.counts) == 2)
        assert (cache.counts.writes, cache.counts.dropped_writes) == (1, 1)


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
