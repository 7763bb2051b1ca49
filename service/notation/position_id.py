"""The GNU Backgammon Position ID: eighty bits in fourteen characters.

For the side not on roll, then for the side on roll: points 1 to 24 and the bar in that side's own
numbering, as many one-bits as there are checkers and a zero-bit after each place. The first bit is
the lowest of the first byte. Which colour is on roll it does not say.
"""

from __future__ import annotations

import base64
import binascii

from service.notation.errors import NotationError
from service.notation.snapshot import GameSnapshot
from service.rules.board import BAR, CHECKERS, OFF, POINTS, Checkers, Position, Setup, Side

CODE = "unreadable_position_id"
LENGTH = 14
_PLACES = (*POINTS, BAR)
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")


def parse_position_id(text: str, turn: Side) -> Setup:
    """The set-up, with ``turn`` as the side on roll; raises NotationError.

    ``-`` and ``_`` are read as ``+`` and ``/``. What can be read but is no position is left to
    `Setup.faults`.
    """
    if len(text) > LENGTH + 2:
        raise NotationError(CODE, f"it has more than {LENGTH} characters")
    plain = text.removesuffix("==").replace("-", "+").replace("_", "/")
    if len(plain) != LENGTH:
        raise NotationError(CODE, f"it has {len(plain)} characters instead of {LENGTH}")
    for offset, character in enumerate(plain):
        if character not in _ALPHABET:
            raise NotationError(CODE, f"character {offset + 1} is not one of a position id")
    raw = base64.b64decode(plain + "==")
    if base64.b64encode(raw).decode().rstrip("=") != plain:
        raise NotationError(CODE, "the spare bits of the last character must be zero")
    bits = int.from_bytes(raw, "little")
    sides = []
    for name in ("not on roll", "on roll"):
        counts: dict[int, int] = {}
        for place in _PLACES:
            while bits & 1:
                counts[place] = counts.get(place, 0) + 1
                bits >>= 1
            bits >>= 1
        total = sum(counts.values())
        if total > CHECKERS:
            raise NotationError(CODE, f"the side {name} has {total} checkers, more than {CHECKERS}")
        sides.append(Checkers(counts, counts.pop(BAR, 0), CHECKERS - total))
    if bits:
        raise NotationError(CODE, "there are bits after the last point")
    waiting, on_roll = sides
    return Setup(on_roll, waiting) if turn is Side.WHITE else Setup(waiting, on_roll)


# What each signed count of the board adds to the 80 bits, last bit first: the mover's and the
# other side's. A negative count finds its entry from the end.
_COUNTS = (*range(CHECKERS + 1), *range(-CHECKERS, 0))
_mover_bits = ["0" + "1" * max(count, 0) for count in _COUNTS].__getitem__
_waiting_bits = ["0" + "1" * max(-count, 0) for count in _COUNTS].__getitem__


def format_position_id(position: Position) -> str:
    """The id of a position from the view of its mover, the side on roll."""
    board = position.board
    mover = "".join(map(_mover_bits, board[:OFF:-1]))
    waiting = "".join(map(_waiting_bits, board[:BAR]))
    raw = int(mover + waiting, 2).to_bytes(10, "little")
    return binascii.b2a_base64(raw, newline=False)[:LENGTH].decode("ascii")


def read_position_id(text: str, turn: Side | None = None) -> GameSnapshot:
    """A Position ID as a snapshot; the side on roll is assumed to be White where nobody says it.

    Raises NotationError.
    """
    on_roll = turn or Side.WHITE
    return GameSnapshot(
        on_roll, parse_position_id(text, on_roll), assumed=() if turn else ("turn",)
    )


def write_position_id(snapshot: GameSnapshot) -> str | None:
    """The Position ID as the side on roll sees it; None where there is no position.

    Raises ValueError where the set-up is none.
    """
    position = snapshot.seen_by(snapshot.turn)
    return None if position is None else format_position_id(position)
