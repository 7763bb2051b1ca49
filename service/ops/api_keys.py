"""Who may ask: the keys of a mounted file, which holds their digests and never a key."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from service.ops.logs import FIELDS

SECONDS_BETWEEN_LOOKS = 1.0
"""The file is looked at no more often; so much later, at most, a change holds."""

LARGEST_FILE = 1_048_576
"""Bytes of the file that are read; a larger one is refused."""

LONGEST_KEY = 256
"""Characters of a key; nothing longer is compared."""

PREFIX = "portes_"
"""What keys made here begin with, so that a search for leaked secrets can find them."""

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")
_log = logging.getLogger("service.api_keys")


class Scope(StrEnum):
    """What a key is good for."""

    RULINGS = "rulings"
    """Every question under `/v1` that is not a record."""

    RECORDS = "records"
    """Whole matches and batches: a thousand times the work of a ruling."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """What is known of a key: who has it, and what for."""

    id: str
    scopes: frozenset[str]


class KeysFileError(ValueError):
    """The file can not be used. The message names lines and shows nothing that is in them."""


class ApiKeys:
    """The keys in force; safe between threads. The file may change at any time.

    Kubernetes changes a mounted Secret by turning a symbolic link: the file has then another inode.
    """

    def __init__(self, path: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Raises KeysFileError if there are no keys to begin with."""
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: _Seen | None
        self._keys, self._seen = _load(path)
        self._look_at = clock() + SECONDS_BETWEEN_LOOKS

    def find(self, presented: str) -> ApiKey | None:
        """The key that a request brings, as WSGI gives its header; None if nobody has it."""
        if self._clock() >= self._look_at:
            self._look()
        if len(presented) > LONGEST_KEY:
            return None
        # A digest is looked up, so how long that takes tells nothing of the keys there are.
        return self._keys.get(hashlib.sha256(presented.encode("latin-1", "replace")).digest())

    def _look(self) -> None:
        # One request looks; the others go on with the keys there are.
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._look_at = self._clock() + SECONDS_BETWEEN_LOOKS
            seen = _look_at_file(self._path)
            if seen != self._seen:
                # What is broken is told once, and read again when it changes again.
                self._seen = seen
                self._keys, self._seen = _load(self._path)
                _log.info("api_keys_loaded", extra={FIELDS: {"keys": len(self._keys)}})
        except KeysFileError as error:
            _log.error("api_keys_not_loaded", extra={FIELDS: {"fault": str(error)}})
        finally:
            self._lock.release()


def parse_keys(lines: Iterable[str]) -> Mapping[bytes, ApiKey]:
    """Keys by the digest of what is presented, from lines `id:sha256[:scope,scope]`.

    Empty lines and those that begin with # are passed over; without scopes a key is good for
    rulings. One id may have several keys, so that a new one can take the place of an old one.
    Raises KeysFileError with every line that is wrong.
    """
    found: dict[bytes, ApiKey] = {}
    faults = []
    for number, line in enumerate(map(str.strip, lines), 1):
        if not line or line.startswith("#"):
            continue
        name, _, rest = line.partition(":")
        digest, colon, listed = rest.partition(":")
        scopes = frozenset(scope.strip() for scope in listed.split(",")) if colon else _DEFAULT
        if not _ID.fullmatch(name):
            faults.append(f"line {number} has no id of up to 64 of A-Z a-z 0-9 . _ -")
        elif not _DIGEST.fullmatch(digest):
            faults.append(f"line {number} has no SHA-256 digest of 64 hexadecimal digits")
        elif not scopes <= set(Scope):
            faults.append(f"line {number} has a scope that is none of {', '.join(Scope)}")
        elif bytes.fromhex(digest) in found:
            faults.append(f"line {number} has the digest of a line before it")
        else:
            found[bytes.fromhex(digest)] = ApiKey(name, scopes)
    if faults:
        raise KeysFileError("; ".join(faults[:_MOST_FAULTS]))
    return MappingProxyType(found)


def read_keys(path: str) -> Mapping[bytes, ApiKey]:
    """The keys of a file, by digest. Raises KeysFileError."""
    return _load(path)[0]


def new_key(name: str, scopes: Iterable[str] = ()) -> tuple[str, str]:
    """A random key, and the line of the file that lets it in.

    Raises KeysFileError where the name or a scope can not be in the file.
    """
    key = PREFIX + secrets.token_urlsafe(32)
    parts = [name, hashlib.sha256(key.encode()).hexdigest(), ",".join(scopes)]
    line = ":".join(part for part in parts if part)
    if ":" in name or len(parse_keys([line])) != 1:
        raise KeysFileError("the id must be up to 64 of A-Z a-z 0-9 . _ -")
    return key, line


_DEFAULT = frozenset({Scope.RULINGS.value})
_MOST_FAULTS = 20
_Seen = tuple[int, int, int]


def _load(path: str) -> tuple[Mapping[bytes, ApiKey], _Seen]:
    """The keys, and what the file looked like that they are from."""
    try:
        with open(path, "rb") as file:
            seen = _facts(os.fstat(file.fileno()))
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise KeysFileError(f"it can not be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise KeysFileError(f"it is larger than {LARGEST_FILE} bytes")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise KeysFileError("it is not UTF-8") from None
    return parse_keys(text.splitlines()), seen


def _look_at_file(path: str) -> _Seen | None:
    try:
        return _facts(os.stat(path))
    except OSError:
        return None


def _facts(found: os.stat_result) -> _Seen:
    return found.st_mtime_ns, found.st_ino, found.st_size
