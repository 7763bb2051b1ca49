"""What an answer looks like in Redis: named by its question, and sealed."""

from __future__ import annotations

import hashlib
import hmac
import zlib
from enum import StrEnum

from service import RULES_VERSION, __version__

LARGEST_ANSWER = 16 * 1024 * 1024
"""Bytes of an answer that is written or taken back at most, whatever an entry claims."""

SEAL_BYTES = 16
LARGEST_ENTRY = 1 + SEAL_BYTES + LARGEST_ANSWER

PLAIN = b"\x01"
COMPRESSED = b"\x02"


class Rejection(StrEnum):
    """Why what is there is not taken for an answer."""

    FORMAT = "format"
    """Too short, or not a format of this version."""

    SEAL = "seal"
    """Damaged, forged, sealed with another key, under other rules or for another question."""

    CONTENT = "content"
    """Sealed, but it can not be decompressed."""

    TOO_LARGE = "too_large"
    WRONG_TYPE = "wrong_type"
    """Not a string but a list, a hash or the like."""


class Entries:
    """Turns questions into names, and answers into entries and back.

    An entry is a format byte, a seal, and the answer, compressed where that makes it smaller. The
    seal covers the rules version and the name as well, so an entry is good for one question alone.
    """

    def __init__(
        self,
        prefix: str,
        secret: str | None,
        rules_version: str = RULES_VERSION,
        service_version: str = __version__,
    ) -> None:
        """Without a secret the seal shows damage, and a forger can make one too."""
        self._prefix = prefix
        self._versions = _framed(rules_version.encode(), service_version.encode())
        self._rules = _framed(rules_version.encode())
        # A key of blake2b has 64 bytes at most; a secret may be longer.
        self._seal_key = hashlib.blake2b(secret.encode()).digest() if secret else b""

    def name(self, key: bytes) -> str:
        """The name in Redis of what the key asks."""
        return self._prefix + hashlib.blake2b(self._versions + key, digest_size=32).hexdigest()

    def pack(self, name: str, answer: bytes) -> bytes:
        """The entry to keep under a name."""
        compressed = zlib.compress(answer, 1)
        kind, payload = PLAIN, answer
        if len(compressed) < len(answer):
            kind, payload = COMPRESSED, compressed
        return kind + self._seal(kind, name, payload) + payload

    def unpack(self, name: str, entry: bytes) -> bytes | Rejection:
        """The answer in an entry found under a name, or why there is none."""
        if len(entry) > LARGEST_ENTRY:
            return Rejection.TOO_LARGE
        kind, seal, payload = entry[:1], entry[1 : 1 + SEAL_BYTES], entry[1 + SEAL_BYTES :]
        if kind not in (PLAIN, COMPRESSED) or len(seal) < SEAL_BYTES:
            return Rejection.FORMAT
        if not hmac.compare_digest(seal, self._seal(kind, name, payload)):
            return Rejection.SEAL
        return payload if kind == PLAIN else _decompressed(payload)

    def _seal(self, kind: bytes, name: str, payload: bytes) -> bytes:
        seal = hashlib.blake2b(key=self._seal_key, digest_size=SEAL_BYTES)
        seal.update(kind + self._rules + _framed(name.encode()))
        seal.update(payload)
        return seal.digest()


def _decompressed(payload: bytes) -> bytes | Rejection:
    stream = zlib.decompressobj()
    try:
        answer = stream.decompress(payload, LARGEST_ANSWER + 1)
    except zlib.error:
        return Rejection.CONTENT
    if len(answer) > LARGEST_ANSWER:
        return Rejection.TOO_LARGE
    return answer if stream.eof and not stream.unused_data else Rejection.CONTENT


def _framed(*parts: bytes) -> bytes:
    """Parts with their lengths, so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
