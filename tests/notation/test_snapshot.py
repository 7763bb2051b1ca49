"""What is lost between two snapshots, and what has to be filled in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.notation.snapshot import (
    GameSnapshot,
    Resignation,
    Stakes,
    Status,
    is_open_at,
    lost,
    stakes,
    unknown,
)
from service.rules.board import START, Side
from service.rules.cube import Stage
from service.rules.scoring import Cube, GameKind

WHITE, BLACK = Side.WHITE, Side.BLACK

FULL = GameSnapshot(
    turn=BLACK,
    setup=START.setup(BLACK),
    stage=Stage.ROLLED,
    dice=(3, 1),
    resignation=Resignation(BLACK, GameKind.GAMMON),
    status=Status.RESIGNED,
    cube=Cube(2, WHITE),
    cube_limit=64,
    length=7,
    score=(6, 2),
    crawford=True,
    jacoby=True,
    beavers=True,
    players=("Alpha", "Beta"),
)


def test_the_whole_stands_for_its_parts() -> None:
    assert lost(FULL, GameSnapshot(WHITE)) == (
        "position",
        "turn",
        "dice",
        "resignation",
        "status",
        "cube",
        "match",
        "players",
    )
    assert lost(FULL, FULL) == ()
    assert lost(GameSnapshot(BLACK), FULL) == ("status",)


@pytest.mark.parametrize(
    ("carried", "parts"),
    [
        (replace(FULL, setup=START.mirrored().setup(BLACK)), ()),
        (replace(FULL, dice=(1, 3)), ("dice_order",)),
        (replace(FULL, dice=(3, 2)), ("dice",)),
        (replace(FULL, dice=None), ("dice",)),
        (replace(FULL, stage=Stage.BEFORE_ROLL, dice=None), ("stage", "dice")),
        (replace(FULL, cube=Cube(2, BLACK)), ("cube",)),
        (replace(FULL, cube_limit=None), ("cube_limit",)),
        (replace(FULL, length=5), ("length",)),
        (replace(FULL, score=(2, 6)), ("score",)),
        (replace(FULL, crawford=None), ("crawford",)),
        (replace(FULL, crawford=False), ("crawford",)),
        (replace(FULL, jacoby=None, beavers=False), ("jacoby", "beavers")),
        (replace(FULL, assumed=("turn",)), ()),
    ],
)
def test_parts_by_themselves(carried: GameSnapshot, parts: tuple[str, ...]) -> None:
    assert lost(FULL, carried) == parts


def test_an_offer_is_no_matter_of_dice() -> None:
    offered = GameSnapshot(WHITE, stage=Stage.OFFERED)
    assert lost(offered, GameSnapshot(WHITE)) == ("stage",)
    assert lost(GameSnapshot(WHITE, stage=Stage.BEFORE_ROLL), GameSnapshot(WHITE)) == ("dice",)


def test_what_is_unknown_is_filled_in_like_a_new_money_game() -> None:
    nothing = GameSnapshot(WHITE)
    assert unknown(nothing) == ("dice", "cube", "match")
    assert stakes(nothing) == Stakes(
        Stage.BEFORE_ROLL, Cube(1, None), 0, (0, 0), False, False, False
    )
    money = replace(nothing, stage=Stage.ROLLED, dice=(2, 1), cube=Cube(), length=0, score=(0, 0))
    assert unknown(money) == ("jacoby", "beavers")
    match = replace(money, length=7, score=(6, 2))
    assert unknown(match) == ("crawford",)
    assert unknown(replace(match, crawford=False)) == ()


@pytest.mark.parametrize(
    ("length", "score", "is_open"),
    [
        (7, (6, 3), True),
        (7, (0, 6), True),
        (7, (6, 6), False),
        (7, (5, 3), False),
        (1, (0, 0), False),
        (0, (0, 0), False),
        (7, (7, 6), False),
    ],
)
def test_where_the_score_leaves_the_crawford_game_open(
    length: int, score: tuple[int, int], is_open: bool
) -> None:
    assert is_open_at(length, score) is is_open


def test_a_match_over_and_a_side_one_away() -> None:
    assert replace(FULL, score=(7, 3)).is_match_over
    assert not FULL.is_match_over
    assert FULL.somebody_one_away
    assert not replace(FULL, score=(5, 3)).somebody_one_away
    assert not replace(FULL, length=1, score=(0, 0)).somebody_one_away
