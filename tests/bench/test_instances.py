from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path

import pytest

from bench.chaos_report import excuse
from bench.instances import Kill, children_of, connections, instances, sockets_of
from bench.questions import questions
from bench.steady import Cut, Link, Outcome, SteadyLoad

KILL = Kill(begun=10.0, ended=10.1, held=frozenset({1000}), others=frozenset({2000}))


@pytest.mark.parametrize(
    ("cut", "explained"),
    [
        (Cut(1000, 5.0, 10.2), True),
        (Cut(2000, 5.0, 10.2), False),
        (Cut(3000, 5.0, 10.2), True),
        (Cut(None, 10.05, 10.2), True),
        (Cut(1000, 5.0, 9.9), False),
        (Cut(1000, 5.0, 12.0), False),
        (Cut(1000, 10.15, 10.2), False),
    ],
    ids=["held", "another's", "queued", "not yet made", "before", "much later", "made since"],
)
def test_a_kill_explains_what_the_worker_held_or_had_queued(cut: Cut, explained: bool) -> None:
    assert KILL.explains(cut) is explained


def test_the_system_lists_a_connection_with_its_ends() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        socket.create_connection(listener.getsockname()) as client,
    ):
        port, far = listener.getsockname()[1], client.getsockname()[1]
        table = Path("/proc/net/tcp")
        assert connections(table.read_text(), port) == {far: 0}
        near, _ = listener.accept()
        with near:
            found = connections(table.read_text(), port)
            assert found == {far: os.fstat(near.fileno()).st_ino}
            assert set(found.values()) < sockets_of(os.getpid())


def test_a_killed_worker_has_an_heir_and_its_requests_are_told_from_others() -> None:
    asked = questions(40, 6)

    async def run() -> None:
        async with instances(1, {}, workers=2) as [instance]:
            before = await instance.ready()
            links = [await Link.open(instance.port) for _ in range(16)]
            for link in links:
                link.send(asked[0].request)
                await link.answer()
            instance.kill(before[0])
            [kill] = instance.kills
            ports = {link.port for link in links}
            assert kill.held | kill.others == ports
            assert kill.held
            for link in links:
                link.send(asked[0].request)
                if link.port in kill.held:
                    with pytest.raises((OSError, asyncio.IncompleteReadError)):
                        await link.answer()
                else:
                    await link.answer()
                link.close()
            after = await instance.ready()
            assert before[0] not in after
            assert before[1] in after
            load = SteadyLoad(asked, 200, instance.port, seed=1)
            running = asyncio.create_task(load.run())
            while load.window.outcomes[Outcome.RIGHT] < 40:
                await asyncio.sleep(0.01)
            instance.kill(after[0])
            load.end()
            await running
            excuse(load.window, instance.kills)
            assert set(+load.window.outcomes) <= {Outcome.RIGHT, Outcome.KILLED}

    asyncio.run(run())


def test_children_are_found_also_under_a_strange_name() -> None:
    assert children_of(os.getpid()) == sorted(children_of(os.getpid()))
    assert os.getpid() in children_of(os.getppid())
