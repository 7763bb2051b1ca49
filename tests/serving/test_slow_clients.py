"""Clients that are slow, many or in no order, against the real worker with two threads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.api.answers import validate_answer
from tests.servers import free_ports, serving
from tests.serving.application import HERE, LARGE
from tests.serving.clients import Client, Held, chunk, chunked, get, post

THREADS = 2
MANY = 40
"""Clients; many more than threads."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("held")


@pytest.fixture(scope="module")
def ports(folder: Path) -> Iterator[tuple[int, int]]:
    api, ops = free_ports(2)
    environment = {
        **{"PORT": str(api), "OPS_PORT": str(ops), "HOME": str(folder)},
        **{"THREADS": str(THREADS), "REQUEST_SECONDS": "3600", "ANSWER_SECONDS": "3600"},
    }
    with serving(environment, application=HERE):
        yield api, ops


@pytest.fixture
def port(ports: tuple[int, int]) -> int:
    return ports[0]


def assert_served(ports: tuple[int, int]) -> None:
    api, ops = ports
    with Client(api) as client:
        for body in (b"one", b"two"):
            answer = client.ask(post("/v1/echo", body))
            assert (answer.status, answer.body) == (200, body)
            assert answer.goes_on
    with Client(ops) as probe:
        assert probe.ask(get("/livez")).status == 200


@pytest.mark.parametrize(
    "begun",
    [
        b"P",
        b"POST /v1/echo HTTP/1.1\r\nHost: x\r\n",
        post("/v1/echo", b"x" * 1_000)[:-1],
        chunked("/v1/echo") + b"3e8\r\nxxx",
        chunked("/v1/echo") + chunk(b"xxx") + b"0\r\nTrailer: x\r\n",
    ],
    ids=["method", "head", "body", "chunk", "trailer"],
)
def test_who_stalls_holds_nobody_up(ports: tuple[int, int], begun: bytes) -> None:
    with ExitStack() as stack:
        for _ in range(MANY):
            stack.enter_context(Client(ports[0])).send(begun)
        assert_served(ports)


def test_who_does_not_read_holds_nobody_up_and_gets_the_whole_answer(
    ports: tuple[int, int],
) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(Client(ports[0], 65_536)) for _ in range(2 * THREADS)]
        for client in slow:
            client.send(get("/v1/large"))
            # The answer has begun to come, so its thread is done with it or about to be.
            assert client.socket.recv(1) == b"H"
        assert_served(ports)
        assert slow[-1].answer().body == b"x" * LARGE


def test_probes_are_answered_while_every_thread_works(ports: tuple[int, int], folder: Path) -> None:
    api, ops = ports
    held = Held(folder)
    names = [f"busy-{number}" for number in range(THREADS)]
    with ExitStack() as stack:
        busy = [stack.enter_context(Client(api)) for _ in names]
        for client, name in zip(busy, names, strict=True):
            client.send(get(f"/v1/held/{name}"))
            held.begun(name)
        waiting = stack.enter_context(Client(api))
        waiting.send(get("/v1/pid"))
        with Client(ops) as probe:
            for path in ("/livez", "/readyz", "/startupz"):
                assert probe.ask(get(path)).status == 200
        held.let_go(*names)
        assert all(client.answer().status == 200 for client in busy)
        assert waiting.answer().status == 200


