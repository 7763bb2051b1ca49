"""Everything that can be set from outside, read from the environment once.

Each setting is one field, which is all there is to say of it: its default, what may be written, and
what it means. The reader, `portes config` and the table in docs/operations.md are made from that.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

from service.ops.api_keys import KeysFileError, read_keys
from service.ops.redis_url import RedisUrlError, parse_redis_url

_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")
_ADDRESS = re.compile(r"https?://([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\])(:[0-9]{1,5})?(/[\w./~-]*)?")
_RATE = re.compile(
    r"[1-9][0-9]{0,8} ?/ ?([1-9][0-9]{0,3} )?(second|minute|hour|day)s?", re.ASCII | re.IGNORECASE
)

LOG_LEVELS = ("debug", "info", "warning", "error", "critical")

Value = TypeVar("Value")


class SettingsError(ValueError):
    """The environment does not describe a service; ``faults`` are all that is wrong with it."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("settings: " + "; ".join(faults))
        self.faults = faults


class Kind(Protocol):
    """What may be written for a setting."""

    @property
    def unit(self) -> str:
        """The values it takes, in a few words."""

    def read(self, text: str) -> Any:
        """The value that the text, never empty, stands for.

        Raises ValueError with what is wrong as the end of a sentence that begins with the name.
        """


@dataclass(frozen=True, slots=True)
class Text:
    """Anything."""

    unit: str

    def read(self, text: str) -> str:
        return text


