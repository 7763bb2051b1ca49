"""The doubling cube, where a ruling is easily got wrong; the whole grid is in test_rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.board import Side
from service.rules.cube import (
    CubeAction,
    CubeCode,
    CubeSituation,
    Stage,
    cube_rulings,
    judge_cube_action,
)
from service.rules.match import Match
from service.rules.rulesets import CUBE_CEILING, PRESETS
from service.rules.scoring import CENTRED_CUBE, Cube

WHITE, BLACK = Side.WHITE, Side.BLACK
BACKGAMMON, MATCH, PORTES = (PRESETS[name] for name in ("backgammon", "portes-match", "portes"))
BEAVERS = replace(BACKGAMMON, beavers=True)
RACCOONS = replace(BEAVERS, raccoons=True)


def at(
    stage: Stage = Stage.BEFORE_ROLL,
    cube: Cube = CENTRED_CUBE,
    match: Match | None = None,
    crawford_game: bool = False,
) -> CubeSituation:
    return CubeSituation(WHITE, stage, cube, match, crawford_game)


def test_all_six_are_listed_in_order() -> None:
    rulings = cube_rulings(at(Stage.OFFERED), BACKGAMMON)
    assert [ruling.action for ruling in rulings] == list(CubeAction)
    legal = {ruling.action for ruling in rulings if ruling.legal}
    assert legal == {CubeAction.TAKE, CubeAction.DROP}


def test_a_raccoon_from_the_first_double_to_the_roll() -> None:
    situation, players = at(), []
    for action in (
        CubeAction.DOUBLE,
        CubeAction.BEAVER,
        CubeAction.RACCOON,
        CubeAction.TAKE,
        CubeAction.ROLL,
    ):
        ruling = judge_cube_action(situation, action, RACCOONS)
        assert ruling.cube is not None
        assert ruling.stage is not None
        players.append(ruling.player)
        situation = replace(situation, cube=ruling.cube, stage=ruling.stage)
    assert players == [WHITE, BLACK, WHITE, BLACK, WHITE]
    assert (situation.cube, situation.stage) == (Cube(8, BLACK), Stage.ROLLED)


@pytest.mark.parametrize(
    ("stage", "cube", "player"),
    [
        (Stage.OFFERED, Cube(2, WHITE), BLACK),
        (Stage.BEAVERED, Cube(2, BLACK), WHITE),
        (Stage.RACCOONED, Cube(4, BLACK), BLACK),
    ],
)
def test_a_drop_ends_the_game_at_the_last_accepted_cube(
    stage: Stage, cube: Cube, player: Side
) -> None:
    ruling = judge_cube_action(at(stage, cube), CubeAction.DROP, RACCOONS)
    assert ruling == (CubeAction.DROP, player, (), cube, None)


@pytest.mark.parametrize(
    ("cube", "beaver", "raccoon"),
    [(8, (), ()), (16, (), (CubeCode.CUBE_AT_LIMIT,)), (32, (CubeCode.CUBE_AT_LIMIT,), None)],
)
def test_the_limit_counts_what_an_answer_would_make_of_the_cube(
    cube: int, beaver: tuple[CubeCode, ...], raccoon: tuple[CubeCode, ...] | None
) -> None:
    rules = replace(RACCOONS, cube_limit=64)
    offered = at(Stage.OFFERED, Cube(cube, WHITE))
    assert judge_cube_action(offered, CubeAction.TAKE, rules).legal
    assert judge_cube_action(offered, CubeAction.BEAVER, rules).violations == beaver
    if raccoon is not None:
        beavered = at(Stage.BEAVERED, Cube(2 * cube, BLACK))
        assert judge_cube_action(beavered, CubeAction.RACCOON, rules).violations == raccoon


def test_without_a_limit_there_is_the_ceiling() -> None:
    assert judge_cube_action(at(cube=Cube(CUBE_CEILING // 2)), CubeAction.DOUBLE, BACKGAMMON).legal
    ruling = judge_cube_action(at(cube=Cube(CUBE_CEILING)), CubeAction.DOUBLE, BACKGAMMON)
    assert ruling.violations == (CubeCode.CUBE_AT_LIMIT,)


def test_each_side_has_its_own_dead_cube() -> None:
    match = Match(7, 3, 5, crawford_played=None)
    situation = at(cube=Cube(2), match=match)
    assert judge_cube_action(situation, CubeAction.DOUBLE, BACKGAMMON).legal
    other = replace(situation, turn=BLACK)
    ruling = judge_cube_action(other, CubeAction.DOUBLE, BACKGAMMON)
    assert ruling.violations == (CubeCode.CUBE_DEAD,)


def test_every_rule_that_is_broken_is_named() -> None:
    situation = at(
        Stage.ROLLED,
        Cube(64, BLACK),
        match=Match(5, 4, 3, crawford_played=False),
        crawford_game=True,
    )
    assert judge_cube_action(situation, CubeAction.DOUBLE, MATCH).violations == (
        CubeCode.DICE_ALREADY_ROLLED,
        CubeCode.CRAWFORD_GAME,
        CubeCode.CUBE_NOT_OWNED,
        CubeCode.CUBE_AT_LIMIT,
        CubeCode.CUBE_DEAD,
    )


def test_without_a_cube_one_can_only_roll() -> None:
    rulings = cube_rulings(at(), PORTES)
    assert [ruling.action for ruling in rulings if ruling.legal] == [CubeAction.ROLL]
