"""Everything that can be set from outside, read from the environment once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
    """Largest request body that holds a whole match, in bytes. Default 1 MiB."""

    cache_bytes: int = 67_108_864
    """Memory for answers already given, in bytes and for each process. Default 64 MiB; 0 is off."""

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
