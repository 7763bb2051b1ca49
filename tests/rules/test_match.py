"""Match scores and the Crawford game."""

from __future__ import annotations

import pytest

from service.rules.board import Side
from service.rules.match import (
    Match,
    MatchFault,
    after_game,
    crawford_status,
    is_crawford_game,
    match_faults,
    points_possible,
)
from service.rules.rulesets import PRESETS, Ruleset

BACKGAMMON, PORTES = PRESETS["backgammon"], PRESETS["portes"]


@pytest.mark.parametrize(
    ("match", "faults"),
    [
        (Match(5, 3, 2), []),
        (Match(5, 5, 2), [MatchFault.OVER]),
        (Match(5, 4, 4, False), [MatchFault.CRAWFORD]),
        (Match(5, 4, 4, True), []),
        (Match(5, 3, 2, True), [MatchFault.CRAWFORD]),
        (Match(5, 4, 3), []),
        (Match(1, 0, 0, False), []),
    ],
)
def test_faults(match: Match, faults: list[MatchFault]) -> None:
    assert match_faults(match) == faults


def test_the_crawford_game_comes_once_when_it_is_due() -> None:
    match = Match(5, 3, 2, False)
    seen = []
    for winner in (Side.WHITE, Side.BLACK, Side.BLACK):
        match = after_game(match, winner, 1)
        seen.append(is_crawford_game(match, BACKGAMMON))
    # 4-2 is the Crawford game, 4-3 and 4-4 come after it.
    assert seen == [True, False, False]
    assert match == Match(5, 4, 4, True)


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (Match(5, 4, 3), None),
        (Match(5, 4, 3, True), False),
        (Match(5, 4, 3, False), True),
        (Match(5, 3, 3), False),
        (Match(5, 4, 4), False),
        (Match(1), False),
    ],
)
def test_the_score_alone_may_not_tell(match: Match, expected: bool | None) -> None:
    assert is_crawford_game(match, BACKGAMMON) is expected
    assert is_crawford_game(match, PORTES) is False


def test_the_status_of_a_match() -> None:
    statuses = [
        crawford_status(match, BACKGAMMON).value
        for match in (
            Match(5, 3, 3),
            Match(5, 4, 3, False),
            Match(5, 4, 3, True),
            Match(5, 4, 4),
            Match(5, 4, 3),
            Match(1, 0, 0),
            Match(5, 5, 4),
        )
    ]
    assert statuses == ["before", "crawford", "after", "after", "unknown", "none", "after"]


@pytest.mark.parametrize(
    ("points", "match", "ruleset", "possible"),
    [
        (6, Match(7), BACKGAMMON, True),
        (5, Match(7), BACKGAMMON, False),
        (6, Match(7), PORTES, False),
        (3, Match(7), PORTES, False),
        (2, Match(7), PORTES, True),
        # In the Crawford game and in a match to 1 point the cube stays at 1.
        (4, Match(7, 6, 0, False), BACKGAMMON, False),
        (3, Match(7, 6, 0, False), BACKGAMMON, True),
        (4, Match(1), BACKGAMMON, False),
        (192, Match(7), PRESETS["portes-match"], True),
        (384, Match(7), PRESETS["portes-match"], False),
        (384, Match(7), BACKGAMMON, True),
    ],
)
def test_which_points_a_game_can_give(
    points: int, match: Match, ruleset: Ruleset, possible: bool
) -> None:
    assert points_possible(points, match, ruleset) is possible


def test_points_past_the_length_stay_in_the_score() -> None:
    match = after_game(Match(5, 4, 3), Side.WHITE, 4)
    assert (match.white, match.black, match.winner) == (8, 3, Side.WHITE)
