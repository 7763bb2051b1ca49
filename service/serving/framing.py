"""Where a request ends, told from the bytes that have arrived; never waits, never judges.

What is found here only decides when gunicorn's parser is asked, and the parser alone decides what a
request is. Too early, and it refuses what is cut off; too late, and the request runs out of time.
Neither lets two servers disagree about where a request begins.
"""

from __future__ import annotations

import re

LARGEST_HEAD = 32_768
"""Bytes of the request line and the headers together."""

_LONGEST_CHUNK_LINE = 8_192
_END = b"\r\n\r\n"
_BARE_LINE_FEED = re.compile(rb"(?<!\r)\n")
_CHUNK_SIZE = re.compile(rb"[0-9a-fA-F]{1,16}")


class Head:
    """Follows a head that is arriving; looks at no byte twice but the last three."""

    def __init__(self) -> None:
        self._seen = 0

    def is_decided(self, received: bytearray) -> bool:
        """Whether the parser needs nothing more: the head has ended, or can only be refused."""
        begin, self._seen = max(self._seen - 3, 0), len(received)
        return (
            received.find(_END, begin) >= 0
            or len(received) > LARGEST_HEAD
            or _BARE_LINE_FEED.search(received, begin) is not None
        )


class SizedBody:
    """A body of a declared length."""

    def __init__(self, begin: int, length: int, limit: int) -> None:
        self._end = begin + length
        self._too_large = length > limit

    def is_decided(self, received: bytearray) -> bool:
        return self._too_large or self.is_whole(received)

    def is_whole(self, received: bytearray) -> bool:
        return len(received) >= self._end


class ChunkedBody:
    """Follows the sizes of the chunks, without looking at what is in them."""

    def __init__(self, begin: int, limit: int) -> None:
        self._begin = begin
        self._limit = limit
        self._next = begin
        self._content = 0
        self._broken = False
        self._ended = False

    def is_decided(self, received: bytearray) -> bool:
        """Whether the body has ended, is broken, or is larger than any that is read.

        Only what has come counts as large: the application is to see for itself that it is. Tiny
        chunks need more bytes around them than in them, so these have a bound too.
        """
        while not (self._ended or self._broken) and self._step(received):
            pass
        missing = max(self._next - len(received), 0)
        return (
            self._ended
            or self._broken
            or self._content - missing > self._limit
            or len(received) - self._begin > 2 * self._limit + LARGEST_HEAD
        )

    def is_whole(self, received: bytearray) -> bool:
        return self._ended

    def _step(self, received: bytearray) -> bool:
        """Goes on by one chunk if its first line is there."""
        if self._next > len(received):
            return False
        end = received.find(b"\r\n", self._next)
        if end < 0:
            self._broken = len(received) - self._next > _LONGEST_CHUNK_LINE
            return False
        found = _CHUNK_SIZE.match(received, self._next, end)
        if found is None:
            self._broken = True
            return False
        size = int(found[0], 16)
        if size:
            self._content += size
            self._next = end + 2 + size + 2
            return True
        # The last one: perhaps trailers, then an empty line.
        self._ended = received.find(_END, end) >= 0
        self._broken = not self._ended and len(received) - end > LARGEST_HEAD
        return False


Body = SizedBody | ChunkedBody
