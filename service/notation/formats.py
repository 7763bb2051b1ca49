"""All notations of a game at one moment: told apart, read, and written from what was read.

What a notation loses is not on a list: what was written is read again and compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from service.notation.errors import NotationError
from service.notation.fibs_board import read_fibs_board, write_fibs_board
from service.notation.gnubg_id import read_gnubg_id, write_gnubg_id
from service.notation.match_id import read_match_id, write_match_id
from service.notation.position_id import read_position_id, write_position_id
from service.notation.snapshot import GameSnapshot, lost
from service.notation.xgid import read_xgid, write_xgid
from service.rules.board import Side

CODE = "unknown_notation"
_BETWEEN_IDS = re.compile(r"[:\s]+")
_SHORTEST_OF_PAIR = 8
"""Characters of an ID in a pair, so that one with a slip is still known for what it is."""


class Format(NamedTuple):
    """How a notation is read, given the side on roll where the caller knows it, and written.

    A reader raises NotationError. A writer answers None for what it cannot say at all.
    """

    read: Callable[[str, Side | None], GameSnapshot]
    write: Callable[[GameSnapshot], str | None]


class Written(NamedTuple):
    """A snapshot in a notation: the text, None where there can be none, and what is not in it."""

    text: str | None
    lost: tuple[str, ...]


FORMATS: dict[str, Format] = {
    "position_id": Format(read_position_id, write_position_id),
    "match_id": Format(lambda text, turn: read_match_id(text), write_match_id),
    "gnubg_id": Format(lambda text, turn: read_gnubg_id(text), write_gnubg_id),
    "xgid": Format(lambda text, turn: read_xgid(text), write_xgid),
    "fibs_board": Format(lambda text, turn: read_fibs_board(text), write_fibs_board),
}


def recognised(text: str) -> str:
    """The name of the notation that a text looks like; raises NotationError."""
    plain = text.strip()
    if plain.startswith("board:"):
        return "fibs_board"
    if plain.startswith("XGID") or plain.count(":") >= 8:
        return "xgid"
    parts = _BETWEEN_IDS.split(plain, maxsplit=2)
    if len(parts) == 2 and min(map(len, parts)) >= _SHORTEST_OF_PAIR:
        return "gnubg_id"
    # A position id may carry the padding of Base64, an old match id lack its last character.
    if len(plain.rstrip("=")) == 14:
        return "position_id"
    if len(plain.rstrip("=")) in (11, 12):
        return "match_id"
    raise NotationError(CODE, "it looks like none of " + ", ".join(FORMATS))


def read_notation(text: str, name: str, turn: Side | None = None) -> GameSnapshot:
    """What a text in the named notation says; raises NotationError.

    ``turn``: the side on roll, for a notation that does not know its colour.
    """
    return FORMATS[name].read(text.strip(), turn)


def write_notation(name: str, snapshot: GameSnapshot) -> Written:
    """A snapshot in the named notation; raises ValueError where its set-up is no position."""
    text = FORMATS[name].write(snapshot)
    if text is None:
        return Written(None, lost(snapshot, GameSnapshot(snapshot.turn)))
    return Written(text, lost(snapshot, read_notation(text, name, snapshot.turn)))
