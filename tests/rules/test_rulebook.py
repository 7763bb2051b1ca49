"""The rules of scoring, cube and match against their independent statement, on whole grids.

A failure lists the cases that differ. Each grid says what it leaves out and why that cannot matter.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from service.rules.board import Side
from service.rules.cube import CubeRuling, CubeSituation, Stage, cube_rulings
from service.rules.match import (
    Match,
    after_game,
    crawford_status,
    is_crawford_game,
    match_faults,
)
from service.rules.rulesets import PRESETS, Ruleset, with_options
from service.rules.scoring import (
    Cube,
    GameKind,
    base_points,
    kind_of_resignation,
    kind_of_win,
    score_game,
)
from tests import rulebook
from tests.positions import position

LONGEST = 11
CUBES = [2**power for power in range(7)]
SIDES = {"white": Side.WHITE, "black": Side.BLACK}
OWNERS: dict[str, Side | None] = {**SIDES, "middle": None}

CUBE_ON = {"cube": True, "beaver_refusable": True}
RACCOONS = {"beavers": True, "raccoons": True}
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("portes", CUBE_ON),
    ("portes-trio", {**CUBE_ON, **RACCOONS, "crawford": True, "cube_limit": 8}),
    ("portes-online", {**CUBE_ON, "dead_cube": True, "beavers": True, "options_in_match": True}),
    ("portes-online", {"cube": True, "beavers": True, "beaver_refusable": False}),
    ("portes-cube", {"beavers": True, "beaver_refusable": True}),
    ("portes-cube", {"beavers": True, "beaver_refusable": False, "options_in_match": True}),
    ("portes-cube", {**RACCOONS, "beaver_refusable": True, "options_in_match": True}),
    ("portes-match", {"cube": False}),
    ("portes-match", {"beavers": True}),
    ("portes-match", {"beavers": True, "beaver_refusable": True}),
    ("portes-match", {"beavers": True, "options_in_match": False}),
    ("portes-match", {**RACCOONS, "jacoby": True}),
    ("portes-match", {**RACCOONS, "beaver_refusable": True, "cube_limit": 16}),
    ("portes-match", {**RACCOONS, "crawford": False, "cube_limit": None}),
    ("backgammon", {"beavers": True}),
    ("backgammon", RACCOONS),
    ("backgammon", {"beavers": True, "options_in_match": True}),
    ("backgammon", {"beavers": True, "options_in_match": True, "beaver_refusable": False}),
    ("backgammon", {**RACCOONS, "options_in_match": True}),
    ("backgammon", {**RACCOONS, "options_in_match": True, "beaver_refusable": False}),
    ("backgammon", {"dead_cube": False, **RACCOONS, "options_in_match": True}),
    ("backgammon", {"jacoby": True, "opening_dice": "reroll"}),
]


def matches(lengths: Iterable[int], flags: Iterable[bool | None]) -> Iterator[rulebook.Match]:
    """Every score of a match that goes on, with every Crawford flag that can be true there."""
    for length in lengths:
        for white, black, flag in itertools.product(range(length), range(length), flags):
            match = rulebook.Match(length, white, black, flag)
            if rulebook.match_possible(match):
                yield match


def situations(
    rules: rulebook.Switches,
    scores: Iterable[rulebook.Match | None],
    cubes: Iterable[int],
    opening_turns: Iterable[bool] = (False,),
) -> Iterator[rulebook.Situation]:
    """Every state that a cube action can be asked about.

    An owned cube is not 1. After a beaver the cube is the beaverer's and has been doubled once, or
    twice after a raccoon. Where there is no cube it is 1 in the middle.
    """
    cubes = list(cubes) if rules.cube else [1]
    for match, turn, opening_turn in itertools.product(scores, rulebook.OTHER, opening_turns):
        crawford_game = match is not None and rulebook.crawford_status(match, rules) == "crawford"
        for stage, owner, value in itertools.product(rulebook.STAGES, OWNERS, cubes):
            if rules.cube:
                raised = stage in ("beavered", "raccooned")
                if raised and (value < (4 if stage == "raccooned" else 2) or owner == "middle"):
                    continue
                if owner != "middle" and (value == 1 or (raised and owner == turn)):
                    continue
            elif owner != "middle":
                continue
            yield rulebook.Situation(stage, turn, value, owner, match, crawford_game, opening_turn)


def service_match(match: rulebook.Match) -> Match:
    return Match(match.length, match.white, match.black, match.crawford_played)


def as_in_rulebook(ruling: CubeRuling) -> rulebook.Ruling:
    """What the service says, in the words of the rulebook."""
    codes = [code.code for code in ruling.violations]
    assert len(codes) == len(set(codes)), f"a code twice: {ruling}"
    assert ruling.legal is (not codes)
    after: tuple[int, str, str] | tuple[str, str, int] | None = None
    if ruling.cube is not None and ruling.stage is None:
        after = (ruling.action.value, ruling.player.opponent.value, ruling.cube.value)
    elif ruling.cube is not None and ruling.stage is not None:
        owner = ruling.cube.owner.value if ruling.cube.owner else "middle"
        after = (ruling.cube.value, owner, ruling.stage.value)
    return rulebook.Ruling(ruling.action.value, ruling.player.value, frozenset(codes), after)


def compare_rulings(
    rules: rulebook.Switches, ruleset: Ruleset, cases: Iterable[rulebook.Situation]
) -> int:
    """How many actions were compared; fails with the first of those that differ."""
    known: dict[rulebook.Match | None, Match | None] = {None: None}
    compared = 0
    differences: list[str] = []
    for at in cases:
        if at.match is not None and at.match not in known:
            known[at.match] = service_match(at.match)
        situation = CubeSituation(
            turn=SIDES[at.turn],
            stage=Stage(at.stage),
            cube=Cube(at.cube_value, OWNERS[at.cube_owner]),
            match=known[at.match],
            crawford_game=at.crawford_game,
            opening_turn=at.opening_turn,
        )
        expected = rulebook.cube_rulings(rules, at)
        found = [as_in_rulebook(r) for r in cube_rulings(situation, ruleset)]
        compared += len(found)
        if found != expected:
            differences += [
                f"{at}\n    rulebook {want}\n    service  {got}"
                for want, got in itertools.zip_longest(expected, found)
                if want != got
            ]
    assert not differences, "\n".join(
        [f"{len(differences)} of {compared} rulings differ under {rules}", *differences[:5]]
    )
    return compared


def test_the_presets_have_the_switches_of_the_text() -> None:
    assert list(PRESETS) == list(rulebook.PRESETS)
    for preset, rules in rulebook.PRESETS.items():
        stated = {name: value for name, value in rules._asdict().items() if value is not None}
        if not rules.cube_limit:
            stated["cube_limit"] = None
        assert {name: getattr(PRESETS[preset], name) for name in stated} == stated, preset


@pytest.mark.parametrize("preset", rulebook.PRESETS)
def test_cube_actions_of_the_presets(preset: str) -> None:
    """Every score of every match up to the longest, and money; every cube up to 64."""
    rules = rulebook.PRESETS[preset]
    scores = [None, *matches(range(1, LONGEST + 1), (False, True))]
    compared = compare_rulings(rules, PRESETS[preset], situations(rules, scores, CUBES))
    assert compared == 6 * 2 * len(scores) * (3 * 19 + 6 + 5 if rules.cube else 5)


@pytest.mark.parametrize(("preset", "options"), VARIANTS)
def test_cube_actions_with_options(preset: str, options: dict[str, Any]) -> None:
    """Money, the one-point match, and one longest match.

    A shorter match adds nothing: but for the one-point match the rules know the score only as the
    points that each side is away, and the longest match has all of these. That the service asks for
    no more is seen where the presets are compared.
    """
    rules = rulebook.switches(preset, options)
    ruleset = with_options(PRESETS[preset], options)
    scores = [None, *matches([1, LONGEST], (False, True))]
    assert compare_rulings(rules, ruleset, situations(rules, scores, CUBES)) > 0


@pytest.mark.parametrize("cube_limit", [None, 6])
@pytest.mark.parametrize("beavers", [False, True])
def test_cube_actions_under_every_combination_of_switches(
    cube_limit: int | None, beavers: bool
) -> None:
    """The switches that a cube action is judged by, all combinations.

    Fewer scores and cubes: a match to five has sides away by less than, exactly and more than every
    stake that is doubled, beavered or raccooned here.
    """
    names = ["crawford", "dead_cube", "beaver_refusable", "raccoons", "options_in_match"]
    scores = [None, *matches([1, 5], (False, True))]
    for values in itertools.product([False, True], repeat=len(names)):
        options: dict[str, Any] = dict(zip(names, values, strict=True))
        options |= {"beavers": beavers, "cube_limit": cube_limit}
        rules = rulebook.switches("backgammon", options)
        ruleset = with_options(PRESETS["backgammon"], options)
        assert compare_rulings(rules, ruleset, situations(rules, scores, [1, 2, 4])) > 0


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        *[(preset, {}) for preset in rulebook.PRESETS],
        ("backgammon", {"opening_dice": "reroll", "beavers": True}),
        ("portes-match", RACCOONS),
        ("portes", CUBE_ON),
    ],
)
def test_cube_actions_in_the_opening_turn(preset: str, options: dict[str, Any]) -> None:
    """Dice that lie there are a fault of their own, whatever the score: short matches will do."""
    rules = rulebook.switches(preset, options)
    ruleset = with_options(PRESETS[preset], options)
    scores = [None, *matches([1, 3], (False, True))]
    cases = situations(rules, scores, [1, 2, 4, 64], opening_turns=(False, True))
    assert compare_rulings(rules, ruleset, cases) > 0


@pytest.mark.parametrize("cube_limit", [None, 2**18, 2**20, 2**24])
def test_cube_actions_near_the_ceiling(cube_limit: int | None) -> None:
    options: dict[str, Any] = {**RACCOONS, "cube_limit": cube_limit, "options_in_match": True}
    rules = rulebook.switches("backgammon", options)
    ruleset = with_options(PRESETS["backgammon"], options)
    scores = [None, rulebook.Match(25, 0, 0, False), rulebook.Match(1, 0, 0)]
    cubes = [2**power for power in range(15, 21)]
    assert compare_rulings(rules, ruleset, situations(rules, scores, cubes)) > 0


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        *[(preset, {}) for preset in rulebook.PRESETS],
        ("portes", {"cube": True, "jacoby": True}),
        ("portes-cube", {"jacoby": True}),
        ("portes-match", {"jacoby": True}),
        ("portes-match", {"jacoby": True, "options_in_match": False}),
        ("backgammon", {"jacoby": True}),
        ("backgammon", {"jacoby": True, "options_in_match": True, "backgammon_points": 2}),
    ],
)
def test_scores(preset: str, options: dict[str, Any]) -> None:
    """Every kind of game, cube and owner; the score of the match cannot matter, only that it is."""
    rules = rulebook.switches(preset, options)
    ruleset = with_options(PRESETS[preset], options)
    cubes = [2**power for power in range(21)] if rules.cube else [1]
    for kind, value, owner, in_match, winner in itertools.product(
        GameKind, cubes, OWNERS, (False, True), SIDES
    ):
        if owner != "middle" and value == 1:
            continue
        case = f"{preset} {options}: {winner} wins {kind}, cube {value} {owner}, match {in_match}"
        score = score_game(
            SIDES[winner], kind, Cube(value, OWNERS[owner]), ruleset, in_match=in_match
        )
        found = rulebook.Points(score.base_points, score.points, score.jacoby_applied)
        assert found == rulebook.points(rules, kind.value, value, owner, in_match), case
        assert (score.winner, score.kind, score.cube_value) == (SIDES[winner], kind, value), case


@pytest.mark.parametrize("preset", rulebook.PRESETS)
def test_kinds_of_games(preset: str) -> None:
    """The loser's last checker on each point and on the bar, with and without checkers off."""
    rules, ruleset = rulebook.PRESETS[preset], PRESETS[preset]
    for borne_off, last in itertools.product(range(14), range(1, 26)):
        at_home = f"1:{14 - borne_off}"
        loser = (
            position(at_home, "", bar=1)
            if last == 25
            else position(f"{at_home} {last}:1" if last > 1 else f"1:{15 - borne_off}", "")
        )
        kind = rulebook.kind_of_win(borne_off, last >= 19, rules)
        assert kind_of_win(loser, ruleset).value == kind, (preset, borne_off, last)
    for resigned_as in ("single", "gammon", "backgammon"):
        kind = rulebook.kind_of_resignation(resigned_as, rules)
        found = kind_of_resignation(GameKind(resigned_as), ruleset)
        assert found.value == kind, (preset, resigned_as)
        assert base_points(found, ruleset) == rulebook.points(rules, kind, 1, "middle", True).base


