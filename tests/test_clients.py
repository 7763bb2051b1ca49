"""The table of the clients speaks of the vectors that there are."""

from __future__ import annotations

import re
from pathlib import Path

from tests.api.rows import rows

TABLE = re.compile(r"^\| (\w+) \| [^|]+ \| yes \| (\d+) of (\d+) \|$", re.MULTILINE)


def test_every_client_was_asked_every_vector() -> None:
    text = (Path(__file__).parents[1] / "docs" / "clients.md").read_text("utf-8")
    vectors = str(len(rows("rulings.json")) + len(rows("vectors.json")))
    asked = {language: counts for language, *counts in TABLE.findall(text)}
    assert set(asked) == {"typescript", "python", "go", "java", "csharp"}
    # The generated C# sends no body as text: docs/clients.md says so.
    in_csharp = asked.pop("csharp")
    assert in_csharp == [str(int(vectors) - 2), vectors]
    assert all(counts == [vectors, vectors] for counts in asked.values())
