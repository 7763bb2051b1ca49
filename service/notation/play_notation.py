"""Plays as players write them: ``8/5 6/5``, ``bar/20*/18``, ``6/off(2)``, in the mover's numbering.

Reading is tolerant of how writers differ; writing is canonical.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from service.notation.errors import NotationError
from service.rules.board import BAR, OFF
from service.rules.moves import Move

CODE = "unreadable_notation"
LONGEST = 200
MOST_MOVES = 8
"""Twice what a play can have: enough to say of a wrong play what is wrong with it."""

_BAR_WORDS = frozenset({"bar", "b", "μπαρα", "μπαρασ", "μπ"})
_OFF_WORDS = frozenset({"off", "o", "εξω", "μαζεμα"})
_PASSES = frozenset(
    {"", "-", "pass", "dance", "dances", "no move", "no moves", "cannot move", "can't move", "πασο"}
)
_DICE = re.compile(r"\s*([1-6])\s*[-,]?\s*([1-6])\s*:")
_SEPARATORS = re.compile(r"[\s,;]+")
_ARROWS = re.compile(r"\s*(?:->|[/>→])\s*")
_BETWEEN_POINTS = re.compile(r"[/-]")
_BEFORE_REPEAT = re.compile(r"\s+\(")
_PIECE = re.compile(r"([^()]+)(?:\(([1-4])\)(\*?))?")
_NUMBER = re.compile(r"[0-9]{1,2}")


class WrittenMove(NamedTuple):
    """One checker's way as written: start, stops, end; the points marked with a hit; the text."""

    points: tuple[int, ...]
    hits: frozenset[int]
    text: str


def written_dice(text: str) -> tuple[int, int] | None:
    """The dice in front of a written play, as in ``31: 8/5 6/5``; None where there are none."""
    found = _DICE.match(text)
    return (int(found[1]), int(found[2])) if found else None


def parse_play(text: str) -> tuple[WrittenMove, ...]:
    """The moves of a written play, repeated ones written out; empty for a pass.

    Dice in front are passed over, bar and off may be words in English or Greek. Whether a checker
    may go that way is not asked. Raises NotationError that names the piece that cannot be read.
    """
    if len(text) > LONGEST:
        raise NotationError(CODE, f"it is longer than {LONGEST} characters")
    text = _DICE.sub("", text, count=1) if _DICE.match(text) else text
    if " ".join(_plain(text).split()) in _PASSES:
        return ()
    moves: list[WrittenMove] = []
    one_spelling = _BEFORE_REPEAT.sub("(", _ARROWS.sub("/", text))
    for piece in filter(None, _SEPARATORS.split(one_spelling)):
        moves += _moves(piece)
        if sum(len(move.points) - 1 for move in moves) > MOST_MOVES:
            raise NotationError(CODE, f"there are more than {MOST_MOVES} moves")
    if not moves:
        raise NotationError(CODE, "no move is written")
    return tuple(moves)


