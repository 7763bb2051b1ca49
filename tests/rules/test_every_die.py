"""The short proof of legality never says anything that the whole judgement would not."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.rules.board import OFF, Position
from service.rules.dice import ROLLS, Roll
from service.rules.every_die import play_every_die
from service.rules.graph import play_graph
from service.rules.rulesets import PRESETS
from service.rules.steps import after_play
from service.rules.verdict import AttemptedMove, judge_outcome, judge_play
from tests.positions import boards

BACKGAMMON = PRESETS["backgammon"]


@st.composite
def attempts(draw: st.DrawFn) -> tuple[Position, Roll, tuple[AttemptedMove, ...]]:
    """A legal sequence, written in some order, perhaps joined, marked or changed in one place."""
    position = Position(draw(boards()))
    roll = draw(st.sampled_from(ROLLS))
    random = draw(st.randoms(use_true_random=False))
    graph = play_graph(position, roll, BACKGAMMON)
    if not graph.plays:
        return position, roll, (AttemptedMove((6, 6 - roll.smaller if roll.smaller < 6 else 0)),)
    moves = [
        AttemptedMove((move.from_point, move.to_point), _marks(random, move.to_point, move.hit))
        for move in random.choice(list(graph.plays))
    ]
    for _ in range(random.randrange(3)):
        _joined(random, moves)
    if random.random() < 0.5:
        random.shuffle(moves)
    if random.random() < 0.3:
        index = random.randrange(len(moves))
        start, *rest = moves[index].points
        moves[index] = AttemptedMove((min(25, max(1, start + random.randrange(-2, 3))), *rest))
    return position, roll, tuple(moves)


def _marks(random: Random, point: int, hit: bool) -> frozenset[int]:
    marked = hit if random.random() < 0.9 else not hit
    return frozenset((point,)) if marked and point != OFF else frozenset()


def _joined(random: Random, moves: list[AttemptedMove]) -> None:
    """Writes two moves of one checker as one, its stop left out or kept."""
    for one in moves:
        for other in moves:
            if one is not other and one.points[-1] == other.points[0]:
                stops = (*one.points, *other.points[1:])
                if random.random() < 0.5:
                    stops = (one.points[0], other.points[-1])
                moves.remove(one)
                moves[moves.index(other)] = AttemptedMove(stops, other.hits & set(stops[1:]))
                return


@given(attempts(), st.booleans())
def test_the_outcome_is_that_of_the_whole_judgement(
    written: tuple[Position, Roll, tuple[AttemptedMove, ...]], any_order: bool
) -> None:
    position, roll, attempt = written
    outcome = judge_outcome(position, roll, attempt, BACKGAMMON, any_order=any_order)
    verdict = judge_play(position, roll, attempt, BACKGAMMON, any_order=any_order)
    after = (
        None
        if verdict.play is None
        else Position(after_play(position.board, verdict.play)).mirrored()
    )
    assert outcome.after == after
    assert outcome.unmarked_hits == verdict.unmarked_hits
    assert outcome.reordered == verdict.reordered


def board(**points: int) -> list[int]:
    counts = [0] * 26
    for name, count in points.items():
        counts[int(name.removeprefix("p"))] = count
    return counts


def legs(*ways: tuple[int, int]) -> list[int]:
    return [start << 5 | end for start, end in ways]


@pytest.mark.parametrize(
    ("counts", "ways", "dice", "hits"),
    [
        pytest.param(board(p8=3, p6=5), legs((8, 5), (6, 5)), (3, 1), 0, id="both dice"),
        pytest.param(board(p8=3, p6=5), legs((8, 5)), (3, 1), -1, id="a die left"),
        pytest.param(
            board(p8=3, p5=-1), legs((8, 5), (5, 4)), (3, 1), 1 << 5, id="a stop that hits"
        ),
        pytest.param(board(p8=3, p5=-1), legs((8, 4)), (3, 1), -1, id="joined past a blot"),
        pytest.param(board(p8=3, p5=-2), legs((8, 4)), (3, 1), 0, id="joined by the open stop"),
        pytest.param(board(p8=3, p5=-2, p7=-2), legs((8, 4)), (3, 1), -1, id="no open stop"),
        pytest.param(
            board(p25=2, p8=1), legs((25, 22), (8, 7)), (3, 1), -1, id="one still outside"
        ),
        pytest.param(board(p25=1, p8=1), legs((25, 22), (8, 7)), (3, 1), 0, id="entered first"),
        pytest.param(board(p6=1, p5=1, p1=2), legs((5, 0), (6, 5)), (5, 1), 0, id="5/off fits"),
        pytest.param(board(p6=1, p4=1), legs((4, 0), (6, 5)), (5, 1), -1, id="not the highest"),
        pytest.param(board(p6=1, p4=1), legs((6, 5), (5, 0)), (5, 1), 0, id="one goes in and off"),
        pytest.param(board(p7=1, p4=1), legs((4, 0), (7, 6)), (4, 1), -1, id="not all home yet"),
        pytest.param(board(p2=1, p1=1), legs((2, 0), (1, 0)), (6, 5), 0, id="higher dice"),
        pytest.param(board(p13=2), legs((13, 9), (13, 5)), (2, 2), -1, id="more dice than four"),
        pytest.param(board(p13=2), legs((13, 9), (13, 9)), (2, 2), 0, id="four dice"),
        pytest.param(board(p13=2, p8=1), legs((13, 9), (8, 10), (13, 9)), (2, 2), -1, id="back"),
        pytest.param(board(p5=1, p3=2), legs((5, 0), (3, 0), (3, 1)), (2, 2), -1, id="five dice"),
        pytest.param(
            board(p5=1, p3=2), legs((5, 3), (3, 1), (3, 1), (3, 1)), (2, 2), 0, id="steps"
        ),
        pytest.param(
            board(p4=1, p2=2), legs((4, 0), (2, 0), (2, 0)), (2, 2), 0, id="joined and off"
        ),
    ],
)
def test_ways_of_using_the_dice(
    counts: list[int], ways: list[int], dice: tuple[int, int], hits: int
) -> None:
    assert play_every_die(counts, ways, *dice) == hits
