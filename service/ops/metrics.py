"""What Prometheus reads at `/metrics`: requests, rulings, caches, and what is running."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import prometheus_client
from flask import Blueprint, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from service.ops import metrics_files
from service.ops.breaker import State
from service.ops.entries import Rejection
from service.ops.rate_limits import LimiterDecision
from service.ops.redis_client import Failure
from service.ops.request_log import Answered

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

# Without this each series has a second one with the time of its first count.
prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]
if metrics_files.place() is not None:
    # Before the first metric is made: its files are named by the place, not by the process id.
    values.ValueClass = values.MultiProcessValue(metrics_files.place)  # type: ignore[no-untyped-call]


class Family(NamedTuple):
    """A metric and all its series; ``meaning`` is Markdown, without an end stop."""

    name: str
    kind: type[Counter] | type[Gauge] | type[Histogram]
    labels: tuple[str, ...]
    meaning: str
    over_workers: str = "livesum"
    """Of a gauge: what is shown of the values of several workers."""


REQUESTS = Family(
    "portes_http_requests_total",
    Counter,
    ("route", "method", "status"),
    "requests answered, those to the operations paths left out; `route` is the template, or"
    " `unmatched`, `method` is `OTHER` where the service does not know it",
)
SECONDS = Family(
    "portes_http_request_duration_seconds",
    Histogram,
    ("route",),
    "the time in the service, of the same requests",
)
RULINGS = Family(
    "portes_rulings_total",
    Counter,
    ("operation", "verdict"),
    "questions answered, also from a cache and within a batch: `legal` or `illegal` where a play,"
    " an action or a match was judged, otherwise `answered`",
)
VIOLATIONS = Family(
    "portes_violations_total",
    Counter,
    ("code",),
    "rules broken by what was judged `illegal`",
)
PROBLEMS = Family(
    "portes_problems_total",
    Counter,
    ("code",),
    "problem documents answered, also within a batch",
)
LIMITER = Family(
    "portes_limiter_decisions_total",
    Counter,
    ("decision",),
    "requests that a limiter has seen: `allowed`, `refused`, or `unchecked` where it could not tell"
    " and let them through",
)
LOOKUPS = Family(
    "portes_cache_lookups_total",
    Counter,
    ("level", "outcome"),
    "`request`: answers by the bytes that asked; `ruling`: plays by what was asked; `hit` or"
    " `miss`",
)
CACHE_BYTES = Family("portes_cache_bytes", Gauge, ("level",), "bytes held, of all workers")
CACHE_MAX_BYTES = Family(
    "portes_cache_max_bytes",
    Gauge,
    ("level",),
    "bytes at most; each level may hold half of `CACHE_BYTES` in each worker",
)
CACHE_ENTRIES = Family("portes_cache_entries", Gauge, ("level",), "answers held, of all workers")
READS = Family(
    "portes_redis_reads_total",
    Counter,
    ("outcome",),
    "questions to Redis, by what came of them ([Redis](#when-something-is-wrong))",
)
WRITES = Family(
    "portes_redis_writes_total",
    Counter,
    ("outcome",),
    "answers for Redis, by what came of them ([Redis](#when-something-is-wrong))",
)
BREAKER = Family(
    "portes_redis_breaker",
    Gauge,
    ("state",),
    "workers whose circuit breaker is in this state: `off` (there is no Redis), `closed` (it is"
    " asked), `open` or `half-open`",
)
WORKER_STARTS = Family(
    "portes_worker_starts_total",
    Counter,
    (),
    "workers that began; above their number where some were replaced",
)
BUILD_INFO = Family(
    "portes_build_info",
    Gauge,
    ("version", "rules_version", "python", "kernel"),
    "always 1; its labels are what `/version` answers",
    over_workers="livemax",
)

FAMILIES = (
    REQUESTS,
    SECONDS,
    RULINGS,
    VIOLATIONS,
    PROBLEMS,
    LIMITER,
    LOOKUPS,
    CACHE_BYTES,
    CACHE_MAX_BYTES,
    CACHE_ENTRIES,
    READS,
    WRITES,
    BREAKER,
    WORKER_STARTS,
    BUILD_INFO,
)
"""Every metric of the service's own, in the order of the manual."""


