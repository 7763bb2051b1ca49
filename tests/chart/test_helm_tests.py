"""The programs that `helm test` runs in the cluster, run here against a real server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.chart.rendering import CASES, objects
from tests.servers import free_ports, serving


class Addresses(NamedTuple):
    api: str
    operations: str


@pytest.fixture(scope="module")
def server() -> Iterator[Addresses]:
    """The service as the chart starts it: operations on a port of their own."""
    api, operations = free_ports(2)
    with serving({"PORT": str(api), "OPS_PORT": str(operations)}):
        yield Addresses(f"http://127.0.0.1:{api}", f"http://127.0.0.1:{operations}")


def run(name: str, addresses: Addresses) -> subprocess.CompletedProcess[str]:
    """Runs the command of a pod's container, with Services at these addresses."""
    pod = objects(CASES["defaults"])[f"Pod/referee-portes-referee-test-{name}"]
    [container] = pod["spec"]["containers"]
    python, *arguments = container["command"]
    assert python == "python"
    environment = {"API_URL": addresses.api, "OPS_URL": addresses.operations}
    assert {one["name"] for one in container["env"]} == set(environment)
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=False
    )


def test_a_service_that_runs_passes(server: Addresses) -> None:
    alive, ruled = run("livez", server), run("ruling", server)
    assert (alive.returncode, alive.stdout) == (0, 'alive: {"status":"ok"}\n'), alive.stderr
    assert (ruled.returncode, ruled.stdout) == (0, "both dice are played: 3/2/off\n"), ruled.stderr


@pytest.mark.parametrize("name", ["livez", "ruling"])
def test_something_else_behind_the_service_does_not(name: str, server: Addresses) -> None:
    swapped = run(name, Addresses(server.operations, server.api))
    assert swapped.returncode == 1
    assert "HTTP Error 404" in swapped.stderr


@pytest.mark.parametrize("name", ["livez", "ruling"])
def test_nothing_behind_the_service_does_not(name: str) -> None:
    nowhere = f"http://127.0.0.1:{free_ports(1)[0]}"
    assert run(name, Addresses(nowhere, nowhere)).returncode == 1


def test_the_pods_ask_the_services_that_there_are() -> None:
    for case in ("defaults", "everything", "a node port"):
        found = objects(CASES[case])
        for name, pod in found.items():
            if not name.startswith("Pod/"):
                continue
            [container] = pod["spec"]["containers"]
            for variable, port_name in (("API_URL", "http"), ("OPS_URL", "ops")):
                [url] = [one["value"] for one in container["env"] if one["name"] == variable]
                host, port = url.removeprefix("http://").split(":")
                ports = found[f"Service/{host}"]["spec"]["ports"]
                assert (port_name, int(port)) in {(one["name"], one["port"]) for one in ports}
