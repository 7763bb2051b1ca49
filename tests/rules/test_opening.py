"""Who begins, with which dice, and what equal dice do to the stake."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.rules.board import Side
from service.rules.dice import Roll
from service.rules.match import Match
from service.rules.opening import Opening, judge_opening, starter_after
from service.rules.rulesets import CUBE_CEILING, PRESETS
from service.rules.scoring import Cube

BACKGAMMON, PORTES, MATCH = (PRESETS[name] for name in ("backgammon", "portes", "portes-match"))
DOUBLES = replace(BACKGAMMON, automatic_doubles=True)
MATCH_DOUBLES = replace(MATCH, automatic_doubles=True)


def test_the_higher_die_starts_with_both_dice_or_two_new_ones() -> None:
    assert judge_opening(3, 5, Cube(), BACKGAMMON) == Opening(Side.BLACK, Roll(5, 3), Cube())
    assert judge_opening(5, 3, Cube(), PORTES) == Opening(Side.WHITE, None, Cube())


def test_whoever_has_won_starts_where_the_ruleset_says_so() -> None:
    assert starter_after(Side.BLACK, PORTES) is Side.BLACK
    assert starter_after(Side.BLACK, BACKGAMMON) is None


@pytest.mark.parametrize(("limit", "values"), [(1, [2, 2, 2]), (2, [2, 4, 4]), (None, [2, 4, 8])])
def test_equal_dice_double_the_stake_up_to_the_limit(limit: int | None, values: list[int]) -> None:
    rules = replace(DOUBLES, automatic_doubles_limit=limit)
    cube, used, seen = Cube(), 0, []
    for _ in range(3):
        opening = judge_opening(4, 4, cube, rules, automatic_doubles_used=used)
        assert opening.starter is None
        cube, used = opening.cube, used + opening.automatic_double
        seen.append(cube.value)
        assert cube.owner is None
    assert seen == values


@pytest.mark.parametrize(
    ("match", "crawford_game", "doubles"),
    [
        (Match(5, 0, 0), False, True),
        (Match(5, 4, 0, False), True, False),
        # The stake already wins the match for one side, then for both.
        (Match(5, 4, 3, True), False, True),
        (Match(5, 4, 4, True), False, False),
        (Match(1, 0, 0), False, False),
    ],
)
def test_in_matches_they_do_so_only_where_it_can_matter(
    match: Match, crawford_game: bool, doubles: bool
) -> None:
    opening = judge_opening(2, 2, Cube(), MATCH_DOUBLES, match=match, crawford_game=crawford_game)
    assert opening.automatic_double is doubles
    elsewhere = judge_opening(2, 2, Cube(), DOUBLES, match=match, crawford_game=crawford_game)
    assert elsewhere == Opening(None, None, Cube())


def test_they_never_pass_the_ceiling() -> None:
    rules = replace(DOUBLES, automatic_doubles_limit=None)
    assert judge_opening(1, 1, Cube(CUBE_CEILING), rules) == Opening(None, None, Cube(CUBE_CEILING))