class Metrics:
    """Everything counted in this process; one application has one.

    With a place among several workers it is counted in their files, and ``text`` is of all.
    """

    def __init__(self, version: Mapping[str, str]) -> None:
        self.registry = CollectorRegistry()
        self._made = {family.name: self._make(family) for family in FAMILIES}
        self._made[BUILD_INFO.name].labels(**version).set(1)
        self._made[WORKER_STARTS.name].inc()
        for decision in LimiterDecision:
            self._made[LIMITER.name].labels(decision)
        # Looking a label up costs more than counting.
        self._requests: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self._counters: dict[tuple[str, ...], Counter] = {}
        self._shown = self.registry
        if metrics_files.place() is None:
            # Of this process alone, so it says nothing of several.
            ProcessCollector(registry=self.registry)
        else:
            self._shown = CollectorRegistry()
            MultiProcessCollector(self._shown)  # type: ignore[no-untyped-call]

    def observe(self, answered: Answered) -> None:
        """Counts one request, and all that was said in its answer."""
        key = (answered.route, answered.method, answered.status)
        found = self._requests.get(key)
        if found is None:
            route, method, status = key
            found = self._requests[key] = (
                self._made[REQUESTS.name].labels(route, method, str(status)),
                self._made[SECONDS.name].labels(route),
            )
        counter, histogram = found
        counter.inc()
        histogram.observe(answered.seconds)
        for operation, verdict, codes in answered.rulings:
            self._counter(RULINGS, operation, verdict).inc()
            for code in codes:
                self._counter(VIOLATIONS, code).inc()
        if answered.code is not None:
            self._counter(PROBLEMS, answered.code).inc()
        for code in answered.problem_codes:
            self._counter(PROBLEMS, code).inc()

    def limiter(self, decision: LimiterDecision) -> None:
        """Counts one request that a limiter has seen."""
        self._counter(LIMITER, decision).inc()

    def cache(self, level: str, max_bytes: int) -> CacheMetrics:
        """What a cache in this process tells what happens in it."""
        self._made[CACHE_MAX_BYTES.name].labels(level).set(max_bytes)
        lookups = self._made[LOOKUPS.name]
        return CacheMetrics(
            lookups.labels(level, "hit"),
            lookups.labels(level, "miss"),
            self._made[CACHE_BYTES.name].labels(level),
            self._made[CACHE_ENTRIES.name].labels(level),
        )

    def shared_cache(self) -> SharedCacheMetrics:
        """What the shared cache tells what happens in it."""
        made = self._made
        return SharedCacheMetrics(
            {outcome: made[READS.name].labels(outcome) for outcome in READ_OUTCOMES},
            {outcome: made[WRITES.name].labels(outcome) for outcome in WRITE_OUTCOMES},
            {state: made[BREAKER.name].labels(state) for state in ("off", *State)},
        )

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self._shown)

    def _make(self, family: Family) -> Any:
        meaning = family.meaning.split(" ([")[0].replace("`", "")
        meaning = f"{meaning[0].upper()}{meaning[1:]}."
        if family.kind is Gauge:
            mode: Any = family.over_workers
            return Gauge(
                family.name, meaning, family.labels, registry=self.registry, multiprocess_mode=mode
            )
        if family.kind is Histogram:
            return Histogram(
                family.name, meaning, family.labels, registry=self.registry, buckets=_SECONDS
            )
        return Counter(family.name, meaning, family.labels, registry=self.registry)

    def _counter(self, family: Family, *labels: str) -> Counter:
        key = (family.name, *labels)
        found = self._counters.get(key)
        if found is None:
            found = self._counters[key] = self._made[family.name].labels(*labels)
        return found


class CacheMetrics:
    """The metrics of one level in this process."""

    def __init__(self, hits: Counter, misses: Counter, size: Gauge, entries: Gauge) -> None:
        self.hit: Callable[[], None] = hits.inc
        self.miss: Callable[[], None] = misses.inc
        self._size = size
        self._entries = entries

    def holds(self, size: int, entries: int) -> None:
        """Shows what is held from now on: bytes, and how many answers."""
        self._size.set(size)
        self._entries.set(entries)


READ_OUTCOMES = (
    "hit",
    "miss",
    "skipped",
    *(f"rejected_{rejection}" for rejection in Rejection),
    *(f"error_{failure}" for failure in Failure),
)
WRITE_OUTCOMES = ("written", "dropped", *(f"error_{failure}" for failure in Failure))


class SharedCacheMetrics:
    """The metrics of the shared cache, by outcome and by the breaker's state."""

    def __init__(
        self,
        reads: Mapping[str, Counter],
        writes: Mapping[str, Counter],
        states: Mapping[str, Gauge],
    ) -> None:
        self._reads = reads
        self._writes = writes
        self._states = states

    def read(self, outcome: str) -> None:
        """Counts what became of one question."""
        self._reads[outcome].inc()

    def wrote(self, outcome: str) -> None:
        """Counts what became of one answer."""
        self._writes[outcome].inc()

    def state(self, state: str) -> None:
        """Shows this state of the breaker from now on."""
        for name, gauge in self._states.items():
            gauge.set(name == state)


def manual() -> str:
    """The table of docs/operations.md."""
    rows = [
        f"| `{one.name}` | {one.kind.__name__.lower()} |"
        f" {', '.join(f'`{label}`' for label in one.labels)} | {one.meaning} |"
        for one in FAMILIES
    ]
    return "\n".join(["| metric | kind | labels | meaning |", "|---|---|---|---|", *rows])


def create_metrics_blueprint(metrics: Metrics) -> Blueprint:
    blueprint = Blueprint("metrics", __name__)

    @blueprint.get("/metrics")
    def get_metrics() -> Response:
        response = Response(metrics.text(), content_type=CONTENT_TYPE_LATEST)
        response.headers["Cache-Control"] = "no-store"
        return response

    return blueprint
