"""The kernel, interpreted and compiled, against the brute force of `tests.oracle`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Kernel
from tests.oracle import Sequence, oracle_plays

START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
COUNTS = {
    (1, 1): 42, (2, 1): 15, (3, 1): 16, (4, 1): 14, (5, 1): 8, (6, 1): 10, (2, 2): 75,
    (3, 2): 17, (4, 2): 18, (5, 2): 8, (6, 2): 14, (3, 3): 73, (4, 3): 17, (5, 3): 9,
    (6, 3): 14, (4, 4): 52, (5, 4): 9, (6, 4): 14, (5, 5): 4, (6, 5): 7, (6, 6): 11,
}  # fmt: skip

Case = tuple[tuple[int, ...], int, int, bool]
"""Board, larger die, smaller die, whether R-LARGER holds."""


@pytest.fixture(params=["interpreted", "compiled"], scope="session")
def kernel(request: pytest.FixtureRequest) -> Kernel:
    found: Kernel = request.getfixturevalue(f"{request.param}_kernel")
    return found


def position(random: Random) -> tuple[int, ...]:
    """A position of any kind: contact, race, checkers on the bars, bearing off, few checkers."""
    board = [0] * 26

    def place(count: int, lowest: int, highest: int, sign: int) -> None:
        for _ in range(count):
            free = [point for point in range(lowest, highest + 1) if board[point] * sign >= 0]
            if free:
                board[random.choice(free)] += sign

    own = random.choice([15, 15, 15, 1, 2, 3, 4, 8, 12])
    theirs = random.choice([15, 15, 2, 5, 10])
    bar = min(own, random.choice([0, 0, 0, 1, 1, 2, 3, 5])) if random.random() < 0.4 else 0
    their_bar = min(theirs, random.choice([0, 0, 1, 2])) if random.random() < 0.3 else 0
    board[25], board[0] = bar, -their_bar
    kind = random.random()
    place(own - bar, 1, random.choice([6, 6, 7, 8, 10, 12]) if kind < 0.35 else 24, 1)
    place(theirs - their_bar, 1 if kind < 0.5 else random.choice([1, 13, 17, 19]), 24, -1)
    return tuple(board)


def cases(count: int, seed: int) -> Iterator[Case]:
    random = Random(seed)
    for _ in range(count):
        dice = random.randint(1, 6), random.randint(1, 6)
        yield position(random), max(dice), min(dice), random.random() < 0.9


def packed(sequence: Sequence) -> int:
    play = 0
    for place, _, die, hit in sequence:
        play = play << 10 | place << 5 | die << 2 | hit << 1
    return play


def expected(case: Case) -> list[int]:
    """Of each final position the largest of all legal sequences, as the kernel packs them."""
    board, larger, smaller, larger_die = case
    ends = oracle_plays(board, (larger, smaller), larger_die=larger_die)
    return sorted(max(map(packed, sequences)) for sequences in ends.values())


@cache
def seeded() -> list[tuple[Case, list[int]]]:
    return [(case, expected(case)) for case in cases(1500, seed=20)]


def check(kernel: Kernel, case: Case, plays: list[int]) -> None:
    board, larger, smaller, larger_die = case
    used = list(board)
    found = kernel.distinct_plays(used, larger, smaller, larger_die)
    assert tuple(used) == board, case
    assert len(set(found)) == len(found), case
    assert sorted(found) == plays, case


def test_variants_are_what_they_are_called(
    interpreted_kernel: Kernel, compiled_kernel: Kernel
) -> None:
    assert interpreted_kernel.__file__.endswith(".py")
    assert compiled_kernel.__file__.endswith(".so")


def test_seeded_positions_reach_every_branch() -> None:
    found = [case for case, _ in seeded()]
    assert sum(board[25] > 1 for board, *_ in found) > 50
    assert sum(board[25] == 1 for board, *_ in found) > 50
    assert sum(board[0] < 0 for board, *_ in found) > 50
    assert sum(max(p for p in range(26) if board[p] > 0) <= 6 for board, *_ in found) > 50
    assert sum(larger == smaller for _, larger, smaller, _ in found) > 150
    assert sum(not larger_die for *_, larger_die in found) > 50
    assert sum(not plays for _, plays in seeded()) > 10
    assert sum(0 < max(plays, default=0) < 1 << 10 for _, plays in seeded()) > 10


def test_seeded_positions_equal_the_oracle(kernel: Kernel) -> None:
    for case, plays in seeded():
        check(kernel, case, plays)


@settings(deadline=None)
@given(seed=st.integers(0, 2**64 - 1), larger=st.integers(1, 6), smaller=st.integers(1, 6))
def test_any_position_equals_the_oracle(
    kernel: Kernel, seed: int, larger: int, smaller: int
) -> None:
    if larger < smaller:
        larger, smaller = smaller, larger
    case = position(Random(seed)), larger, smaller, True
    check(kernel, case, expected(case))


@st.composite
def boards(draw: st.DrawFn) -> tuple[int, ...]:
    """Own checkers anywhere, the opponent on what is left; shrinks to few checkers."""
    board = [0] * 26
    for place in draw(st.lists(st.integers(1, 25), min_size=1, max_size=15)):
        board[place] += 1
    for place in draw(st.lists(st.integers(0, 24), max_size=15)):
        if board[place] <= 0:
            board[place] -= 1
    return tuple(board)


@settings(deadline=None)
@given(board=boards(), larger=st.integers(1, 6), smaller=st.integers(1, 6), rule=st.booleans())
def test_any_board_equals_the_oracle(
    kernel: Kernel, board: tuple[int, ...], larger: int, smaller: int, rule: bool
) -> None:
    case = board, max(larger, smaller), min(larger, smaller), rule
    check(kernel, case, expected(case))


@pytest.mark.parametrize(("dice", "count"), COUNTS.items())
def test_plays_from_the_start(kernel: Kernel, dice: tuple[int, int], count: int) -> None:
    assert len(kernel.distinct_plays(list(START), *dice)) == count


def test_both_variants_give_the_same_list(
    interpreted_kernel: Kernel, compiled_kernel: Kernel
) -> None:
    for board, larger, smaller, larger_die in cases(3000, seed=21):
        plays = interpreted_kernel.distinct_plays(list(board), larger, smaller, larger_die)
        same = compiled_kernel.distinct_plays(list(board), larger, smaller, larger_die)
        assert plays == same, (board, larger, smaller, larger_die)
