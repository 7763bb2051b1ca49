from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ops.breaker import Breaker
from service.ops.limit_windows import MemoryWindows
from service.ops.rate_limits import (
    KEYS,
    LimiterDecision,
    RateLimits,
    Refusal,
    SharedRateLimits,
    create_rate_limits,
)
from service.ops.redis_calls import FAILURES_TO_OPEN
from service.ops.redis_client import RedisClient
from service.ops.redis_url import parse_redis_url
from service.ops.settings import Settings
from tests.broken_servers import full_port, silent_port
from tests.ops.shared_caches import HASTY_MS, PATIENT_MS, Clock, let_in
from tests.redis_servers import Server, running, running_cluster, running_sentinels, until
from tests.servers import free_ports

ACL = ("+evalsha", "+script|load", "+pttl", "+get", "+incrby", "+exists", "+rename")


AnyLimits = TypeVar("AnyLimits", bound=RateLimits)

_DECIDED: WeakKeyDictionary[RateLimits, Counter[LimiterDecision]] = WeakKeyDictionary()
"""What each of the limits made here has told of."""


class Observer:
    """Counts what it is told, from any thread."""

    def __init__(self) -> None:
        self.decisions: Counter[LimiterDecision] = Counter(dict.fromkeys(LimiterDecision, 0))
        self._lock = Lock()

    def __call__(self, decision: LimiterDecision) -> None:
        with self._lock:
            self.decisions[decision] += 1

    def watching(self, made: AnyLimits) -> AnyLimits:
        _DECIDED[made] = self.decisions
        return made


def limits(limit: str, clock: Clock, most_clients: int = 10) -> RateLimits:
    seen = Observer()
    return seen.watching(RateLimits(limit, MemoryWindows(most_clients, clock), seen))


@contextmanager
def shared(
    url: str, limit: str = "3/hour", *, timeout_ms: int = PATIENT_MS, clock: Clock | None = None
) -> Iterator[SharedRateLimits]:
    seen = Observer()
    made = seen.watching(
        SharedRateLimits(
            limit,
            RedisClient(parse_redis_url(url), timeout_ms / 1_000, connections=4),
            f"portes:{KEYS}",
            Breaker(FAILURES_TO_OPEN, pause_seconds=60, clock=clock or Clock()),
            threads=4,
            timeout_seconds=timeout_ms / 1_000,
            observe=seen,
        )
    )
    try:
        yield made
    finally:
        made.close()


def decisions(made: RateLimits) -> dict[str, int]:
    return {decided.value: number for decided, number in _DECIDED[made].items() if number}


def test_a_client_has_its_limit_and_no_other_client_feels_it() -> None:
    made = limits("3/minute", Clock())
    assert [made.hit("a", 1) is None for _ in range(4)] == [True, True, True, False]
    assert made.hit("b", 1) is None
    assert decisions(made) == {"allowed": 4, "refused": 1}


def test_a_window_fades_and_does_not_end_at_once() -> None:
    clock = Clock()
    made = limits("10/minute", clock)
    assert made.hit("a", 10) is None
    clock.now = 60
    assert made.hit("a", 1) == Refusal(remaining=0, wait_seconds=1)
    clock.now = 90
    assert made.hit("a", 5) is None
    assert made.hit("a", 1) is not None
    clock.now = 180
    assert made.hit("a", 10) is None


def test_a_refusal_says_what_is_left_and_how_long_to_wait() -> None:
    clock = Clock()
    made = limits("10/minute", clock)
    assert made.hit("a", 8) is None
    clock.now = 15
    # 45 s to the next window, and a quarter of that until a fourth of the eight has faded.
    assert made.hit("a", 3) == Refusal(remaining=2, wait_seconds=46)
    assert made.hit("a", 4) == Refusal(remaining=2, wait_seconds=53)
    assert made.hit("a", 2) is None


