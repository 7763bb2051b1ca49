"""The service in its real server: what only a socket shows."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from service.ops.security_headers import SECURITY_HEADERS
from tests.api.answers import validate_answer
from tests.servers import free_ports, serving

LARGEST_ANSWER = 12_000_000
"""Bytes; the limit that docs/operations.md names for all views of the worst position."""

QUESTION = b'{"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}'


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    (found,) = free_ports(1)
    with serving({"PORT": str(found)}):
        yield found


def ask(port: int, path: str, document: Any) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(document), headers)
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def raw(port: int, body: bytes) -> tuple[bytes, dict[str, Any]]:
    """Sends a chunked body as it is; gives the status line and the answer."""
    head = (
        b"POST /v1/plays HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(head + body)
        received = b""
        while part := connection.recv(65536):
            received += part
    headers, _, document = received.partition(b"\r\n\r\n")
    return headers.split(b"\r\n")[0], json.loads(document)


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def test_a_chunked_body_is_a_body(port: int) -> None:
    status, answer = raw(port, chunk(QUESTION[:20]) + chunk(QUESTION[20:]) + b"0\r\n\r\n")
    assert b"200" in status
    assert answer["play_count"] == 16


@pytest.mark.parametrize(
    "body", [b"zz\r\n{}\r\n0\r\n\r\n", b"-2\r\n{}\r\n0\r\n\r\n", b"2\r\n{}XX0\r\n\r\n"]
)
def test_a_broken_chunk_is_a_bad_request(port: int, body: bytes) -> None:
    status, answer = raw(port, body)
    assert b"400" in status
    assert answer["code"] == "bad_request"


def test_a_chunked_body_over_the_limit_is_refused_and_not_cut(port: int) -> None:
    status, answer = raw(port, chunk(QUESTION + b" " * 70_000) + b"0\r\n\r\n")
    assert b"413" in status
    assert answer["code"] == "body_too_large"


def test_a_chunked_body_over_the_limit_is_refused_before_its_end(port: int) -> None:
    status, answer = raw(port, b"1000000\r\n" + b" " * 1_100_000)
    assert b"413" in status
    assert answer["code"] == "body_too_large"


def test_operations_answer_on_the_same_port(port: int) -> None:
    for path in ("/livez", "/readyz", "/startupz", "/version"):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path)
        assert connection.getresponse().status == 200
        connection.close()


def test_all_views_of_the_worst_position_stay_within_the_limit(port: int) -> None:
    blots = (24, 22, 20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3)
    question = {
        "position": {
            "white": {"points": {str(point): 1 for point in blots}},
            "black": {"points": {"24": 1}, "borne_off": 14},
        },
        "turn": "white",
        "dice": [1, 1],
        "include": ["sequences", "positions", "position_ids", "tree"],
    }
    status, body = ask(port, "/v1/plays", question)
    assert status == 200
    assert len(body) < LARGEST_ANSWER
    answer = json.loads(body)
    assert answer["play_count"] == 2220
    assert answer["sequence_count"] == 42418
    plain = ask(port, "/v1/plays", {**question, "include": []})
    validate_answer("listLegalPlays", *plain[:1], json.loads(plain[1]))


LINE = b"GET /livez HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"nonsense\r\n\r\n", 400, "bad_request"),
        (b"GET /livez HTTP/9.9\r\nHost: x\r\n\r\n", 400, "bad_request"),
        (LINE + b"a b: c\r\n\r\n", 400, "bad_request"),
        (b"GET /livez?" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long"),
        (LINE + b"A: b\r\n" * 60 + b"\r\n", 431, "header_too_large"),
        (LINE + b"Transfer-Encoding: zstd\r\n\r\n", 501, "bad_request"),
        (LINE + b"Expect: miracles\r\n\r\n", 417, "bad_request"),
    ],
    ids=["no request", "version", "header", "long line", "many headers", "coding", "expectation"],
)
def test_what_is_no_request_gets_a_problem_document(
    port: int, sent: bytes, status: int, code: str
) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(sent)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        document = json.loads(answer.read())
    assert (answer.status, document["status"], document["code"]) == (status, status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Connection"] == "close"
    assert SECURITY_HEADERS.items() <= dict(answer.headers).items()
    assert document["instance"] == f"urn:request:{answer.headers['X-Request-ID']}"
    validate_answer("getLivez", status, document)
