"""Equal questions share one listing, however they are spelled, and different ones never do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api.listings import VIEWS, Listed, Listings
from service.notation.play_notation import format_play
from service.ops.cache import AnswerCache, NullCache
from service.rules.board import START, Position, Side
from service.rules.dice import ROLLS, Roll
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.rulesets import PRESETS, Ruleset
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
    return Listed(position, ruleset, ruleset.digest("x"), turn, white_numbering, frozenset(views))


class Shared(dict[bytes, bytes]):
    """What another instance has left."""

    def put(self, key: bytes, answer: bytes) -> None:
        self[key] = answer


def one(listings: Listings, question: Listed, roll: Roll) -> Mapping[str, Any]:
    ((answer,), _) = listings.of(question, (roll,))
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


def test_the_colours_share_a_listing() -> None:
    near = AnswerCache(1 << 20)
    listings = Listings(near, NullCache(), NEVER)
    (first, made) = listings.of(listed(turn=Side.WHITE), ROLLS)
    assert made == sum(len(legal_plays(START, roll, BACKGAMMON)) for roll in ROLLS)
    assert listings.of(listed(turn=Side.BLACK), ROLLS) == (first, 0)
    assert len(near) == 21
    # One roll is one of the 21.
    assert listings.of(listed(turn=Side.BLACK), [Roll.of(1, 3)]) == ([first[3]], 0)


@pytest.mark.parametrize(
    "other",
    [
        listed(apply_unchecked(START, legal_plays(START, Roll(3, 1), BACKGAMMON)[0])),
        listed(ruleset=PRESETS["portes"]),
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
        listed(turn=turn, white_numbering=white, views=("positions",)).key
        for turn in Side
        for white in (False, True)
    }
    assert len(keys) == 4
    assert (
        listed(turn=Side.WHITE, views=("position_ids",)).key
        == listed(turn=Side.BLACK, views=("position_ids",)).key
    )


def test_what_is_dear_is_shared() -> None:
    shared = Shared()
    views = ("tree", "positions")
    first = Listings(NullCache(), shared, 1_000)
    answers, made = first.of(listed(views=views), ROLLS)
    assert made > 0
    assert len(shared) == 1
    near = AnswerCache(1 << 22)
    second = Listings(near, shared, 1_000)
    assert second.of(listed(views=views), ROLLS) == (answers, 0)
    # They are near now.
    shared.clear()
    assert second.of(listed(views=views), ROLLS) == (answers, 0)


def test_what_is_cheap_is_not_shared() -> None:
    shared = Shared()
    Listings(NullCache(), shared, 1_000).of(listed(), [Roll(3, 1)])
    assert not shared


def test_an_entry_that_is_not_whole_is_no_answer() -> None:
    shared = Shared()
    listings = Listings(NullCache(), shared, 0)
    answers, _ = listings.of(listed(), ROLLS)
    (key,) = shared
    shared[key] = b"\n".join(answers[:20])
    again, made = listings.of(listed(), ROLLS)
    assert again == answers
    assert made > 0
