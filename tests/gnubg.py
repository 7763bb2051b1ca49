"""GNU Backgammon as it is installed (Debian's package gnubg), driven by its own commands."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

# Debian keeps games out of the path of services and of root.
_PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/local/games"])
PROGRAM = shutil.which("gnubg", path=_PLACES)


def run(commands: Sequence[str], folder: Path) -> str:
    """Runs commands in a folder that it may write to; returns what it said."""
    assert PROGRAM is not None, "gnubg is not installed"
    before = ["set confirm new off", "set confirm save off", "set display off"]
    done = subprocess.run(
        [PROGRAM, "--tty", "--quiet", "--no-rc"],
        input="".join(f"{command}\n" for command in [*before, *commands, "quit"]),
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        errors="replace",
        check=True,
        timeout=300,
    )
    return done.stdout + done.stderr
