"""`portes plays` as it is installed."""

from __future__ import annotations

import pytest

from tests.test_cli import portes


def test_the_start_is_where_nothing_else_is_said() -> None:
    done = portes("plays", "31")
    assert done.returncode == 0
    plays = done.stdout.splitlines()
    assert len(plays) == 16
    assert plays[0] == "24/21 24/23"
    assert "8/5 6/5" in plays


@pytest.mark.parametrize("dice", ["66", "6-6", "6,6"])
def test_a_position_may_be_an_id_or_an_xgid(dice: str) -> None:
    by_id = portes("plays", dice, "4HPwATDgc/ABMA")
    by_xgid = portes("plays", dice, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    assert by_id.stdout == by_xgid.stdout != ""


def test_nothing_playable_is_a_pass() -> None:
    # On the bar against a closed board.
    done = portes("plays", "66", "XGID=-------------------bbbbbbA:0:0:1:00:0:0:0:0:10")
    assert (done.returncode, done.stdout) == (0, "pass\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["71"], "is no roll"),
        (["31", "4HPwATDgc/ABM"], "This is no"),
        (["31", "AAAAAAAAAAAAAA"], "both_finished"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], said: str) -> None:
    done = portes("plays", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
