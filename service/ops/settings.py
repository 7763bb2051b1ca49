"""Everything that can be set from outside, read from the environment once."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from service.ops.redis_url import RedisUrlError, parse_redis_url

_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]{1,5})?|https?://\[[0-9a-f:]+\](:[0-9]{1,5})?")

LOG_LEVELS = ("debug", "info", "warning", "error", "critical")


class SettingsError(ValueError):
    """The environment does not describe a service; ``faults`` are all that is wrong with it."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("settings: " + "; ".join(faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Settings:
    """One field for each environment variable, which has the same name in capitals."""

    host: str = "127.0.0.1"
    """Address to listen on. Default: this machine alone."""

    port: int = 8080
    """TCP port of the API. Default 8080."""

    ops_port: int | None = None
    """TCP port that alone answers the operations paths. Default: none, the API's port does."""

    workers: int = 1
    """Processes. Default 1: scale by instances."""

    threads: int = 4
    """Threads in each process. Default 4."""

    max_body_bytes: int = 65_536
    """Largest request body, in bytes. Default 64 KiB."""

    max_record_bytes: int = 1_048_576
    """Largest request body that holds a whole match or a batch, in bytes. Default 1 MiB."""

    cache_bytes: int = 67_108_864
    """Memory for answers already given, in bytes and for each process. Default 64 MiB; 0 is off."""

    redis_url: str | None = field(default=None, repr=False)
    """Where the cache is that all instances share. Secret. Default: none, there is none."""

    redis_prefix: str = "portes:"
    """What the names of its entries begin with. Default ``portes:``."""

    redis_ttl_seconds: int = 604_800
    """How long an entry is kept there, in seconds. Default a week."""

    redis_timeout_ms: int = 50
    """All the time that a request may wait for it, in milliseconds. Default 50."""

    redis_least_cost_us: int = 250
    """Work that an answer must be for it to be looked for there, in microseconds. Default 250."""

    warm_at_start: bool = False
    """Whether the openings and their replies are listed before the first request. Default no."""

    redis_ca_file: str | None = None
    """File with the certificates to trust, in PEM. Default: none, those of the system."""

    cache_key: str | None = field(default=None, repr=False)
    """What its entries are authenticated with. Secret. Default: none, they are only checked."""

    cors_origins: str = ""
    """Origins whose pages may read the answers, parted by spaces; `*` is any. Default none."""

    docs: bool = True
    """Whether the contract is also answered as a page to read and to try. Default yes."""

    log_level: str = "info"
    """Least level of what is logged: debug, info, warning, error or critical. Default info."""

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Settings:
        """Reads the variables that are set; an empty one counts as not set.

        Raises SettingsError with every fault at once.
        """
        read = _Reader(environment)
        default = cls()
        port = read.integer("PORT", default.port, 1, 65_535)
        ops_port = read.integer("OPS_PORT", 0, 1, 65_535) if read.has("OPS_PORT") else None
        if ops_port == port:
            read.faults.append(f"OPS_PORT must differ from PORT, both are {port}")
        redis_ca_file = read.file("REDIS_CA_FILE")
        settings = cls(
            host=read.text("HOST", default.host),
            port=port,
            ops_port=ops_port,
            workers=read.integer("WORKERS", default.workers, 1, 64),
            threads=read.integer("THREADS", default.threads, 1, 256),
            max_body_bytes=read.integer(
                "MAX_BODY_BYTES", default.max_body_bytes, 1_024, 16_777_216
            ),
            max_record_bytes=read.integer(
                "MAX_RECORD_BYTES", default.max_record_bytes, 1_024, 16_777_216
            ),
            cache_bytes=read.integer("CACHE_BYTES", default.cache_bytes, 0, 1 << 40),
            redis_url=read.redis_url("REDIS_URL", redis_ca_file),
            redis_prefix=read.word("REDIS_PREFIX", default.redis_prefix, 64),
            redis_ttl_seconds=read.integer(
                "REDIS_TTL_SECONDS", default.redis_ttl_seconds, 1, 31_536_000
            ),
            redis_timeout_ms=read.integer("REDIS_TIMEOUT_MS", default.redis_timeout_ms, 1, 10_000),
            redis_least_cost_us=read.integer(
                "REDIS_LEAST_COST_US", default.redis_least_cost_us, 0, 10_000_000
            ),
            warm_at_start=read.choice("WARM_AT_START", "false", ("false", "true")) == "true",
            redis_ca_file=redis_ca_file,
            cache_key=read.secret("CACHE_KEY", 16),
            cors_origins=read.origins("CORS_ORIGINS"),
            docs=read.choice("DOCS", "true", ("true", "false")) == "true",
            log_level=read.choice("LOG_LEVEL", default.log_level, LOG_LEVELS),
        )
        if read.faults:
            raise SettingsError(tuple(read.faults))
        return settings


class _Reader:
    """Reads variables one by one and collects what is wrong with them."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.faults: list[str] = []

    def has(self, name: str) -> bool:
        return bool(self._environment.get(name, "").strip())

    def text(self, name: str, default: str) -> str:
        return self._environment.get(name, "").strip() or default

    def choice(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        value = self.text(name, default).lower()
        if value not in allowed:
            self.faults.append(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
        return value

    def word(self, name: str, default: str, longest: int) -> str:
        value = self.text(name, default)
        if not (value.isascii() and value.isprintable() and " " not in value):
            self.faults.append(f"{name} must be printable ASCII without spaces")
        if len(value) > longest:
            self.faults.append(f"{name} must have at most {longest} characters, not {len(value)}")
        return value

    def origins(self, name: str) -> str:
        """Scheme, host and perhaps port, as a browser writes them; or a star for any."""
        origins = self.text(name, "")
        for origin in origins.split():
            if origin != "*" and not _ORIGIN.fullmatch(origin):
                self.faults.append(
                    f"{name} must be origins such as https://example.org, not {origin[:100]!r}"
                )
        return origins

    def secret(self, name: str, shortest: int) -> str | None:
        """No fault shows any of it."""
        value = self.text(name, "") or None
        if value is not None and len(value) < shortest:
            self.faults.append(f"{name} must have at least {shortest} characters")
        return value

    def file(self, name: str) -> str | None:
        path = self.text(name, "") or None
        if path is not None and not os.path.isfile(path):
            self.faults.append(f"{name} must be a file, and {path[:200]!r} is none")
        return path

    def redis_url(self, name: str, ca_file: str | None) -> str | None:
        """No fault shows any of it: it can hold a password."""
        url = self.text(name, "") or None
        if url is not None:
            try:
                address = parse_redis_url(url, ca_file)
            except RedisUrlError as error:
                self.faults.append(f"{name} can not be used: {error}")
            else:
                if address.ca_file not in (None, ca_file) and not os.path.isfile(address.ca_file):
                    self.faults.append(f"{name} can not be used: its ssl_ca_certs is not a file")
        return url

    def integer(self, name: str, default: int, least: int, most: int) -> int:
        text = self.text(name, str(default))
        # Digits alone: int() would also read "8_080", " 80" and digits of other scripts.
        if not (text.isascii() and text.isdigit() and len(text) <= 20):
            self.faults.append(f"{name} must be an integer, not {text[:40]!r}")
            return default
        value = int(text)
        if not least <= value <= most:
            self.faults.append(f"{name} must be from {least} to {most}, not {value}")
        return value
