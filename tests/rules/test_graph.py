"""Two searches and a brute force say the same, on known numbers and on everything at hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings

from service.rules.board import START, Position
from service.rules.dice import ROLLS, Roll
from service.rules.graph import PlayGraph, play_graph
from service.rules.moves import Move
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.rulesets import PRESETS
from tests.oracle import oracle_plays
from tests.positions import Board, board, boards, dice, position

PORTES = PRESETS["portes"]
FORBID = replace(PORTES, hit_and_run_home="forbid")
EITHER_DIE = replace(PORTES, larger_die=False)

FROM_THE_START = dict(
    zip(
        [(roll.larger, roll.smaller) for roll in ROLLS],
        [42, 15, 75, 16, 17, 73, 14, 18, 17, 52, 8, 8, 9, 9, 4, 10, 14, 14, 14, 7, 11],
        strict=True,
    )
)

SPREAD = board("24:1 22:1 20:1 18:1 16:1 14:1 12:1 10:1 9:1 8:1 7:1 6:1 5:1 4:1 3:1", "1:15")


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: f"{roll.larger}{roll.smaller}")
def test_the_start_has_the_known_number_of_plays(roll: Roll) -> None:
    assert len(legal_plays(START, roll, PORTES)) == FROM_THE_START[roll.larger, roll.smaller]


@pytest.mark.parametrize(("dice", "count"), [((3, 1), 31), ((1, 1), 245), ((6, 6), 71)])
def test_the_start_has_the_known_number_of_sequences(dice: tuple[int, int], count: int) -> None:
    graph = play_graph(START, Roll.of(*dice), PORTES)
    assert graph.sequence_count() == count
    assert sum(len(sequences) for sequences in graph.sequences()) == count


@settings(max_examples=400, deadline=None)
@given(boards(), dice)
def test_kernel_graph_and_oracle_agree(where: Board, rolled: tuple[int, int]) -> None:
    roll = Roll.of(*rolled)
    for ruleset in (PORTES, EITHER_DIE, FORBID):
        graph = play_graph(Position(where), roll, ruleset)
        known = oracle_plays(
            where,
            rolled,
            larger_die=ruleset.larger_die,
            hit_and_run_home_forbid=ruleset.hit_and_run_home == "forbid",
        )
        listed = {
            end: {tuple(map(tuple, sequence)) for sequence in sequences}
            for end, sequences in zip(graph.boards, graph.sequences(), strict=True)
        }
        truth = {end: set(sequences) for end, sequences in known.items() if sequences != [()]}
        assert listed == truth
        assert legal_plays(Position(where), roll, ruleset) == graph.plays


@settings(max_examples=300, deadline=None)
@given(boards(), dice)
def test_invariants_of_every_play(where: Board, rolled: tuple[int, int]) -> None:
    roll = Roll.of(*rolled)
    start = Position(where)
    plays = legal_plays(start, roll, PORTES)
    after = [apply_unchecked(start, play) for play in plays]
    assert len(set(after)) == len(plays)
    assert len({len(play) for play in plays}) <= 1
    assert list(plays) == sorted(plays, key=lambda play: [(-m[0], -m[2], -m[3]) for m in play])
    for play, end in zip(plays, after, strict=True):
        off = sum(move.bears_off for move in play)
        assert end.opponent_borne_off == start.borne_off + off
        assert end.borne_off == start.opponent_borne_off
    # R-LARGER: where both dice could be played, but only one at a time, one position is left.
    smaller = legal_plays(start, roll, EITHER_DIE)
    if plays != smaller:
        assert len(plays[0]) == 1
        assert {move.die for play in plays for move in play} == {roll.larger}


@settings(max_examples=200, deadline=None)
@given(boards(), dice)
def test_every_path_through_the_graph_is_a_whole_play(
    where: Board, rolled: tuple[int, int]
) -> None:
    graph = play_graph(Position(where), Roll.of(*rolled), PORTES)
    for node in graph.nodes:
        # No dead ends: a partial play goes on, or it is a play.
        assert bool(node.moves) != (node.play_index is not None) or not graph.plays
    assert graph.sequence_count() == sum(map(len, graph.sequences())) or not graph.plays


def test_the_worst_double_stays_bounded() -> None:
    graph = play_graph(Position(SPREAD), Roll(1, 1), PORTES)
    assert len(graph.plays) > 1000
    assert len(graph.nodes) < 3000


def moves_of(graph: PlayGraph) -> list[list[tuple[int, int]]]:
    return [[(move.from_point, move.to_point) for move in play] for play in graph.plays]


@pytest.mark.parametrize(
    ("where", "rolled", "expected"),
    [
        (board("7:1", "6:2"), (2, 1), [[(7, 5), (5, 4)]]),
        (board("3:1"), (1, 3), [[(3, 2), (2, 0)]]),
        (board("24:1", "13:2"), (6, 5), [[(24, 18)]]),
        (board("24:1", "13:2 18:2"), (6, 5), [[(24, 19)]]),
        (board("6:2"), (6, 5), [[(6, 0), (6, 1)]]),
        (board("6:1", "2:2"), (4, 4), []),
        (board("1:1"), (5, 3), [[(1, 0)]]),
    ],
)
def test_worked_examples(
    where: Board, rolled: tuple[int, int], expected: list[list[tuple[int, int]]]
) -> None:
    assert moves_of(play_graph(Position(where), Roll.of(*rolled), PORTES)) == expected


def test_the_only_die_of_a_last_checker_is_the_larger() -> None:
    assert legal_plays(position("1:1"), Roll(5, 3), PORTES) == ((Move(1, 0, 5, False),),)


def test_hit_and_run_shortens_a_play() -> None:
    # R-HIT-AND-RUN before R-ALL: the only two-dice play would move the hitter on.
    start = position("9:1", "5:1 7:2 3:0")
    assert len(legal_plays(start, Roll(4, 2), PORTES)[0]) == 2
    assert legal_plays(start, Roll(4, 2), FORBID) == ((Move(9, 5, 4, True),),)
