"""A match record as bytes or text: its encoding, its format, and the reader that it needs."""

from __future__ import annotations

import re
from collections.abc import Callable

from service.notation.errors import NotationError
from service.notation.mat import looks_like_mat, looks_like_match, read_mat
from service.notation.records import CODE, MatchRecord, Note, NoteCode
from service.notation.sgf import read_sgf
from service.notation.sgf_trees import looks_like_sgf
from service.notation.snowie import looks_like_snowie, read_snowie

FORMATS = ("mat", "gam", "sgf", "snowie")
"""The formats that are read, by the names that a request gives them."""

_BYTE_ORDER_MARK = "\ufeff"
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
# What a text holds of the C0 controls: tab, line feed, form feed, carriage return. DOS ended its
# texts with a substitute character.
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_END_OF_TEXT = "\x1a"
_BINARY = {b"RGMH": "a file of eXtreme Gammon", b"PK\x03\x04": "an archive", b"\x1f\x8b": "packed"}
_READERS: dict[str, Callable[[str], MatchRecord]] = {
    "mat": read_mat,
    "gam": read_mat,
    "sgf": read_sgf,
    "snowie": read_snowie,
}


def decode(data: bytes) -> tuple[str, list[Note]]:
    """The text in the bytes of a record with line feeds alone, and what was assumed.

    UTF-8 with or without its mark, UTF-16 with it; what is neither is read as Latin-1, with a note.
    Raises NotationError where it is no text in any of them.
    """
    for magic, kind in _BINARY.items():
        if data.startswith(magic):
            raise NotationError(CODE, f"it is no text, but {kind}: export the match as text")
    notes: list[Note] = []
    if data.startswith(_UTF_16_MARKS):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise NotationError(CODE, "it begins as UTF-16 and is not") from error
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
            notes.append(Note(NoteCode.READ_AS_LATIN_1, 0))
    return _plain_text(text), notes


def detect(data: bytes | str) -> str:
    """The format, one of `FORMATS`, told by what is written; raises NotationError where it is none.

    A match text of Snowie is told from one of Jellyfish only by what the other cannot say; else the
    two are the same, and it is `mat`.
    """
    return _detect(_plain_text(data) if isinstance(data, str) else decode(data)[0])


def read_record(data: bytes | str, format: str = "auto") -> MatchRecord:
    """The record; raises NotationError where it cannot be read in this format, or in none."""
    text, notes = (_plain_text(data), []) if isinstance(data, str) else decode(data)
    name = _detect(text) if format == "auto" else format
    if name not in _READERS:
        raise NotationError(CODE, f"there is no format {name[:40]!r}")
    record = _READERS[name](text)
    record.notes[:0] = notes
    return record


def _plain_text(text: str) -> str:
    text = text.removeprefix(_BYTE_ORDER_MARK).rstrip(_END_OF_TEXT)
    if (found := _NO_TEXT.search(text)) is not None:
        raise NotationError(CODE, f"it is no text: it holds the character {found[0]!r}")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _detect(text: str) -> str:
    if looks_like_sgf(text):
        return "sgf"
    if looks_like_mat(text):
        if looks_like_snowie(text):
            return "snowie"
        return "mat" if looks_like_match(text) else "gam"
    if not text.strip():
        raise NotationError(CODE, "it is empty")
    raise NotationError(CODE, "it is in no format that is known")
