from __future__ import annotations

import asyncio

import pytest

from bench.questions import Question, digest_of, questions
from bench.steady import HIGHEST_RATE, Outcome, SteadyLoad, Window, fault_of, milliseconds
from tests.servers import free_ports, serving

QUESTION = Question(7, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 200, digest_of(b"right"), 5, True)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Request-ID: 7\r\n\r\n"


async def outcome_of(answer: bytes) -> Window:
    """What a load makes of a server that answers everybody so, and then closes."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        return await one_request(server.sockets[0].getsockname()[1])


async def one_request(port: int) -> Window:
    load = SteadyLoad([QUESTION], HIGHEST_RATE, port, seed=1)
    running = asyncio.create_task(load.run())
    while not load.window.sent:
        await asyncio.sleep(0)
    load.end()
    await running
    return load.window


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (HEAD + b"right", Outcome.RIGHT),
        (HEAD + b"wrong", Outcome.WRONG),
        (HEAD.replace(b"200", b"404") + b"right", Outcome.WRONG),
        (HEAD.replace(b"ID: 7", b"ID: 8") + b"right", Outcome.WRONG),
        (HEAD.replace(b"X-Request-ID: 7\r\n", b"") + b"right", Outcome.WRONG),
        (HEAD.replace(b"Content-Length: 5\r\n", b"") + b"right", Outcome.WRONG),
        (b"SSH-2.0\r\n\r\n", Outcome.WRONG),
        (HEAD.replace(b"200", b"503") + b"right", Outcome.SERVER_ERROR),
        (HEAD + b"righ", Outcome.CUT),
        (HEAD[:20], Outcome.CUT),
        (b"", Outcome.CUT),
    ],
)
def test_every_end_of_a_request_has_its_name(answer: bytes, outcome: Outcome) -> None:
    window = asyncio.run(outcome_of(answer))

    assert set(window.outcomes) == {outcome}
    assert len(window.cuts) == window.outcomes[Outcome.CUT]
    assert bool(window.wrong) is (outcome is Outcome.WRONG)


def test_where_nobody_listens_a_request_is_refused_and_takes_no_time() -> None:
    [port] = free_ports(1)
    window = asyncio.run(one_request(port))

    assert set(window.outcomes) == {Outcome.REFUSED}
    assert window.latencies == []


def test_a_request_given_up_counts_with_the_time_it_was_waited_for() -> None:
    window = Window()
    window.note(Outcome.RIGHT, QUESTION, 0.001)
    window.note(Outcome.TIMED_OUT, QUESTION, 5.0)
    window.note(Outcome.CUT, QUESTION, 0.0001)

    assert milliseconds(window.latencies, 0.99) == 5_000
    assert milliseconds(window.redis_latencies, 0.5) == 1
    assert milliseconds([], 0.5) is None


def test_the_right_answer_has_no_fault() -> None:
    assert fault_of(QUESTION, HEAD, b"right") is None


@pytest.mark.parametrize("rate", [0, -1, HIGHEST_RATE + 1])
def test_the_rate_is_bounded(rate: float) -> None:
    with pytest.raises(ValueError, match="rate"):
        SteadyLoad([QUESTION], rate, 1, seed=1)


def test_the_service_answers_a_steady_load_right_also_when_it_moves() -> None:
    asked = questions(60, 5)
    first, second = free_ports(2)

    async def run() -> list[Window]:
        load = SteadyLoad(asked, 200, first, seed=2)
        windows = [load.window, Window()]
        running = asyncio.create_task(load.run())
        while windows[0].sent < 60:
            await asyncio.sleep(0.01)
        load.window = windows[1]
        load.move(second)
        while windows[1].sent < 60:
            await asyncio.sleep(0.01)
        load.end()
        await running
        return windows

    with serving({"PORT": str(first)}), serving({"PORT": str(second)}):
        windows = asyncio.run(run())
    for window in windows:
        assert set(window.outcomes) == {Outcome.RIGHT}, window.wrong
