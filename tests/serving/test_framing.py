"""Where a request ends is found however its bytes are cut, and never before gunicorn finds it."""

from __future__ import annotations

import pytest
from gunicorn import http
from gunicorn.config import Config
from hypothesis import given
from hypothesis import strategies as st

from service.serving.connection import Source
from service.serving.framing import LARGEST_HEAD, ChunkedBody, Head, SizedBody
from tests.serving.clients import chunk

LIMIT = 1_000
HEAD = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"


def decided_at(follower: Head | SizedBody | ChunkedBody, data: bytes, begin: int = 0) -> int | None:
    """How much of the data is there when it is decided, if it comes a byte at a time."""
    received = bytearray(data[:begin])
    for byte in data[begin:]:
        received.append(byte)
        if follower.is_decided(received):
            return len(received)
    return None


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\r\nGET / \r\n\r\n"]
)
def test_a_head_ends_with_an_empty_line(data: bytes) -> None:
    assert decided_at(Head(), data + b"more") == len(data)


def test_what_can_only_be_refused_is_no_reason_to_wait() -> None:
    assert decided_at(Head(), b"GET / HTTP/1.1\nHost: x\n") == 15
    assert decided_at(Head(), b"GET /" + b"x" * LARGEST_HEAD) == LARGEST_HEAD + 1


def test_a_body_of_a_known_length_is_whole_with_its_last_byte() -> None:
    assert decided_at(SizedBody(4, 6, LIMIT), b"headbody..more", 4) == 10
    assert decided_at(SizedBody(4, LIMIT + 1, LIMIT), b"head.", 4) == 5
    assert not SizedBody(4, LIMIT + 1, LIMIT).is_whole(bytearray(b"head."))


@given(
    st.lists(st.binary(min_size=1, max_size=20), max_size=8),
    st.sampled_from([b"", b"X-Sum: 1\r\n", b"X-Sum: 1\r\nX-Sign: 2\r\n"]),
    st.sampled_from([b"", b";name=value", b' ; name="\\r"']),
    st.lists(st.integers(1, 40)),
)
def test_a_chunked_body_ends_where_gunicorn_says(
    contents: list[bytes], trailers: bytes, extension: bytes, cuts: list[int]
) -> None:
    body = b"".join(chunk(content).replace(b"\r\n", extension + b"\r\n", 1) for content in contents)
    body += b"0" + extension + b"\r\n" + trailers + b"\r\n"
    data = HEAD + body
    follower = ChunkedBody(len(HEAD), LIMIT)
    received = bytearray(HEAD)
    for cut in [*cuts, len(data)]:
        assert not follower.is_decided(received)
        received += data[len(received) : len(received) + cut]
        if len(received) == len(data):
            break
    received += b"GET /next"
    assert follower.is_decided(received)
    assert follower.is_whole(received)

    source = Source()
    source.received += data + b"GET /next"
    parser = http.get_parser(Config(), source, ("127.0.0.1", 1))
    assert next(parser).body.read() == b"".join(contents)
    assert parser.unreader.take_buffered() + source.recv(100) == b"GET /next"


@pytest.mark.parametrize(
    ("body", "at"),
    [
        (b"zz\r\n", 4),
        (b"\r\n", 2),
        (b"-2\r\n{}\r\n", 4),
        (b"1" * 17 + b"\r\n", None),
        (b"5;" + b"x" * 9_000, 8_193),
        (b"0\r\n" + b"X: y\r\n" * 6_000, LARGEST_HEAD + 2),
        (b"401\r\n" + b"x" * 1_100, 5 + LIMIT + 1 + 2),
    ],
    ids=["letters", "nothing", "sign", "vast", "endless line", "endless trailers", "too large"],
)
def test_a_chunked_body_that_can_not_be_read_is_decided(body: bytes, at: int | None) -> None:
    follower = ChunkedBody(0, LIMIT)
    assert decided_at(follower, body) == at
    assert not follower.is_whole(bytearray(body))


def test_many_small_chunks_have_a_bound_too() -> None:
    at = decided_at(ChunkedBody(0, LIMIT), b"1;%s\r\nx\r\n" % (b"x" * 8_000) * 10)
    assert at == 2 * LIMIT + LARGEST_HEAD + 1