def test_what_costs_more_than_the_limit_takes_all_of_it() -> None:
    made = limits("5/second", Clock())
    assert made.hit("a", 1_000) is None
    assert made.hit("a", 1) is not None
    assert made.hit("b", 1) is None
    assert made.hit("b", 1_000) is not None


@given(
    limit=st.integers(1, 50),
    steps=st.lists(st.tuples(st.floats(0, 90), st.integers(1, 60)), min_size=1, max_size=30),
)
def test_who_waits_as_told_is_let_in_and_not_much_too_late(
    limit: int, steps: list[tuple[float, int]]
) -> None:
    clock = Clock()
    made = limits(f"{limit}/minute", clock)
    for pause, cost in steps:
        clock.now += pause
        refusal = made.hit("a", cost)
        if refusal is None:
            continue
        assert refusal.remaining < min(cost, limit)
        assert 1 <= refusal.wait_seconds <= 121
        now = clock.now
        if refusal.wait_seconds > 1:
            # A second and a bit before it would still be too early.
            clock.now = now + refusal.wait_seconds - 1.001
            assert made.hit("a", cost) is not None
        clock.now = now + refusal.wait_seconds
        assert made.hit("a", cost) is None


def test_only_so_many_clients_are_remembered() -> None:
    windows = MemoryWindows(most_clients=100, clock=Clock())
    made = RateLimits("1/hour", windows)
    for number in range(10_000):
        assert made.hit(f"address/{number}", 1) is None
    assert len(windows) == 100
    # Who asked last is still known, and who was refused is not remembered for it.
    assert made.hit("address/9999", 1) is not None
    assert made.hit("address/9900", 1) is not None
    assert made.hit("address/0", 1) is None


def test_instances_count_together(server: Server) -> None:
    with shared(server.url) as one, shared(server.url) as other:
        assert [made.hit("a", 1) is None for made in (one, other, one)] == [True] * 3
        refusal = other.hit("a", 2)
        assert refusal is not None
        assert refusal.remaining == 0
        assert 3_600 < refusal.wait_seconds <= 7_200
        assert other.hit("b", 1) is None
        assert decisions(one) == {"allowed": 2}
        assert decisions(other) == {"allowed": 2, "refused": 1}
    # Nothing stays behind for longer than two windows, and all of it is under the prefix.
    names: list[bytes] = server.client.execute_command("KEYS", "*")
    assert len(names) == 2
    for name in names:
        assert name.startswith(b"portes:rate-1:{")
        assert 3_600 < server.client.ttl(name) <= 7_200


def test_scripts_that_are_lost_are_sent_again(server: Server) -> None:
    with shared(server.url) as made:
        assert made.hit("a", 1) is None
        server.client.script_flush()
        assert made.hit("a", 2) is None
        assert made.hit("a", 1) is not None
        assert decisions(made) == {"allowed": 2, "refused": 1}


def test_a_cluster_counts_too() -> None:
    with running_cluster() as servers, shared(servers[0].url.replace(":", "+cluster:", 1)) as made:
        for client in ("a", "b", "c", "key/board"):
            assert [made.hit(client, 1) is None for _ in range(4)] == [True, True, True, False]
        assert decisions(made) == {"allowed": 12, "refused": 4}


def test_sentinels_name_who_counts() -> None:
    with running_sentinels() as sentinels, shared(sentinels.url) as made:
        assert [made.hit("a", 1) is None for _ in range(4)] == [True, True, True, False]
        assert decisions(made) == {"allowed": 3, "refused": 1}


def test_nobody_listens_and_the_process_counts() -> None:
    [port] = free_ports(1)
    with shared(f"redis://127.0.0.1:{port}") as made:
        answers = [made.hit("a", 1) is None for _ in range(FAILURES_TO_OPEN + 1)]
        assert answers == [True, True, True, False, False, False]
        assert decisions(made) == {"unchecked": 3, "refused": 3}
        assert made.state == "open"


