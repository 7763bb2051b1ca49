"""What Prometheus reads at `/metrics`: requests, caches, and what is running."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from flask import Blueprint, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from service.ops.rate_limits import Decided
from service.ops.shared_cache import Counts

_METHODS = frozenset({"GET", "HEAD", "POST", "QUERY", "OPTIONS", "PUT", "PATCH", "DELETE"})
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Counted(Protocol):
    """A cache in this process, as its metrics see it."""

    hits: int
    misses: int
    size: int
    max_bytes: int

    def __len__(self) -> int: ...


class CountedShared(Protocol):
    """The shared cache, as its metrics see it."""

    @property
    def counts(self) -> Counts: ...

    @property
    def state(self) -> str: ...


class CountedLimits(Protocol):
    """The rate limits, as their metrics see them."""

    @property
    def decisions(self) -> Mapping[Decided, int]: ...


class Metrics:
    """Everything counted in this process; one application has one.

    The label ``route`` is a template, or ``unmatched``, so that clients can not add to the series;
    ``method`` is ``OTHER`` where it is none that the service knows.
    """

    def __init__(self, version: Mapping[str, str]) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "portes_http_requests",
            "Requests answered.",
            ["route", "method", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "portes_http_request_duration_seconds",
            "Time from the first hook to the last.",
            ["route"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        running = Gauge("portes_info", "What is running.", list(version), registry=self.registry)
        running.labels(**version).set(1)
        ProcessCollector(registry=self.registry)
        # Looking a label up costs more than counting.
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """Counts one answered request."""
        key = (route, method, status)
        found = self._known.get(key)
        if found is None:
            shown = method if method in _METHODS else "OTHER"
            found = (
                self._requests.labels(route, shown, str(status)),
                self._seconds.labels(route),
            )
            if shown == method:
                self._known[key] = found
        counter, histogram = found
        counter.inc()
        histogram.observe(seconds)

    def watch_caches(self, caches: Mapping[str, Counted]) -> None:
        """Shows these caches from now on, by their level."""
        self.registry.register(_Caches(caches))

    def watch_shared_cache(self, shared: CountedShared) -> None:
        """Shows the shared cache from now on."""
        self.registry.register(_Shared(shared))

    def watch_rate_limits(self, limits: CountedLimits) -> None:
        """Shows what became of limited requests from now on."""
        self.registry.register(_Limits(limits))

    def text(self) -> bytes:
        """All of it in Prometheus' text format."""
        return generate_latest(self.registry)


class _Caches(Collector):
    def __init__(self, caches: Mapping[str, Counted]) -> None:
        self._caches = caches

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        asked = CounterMetricFamily(
            "portes_cache_lookups", "Questions to a cache.", labels=["level", "outcome"]
        )
        size = GaugeMetricFamily("portes_cache_bytes", "Bytes held.", labels=["level"])
        most = GaugeMetricFamily("portes_cache_max_bytes", "Bytes at most.", labels=["level"])
        entries = GaugeMetricFamily("portes_cache_entries", "Entries held.", labels=["level"])
        for level, cache in self._caches.items():
            asked.add_metric([level, "hit"], cache.hits)
            asked.add_metric([level, "miss"], cache.misses)
            size.add_metric([level], cache.size)
            most.add_metric([level], cache.max_bytes)
            entries.add_metric([level], len(cache))
        yield from (asked, size, most, entries)


class _Shared(Collector):
    def __init__(self, shared: CountedShared) -> None:
        self._shared = shared

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        counts = self._shared.counts
        reads = CounterMetricFamily(
            "portes_redis_reads", "Questions to the shared cache.", labels=["outcome"]
        )
        reads.add_metric(["hit"], counts.hits)
        reads.add_metric(["miss"], counts.misses)
        reads.add_metric(["skipped"], counts.skipped)
        for rejection, number in counts.rejected.items():
            reads.add_metric([f"rejected_{rejection.value}"], number)
        for failure, number in counts.read_errors.items():
            reads.add_metric([f"error_{failure.value}"], number)
        writes = CounterMetricFamily(
            "portes_redis_writes", "Answers for the shared cache.", labels=["outcome"]
        )
        writes.add_metric(["written"], counts.writes)
        writes.add_metric(["dropped"], counts.dropped_writes)
        for failure, number in counts.write_errors.items():
            writes.add_metric([f"error_{failure.value}"], number)
        state = GaugeMetricFamily(
            "portes_redis_breaker", "1 for the state of the circuit breaker.", labels=["state"]
        )
        for name in ("off", "closed", "open", "half-open"):
            state.add_metric([name], int(self._shared.state == name))
        yield from (reads, writes, state)


class _Limits(Collector):
    def __init__(self, limits: CountedLimits) -> None:
        self._limits = limits

    def collect(self) -> Iterator[CounterMetricFamily]:
        decisions = CounterMetricFamily(
            "portes_limiter_decisions", "Requests held to the rate limit.", labels=["decision"]
        )
        for decision, number in self._limits.decisions.items():
            decisions.add_metric([decision.value], number)
        yield decisions


def create_metrics_blueprint(metrics: Metrics) -> Blueprint:
    blueprint = Blueprint("metrics", __name__)

    @blueprint.get("/metrics")
    def get_metrics() -> Response:
        response = Response(metrics.text(), content_type=CONTENT_TYPE_LATEST)
        response.headers["Cache-Control"] = "no-store"
        return response

    return blueprint
