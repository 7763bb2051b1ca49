"""The shared cache against real servers that are in order."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

import pytest

from service.ops.entries import LARGEST_ANSWER, LARGEST_ENTRY, Entries, Rejection
from service.ops.redis_calls import FAILURES_TO_OPEN
from service.ops.settings import Settings
from service.ops.shared_cache import (
    Counts,
    NullSharedCache,
    SharedCache,
    create_shared_cache,
)
from tests.ops.shared_caches import (
    ANSWER,
    NOISE,
    PATIENT_MS,
    SECRET,
    Clock,
    cache_on,
    gets,
    happened,
    let_in,
    name_of,
    open_breaker,
    puts,
    write,
)
from tests.redis_servers import (
    Authority,
    Server,
    running_cluster,
    running_sentinels,
    tls_port,
    until,
)


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
