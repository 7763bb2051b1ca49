"""States written both as XGID and as Position ID, as GNU Backgammon 1.07.001 writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from service.rules.board import Checkers, Setup

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "id_vectors.json").read_text("utf-8")
)


def setup(vector: dict[str, Any]) -> Setup:
    white, black = (
        Checkers(
            {int(point): count for point, count in checkers["points"].items()},
            checkers["bar"],
            checkers["borne_off"],
        )
        for checkers in (vector["position"]["white"], vector["position"]["black"])
    )
    return Setup(white, black)
