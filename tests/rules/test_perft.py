"""Depth counts over the 21 rolls, from the start and from tricky positions, held as data.

The data were written by the oracle (`scripts/make_perft.py`); the generator must agree.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from service.rules.board import START, Position
from service.rules.dice import ROLLS
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.rulesets import PRESETS
from tests.oracle import oracle_plays

PORTES = PRESETS["portes"]
ROWS = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text("utf-8"))


def depth_count(where: Position, depth: int) -> int:
    if depth == 0 or where.is_over:
        return 1
    return sum(
        depth_count(apply_unchecked(where, play), depth - 1)
        for roll in ROLLS
        for play in legal_plays(where, roll, PORTES) or ((),)
    )


def divide(where: Position) -> dict[str, int]:
    """The first level by roll: where a difference lies."""
    return {
        f"{roll.larger}{roll.smaller}": len(legal_plays(where, roll, PORTES) or ((),))
        for roll in ROLLS
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_generator_counts_what_the_oracle_counted(row: dict[str, Any]) -> None:
    where = Position(tuple(row["board"]))
    counted = [depth_count(where, depth) for depth in range(1, len(row["counts"]) + 1)]
    assert counted == row["counts"], divide(where)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_the_data_are_the_oracles(row: dict[str, Any]) -> None:
    where = tuple(row["board"])
    assert row["counts"][0] == sum(
        len(oracle_plays(where, (roll.larger, roll.smaller)) or (where,)) for roll in ROLLS
    )


def test_there_are_the_start_and_twenty_tricky_positions() -> None:
    assert tuple(ROWS[0]["board"]) == START.board
    assert len(ROWS) == 21
