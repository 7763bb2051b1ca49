from __future__ import annotations

import pytest

from service.rules.dice import ROLLS, Roll


def test_there_are_21_rolls_in_36() -> None:
    assert len(set(ROLLS)) == 21
    assert sum(1 if roll.is_double else 2 for roll in ROLLS) == 36


def test_the_larger_die_comes_first_and_a_double_has_four() -> None:
    assert Roll.of(1, 3) == Roll.of(3, 1) == Roll(3, 1)
    assert Roll(3, 1).dice == (3, 1)
    assert Roll(2, 2).dice == (2, 2, 2, 2)


@pytest.mark.parametrize("faces", [(0, 1), (1, 7), (-1, 3)])
def test_there_is_no_other_face(faces: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        Roll.of(*faces)
