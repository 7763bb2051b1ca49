"""How finished games count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.board import START, Position, Side
from service.rules.rulesets import PRESETS, Ruleset
from service.rules.scoring import (
    Cube,
    GameKind,
    kind_of_resignation,
    kind_of_win,
    resigns_too_much,
    score_game,
)
from tests.positions import position

PORTES, BACKGAMMON, MATCH = (PRESETS[name] for name in ("portes", "backgammon", "portes-match"))
JACOBY = replace(BACKGAMMON, jacoby=True)


@pytest.mark.parametrize(
    ("loser", "kind"),
    [
        (position("1:14", ""), GameKind.SINGLE),
        (position("1:15", ""), GameKind.GAMMON),
        (position("1:14 18:1", ""), GameKind.GAMMON),
        (position("1:14 19:1", ""), GameKind.BACKGAMMON),
        (position("1:14", "", bar=1), GameKind.BACKGAMMON),
        (position("1:13", "", bar=1), GameKind.SINGLE),
    ],
)
def test_kinds(loser: Position, kind: GameKind) -> None:
    assert kind_of_win(loser, BACKGAMMON) is kind


def test_there_is_no_triple_win_in_portes() -> None:
    assert kind_of_win(position("1:14 24:1", ""), PORTES) is GameKind.GAMMON


def test_a_resignation_counts_as_the_ruleset_has_it() -> None:
    assert kind_of_resignation(GameKind.BACKGAMMON, PORTES) is GameKind.GAMMON
    assert kind_of_resignation(GameKind.BACKGAMMON, BACKGAMMON) is GameKind.BACKGAMMON
    assert kind_of_resignation(GameKind.SINGLE, PORTES) is GameKind.SINGLE


def test_a_side_with_a_checker_off_can_lose_only_a_single() -> None:
    one_off, none_off = position("1:14", "1:15"), position("6:15", "24:14")
    assert resigns_too_much(one_off, GameKind.GAMMON)
    assert not resigns_too_much(one_off, GameKind.SINGLE)
    assert not resigns_too_much(none_off, GameKind.BACKGAMMON)


def test_a_game_that_goes_on_has_no_kind() -> None:
    with pytest.raises(ValueError, match="not over"):
        kind_of_win(START, PORTES)


@pytest.mark.parametrize(
    ("ruleset", "kind", "cube", "in_match", "points"),
    [
        (BACKGAMMON, GameKind.GAMMON, Cube(2, Side.WHITE), False, 4),
        (BACKGAMMON, GameKind.BACKGAMMON, Cube(), False, 3),
        (BACKGAMMON, GameKind.DROP, Cube(4, Side.BLACK), False, 4),
        (JACOBY, GameKind.GAMMON, Cube(), False, 1),
        (JACOBY, GameKind.BACKGAMMON, Cube(), False, 1),
        # An automatic double leaves the cube in the middle.
        (JACOBY, GameKind.GAMMON, Cube(2), False, 2),
        (JACOBY, GameKind.GAMMON, Cube(2, Side.BLACK), False, 4),
        (JACOBY, GameKind.GAMMON, Cube(), True, 2),
        (replace(MATCH, jacoby=True), GameKind.GAMMON, Cube(), True, 1),
        (JACOBY, GameKind.SINGLE, Cube(), False, 1),
    ],
)
def test_points(ruleset: Ruleset, kind: GameKind, cube: Cube, in_match: bool, points: int) -> None:
    score = score_game(Side.WHITE, kind, cube, ruleset, in_match=in_match)
    assert score.points == points
    assert score.kind is kind
    assert score.base_points * cube.value == points