def _plain(text: str) -> str:
    """Lower case, without accents."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


def _moves(piece: str) -> list[WrittenMove]:
    match = _PIECE.fullmatch(piece)
    if match is None:
        raise NotationError(CODE, f"{piece!r} is no move, not even one made 1 to 4 times")
    way, repeats, mark_behind = match.groups()
    places = _BETWEEN_POINTS.split(way + (mark_behind or ""))
    if len(places) < 2:
        raise NotationError(CODE, f"{piece!r} does not go from one point to another")
    points: list[int] = []
    hits: set[int] = set()
    for place in places:
        name = place.removesuffix("*")
        point = _point(_plain(name))
        if point is None:
            raise NotationError(CODE, f"{name!r} in {piece!r} is no point")
        if name != place:
            if not points or point == OFF:
                raise NotationError(CODE, f"{place!r} in {piece!r} cannot be a hit")
            hits.add(point)
        points.append(point)
    return [WrittenMove(tuple(points), frozenset(hits), piece)] * int(repeats or 1)


def _point(name: str) -> int | None:
    if name in _BAR_WORDS:
        return BAR
    if name in _OFF_WORDS:
        return OFF
    if _NUMBER.fullmatch(name) and int(name) <= BAR:
        return int(name)
    return None


_NAMES = ("off", *map(str, range(1, BAR)), "bar")
_HIGHEST_FIRST = itemgetter(0)


def format_play(moves: Sequence[Move]) -> str:
    """The canonical text of a legal play, the same for every order of its moves; empty for a pass.

    One checker's moves are joined. A stop is written only where it hits, or where the ends alone
    would be read as one larger die that bears off. Of several checkers that enter, or bear off,
    each does so in a piece of its own: joined, no order of the pieces would be legal. Pieces stand
    from the highest start down, at equal starts the longer way first, and can be played in that
    order; equal ones are counted, ``8/5(2)``. A hit is marked on the piece that gets there first;
    in ``6/4*(2)`` that is the first of the two checkers.
    """
    if len(moves) != 2:
        return _format_plain(moves) or _format_many(tuple(moves))
    one, other = moves
    if one[0] < other[0] or (one[0] == other[0] and one[1] > other[1]):
        one, other = other, one
    start, stop, die, hit = one
    second_start, end, second_die, second_hit = other
    mark = "*" if second_hit else ""
    if stop == second_start:
        if hit:
            return f"{_NAMES[start]}/{stop}*/{_NAMES[end]}{mark}"
        if end == OFF and start <= max(die, second_die):
            return f"{start}/{stop}/off"
        return f"{_NAMES[start]}/{_NAMES[end]}{mark}"
    if stop == end:
        if hit or second_hit:
            hit, mark = True, ""
        if start == second_start:
            return f"{_NAMES[start]}/{_NAMES[stop]}{'*' if hit else ''}(2)"
    return (
        f"{_NAMES[start]}/{_NAMES[stop]}{'*' if hit else ''}"
        f" {_NAMES[second_start]}/{_NAMES[end]}{mark}"
    )


_WAYS = [[f"{first}/{last}" for last in _NAMES] for first in _NAMES]


def _format_plain(moves: Sequence[Move]) -> str | None:
    """The usual case of more moves, at a quarter of the price; None where somebody enters, hits or
    bears off."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end, _, hit in sorted(moves, reverse=True):
        if hit or start == BAR or end == OFF:
            return None
        if start in ends:
            ends[ends.index(start)] = end
        else:
            starts.append(start)
            ends.append(end)
    pieces: dict[str, int] = {}
    for start, end in zip(starts, ends, strict=True):
        text = _WAYS[start][end]
        pieces[text] = pieces.get(text, 0) + 1
    return " ".join([text if count == 1 else f"{text}({count})" for text, count in pieces.items()])


@lru_cache(maxsize=16_384)
def _format_many(moves: tuple[Move, ...]) -> str:
    """Any number of moves; more than two are of a double, so that the order makes no difference."""
    pieces: dict[str, int] = {}
    hits = {move[1] for move in moves if move[3]}
    for way in _ways(moves):
        text = _NAMES[way[0]]
        end = way[-1]
        if hits:
            for point in way[1:-1]:
                if point in hits:
                    hits.remove(point)
                    text += f"/{point}*"
        text = f"{text}/{_NAMES[end]}"
        if text in pieces:
            pieces[text] += 1
        elif end in hits:
            hits.remove(end)
            pieces[text + "*"] = 1
        elif text + "*" in pieces:
            pieces[text + "*"] += 1
        else:
            pieces[text] = 1
    return " ".join([text if count == 1 else f"{text}({count})" for text, count in pieces.items()])


def _ways(moves: Sequence[Move]) -> list[list[int]]:
    """The ways of single checkers, every stop in them, in the order in which they are written."""
    ordered = sorted(moves, reverse=True)
    several_enter = len(ordered) > 1 and ordered[1][0] == BAR
    ways: list[list[int]] = []
    borne_off: list[int] = []
    for start, end, _, _ in ordered:
        if end == OFF:
            borne_off.append(start)
            continue
        for way in ways:
            if way[-1] == start and not (several_enter and way[0] == BAR):
                way.append(end)
                break
        else:
            ways.append([start, end])
    if len(borne_off) == 1 and ways and ways[-1][-1] == borne_off[0]:
        # Only the last way: all the others must be over before a checker is borne off.
        ways[-1].append(OFF)
    elif borne_off:
        ways += [[start, OFF] for start in borne_off]
        ways.sort(key=_HIGHEST_FIRST, reverse=True)
    return ways
