"""The pair that GNU Backgammon calls its ID: Position ID and Match ID, with a colon or a blank."""

from __future__ import annotations

import re
from dataclasses import replace

from service.notation.errors import NotationError
from service.notation.match_id import read_match_id, write_match_id
from service.notation.position_id import read_position_id, write_position_id
from service.notation.snapshot import GameSnapshot

CODE = "unreadable_gnubg_id"
LONGEST = 200
_BETWEEN = re.compile(r"\s*:\s*|\s+")


def read_gnubg_id(text: str) -> GameSnapshot:
    """Both IDs as one snapshot; the Match ID says who is on roll.

    Raises NotationError with the faults of both.
    """
    if len(text) > LONGEST:
        raise NotationError(CODE, f"it is longer than {LONGEST} characters")
    parts = _BETWEEN.split(text.strip())
    if len(parts) != 2:
        raise NotationError(CODE, "it must be a position id and a match id with a colon between")
    faults: list[str] = []
    match: GameSnapshot | None = None
    try:
        match = read_match_id(parts[1])
    except NotationError as error:
        faults.append(f"of the match id: {error.detail}")
    position: GameSnapshot | None = None
    try:
        position = read_position_id(parts[0], match.turn if match else None)
    except NotationError as error:
        faults.insert(0, f"of the position id: {error.detail}")
    if match is None or position is None:
        raise NotationError(CODE, "; ".join(faults))
    return replace(match, setup=position.setup)


def write_gnubg_id(snapshot: GameSnapshot) -> str | None:
    """A snapshot as both IDs; None where one of them cannot be written.

    Raises ValueError where the set-up is no position.
    """
    position, match = write_position_id(snapshot), write_match_id(snapshot)
    return None if position is None or match is None else f"{position}:{match}"
