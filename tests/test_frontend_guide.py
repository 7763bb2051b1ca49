"""The guide's question gets the guide's tree, and its example is the page that is tested."""

from __future__ import annotations

import json
import re
from pathlib import Path

from service.app import create_app
from service.ops.settings import Settings

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "frontend.md").read_text("utf-8")


def test_the_printed_tree_is_the_real_one() -> None:
    question, tree = map(json.loads, re.findall(r"```json\n(.*?)\n```", GUIDE, re.DOTALL))
    client = create_app(Settings(log_level="error")).test_client()
    answer = client.post("/v1/plays", json=question).get_json()
    assert answer["tree"] == tree
    assert [move["die"] for move in tree["nodes"][0]["moves"]] == [1]


def test_the_page_keeps_the_state_that_the_guide_begins_with() -> None:
    [start] = re.findall(r"```js\n(.*?)\n```", GUIDE, re.DOTALL)
    assert start in (ROOT / "examples" / "frontend" / "index.html").read_text("utf-8")
