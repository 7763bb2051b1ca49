"""Random legal matches, written and read again: nothing is lost but what a format cannot carry."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings

from service.notation.mat_writer import write_mat
from service.notation.record_text import read_record
from service.notation.records import (
    Item,
    Loss,
    LossCode,
    MatchRecord,
    WrittenCubeAction,
    WrittenPlay,
)
from service.notation.sgf_writer import write_sgf
from tests.notation.played_matches import played_matches

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def items(found: list[Item], *, hits: bool) -> list[Any]:
    """The actions with their numbers; ``hits``: whether they are marked."""
    actions: list[Any] = []
    for item in found:
        if isinstance(item, WrittenPlay):
            moves = [(move.points, move.hits if hits else None) for move in item.moves or ()]
            actions.append((item.number, item.player, item.dice, moves))
        else:
            assert isinstance(item, WrittenCubeAction)
            actions.append((item.number, item.player, item.action))
    return actions


def same(one: MatchRecord, other: MatchRecord, *, hits: bool) -> None:
    assert one.length == other.length
    assert not other.notes
    for game, again in zip(one.games, other.games, strict=True):
        assert again.number == game.number
        assert again.score == game.score
        assert items(again.items, hits=hits) == items(game.items, hits=hits)
        assert game.result is not None
        assert again.result is not None
        assert again.result[1:3] == game.result[1:3]


@given(played_matches())
@SLOW
def test_match_text(record: MatchRecord) -> None:
    losses: list[Loss] = []
    text = write_mat(record, losses)
    again = read_record(text.encode(), "mat")
    same(record, again, hits=True)
    changed = [loss for loss in losses if loss.code is LossCode.NAME_CHANGED]
    assert len(losses) == len(changed)
    assert (again.players == record.players) == (not changed)
    assert write_mat(again) == text


@given(played_matches())
@SLOW
def test_sgf(record: MatchRecord) -> None:
    losses: list[Loss] = []
    text = write_sgf(record, losses)
    again = read_record(text.encode(), "auto")
    assert again.format == "sgf"
    same(record, again, hits=False)
    assert again.players == record.players
    assert losses == []
    assert [game.result and game.result.resigned for game in again.games] == [
        game.result and game.result.resigned for game in record.games
    ]
    assert write_sgf(again) == text
