"""Writes tests/data/perft.json anew: depth counts of known positions by the brute-force oracle.

    python scripts/make_perft.py

Depth n counts the ways to make n plays in turn, each with every one of the 21 rolls; equal final
positions count once, and a pass is one way. The service's own generator takes no part.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.oracle import Board, oracle_plays  # noqa: E402 - after the path
from tests.positions import board  # noqa: E402

ROLLS = [(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1)]

START = board("24:2 13:5 8:3 6:5", "1:2 12:5 17:3 19:5")

TRICKY = {
    "one on the bar against five points": board(
        "13:4 8:4 6:6", "24:2 23:2 22:2 21:2 20:2 12:3 1:2", bar=1
    ),
    "closed out": board("13:5 8:4 6:5", "24:2 23:2 22:2 21:2 20:2 19:2 12:3", bar=1),
    "two on the bar": board("13:5 8:3 6:5", "19:5 17:3 12:5 1:2", bar=2),
    "both on the bar": board("24:1 13:5 8:3 6:5", "20:4 17:3 12:5 2:2", bar=1, opponent_bar=1),
    "one die only": board("10:1 5:1", "3:2 4:2"),
    "larger die only": board("14:1 2:14", "21:4 20:4 19:5 4:2"),
    "last checker": board("3:1", "24:8 23:6 2:1"),
    "bear-off against a checker on the bar": board("6:2 5:2 2:3", "24:3", opponent_bar=1),
    "bear-off with gaps": board("6:1 4:2 1:3", "24:2 23:2 22:2"),
    "bear-off against an anchor": board("6:3 5:3 4:2 1:1", "3:2 24:4"),
    "one checker outside": board("9:1 6:3 5:3", "24:2 23:2 22:2"),
    "two checkers outside": board("8:1 7:1 6:2 2:2", "24:2 1:1"),
    "blots everywhere": board("24:1 20:1 16:1 12:1 8:1 4:1", "22:1 18:1 14:1 10:1 6:1 2:1"),
    "a prime in front": board("24:2 20:2", "19:2 18:2 17:2 16:2 15:2 14:2"),
    "race": board("10:2 9:3 6:4 4:3 2:3", "24:3 22:3 20:4 16:3 15:2"),
    "back game": board("24:2 22:3 6:4 5:3 4:3", "20:3 19:4 17:3 16:3 8:2"),
    "stacked": board("6:15", "19:15"),
    "hit from the bar": board("6:3 4:2", "24:1 21:1 20:2 19:1", bar=1),
    "hit while bearing off": board("6:2 5:2 3:1", "4:1 2:1 24:2"),
    "nothing but doubles": board("20:1 18:1 3:13", "21:6 19:5 10:2 8:2"),
}


def depth_count(where: Board, depth: int) -> int:
    if depth == 0 or not any(n > 0 for n in where) or not any(n < 0 for n in where):
        return 1
    total = 0
    for roll in ROLLS:
        # A pass leaves the board as it is.
        for after in oracle_plays(where, roll) or (where,):
            total += depth_count(tuple(-count for count in reversed(after)), depth - 1)
    return total


def main() -> None:
    rows = []
    for name, where in {"start": START, **TRICKY}.items():
        counts = [depth_count(where, 1)]
        if counts[0] <= 600:
            counts.append(depth_count(where, 2))
        rows.append({"name": name, "board": list(where), "counts": counts})
        print(name, counts)
    lines = ",\n".join(json.dumps(row) for row in rows)
    (ROOT / "tests" / "data" / "perft.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
