"""Records as bytes: the encodings, and the format told by what is written."""

from __future__ import annotations

import pytest

from service.notation.errors import NotationError
from service.notation.record_text import decode, detect, read_record
from service.notation.records import CODE, NoteCode
from service.rules.board import Side

MAT = """\
 5 point match

 Game 1
 Zoë : 0                        Νίκος : 0
  1) 31: 8/5 6/5                52: 13/8 24/22
      Wins 1 point
"""
GAM = """\
 Zoë                            Nikos
  1) 31: 8/5 6/5                52: 13/8 24/22
"""
SGF = "(;FF[4]GM[6]MI[length:5]PW[Zoë]PB[Nikos];W[31hefe])"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_unicode_in_all_its_spellings(encoding: str, line_end: str) -> None:
    data = MAT.replace("\n", line_end).encode(encoding)
    assert decode(data) == (MAT, [])
    record = read_record(data)
    assert record.players == {Side.WHITE: "Zoë", Side.BLACK: "Νίκος"}
    assert [item.line for item in record.games[0].items] == [5, 5]


def test_what_is_not_utf_8_is_latin_1_and_said_to_be() -> None:
    record = read_record(SGF.encode("latin-1"))
    assert record.players[Side.WHITE] == "Zoë"
    assert [note.code for note in record.notes] == [NoteCode.READ_AS_LATIN_1]


def test_the_end_that_dos_gave_a_text() -> None:
    assert decode(b" Game 1\r\n\x1a") == (" Game 1\n", [])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"RGMH\x01\x00", "eXtreme Gammon"),
        (b"PK\x03\x04rest", "archive"),
        (b"\x1f\x8b\x08", "packed"),
        (" Game 1".encode("utf-16-le"), r"'\x00'"),
        (b"\xff\xfe\x00", "UTF-16"),
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n", "empty"),
        (b"Dear all,\n\nit was a good match.\n", "no format"),
        ("(;GM[1]FF[4]SZ[19];B[pd])", "GM is not 6"),
        ("(;SZ[19];B[pd])", "GM is not 6"),
        (" 5 point match\n", "no game"),
        ("( ; )", "GM is not 6"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(data: bytes | str, says: str) -> None:
    with pytest.raises(NotationError, match=r".*") as refused:
        read_record(data)
    assert refused.value.code == CODE
    assert says in refused.value.detail


@pytest.mark.parametrize(
    ("text", "format"),
    [(MAT, "mat"), (GAM, "gam"), (SGF, "sgf"), ("\ufeff\n\n  " + SGF, "sgf")],
)
def test_formats_are_told_apart(text: str, format: str) -> None:
    assert detect(text) == detect(text.encode()) == format
    record = read_record(text)
    assert record.format == format
    assert read_record(text, format) == record


def test_a_format_that_is_named_is_the_one_that_is_read() -> None:
    with pytest.raises(NotationError, match="no game"):
        read_record(SGF, "mat")
    with pytest.raises(NotationError, match="no game"):
        read_record(MAT, "sgf")
    with pytest.raises(NotationError, match="no format 'xg'"):
        read_record(MAT, "xg")
