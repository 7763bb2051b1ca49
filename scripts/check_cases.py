"""Sends positions with known legal plays to a running service and counts the differences.

    python scripts/check_cases.py FILE.jsonl [--url http://127.0.0.1:8080]

A line of the file is one position and roll: `me` and `opp` are 26 counts in the mover's numbering
(mover: 0 borne off, 25 bar; opponent: 0 bar, 25 borne off), `dice`, `dice_used`, and `results`, the
final positions as pairs in the same form. On positions with at most sixty final positions all
sequences are compared with the brute-force oracle of the tests as well.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.oracle import oracle_plays

ORACLE_LIMIT = 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    parser.add_argument("--url", default="http://127.0.0.1:8080")
    arguments = parser.parse_args()
    address = urlsplit(arguments.url)
    connection = HTTPConnection(address.hostname or "127.0.0.1", address.port, timeout=30)
    rows = sequences = different = 0
    for row in _rows(arguments.file):
        rows += 1
        few = len(row["results"]) <= ORACLE_LIMIT
        sequences += few
        wrong = _differences(row, _ask(connection, row, few), few)
        if wrong:
            different += 1
            print(f"row {row.get('id')}: {', '.join(wrong)}")
    print(f"{rows} rows, {sequences} with all sequences, {different} different")
    return 1 if different else 0


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _position(me: list[int], opponent: list[int]) -> dict[str, Any]:
    """White is the mover; Black's points are 25 minus the mover's numbers for them."""
    return {
        "white": {
            "points": {str(p): me[p] for p in range(24, 0, -1) if me[p]},
            "bar": me[25],
            "borne_off": me[0],
        },
        "black": {
            "points": {str(25 - p): opponent[p] for p in range(1, 25) if opponent[p]},
            "bar": opponent[0],
            "borne_off": opponent[25],
        },
    }


def _ask(connection: HTTPConnection, row: dict[str, Any], few: bool) -> dict[str, Any]:
    include = ["positions", "sequences"] if few else ["positions"]
    question = {
        "position": _position(row["me"], row["opp"]),
        "turn": "white",
        "dice": row["dice"],
        "include": include,
    }
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/v1/plays", json.dumps(question), headers)
    answer: dict[str, Any] = json.loads(connection.getresponse().read())
    return answer


def _differences(row: dict[str, Any], answer: dict[str, Any], few: bool) -> list[str]:
    if "plays" not in answer:
        return [f"refused: {answer.get('code')}"]
    wrong = []
    expected = {_key(_position(*result)) for result in row["results"]}
    found = [_key(play["position"]) for play in answer["plays"]]
    if set(found) != expected or len(found) != len(expected):
        wrong.append("final positions")
    if answer["dice_played"] != row["dice_used"]:
        wrong.append("dice_played")
    if answer["must_pass"] != (not expected):
        wrong.append("must_pass")
    if few:
        listed = [
            tuple((m["from_point"], m["to_point"], m["die"], m["hit"]) for m in sequence)
            for play in answer["plays"]
            for sequence in play["sequences"]
        ]
        board = [me - opponent for me, opponent in zip(row["me"], row["opp"], strict=True)]
        board[25], board[0] = row["me"][25], -row["opp"][0]
        known = oracle_plays(tuple(board), tuple(row["dice"]))
        truth = {
            tuple((m[0], m[1], m[2], bool(m[3])) for m in sequence)
            for way in known.values()
            for sequence in way
            if sequence
        }
        if set(listed) != truth or len(listed) != len(truth):
            wrong.append("sequences")
    return wrong


def _key(position: dict[str, Any]) -> str:
    return json.dumps(position, sort_keys=True)


if __name__ == "__main__":
    sys.exit(main())
