"""Attempts at plays: how they are read, and why they are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.notation.play_notation import format_play, parse_play
from service.rules.board import START, Position
from service.rules.dice import Roll
from service.rules.graph import play_graph
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.rulesets import PRESETS, Ruleset
from service.rules.verdict import AttemptedMove, Verdict, ViolationCode, judge_play
from tests.positions import Board, boards, dice, position

PORTES = PRESETS["portes"]
FORBID = replace(PORTES, hit_and_run_home="forbid")


def judge(
    where: Position, rolled: tuple[int, int], text: str, ruleset: Ruleset = PORTES
) -> Verdict:
    attempt = [AttemptedMove(move.points, move.hits) for move in parse_play(text)]
    return judge_play(where, Roll.of(*rolled), attempt, ruleset, any_order=True)


def codes(verdict: Verdict) -> list[str]:
    assert verdict.legal == (not verdict.violations)
    return [violation.code.code for violation in verdict.violations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8/5 6/5", []),
        ("6/5 8/5", []),
        ("24/20", []),
        ("24/23/20", []),
        ("8/4", []),
        ("pass", ["must_not_pass"]),
        ("8/5", ["must_play_all_dice"]),
        ("8/6 6/5", ["die_not_rolled"]),
        ("8/5 8/5", ["die_already_used"]),
        ("5/8 6/5", ["wrong_direction"]),
        ("8/5 7/6", ["no_checker_on_point"]),
        ("13/12 8/5", ["point_blocked"]),
        ("6/3 24/23 6/5", ["die_already_used"]),
        ("8/5* 6/5", ["hit_mismatch"]),
        ("bar/22 6/5", ["no_checker_on_point"]),
        ("8/off", ["die_not_rolled", "not_all_home", "must_play_all_dice"]),
        ("7/6 13/12", ["no_checker_on_point", "die_already_used", "point_blocked"]),
    ],
)
def test_at_the_start_with_3_1(text: str, expected: list[str]) -> None:
    assert codes(judge(START, (3, 1), text)) == expected


@pytest.mark.parametrize(
    ("where", "rolled", "text", "expected", "equivalent"),
    [
        (position("3:1"), (3, 1), "3/off", ["must_play_all_dice"], True),
        (position("3:1"), (3, 1), "3/2/off", [], False),
        (position("4:1", "2:1"), (6, 2), "4/off", ["must_play_all_dice"], False),
        (position("14:1 2:14", "4:2"), (6, 4), "14/10", ["must_play_larger_die"], False),
        (position("5:1 2:1"), (6, 1), "2/off 5/4", ["bear_off_from_highest"], False),
        (position("6:1", "2:2"), (4, 4), "pass", [], False),
        (position("6:1", "2:2"), (4, 4), "6/2", ["point_blocked"], False),
        (position("13:1", opponent="19:2", bar=1), (3, 1), "13/10 bar/24", [], False),
        (position("8:1", "5:1"), (3, 1), "8/5/4", [], False),
        (position("8:2 2:2"), (4, 4), "8/off(2)", [], False),
        (position("13:2", "12:2", bar=2), (5, 5), "bar/15(2)", [], False),
        (position("24:1", "23:1 22:1"), (2, 1), "24/21", ["ambiguous_notation"], False),
    ],
)
def test_rulings(
    where: Position, rolled: tuple[int, int], text: str, expected: list[str], equivalent: bool
) -> None:
    verdict = judge(where, rolled, text)
    assert codes(verdict) == expected
    assert verdict.result_equivalent is equivalent


def test_hit_and_run_is_named_only_where_it_is_forbidden() -> None:
    where = position("8:1 6:1 3:2", "5:1")
    assert judge(where, (3, 1), "8/5*/4").legal
    assert codes(judge(where, (3, 1), "8/5*/4", FORBID)) == ["hit_and_run"]
    assert judge(where, (3, 1), "8/5* 6/5", FORBID).legal


def test_an_ambiguous_way_offers_its_readings_and_a_mark_decides() -> None:
    where = position("10:1 2:14", "8:1 6:1 21:3 20:5 19:5")
    verdict = judge(where, (4, 2), "10/4")
    assert [format_play(play) for play in verdict.candidates] == ["10/6*/4", "10/8*/4"]
    assert judge(where, (4, 2), "10/8*/4").legal
    assert judge(where, (4, 2), "10/8/4").unmarked_hits == (8,)


def test_the_way_with_fewest_hits_is_meant() -> None:
    where = position("10:1 2:14", "8:1 21:3 20:5 19:5")
    verdict = judge(where, (4, 2), "10/4")
    assert verdict.play is not None
    assert not any(move.hit for move in verdict.play)


def test_moves_in_a_list_are_judged_in_their_order() -> None:
    where = position("12:1 6:3 5:3")
    moves = [AttemptedMove((5, 0)), AttemptedMove((12, 6))]
    assert codes(judge_play(where, Roll(6, 5), moves, PORTES)) == ["not_all_home"]
    turned = judge_play(where, Roll(6, 5), moves, PORTES, any_order=True)
    assert turned.legal
    assert turned.reordered


def test_a_named_die_must_fit() -> None:
    wrong = judge_play(START, Roll(3, 1), [AttemptedMove((8, 5), die=1)], PORTES)
    assert codes(wrong) == ["die_not_rolled", "must_play_all_dice"]
    used = [AttemptedMove((8, 5), die=3), AttemptedMove((13, 10), die=3)]
    assert codes(judge_play(START, Roll(3, 1), used, PORTES)) == ["die_already_used"]


@settings(max_examples=200, deadline=None)
@given(boards(), dice, st.data())
def test_every_legal_sequence_is_legal_and_its_notation_reads_back(
    where: Board, rolled: tuple[int, int], data: st.DataObject
) -> None:
    start, roll = Position(where), Roll.of(*rolled)
    graph = play_graph(start, roll, PORTES)
    if not graph.plays:
        assert judge(start, rolled, "pass").legal
        return
    index = data.draw(st.integers(0, len(graph.plays) - 1))
    sequence = data.draw(st.sampled_from(graph.sequences()[index]))
    attempt = [
        AttemptedMove((move.from_point, move.to_point), frozenset(), move.die) for move in sequence
    ]
    verdict = judge_play(start, roll, attempt, PORTES)
    assert verdict.play == graph.plays[index]
    written = judge(start, rolled, format_play(graph.plays[index]))
    assert written.legal
    assert written.play == graph.plays[index]
    assert written.unmarked_hits == ()


@settings(max_examples=200, deadline=None)
@given(
    boards(),
    dice,
    st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)).map(AttemptedMove), max_size=6),
    st.booleans(),
)
def test_any_attempt_gets_a_ruling_that_membership_confirms(
    where: Board, rolled: tuple[int, int], attempt: list[AttemptedMove], any_order: bool
) -> None:
    start, roll = Position(where), Roll.of(*rolled)
    verdict = judge_play(start, roll, attempt, PORTES, any_order=any_order)
    plays = legal_plays(start, roll, PORTES)
    if verdict.legal:
        assert verdict.play in plays or (verdict.play == () and not plays)
    else:
        assert verdict.violations
        assert verdict.example in plays or not plays
        assert all(isinstance(v.code, ViolationCode) for v in verdict.violations)


def test_applying_gives_the_opponent_the_board() -> None:
    play = judge(START, (3, 1), "8/5 6/5").play
    assert play is not None
    assert apply_unchecked(START, play).board[20] == -2
