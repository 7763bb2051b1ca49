"""Every notation into every other: GNU Backgammon's word on it, and everything that can be said."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notation.errors import NotationError
from service.notation.formats import FORMATS, read_notation, recognised, write_notation
from service.notation.snapshot import GameSnapshot, Resignation, Status
from service.rules.board import Position, Side
from service.rules.cube import Stage
from service.rules.scoring import Cube, GameKind
from tests.notation.vectors import VECTORS, setup
from tests.positions import boards


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["xgid"])
def test_an_xgid_gives_the_ids_of_gnu_backgammon(vector: dict[str, Any]) -> None:
    assert recognised(vector["xgid"]) == "xgid"
    snapshot = read_notation(vector["xgid"], "xgid")
    position_id, match_id = vector["position_id"], vector["match_id"]
    assert write_notation("position_id", snapshot).text == position_id
    assert write_notation("match_id", snapshot).text == match_id
    assert write_notation("gnubg_id", snapshot).text == f"{position_id}:{match_id}"
    again = write_notation("xgid", snapshot)
    assert (again.text, again.lost) == (vector["xgid"], ())
    assert write_notation("position_id", snapshot).lost == ("dice", "cube", "match")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["match_id"])
@pytest.mark.parametrize("between", [":", " ", " : "])
def test_both_ids_give_the_xgid(vector: dict[str, Any], between: str) -> None:
    text = f"{vector['position_id']}{between}{vector['match_id']}"
    assert recognised(text) == "gnubg_id"
    snapshot = read_notation(text, "gnubg_id")
    assert snapshot.setup == setup(vector)
    xgid = write_notation("xgid", snapshot).text
    # A Match ID knows neither the order of the dice nor beavers.
    assert xgid is not None
    wanted, got = vector["xgid"].split(":"), xgid.split(":")
    assert sorted(wanted.pop(4)) == sorted(got.pop(4))
    if vector["beavers"]:
        wanted[6] = str(int(wanted[6]) - 2)
    assert got == wanted


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4HPwATDgc/ABMA", "position_id"),
        (" 4HPwATDgc_ABMA== ", "position_id"),
        ("cAkAAAAAAAAA", "match_id"),
        ("cAkAAAAAAAA", "match_id"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "gnubg_id"),
        ("4HPwATDgc/ABMA cAkAAAAAAAAA", "gnubg_id"),
        ("XGID=", "xgid"),
        ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1", "xgid"),
        ("board:You", "fibs_board"),
    ],
)
def test_what_a_text_looks_like(text: str, name: str) -> None:
    assert recognised(text) == name


@pytest.mark.parametrize(
    "text",
    ["", "   ", "8/5", "8/5 6/5", "a b c", ":", "cAkAAAAAAA", "A" * 15, "A" * 100_000, "4HP\0"],
)
def test_what_looks_like_nothing(text: str) -> None:
    with pytest.raises(NotationError) as error:
        recognised(text)
    assert error.value.code == "unknown_notation"


def test_the_faults_of_both_ids_are_said() -> None:
    with pytest.raises(NotationError) as error:
        read_notation("4HPwATDgc*ABMA:c*kAAAAAAAAA", "gnubg_id")
    assert error.value.code == "unreadable_gnubg_id"
    assert error.value.detail == (
        "of the position id: character 10 is not one of a position id; "
        "of the match id: character 2 is not one of a match id"
    )


def test_the_side_of_a_position_id_is_assumed_only_where_nobody_says_it() -> None:
    assumed = read_notation("0M/gAGjEc/ABUA", "position_id")
    assert (assumed.turn, assumed.assumed) == (Side.WHITE, ("turn",))
    said = read_notation("0M/gAGjEc/ABUA", "position_id", Side.BLACK)
    assert (said.turn, said.assumed) == (Side.BLACK, ())
    assert said.setup is not None
    assert assumed.setup is not None
    assert said.setup.black == assumed.setup.white


def test_what_cannot_be_said_at_all_is_all_lost() -> None:
    over = read_notation("AUt7AAAAIAAE", "match_id")
    written = write_notation("xgid", over)
    assert written.text is None
    assert written.lost == ("dice", "resignation", "status", "cube", "match")


@st.composite
def snapshots(draw: st.DrawFn) -> GameSnapshot:
    """Games on the board in all stages, matches and money, with what only some notations know."""
    turn = draw(st.sampled_from(Side))
    stage = draw(st.sampled_from(Stage))
    length = draw(st.sampled_from([0, 0, 1, 2, 7, 25]))
    status = draw(st.sampled_from(Status))
    most = length + 3 if status.is_over else length - 1
    score = draw(st.tuples(*[st.integers(0, most if length else 99)] * 2))
    die = st.integers(1, 6)
    match = GameSnapshot(turn, length=length, score=score)
    value = 2 ** draw(st.integers(0, 15))
    kinds = st.sampled_from([GameKind.SINGLE, GameKind.GAMMON, GameKind.BACKGAMMON])
    return replace(
        match,
        setup=Position(draw(boards())).setup(turn),
        stage=stage,
        dice=draw(st.tuples(die, die)) if stage is Stage.ROLLED else None,
        resignation=draw(st.none() | st.builds(Resignation, st.sampled_from(Side), kinds)),
        status=status,
        cube=Cube(value, draw(st.sampled_from([None, *Side])) if value > 1 else None),
        cube_limit=draw(st.sampled_from([None, 1, 64, 512])),
        crawford=match.somebody_one_away and score[0] != score[1] and draw(st.booleans()),
        jacoby=None if length else draw(st.booleans()),
        beavers=None if length else draw(st.booleans()),
        players=draw(st.none() | st.just(("Alpha", "Βήτα"))),
    )


ALWAYS_CARRIED = {
    "position_id": {"setup", "turn"},
    "match_id": {"turn", "status", "cube", "length", "score", "crawford", "jacoby", "resignation"},
    "gnubg_id": {"setup", "turn", "cube", "length", "score", "crawford", "jacoby", "resignation"},
    "xgid": {"setup", "turn", "stage", "dice", "cube", "cube_limit", "length", "score", "crawford"}
    | {"jacoby", "beavers"},
    "fibs_board": {"setup", "turn", "dice", "cube", "length", "score", "crawford", "beavers"},
}
"""The fields of a snapshot that come back from a notation whatever they are."""

PARTS = {"setup": "position", "length": "match"}


@given(snapshots(), st.sampled_from(sorted(FORMATS)))
def test_there_and_back_up_to_what_cannot_be_carried(snapshot: GameSnapshot, name: str) -> None:
    text, lost = write_notation(name, snapshot)
    if text is None:
        # Only a match that is over, and only where the notation knows none.
        assert name in ("xgid", "fibs_board")
        assert snapshot.is_match_over
        return
    read = read_notation(text, name, snapshot.turn)
    for field in ALWAYS_CARRIED[name]:
        assert getattr(read, field) == getattr(snapshot, field), field
        assert PARTS.get(field, field) not in lost
    # What is written once says all that it can: nothing more is lost on the way.
    assert write_notation(name, read).text == text
    assert not set(write_notation(name, read).lost) - {"players"}


@given(snapshots(), st.sampled_from(sorted(FORMATS)))
def test_what_is_said_to_be_lost_is_what_differs(snapshot: GameSnapshot, name: str) -> None:
    text, lost = write_notation(name, snapshot)
    if text is None:
        return
    assert recognised(text) == name
    read = read_notation(text, name, snapshot.turn)
    resigned = snapshot.resignation is not None and read.resignation != snapshot.resignation
    assert ("resignation" in lost) is resigned
    assert ("players" in lost) is (snapshot.players is not None and name != "fibs_board")
    assert ("status" in lost) is (read.status is not snapshot.status)


@given(
    st.text(max_size=60)
    | st.text("ABCDgwx4/+-_=: XGIDboard0", max_size=210)
    | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1"))
)
def test_any_text_is_read_or_refused_in_every_notation(text: str) -> None:
    with suppress(NotationError):
        recognised(text)
    for name in FORMATS:
        with suppress(NotationError):
            read_notation(text, name)
