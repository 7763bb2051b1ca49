"""What docs/records.md shows is what happens."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.test_cli import PORTES

GUIDE = (Path(__file__).parents[1] / "docs" / "records.md").read_text("utf-8")


def test_the_example_is_answered_as_shown(tmp_path: Path) -> None:
    record = re.search(r"<<'MAT'\n(.*?)MAT\n", GUIDE, re.S)
    command = re.search(r"^portes (verify .*)$", GUIDE, re.M)
    shown = re.search(r"```text\n(.*?)```", GUIDE, re.S)
    assert record
    assert command
    assert shown
    (tmp_path / "club.mat").write_text(record[1], "utf-8")
    done = subprocess.run(
        [PORTES, *command[1].split()], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == shown[1]
    assert done.returncode == 1
