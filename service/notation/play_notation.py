"""Plays as players write them: ``8/5 6/5``, ``bar/20*/18``, ``6/off(2)``, in the mover's numbering.

Reading is tolerant of how writers differ; writing is canonical.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from service.notation.errors import NotationError
from service.notation.play_writer import write_packed
from service.rules.board import BAR, OFF
from service.rules.moves import Move
from service.rules.plays import pack

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


def format_play(moves: Sequence[Move]) -> str:
    """The canonical text of a legal play, the same for every order of its moves; empty for a pass.

    `play_writer.write_packed` says how it is written.
    """
    return write_packed(pack(tuple(moves))) if moves else ""
