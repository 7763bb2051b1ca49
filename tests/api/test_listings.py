"""Equal questions share one listing, however they are spelled, and different ones never do."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.listings import LARGEST, Listed, Listings
from service.api.schemas import VIEWS
from service.notation.play_notation import format_play
from service.ops.cache import AnswerCache, NullCache
from service.rules.board import START, Position, Side
from service.rules.dice import ROLLS, Roll
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.rulesets import PRESETS, SWITCHES, Ruleset
from tests.positions import boards

BACKGAMMON = PRESETS["backgammon"]
NEVER = 10**9


def listed(
    position: Position = START,
    turn: Side = Side.WHITE,
    ruleset: Ruleset = BACKGAMMON,
    *,
    white_numbering: bool = False,
    views: tuple[str, ...] = (),
) -> Listed:
    return Listed(position, ruleset, turn, white_numbering, frozenset(views))


class Shared(dict[bytes, bytes]):
    """What another instance has left."""

    def put(self, key: bytes, answer: bytes) -> None:
        self[key] = answer


def one(listings: Listings, question: Listed, roll: Roll) -> Mapping[str, Any]:
    answer, _ = listings.of(question, (roll,))
    found: Mapping[str, Any] = orjson.loads(answer)
    return found


@given(boards(), st.sampled_from(ROLLS), st.booleans())
def test_a_listing_says_what_the_rules_say(
    board: tuple[int, ...], roll: Roll, white_numbering: bool
) -> None:
    position = Position(board)
    question = listed(position, Side.BLACK, white_numbering=white_numbering)
    answer = one(Listings(NullCache(), NullCache(), NEVER), question, roll)
    plays = legal_plays(position, roll, BACKGAMMON)
    assert answer["dice"] == list(roll)
    assert answer["play_count"] == len(plays)
    assert answer["must_pass"] == (not plays)
    assert answer["dice_played"] == (len(plays[0]) if plays else 0)
    for play, shown in zip(plays, answer["plays"], strict=True):
        assert shown["notation"] == format_play(play)
        assert [
            (move["from_point"], move["to_point"], move["die"], move["hit"])
            for move in shown["moves"]
        ] == [
            (25 - move.from_point, 25 - move.to_point, move.die, move.hit)
            if white_numbering
            else tuple(move)
            for move in play
        ]


def test_the_colours_and_the_rulesets_share_a_listing() -> None:
    near = AnswerCache(1 << 20)
    listings = Listings(near, NullCache(), NEVER)
    first, made = listings.of(listed(turn=Side.WHITE), ROLLS)
    assert made == sum(len(legal_plays(START, roll, BACKGAMMON)) for roll in ROLLS)
    for turn in Side:
        for ruleset in PRESETS.values():
            assert listings.of(listed(turn=turn, ruleset=ruleset), ROLLS) == (first, 0)
    assert len(near) == 1
    # 41 KB of JSON or so: kept in much less.
    assert near.size < len(first) / 4


@given(st.sampled_from(SWITCHES), boards(), st.sampled_from(ROLLS))
def test_rulesets_that_share_a_listing_have_the_same_plays(
    switch: str, board: tuple[int, ...], roll: Roll
) -> None:
    """No switch but those in the key changes a play."""
    value = getattr(BACKGAMMON, switch)
    others: dict[str, Any] = {
        "opening_dice": "reroll",
        "later_games": "winner",
        "hit_and_run_home": "forbid",
        "backgammon_points": 2,
        "match_lengths": (3,),
        "cube_limit": 2,
        "automatic_doubles_limit": 7,
    }
    changed: dict[str, Any] = {switch: others.get(switch, not value)}
    other = replace(BACKGAMMON, **changed)
    assert other != BACKGAMMON
    here, there = (listed(Position(board), ruleset=rules) for rules in (BACKGAMMON, other))
    if here.key([roll]) == there.key([roll]):
        assert legal_plays(Position(board), roll, BACKGAMMON) == legal_plays(
            Position(board), roll, other
        )
    else:
        assert switch in ("larger_die", "hit_and_run_home")


@pytest.mark.parametrize(
    "other",
    [
        listed(apply_unchecked(START, legal_plays(START, Roll(3, 1), BACKGAMMON)[0])),
        listed(ruleset=replace(BACKGAMMON, hit_and_run_home="forbid")),
        listed(ruleset=replace(BACKGAMMON, larger_die=False)),
        listed(turn=Side.BLACK, white_numbering=True),
        *[listed(views=(view,)) for view in VIEWS],
    ],
)
def test_what_is_answered_otherwise_is_another_entry(other: Listed) -> None:
    near = AnswerCache(1 << 20)
    listings = Listings(near, NullCache(), NEVER)
    listings.of(listed(), [Roll(3, 1)])
    _, made = listings.of(other, [Roll(3, 1)])
    assert made > 0
    assert len(near) == 2


def test_positions_by_sides_depend_on_who_asks() -> None:
    keys = {
        listed(turn=turn, white_numbering=white, views=("positions",)).key([Roll(3, 1)])
        for turn in Side
        for white in (False, True)
    }
    assert len(keys) == 4
    ids = {listed(turn=turn, views=("position_ids",)).key(ROLLS) for turn in Side}
    assert len(ids) == 1


def test_what_is_dear_is_shared() -> None:
    shared = Shared()
    views = ("tree", "positions")
    answer, made = Listings(NullCache(), shared, 1_000).of(listed(views=views), ROLLS)
    assert made > 0
    assert len(shared) == 1
    second = Listings(AnswerCache(1 << 22), shared, 1_000)
    assert second.of(listed(views=views), ROLLS) == (answer, 0)
    # It is near now.
    shared.clear()
    assert second.of(listed(views=views), ROLLS) == (answer, 0)


def test_what_is_cheap_is_not_shared() -> None:
    shared = Shared()
    Listings(NullCache(), shared, 1_000).of(listed(), [Roll(3, 1)])
    assert not shared


@pytest.mark.parametrize(
    "entry",
    [b"", b"x\x9c", zlib.compress(b"{}")[:-2], zlib.compress(b"1" * (LARGEST + 1), 9), b"[]"],
    ids=["empty", "header", "cut", "bomb", "plain"],
)
def test_what_cannot_be_an_answer_is_none(entry: bytes) -> None:
    shared = Shared()
    near = AnswerCache(1 << 22)
    listings = Listings(near, shared, 0)
    answer, made = Listings(NullCache(), NullCache(), NEVER).of(listed(), ROLLS)
    shared[listed().key(ROLLS)] = entry
    assert listings.of(listed(), ROLLS) == (answer, made)
    # It is put right.
    assert Listings(NullCache(), shared, 0).of(listed(), ROLLS) == (answer, 0)
