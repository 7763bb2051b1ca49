"""The example referees a whole match against a real server, and prints what the docs show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.servers import free_ports, serving

ROOT = Path(__file__).parents[1]


def test_the_match_of_the_docs_is_refereed_as_they_show() -> None:
    shown = re.search(r"```text\n(.*?)```", (ROOT / "docs" / "match.md").read_text("utf-8"), re.S)
    assert shown is not None
    (port,) = free_ports(1)
    with serving({"PORT": str(port)}):
        script = [sys.executable, "examples/referee_match.py", f"http://127.0.0.1:{port}"]
        result = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    assert result.stdout == shown[1]
