"""Records made to be no records: every reader refuses them with a reason, and in one pass."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.record_text import FORMATS, decode, read_record

PIECES = [
    " Game 1\n", " Game 2\n", " 5 point match\n", " a : 0   b : 0\n", "a : 1 ", " 1 : ", "a: 1  ",
    ":", "1:", "31: ", "31: 8/5 6/5 ", "??? ", "?? ", "Doubles => 2", "doubles ", "Takes",
    "Drops", "Beavers =>", "Wins 1 point", "Losses 2 points", "Losses ", "24) ", "  1) ",
    "; [Jacoby \"On\"]\n", "; [a \"", "\"] ", "a  b", "8/5 ", "8", "- ", " ", "\n", "\t", "(",
    "Illegal play (", "31: Illegal play (;", ";", ";)", "(;", "(;GM[6]", "W[31hefe]",
    ";B[double]", "AE[a:y]AW[a]", "PL[W]DI[61]", "CV[2]", "RE[W+1]", "MI[length:5]", "[", "]",
    "\\", ")", "0;", "é", "\ufeff",
]  # fmt: skip
HEADS = ["", " Game 1\n", " Game 1\n a : 0  b : 0\n  1) 31: ", "; [", "(;GM[6];W[", "(;GM[6];"]


def try_to_read(data: bytes | str, format: str) -> None:
    try:
        record = read_record(data, format)
    except NotationError:
        return
    assert record.games


@given(
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=40).map("".join),
    st.sampled_from(["auto", *FORMATS]),
)
@settings(max_examples=500)
def test_any_text_is_read_or_refused(text: str, format: str) -> None:
    try_to_read(text, format)


@given(st.binary(max_size=200), st.sampled_from(["auto", *FORMATS]))
def test_any_bytes_are_read_or_refused(data: bytes, format: str) -> None:
    try_to_read(data, format)


@given(st.text())
def test_a_text_comes_back_from_its_bytes(text: str) -> None:
    try:
        expected, _ = decode(text.encode("utf-8"))
    except NotationError:
        return
    assert decode(b"\xef\xbb\xbf" + expected.encode("utf-8"))[0] == expected.removeprefix("\ufeff")


@pytest.mark.parametrize("format", FORMATS)
def test_time_grows_no_faster_than_the_text(format: str) -> None:
    """Any piece, 20,000 characters of it, behind any beginning.

    Nothing is measured: a reader that looks through the rest of a line, or of the text, once for
    each piece is seen by the minutes that this takes.
    """
    for head in HEADS:
        for piece in PIECES:
            for tail in ("", "x\n  1) 31: 8/5"):
                try_to_read(head + piece * (20_000 // len(piece)) + tail, format)