def test_probes_on_the_one_port_are_answered_too(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    held = Held(tmp_path)
    environment = {"PORT": str(port), "HOME": str(tmp_path), "THREADS": "1"}
    with serving(environment, application=HERE), Client(port) as busy:
        busy.send(get("/v1/held/one"))
        held.begun("one")
        with Client(port) as probe:
            assert probe.ask(get("/readyz?verbose")).status == 200
        held.let_go("one")
        assert busy.answer().status == 200


def test_a_request_may_come_a_byte_at_a_time(port: int) -> None:
    with Client(port) as client:
        for request in (post("/v1/echo", b"slow"), chunked("/v1/echo") + b"4\r\nslow\r\n0\r\n\r\n"):
            for number in range(len(request)):
                client.send(request[number : number + 1])
            assert client.answer().body == b"slow"


def test_pipelined_requests_are_answered_in_their_order(port: int) -> None:
    bodies = [str(number).encode() for number in range(20)]
    requests = [post("/v1/echo", body) for body in bodies]
    # Of every third the application reads nothing.
    requests[::3] = [post("/nowhere", body) for body in bodies[::3]]
    requests[1::3] = [chunked("/v1/echo") + chunk(body) + b"0\r\n\r\n" for body in bodies[1::3]]
    whole = b"".join(requests)
    with Client(port) as client:
        client.send(whole[:-1])
        answers = [client.answer() for _ in bodies[:-1]]
        client.send(whole[-1:])
        answers.append(client.answer())
    assert [answer.status for answer in answers[::3]] == [404] * 7
    assert [answer.body for answer in answers[1::3]] == bodies[1::3]
    assert [answer.body for answer in answers[2::3]] == bodies[2::3]


def test_many_small_chunks_are_one_body(port: int) -> None:
    body = b"".join(b"1;a=b\r\n%c\r\n" % (97 + number % 26) for number in range(60_000))
    with Client(port) as client:
        answer = client.ask(chunked("/v1/echo") + body + b"0\r\nX-Sum: x\r\n\r\n")
        assert len(answer.body) == 60_000
        assert answer.body[:28] == b"abcdefghijklmnopqrstuvwxyzab"
        assert client.ask(get("/v1/pid")).status == 200


def test_a_client_that_waits_for_100_is_told_to_go_on(port: int) -> None:
    request = post("/v1/echo", b"body", "Expect: 100-Continue")
    with Client(port) as client:
        assert client.ask(request[:-4]).status == 100
        assert client.ask(request[-4:]).body == b"body"
        # Who does not wait is not told.
        assert client.ask(request).body == b"body"


@pytest.mark.parametrize("expects", [(), ("Expect: 100-continue",)])
def test_a_body_over_the_limit_is_refused_before_it_has_come(
    port: int, expects: tuple[str, ...]
) -> None:
    request = post("/v1/echo", b"x" * 2_000_000, *expects)
    with Client(port) as client:
        answer = client.ask(request[:1_000])
        assert answer.status == 413
        assert not answer.goes_on
        assert client.is_closed()


def test_who_goes_on_sending_after_a_refusal_still_reads_it(port: int) -> None:
    with Client(port) as client:
        client.send(post("/v1/echo", b"x" * 8_000_000))
        assert client.answer().status == 413


def test_a_half_closed_connection_gets_its_answers(port: int) -> None:
    with Client(port) as client:
        client.send(post("/v1/echo", b"one") + post("/v1/echo", b"two"))
        client.socket.shutdown(1)
        assert [client.answer().body for _ in range(2)] == [b"one", b"two"]
        assert client.is_closed()


@pytest.mark.parametrize("sent", [b"", b"GET /liv", post("/v1/echo", b"body")[:-1]])
def test_who_leaves_midway_harms_nobody(ports: tuple[int, int], sent: bytes) -> None:
    with Client(ports[0]) as client:
        client.send(sent)
    assert_served(ports)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET / HTTP/1.1\nHost: x\n", 400),
        (b"GET /" + b"x" * 40_000, 414),
        (b"GET / HTTP/1.1\r\nA: " + b"x" * 40_000, 431),
        (chunked("/v1/echo") + b"+4\r\n", 400),
    ],
    ids=["bare line feeds", "endless line", "endless header", "size of a chunk"],
)
def test_what_can_not_become_a_request_is_refused_at_once(
    port: int, sent: bytes, status: int
) -> None:
    with Client(port) as client:
        assert client.ask(sent).status == status
        assert client.is_closed()


@pytest.mark.parametrize("sent", [b"GET /", post("/v1/echo", b"body")[:-1]])
def test_a_request_that_takes_too_long_is_refused(sent: bytes) -> None:
    (port,) = free_ports(1)
    with (
        serving({"PORT": str(port), "REQUEST_SECONDS": "1"}, application=HERE),
        Client(port) as client,
    ):
        answer = client.ask(sent)
        assert client.is_closed()
    assert (answer.status, answer.goes_on) == (408, False)
    document = json.loads(answer.body)
    assert document["code"] == "request_timeout"
    validate_answer("getLivez", 408, document)


def test_an_answer_that_is_read_too_slowly_is_given_up() -> None:
    (port,) = free_ports(1)
    with (
        serving({"PORT": str(port), "ANSWER_SECONDS": "1"}, application=HERE),
        Client(port, 65_536) as client,
    ):
        client.send(get("/v1/large"))
        with pytest.raises(ConnectionError):
            read_slowly(client)


def read_slowly(client: Client) -> None:
    """A byte at a time, and with each a try whether the other end is still there."""
    for _ in range(LARGE):
        client.send(b"x")
        assert client.socket.recv(1)


def test_new_connections_push_the_longest_idle_out() -> None:
    (port,) = free_ports(1)
    with ExitStack() as stack:
        stack.enter_context(serving({"PORT": str(port), "MAX_CONNECTIONS": "16"}, application=HERE))
        idle = [stack.enter_context(Client(port)) for _ in range(16)]
        for client in idle[::-1]:
            assert client.ask(get("/v1/pid")).goes_on
        stalled = []
        for _ in range(16):
            stalled.append(stack.enter_context(Client(port)))
            stalled[-1].send(b"GET /")
            assert_one(port)
        assert idle[-1].is_closed()
        assert idle[0].is_closed()
        assert stalled[0].is_closed()


def assert_one(port: int) -> None:
    with Client(port) as client:
        assert client.ask(get("/v1/pid")).status == 200


def test_slow_clients_hold_no_more_memory_than_is_set() -> None:
    (port,) = free_ports(1)
    with ExitStack() as stack:
        stack.enter_context(serving({"PORT": str(port), "BUFFER_BYTES": "1048576"}))
        slow = [stack.enter_context(Client(port)) for _ in range(8)]
        for client in slow:
            client.send(post("/v1/batch", b" " * 600_000)[:-1])
            assert_health(port)
        assert slow[0].is_closed()
        assert_health(port)


def assert_health(port: int) -> None:
    with Client(port) as client:
        assert client.ask(get("/livez")).status == 200