@pytest.mark.parametrize("dead_end", [silent_port, full_port])
def test_a_black_hole_takes_its_budget_a_few_times_and_no_more(
    dead_end: Callable[[], AbstractContextManager[int]],
) -> None:
    with (
        dead_end() as port,
        shared(f"redis://127.0.0.1:{port}", "1000/hour", timeout_ms=HASTY_MS) as made,
    ):
        for _ in range(FAILURES_TO_OPEN):
            assert made.state == "closed"
            assert made.hit("a", 1) is None
        # From here on nothing is asked, and nothing waits.
        assert made.state == "open"
        assert [made.hit("a", 1) for _ in range(500)] == [None] * 500
        assert decisions(made) == {"unchecked": FAILURES_TO_OPEN + 500}


def test_redis_counts_again_when_it_is_back(server: Server) -> None:
    clock = Clock()
    with shared(server.url, "1000/hour", clock=clock) as made:
        assert made.hit("a", 1) is None
        port = server.port
        server.stop()
        until("the breaker opens", lambda: made.hit("a", 1) is None and made.state == "open")
        server.port = port
        server.start()

        def asked_and_closed() -> bool:
            clock.now += 60
            made.hit("a", 1)
            return made.state == "closed"

        until("the breaker has closed", asked_and_closed)
        before = _DECIDED[made][LimiterDecision.ALLOWED]
        assert made.hit("a", 1) is None
        assert _DECIDED[made][LimiterDecision.ALLOWED] == before + 1


def test_a_name_of_another_kind_is_no_outage(server: Server) -> None:
    with shared(server.url) as made:
        assert made.hit("a", 1) is None
        [name] = server.client.keys()
        server.client.delete(name)
        server.client.lpush(name, "x")
        for _ in range(FAILURES_TO_OPEN * 2):
            made.hit("a", 1)
        assert made.state == "closed"
        assert decisions(made) == {"allowed": 1, "unchecked": 3, "refused": 7}


@pytest.mark.parametrize("command", ["-evalsha", "-script", "-set"])
def test_a_server_that_forbids_is_passed_over(server: Server, command: str) -> None:
    server.client.script_flush()
    commands = ["+@all", command]
    server.client.acl_setuser("refused", enabled=True, nopass=True, keys=["*"], commands=commands)
    with shared(server.url.replace("//", "//limited:any@")) as made:
        assert [made.hit("a", 1) is None for _ in range(4)] == [True, True, True, False]
        assert decisions(made) == {"unchecked": 3, "refused": 1}
        assert made.state == "closed"


def test_the_commands_that_the_manual_names_are_enough(server: Server) -> None:
    server.client.script_flush()
    url = server.url.replace("//", "//" + let_in(server, *ACL))
    with shared(url) as made:
        assert [made.hit("a", 1) is None for _ in range(4)] == [True, True, True, False]
        assert decisions(made) == {"allowed": 3, "refused": 1}


def test_a_full_server_is_passed_over() -> None:
    options = ("--maxmemory", "1", "--maxmemory-policy", "noeviction")
    with running(*options) as full, shared(full.url) as made:
        assert [made.hit("a", 1) is None for _ in range(4)] == [True, True, True, False]
        assert decisions(made) == {"unchecked": 3, "refused": 1}
        assert made.state == "closed"


def test_the_settings_choose_where_is_counted(server: Server) -> None:
    assert create_rate_limits(Settings()) is None
    here = create_rate_limits(Settings(rate_limit="5/minute", redis_url=server.url))
    assert type(here) is RateLimits
    assert (here.amount, here.seconds) == (5, 60)
    settings = Settings(rate_limit="5/10 seconds", redis_url=server.url, rate_limit_shared=True)
    there = create_rate_limits(settings)
    assert type(there) is SharedRateLimits
    assert (there.amount, there.seconds) == (5, 10)
    there.close()
    # Two questions to Redis share what one request may wait.
    assert settings.redis_wait_seconds * 2 == Settings().redis_wait_seconds == 0.05
