"""The README's question gets the README's answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

from service.app import create_app
from service.ops.settings import Settings

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_the_printed_answer_is_the_real_one() -> None:
    question = re.search(r"-d '(\{.*?\})'", README, re.DOTALL)
    answer = re.search(r"```json\n(.*?)\n```", README, re.DOTALL)
    assert question is not None
    assert answer is not None
    client = create_app(Settings(log_level="error")).test_client()
    real = client.post("/v1/plays", data=question[1], content_type="application/json")
    assert real.get_data(as_text=True) == answer[1]
    check = {**json.loads(question[1]), "notation": "3/off"}
    verdict = client.post("/v1/plays/check", json=check).get_json()
    assert verdict["result_equivalent"] is True
    assert [found["code"] for found in verdict["violations"]] == ["must_play_all_dice"]