def test_scores_at_which_a_game_can_begin() -> None:
    for length in range(1, LONGEST + 1):
        for white, black in itertools.product(range(length + 2), repeat=2):
            for flag in (None, False, True):
                match = rulebook.Match(length, white, black, flag)
                faults = [fault.value for fault in match_faults(service_match(match))]
                over = rulebook.winner_of(match) is not None
                assert ("invalid_match_score" in faults) is over, match
                if not over:
                    possible = rulebook.match_possible(match)
                    assert faults == ([] if possible else ["crawford_impossible"]), match


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        *[(preset, {}) for preset in rulebook.PRESETS],
        ("portes", {"cube": True, "crawford": True}),
        ("portes-match", {"crawford": False}),
    ],
)
def test_matches(preset: str, options: dict[str, Any]) -> None:
    """Before each game and after it: score, end, Crawford flag, whether it is the Crawford game.

    The rules do not say what the flag or the status is once the match is over.
    """
    rules = rulebook.switches(preset, options)
    ruleset = with_options(PRESETS[preset], options)
    crawford_game = {"crawford": True, "unknown": None}
    wins = sorted({base * value for base in (1, 2, 3) for value in CUBES})
    for match in matches(range(1, LONGEST + 1), (None, False, True)):
        before = service_match(match)
        status = rulebook.crawford_status(match, rules)
        assert crawford_status(before, ruleset).value == status, match
        assert is_crawford_game(before, ruleset) is crawford_game.get(status, False), match
        for winner, points in itertools.product(SIDES, wins):
            case = f"{preset} {options}: {winner} wins {points} at {match}"
            following = after_game(before, SIDES[winner], points)
            expected = rulebook.after(match, winner, points)
            assert (following.length, following.white, following.black) == expected[:3], case
            ended = rulebook.winner_of(expected)
            assert following.winner is (SIDES[ended] if ended else None), case
            if ended is None:
                assert following.crawford_played is expected.crawford_played, case
                status = rulebook.crawford_status(expected, rules)
                assert crawford_status(following, ruleset).value == status, case
