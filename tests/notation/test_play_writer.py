"""The writer both ways, interpreted and compiled; what it writes is held by test_play_notation."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from service.notation.play_writer import write_packed
from service.rules.board import START
from service.rules.dice import ROLLS
from service.rules.plays import apply_unchecked, packed_plays, unpack
from service.rules.rulesets import PRESETS


def test_compiled_it_writes_the_same(compiled_root: Path) -> None:
    [built] = compiled_root.glob("service/notation/play_writer*.so")
    spec = importlib.util.spec_from_file_location("play_writer", built)
    assert spec is not None
    assert spec.loader is not None
    compiled = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(compiled)
    rules = PRESETS["backgammon"]
    position, written = START, 0
    # The first play again and again: contact, hits, bar, a race, bearing off.
    for turn in range(120):
        for roll in ROLLS:
            for packed in packed_plays(position, roll, rules):
                assert compiled.write_packed(packed) == write_packed(packed)
                written += 1
        plays = packed_plays(position, ROLLS[turn % 21], rules)
        position = apply_unchecked(position, unpack(plays[turn % len(plays)]) if plays else ())
    assert written > 10_000


@pytest.mark.parametrize(
    ("slots", "text"),
    [
        ([24 << 5 | 6 << 2], "24/18"),
        ([25 << 5 | 3 << 2 | 2], "bar/22*"),
        ([2 << 5 | 6 << 2], "2/off"),
        ([8 << 5 | 3 << 2, 6 << 5 | 1 << 2], "8/5 6/5"),
        ([6 << 5 | 2 << 2 | 2, 6 << 5 | 2 << 2, 8 << 5 | 2 << 2, 8 << 5 | 2 << 2], "8/4*(2)"),
    ],
)
def test_packed_moves(slots: list[int], text: str) -> None:
    packed = 0
    for slot in slots:
        packed = packed << 10 | slot
    assert write_packed(packed) == text
