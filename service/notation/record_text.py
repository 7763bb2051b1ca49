"""A record of any format, from bytes or text."""

from __future__ import annotations

from service.notation.errors import NotationError
from service.notation.mat import looks_like_mat, read_mat
from service.notation.records import CODE, MatchRecord


def read_record(data: bytes | str, format: str = "auto") -> MatchRecord:
    """The record; raises NotationError."""
    text = data if isinstance(data, str) else data.decode("utf-8-sig")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if format not in ("auto", "mat", "gam") or not looks_like_mat(text):
        raise NotationError(CODE, "it is in no known format")
    return read_mat(text)
