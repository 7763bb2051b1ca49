"""A worker that is told to stop, replaced or killed; no request that was let in is lost."""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.servers import command, free_ports
from tests.serving.application import HERE
from tests.serving.clients import Client, Held, get, post, until

_READY = re.compile(r"Worker ready \(pid: (\d+)\)")


@dataclass
class Server:
    """A gunicorn that a test ends itself."""

    port: int
    master: int
    workers: list[int]
    held: Held

    def stop(self) -> None:
        os.kill(self.master, signal.SIGTERM)

    def listens(self) -> bool:
        with suppress(ConnectionError), socket.create_connection(("127.0.0.1", self.port), 30):
            return True
        return False


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[Server]:
    """Ends in good order, whoever ends it."""
    (port,) = free_ports(1)
    environment = {"PORT": str(port), "HOME": str(folder), **settings}
    process = command(environment, HERE)
    assert process.stderr is not None
    workers: list[int] = []
    try:
        while len(workers) < int(settings.get("WORKERS", "1")):
            line = process.stderr.readline()
            assert line, "gunicorn ended"
            workers += map(int, _READY.findall(line))
        yield Server(port, process.pid, workers, Held(folder))
    finally:
        with suppress(ProcessLookupError):
            for worker in workers:
                os.kill(worker, signal.SIGCONT)
        process.terminate()
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 0
    assert "Traceback" not in said
    assert "cut off" not in said


def is_unready(port: int) -> bool:
    with Client(port) as probe:
        return probe.ask(get("/readyz")).status == 503


def test_what_has_begun_is_answered_after_the_order_to_stop(tmp_path: Path) -> None:
    with running(tmp_path, THREADS="1") as server, ExitStack() as stack:
        clients = [stack.enter_context(Client(server.port)) for _ in range(4)]
        clients[0].send(get("/v1/held/one"))
        server.held.begun("one")
        # These wait for the thread, and the last is not even whole.
        clients[1].send(get("/v1/pid") + get("/v1/pid"))
        clients[2].send(get("/v1/pid"))
        clients[3].send(post("/v1/echo", b"body")[:-1])
        until(lambda: probe_answers(server.port), "a later connection has been served")
        server.stop()
        until(lambda: not server.listens(), "the listener is closed")
        clients[3].send(b"y")
        server.held.let_go("one")
        answers = [client.answer() for client in clients]
        assert [answer.status for answer in answers] == [200] * 4
        assert not any(answer.goes_on for answer in answers[1:])
        assert all(client.is_closed() for client in clients[2:])


def probe_answers(port: int) -> bool:
    with Client(port) as probe:
        return probe.ask(get("/livez")).status == 200


def test_a_drain_serves_everybody_and_keeps_nobody(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN_SECONDS="300") as server, Client(server.port) as kept:
        assert kept.ask(get("/readyz")).status == 200
        os.kill(server.workers[0], signal.SIGTERM)
        until(lambda: is_unready(server.port), "the service is not ready")
        answer = kept.ask(get("/v1/pid"))
        assert (answer.status, answer.goes_on) == (200, False)
        with Client(server.port) as new:
            assert new.ask(get("/livez")).status == 200
            assert new.is_closed()
        # Nobody has to wait for the end of it.
        os.kill(server.master, signal.SIGQUIT)


def test_the_drain_ends(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN_SECONDS="1") as server, Client(server.port) as idle:
        assert idle.ask(get("/v1/pid")).goes_on
        server.stop()
        until(lambda: not server.listens(), "the listener is closed")
        assert idle.is_closed()


@pytest.mark.parametrize("workers", [1, 2])
def test_connections_that_wait_to_be_let_in_are_answered(tmp_path: Path, workers: int) -> None:
    with running(tmp_path, WORKERS=str(workers)) as server, ExitStack() as stack:
        kept = stack.enter_context(Client(server.port))
        assert kept.ask(get("/v1/pid")).goes_on
        # While the workers stand still, clients come and the order to stop does.
        for worker in server.workers:
            os.kill(worker, signal.SIGSTOP)
        waiting = [stack.enter_context(Client(server.port)) for _ in range(50)]
        for client in [kept, *waiting]:
            client.send(get("/v1/pid"))
        for worker in server.workers:
            os.kill(worker, signal.SIGTERM)
            os.kill(worker, signal.SIGCONT)
        answers = [client.answer() for client in [kept, *waiting]]
        assert {answer.status for answer in answers} == {200}
        assert not any(answer.goes_on for answer in answers)


def test_a_rolling_restart_loses_no_request(tmp_path: Path) -> None:
    ended = Event()
    statuses: list[int] = []
    failed: list[str] = []

    def ask_on(port: int) -> None:
        while not ended.is_set():
            try:
                with Client(port) as client:
                    goes_on = True
                    while goes_on and not ended.is_set():
                        answer = client.ask(post("/v1/echo", b"body"))
                        statuses.append(answer.status)
                        goes_on = answer.goes_on
            except OSError as error:
                failed.append(repr(error))

    with running(tmp_path) as server:
        askers = [Thread(target=ask_on, args=(server.port,)) for _ in range(4)]
        for asker in askers:
            asker.start()
        try:
            for _ in range(2):
                restart(server)
        finally:
            ended.set()
            for asker in askers:
                asker.join()
        assert failed == []
        assert set(statuses) == {200}


def restart(server: Server) -> None:
    before = current(server.port)
    os.kill(server.master, signal.SIGHUP)
    until(lambda: not is_running(before), f"worker {before} has been replaced")


def current(port: int) -> int:
    with Client(port) as client:
        return int(client.ask(get("/v1/pid")).body)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_killed_worker_takes_only_its_own_requests_along(tmp_path: Path) -> None:
    with running(tmp_path, WORKERS="2") as server, ExitStack() as stack:
        held: dict[int, Client] = {}
        # The system chooses the worker of each connection.
        while len(held) < 2:
            name = f"held-{len(os.listdir(tmp_path))}"
            client = stack.enter_context(Client(server.port))
            client.send(get(f"/v1/held/{name}"))
            worker = server.held.begun(name)
            if worker in held:
                server.held.let_go(name)
            held.setdefault(worker, client)
        killed, other = held
        os.kill(killed, signal.SIGKILL)
        assert held[killed].is_closed()
        server.held.let_go(*(path.stem for path in tmp_path.glob("*.begun")))
        assert held[other].answer().body == str(other).encode()
        until(lambda: probe_answers(server.port), "the service answers")