@dataclass(frozen=True, slots=True)
class Integer:
    """Digits, within bounds."""

    of: str
    least: int
    most: int
    note: str = ""

    @property
    def unit(self) -> str:
        return f"{self.of}, {self.least}–{self.most}{self.note}"

    def read(self, text: str) -> int:
        # Digits alone: int() would also read "8_080", " 80" and digits of other scripts.
        if not (text.isascii() and text.isdigit() and len(text) <= 20):
            raise ValueError(f"must be an integer, not {text[:40]!r}")
        value = int(text)
        if not self.least <= value <= self.most:
            raise ValueError(f"must be from {self.least} to {self.most}, not {value}")
        return value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words, in capitals or not."""

    words: tuple[str, ...]

    @property
    def unit(self) -> str:
        return ", ".join(f"`{word}`" for word in self.words)

    def read(self, text: str) -> str:
        if text.lower() not in self.words:
            raise ValueError(f"must be one of {', '.join(self.words)}, not {text[:40].lower()!r}")
        return text.lower()


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""

    unit: str = "`true` or `false`"

    def read(self, text: str) -> bool:
        return Choice(("true", "false")).read(text) == "true"


@dataclass(frozen=True, slots=True)
class Word:
    """Short, printable, in one piece."""

    longest: int

    @property
    def unit(self) -> str:
        return f"up to {self.longest} ASCII characters"

    def read(self, text: str) -> str:
        if not (text.isascii() and text.isprintable() and " " not in text):
            raise ValueError("must be printable ASCII without spaces")
        if len(text) > self.longest:
            raise ValueError(f"must have at most {self.longest} characters, not {len(text)}")
        return text


@dataclass(frozen=True, slots=True)
class Origins:
    """Scheme, host and perhaps port, as a browser writes them; or a star for any."""

    unit: str = "origins parted by spaces, or `*`"

    def read(self, text: str) -> str:
        for origin in text.split():
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                raise ValueError(
                    f"must be origins such as https://example.org, not {origin[:100]!r}"
                )
        return text


@dataclass(frozen=True, slots=True)
class Address:
    """Where something else listens for HTTP. No fault shows any of it: it can hold a password."""

    unit: str = "URL"

    def read(self, text: str) -> str:
        if not _ADDRESS.fullmatch(text):
            raise ValueError("must be a URL such as http://collector:4318, without user or query")
        return text


@dataclass(frozen=True, slots=True)
class File:
    """A file that is there."""

    unit: str

    def read(self, text: str) -> str:
        if not os.path.isfile(text):
            raise ValueError(f"must be a file, and {text[:200]!r} is none")
        return text


@dataclass(frozen=True, slots=True)
class Rate:
    """So much in so long."""

    unit: str = "a number, `/`, and `second`, `minute`, `hour` or `day`; `100/10 seconds` too"

    def read(self, text: str) -> str:
        # One of the notations of the library, which would pass over whatever comes after it.
        if not _RATE.fullmatch(text):
            raise ValueError(f"must be a rate such as 100/second, not {text[:40]!r}")
        return text.lower()


@dataclass(frozen=True, slots=True)
class Secret:
    """No fault shows any of it."""

    shortest: int

    @property
    def unit(self) -> str:
        return f"{self.shortest} characters or more, secret"

    def read(self, text: str) -> str:
        if len(text) < self.shortest:
            raise ValueError(f"must have at least {self.shortest} characters")
        return text


@dataclass(frozen=True, slots=True)
class RedisUrl:
    """No fault shows any of it: it can hold a password."""

    unit: str = "URL, secret"

    def read(self, text: str) -> str:
        try:
            address = parse_redis_url(text)
        except RedisUrlError as error:
            raise ValueError(f"can not be used: {error}") from None
        if address.ca_file is not None and not os.path.isfile(address.ca_file):
            raise ValueError("can not be used: its ssl_ca_certs is not a file")
        return text


@dataclass(frozen=True, slots=True)
class KeysFile:
    """A file of keys that can be read; no fault shows any of it."""

    unit: str = "path"

    def read(self, text: str) -> str:
        try:
            read_keys(text)
        except KeysFileError as error:
            raise ValueError(f"can not be used: {error}") from None
        return text


_PORT = Integer("TCP port", 1, 65_535)
_PATIENCE = Integer("seconds", 1, 3_600)
_BODY = Integer("bytes", 1_024, 16_777_216)


def _setting(default: Value, kind: Kind, meaning: str, *, secret: bool = False) -> Value:
    """A field; ``meaning`` is Markdown, without an end stop, and may link within docs/."""
    described: Value = dataclasses.field(
        default=default, repr=not secret, metadata={"kind": kind, "meaning": meaning}
    )
    return described


@dataclass(frozen=True, slots=True)
class Settings:
    """One field for each environment variable, which has the same name in capitals."""

    host: str = _setting(
        "127.0.0.1",
        Text("address"),
        "where to listen; the container image sets `0.0.0.0`",
    )
    port: int = _setting(8080, _PORT, "the API")
    ops_port: int | None = _setting(
        None,
        _PORT,
        "the operations paths, and then there alone; the chart sets 9090",
    )
    workers: int = _setting(
        1,
        Integer("processes", 1, 64),
        "instances are the better way to scale",
    )
    threads: int = _setting(4, Integer("threads", 1, 256), "in each process")
    max_connections: int = _setting(
        1_000,
        Integer("connections", 16, 65_536),
        "to each process; beyond it those that have been idle longest are closed",
    )
    request_seconds: int = _setting(
        10,
        _PATIENCE,
        "for all of a request to arrive, from its first byte; then it is refused with 408",
    )
    answer_seconds: int = _setting(
        60,
        _PATIENCE,
        "for a client to read an answer; then its connection is closed",
    )
    drain_seconds: int = _setting(
        0,
        Integer("seconds", 0, 300),
        "served as before after the order to stop, but for `/readyz`; the chart sets 8",
    )
    graceful_seconds: int = _setting(
        25,
        _PATIENCE,
        "for what has begun to end, after the drain",
    )
    buffer_bytes: int = _setting(
        33_554_432,
        Integer("bytes", 1_048_576, 1 << 40),
        "memory for requests and for answers that are not read yet, in each process;"
        " beyond it those that have waited longest are closed",
    )
    max_body_bytes: int = _setting(65_536, _BODY, "a larger request body is refused with 413")
    max_record_bytes: int = _setting(
        1_048_576,
        _BODY,
        "the same for a request that holds a whole match or a batch",
    )
    cache_bytes: int = _setting(
        67_108_864,
        Integer("bytes", 0, 1 << 40, "; 0 is off"),
        "memory for answers already given, in each process",
    )
    redis_url: str | None = _setting(
        None,
        RedisUrl(),
        "the cache that all instances share ([Redis](#redis)); without it there is none",
        secret=True,
    )
    redis_prefix: str = _setting("portes:", Word(64), "what the names of its entries begin with")
    redis_ttl_seconds: int = _setting(
        604_800,
        Integer("seconds", 1, 31_536_000),
        "how long an entry is kept",
    )
    redis_timeout_ms: int = _setting(
        50,
        Integer("milliseconds", 1, 10_000),
        "all the time that a request may wait for Redis",
    )
    redis_least_cost_us: int = _setting(
        250,
        Integer("microseconds", 0, 10_000_000),
        "work that an answer must be, by the service's own estimate, for Redis to be asked for it"
        " ([performance](performance.md#what-redis-is-worth))",
    )
    warm_at_start: bool = _setting(
        False,
        Switch(),
        "have the openings and the replies to them listed before the first request",
    )
    redis_ca_file: str | None = _setting(
        None,
        File("path, PEM"),
        "the certificates to trust, for `rediss://` alone; otherwise those of the system",
    )
    cache_key: str | None = _setting(
        None,
        Secret(16),
        "what entries are authenticated with; without it they are only checked for damage",
        secret=True,
    )
    api_keys_file: str | None = _setting(
        None,
        KeysFile(),
        "the keys that let a request in ([security](security.md#keys)); without it all are let in",
    )
    rate_limit: str = _setting(
        "",
        Rate(),
        "what each key, else each address, may ask ([security](security.md#limits)); without it"
        " there is no limit",
    )
    rate_limit_shared: bool = _setting(
        False,
        Switch(),
        "count in Redis, for all instances together; otherwise each process counts for itself",
    )
    trusted_proxies: int = _setting(
        0,
        Integer("proxies", 0, 16),
        "how many stand before the service, each of which adds to `X-Forwarded-For`; with 0 that"
        " header is never read",
    )
    cors_origins: str = _setting(
        "",
        Origins(),
        "pages of these origins may read the answers in a browser; `*` is any",
    )
    docs: bool = _setting(
        True,
        Switch(),
        "answer `/docs`, the contract as a page to read and to try; otherwise it is a 404",
    )
    log_level: str = _setting("info", Choice(LOG_LEVELS), "the least level of what is logged")
    log_bodies: bool = _setting(
        False,
        Switch(),
        "log the query and the first 4096 bytes of the body of each request too",
    )
    otel_exporter_otlp_endpoint: str = _setting(
        "",
        Address(),
        "the OpenTelemetry collector that is sent a span of each request ([tracing](#tracing));"
        " needs the extra `otel`",
    )

    @property
    def redis_wait_seconds(self) -> float:
        """What one question to Redis may take: with a shared limit there are two in a request."""
        questions = 2 if self.rate_limit and self.rate_limit_shared else 1
        return self.redis_timeout_ms / 1_000 / questions

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Settings:
        """Reads the variables that are set; an empty one counts as not set.

        Raises SettingsError with every fault at once.
        """
        values: dict[str, Any] = {}
        faults: list[str] = []
        for one in SETTINGS:
            text = environment.get(one.variable, "").strip()
            if text:
                try:
                    values[one.name] = one.kind.read(text)
                except ValueError as error:
                    faults.append(f"{one.variable} {error}")
        settings = cls(**values)
        faults.extend(_clashes(settings))
        if faults:
            raise SettingsError(tuple(faults))
        return settings


@dataclass(frozen=True, slots=True)
class Setting:
    """What there is to know of a field of Settings."""

    name: str
    kind: Kind
    default: Any
    meaning: str
    secret: bool

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return self.name.upper()


SETTINGS = tuple(
    Setting(one.name, one.metadata["kind"], one.default, one.metadata["meaning"], not one.repr)
    for one in dataclasses.fields(Settings)
)
"""Every setting, in the order in which they are shown."""


def _clashes(settings: Settings) -> list[str]:
    """What is wrong with settings that are each right by themselves."""
    faults = []
    if settings.ops_port == settings.port:
        faults.append(f"OPS_PORT must differ from PORT, both are {settings.port}")
    if settings.rate_limit_shared and settings.redis_url is None:
        faults.append("RATE_LIMIT_SHARED needs a REDIS_URL")
    if settings.max_connections <= settings.threads:
        faults.append(
            f"MAX_CONNECTIONS must be more than THREADS, which are {settings.threads},"
            f" not {settings.max_connections}"
        )
    if settings.redis_url is not None and settings.redis_ca_file is not None:
        try:
            parse_redis_url(settings.redis_url, settings.redis_ca_file)
        except RedisUrlError as error:
            faults.append(f"REDIS_URL can not be used: {error}")
    if settings.otel_exporter_otlp_endpoint and not _can_trace():
        faults.append(
            "OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed:"
            " pip install 'portes-referee[otel]'"
        )
    return faults


def _can_trace() -> bool:
    """Whether the packages of the extra `otel` are there; none of them is loaded."""
    try:
        return all(
            find_spec(f"opentelemetry.{name}") for name in ("sdk", "exporter.otlp.proto.http")
        )
    except ModuleNotFoundError:
        return False
