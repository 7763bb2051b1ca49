"""Plays as players write them, in the mover's numbering: ``8/5 6/5``, ``bar/20*/18``.

Reading is tolerant of how writers differ; writing is canonical.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from service.notation.errors import NotationError
from service.rules.board import BAR, HOME, OFF
from service.rules.moves import Move

CODE = "unreadable_notation"
LONGEST = 200
MOST_MOVES = 8

_BAR_WORDS = frozenset({"bar", "b", "25", "μπαρα", "μπαρασ", "μπ"})
_OFF_WORDS = frozenset({"off", "o", "0", "εξω", "μαζεμα"})
_PASSES = frozenset(
    {"", "-", "pass", "dance", "dances", "no move", "no moves", "cannot move", "can't move", "πασο"}
)
_DICE = re.compile(r"^[1-6]\s*-?\s*[1-6]\s*:\s*")
_REPEAT = re.compile(r"\(([1-4])\)")
_SEPARATORS = re.compile(r"[\s,;]+")


class WrittenMove(NamedTuple):
    """One checker's way as written: start, stops, end; the points marked with a hit; the text."""

    points: tuple[int, ...]
    hits: frozenset[int]
    text: str


def parse_play(text: str) -> tuple[WrittenMove, ...]:
    """The moves of a written play, repeated ones written out; empty for a pass.

    Dice in front are passed over, bar and off may be words in English or Greek. Raises
    NotationError that names the piece that cannot be read.
    """
    if len(text) > LONGEST:
        raise NotationError(CODE, f"longer than {LONGEST} characters")
    plain = _plain(text)
    plain = _DICE.sub("", plain)
    if plain in _PASSES:
        return ()
    found: list[WrittenMove] = []
    for piece in _SEPARATORS.split(re.sub(r"\s*([/>])\s*", r"\1", plain)):
        if not piece:
            continue
        found += _moves(piece)
        if len(found) > MOST_MOVES:
            raise NotationError(CODE, f"more than {MOST_MOVES} moves")
    if not found:
        raise NotationError(CODE, "no move is written")
    return tuple(found)


def _plain(text: str) -> str:
    """Lower case, accents off, one kind of arrow."""
    decomposed = unicodedata.normalize("NFD", text.casefold())
    bare = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    return bare.replace("→", "/").replace("->", "/").strip()


def _moves(piece: str) -> list[WrittenMove]:
    repeats = _REPEAT.findall(piece)
    if len(repeats) > 1:
        raise NotationError(CODE, f"{piece[:40]!r} is repeated twice")
    places = re.split(r"[/>-]", _REPEAT.sub("", piece))
    if len(places) < 2:
        raise NotationError(CODE, f"{piece[:40]!r} is no move from one point to another")
    points, hits = [], set()
    for place in places:
        name = place.rstrip("*")
        point = _point(name)
        if point is None or len(place) - len(name) > 1:
            raise NotationError(CODE, f"{place[:40]!r} in {piece[:40]!r} is no point")
        points.append(point)
        if place != name:
            hits.add(point)
    move = WrittenMove(tuple(points), frozenset(hits), piece)
    return [move] * int(repeats[0] if repeats else 1)


def _point(name: str) -> int | None:
    if name in _BAR_WORDS:
        return BAR
    if name in _OFF_WORDS:
        return OFF
    if name.isascii() and name.isdigit() and len(name) <= 2 and int(name) <= BAR:
        return int(name)
    return None


@lru_cache(maxsize=20_000)
def format_play(moves: Sequence[Move]) -> str:
    """The canonical text of a play; empty for a pass.

    One checker's moves are joined and a stop is written only where it hits, or where the ends alone
    would be read as one larger die bearing off. Equal pieces are counted: ``8/5(2)``. Pieces stand
    from the highest start to the lowest, at equal starts the longer way first.
    """
    chains: list[list[Move]] = []
    for move in moves:
        for chain in chains:
            last = chain[-1]
            if last.to_point == move.from_point:
                chain.append(move)
                break
        else:
            chains.append([move])
    pieces: list[tuple[int, int, str]] = []
    for chain in chains:
        pieces.append((-chain[0].from_point, chain[-1].to_point, _piece(chain)))
    pieces.sort(key=lambda piece: piece[:2])
    texts: dict[str, int] = {}
    for _, _, text in pieces:
        # Of two checkers to one blot only the first hits; the mark stays with the pair.
        bare = text.removesuffix("*")
        for known in (text, bare, bare + "*"):
            if known in texts:
                texts[known] += 1
                break
        else:
            texts[text] = 1
    return " ".join(text if count == 1 else f"{text}({count})" for text, count in texts.items())


def _piece(chain: list[Move]) -> str:
    text = _name(chain[0].from_point)
    for index, move in enumerate(chain):
        last = index == len(chain) - 1
        if last or move.hit or _read_as_one_die(chain):
            text += f"/{_name(move.to_point)}{'*' if move.hit else ''}"
    return text


def _read_as_one_die(chain: list[Move]) -> bool:
    """Whether the ends of a chain that bears off could be meant for one of its dice alone."""
    start, end = chain[0].from_point, chain[-1].to_point
    return end == OFF and start in HOME and max(move.die for move in chain) >= start


def _name(point: int) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(point)
