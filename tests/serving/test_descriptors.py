"""The limit of open files, changed and looked at in processes of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service.serving.descriptors import RESERVE

SCRIPT = """
import resource, sys
from service.serving.descriptors import room_for
soft, hard, connections = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(room_for(connections), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("soft", "hard", "connections", "room", "limit"),
    [
        (512, 512, 100, 100, 512),
        (128, 512, 64, 64, 128),
        (128, 512, 300, 300, 300 + RESERVE),
        (128, 512, 1_000, 512 - RESERVE, 512),
    ],
    ids=["plenty", "just enough", "raised", "not allowed"],
)
def test_connections_have_as_many_descriptors_as_the_system_grants(
    soft: int, hard: int, connections: int, room: int, limit: int
) -> None:
    command = [sys.executable, "-c", SCRIPT, str(soft), str(hard), str(connections)]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert found.split() == [str(room), str(limit), str(hard)]
