"""The GNU Backgammon Match ID: all of a game but its board, in 72 bits and twelve characters.

The first bit is the lowest of the first byte, numbers have their lowest bit first. Player 0 is
White here, player 1 Black. Bit 66 is set where the Jacoby rule is not in use; a match has no such
rule and the bit no meaning.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field

from service.notation.errors import NotationError
from service.notation.snapshot import GameSnapshot, Resignation, Status, stakes
from service.rules.board import Side
from service.rules.cube import Stage
from service.rules.scoring import Cube, GameKind

CODE = "unreadable_match_id"
LENGTH = 12
LONGEST = 200
MOST_POINTS = 10_000
"""The largest match length and score that is read; the bits would hold 32,767."""

HIGHEST_CUBE = 15
"""The power of two of the largest cube that four bits hold."""

_FIELDS = {
    # field: (first bit, number of bits)
    "cube": (0, 4),
    "cube owner": (4, 2),
    "player on roll": (6, 1),
    "Crawford game": (7, 1),
    "game state": (8, 3),
    "decision": (11, 1),
    "double offered": (12, 1),
    "resignation": (13, 2),
    "first die": (15, 3),
    "second die": (18, 3),
    "match length": (21, 15),
    "player 0's score": (36, 15),
    "player 1's score": (51, 15),
    "no Jacoby": (66, 1),
    "spare": (67, 5),
}
_JACOBY_BIT = 66
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_PLAYERS = (Side.WHITE, Side.BLACK)
_OWNERS: Mapping[int, Side | None] = {0: Side.WHITE, 1: Side.BLACK, 3: None}
_STATUSES = tuple(Status)
_RESIGNATIONS = (None, GameKind.SINGLE, GameKind.GAMMON, GameKind.BACKGAMMON)


@dataclass(frozen=True, slots=True)
class MatchId:
    """What a Match ID says, field by field.

    ``roller``: who is on roll, has rolled, or has doubled. ``decision``: who has something to
    decide; a resignation is offered by the other side. ``cube_value``: before a double that waits
    for its answer. ``dice`` None: not rolled. ``length`` 0: money. ``jacoby`` None: a match, or an
    ID too short to say. ``notes``: what was passed over or made good in reading.
    """

    roller: Side
    decision: Side
    cube_value: int = 1
    cube_owner: Side | None = None
    crawford: bool = False
    status: Status = Status.PLAYING
    doubled: bool = False
    resigned_as: GameKind | None = None
    dice: tuple[int, int] | None = None
    length: int = 0
    white_score: int = 0
    black_score: int = 0
    jacoby: bool | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)


def parse_match_id(text: str) -> MatchId:
    """Reads a Match ID; raises NotationError with every fault named.

    A short ID is filled up with zero bits, a long one cut, and spare bits are passed over; the
    ``notes`` say so. ``-`` and ``_`` are read as ``+`` and ``/``.
    """
    bits, known_bits, notes = _bits(text)
    values = {name: bits >> first & (1 << width) - 1 for name, (first, width) in _FIELDS.items()}
    faults = _faults(values)
    if faults:
        raise NotationError(CODE, "; ".join(faults))
    if values["spare"]:
        notes.append("spare_bits")
    length = values["match length"]
    says_jacoby = not length and known_bits > _JACOBY_BIT
    return MatchId(
        roller=_PLAYERS[values["player on roll"]],
        decision=_PLAYERS[values["decision"]],
        cube_value=1 << values["cube"],
        cube_owner=_OWNERS[values["cube owner"]],
        crawford=bool(values["Crawford game"]),
        status=_STATUSES[values["game state"]],
        doubled=bool(values["double offered"]),
        resigned_as=_RESIGNATIONS[values["resignation"]],
        dice=(values["first die"], values["second die"]) if values["first die"] else None,
        length=length,
        white_score=values["player 0's score"],
        black_score=values["player 1's score"],
        jacoby=not values["no Jacoby"] if says_jacoby else None,
        notes=tuple(notes),
    )


def _bits(text: str) -> tuple[int, int, list[str]]:
    """The bits, how many of them were written, and what was made good."""
    if not text or len(text) > LONGEST:
        raise NotationError(CODE, f"it must have {LENGTH} characters, not {len(text)}")
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    for offset, character in enumerate(plain):
        if character not in _ALPHABET:
            raise NotationError(CODE, f"character {offset + 1} is not one of a match id")
    notes = []
    if len(plain) < LENGTH:
        notes.append("short_id")
    elif len(plain) > LENGTH:
        notes.append("long_id")
    raw = base64.b64decode(plain[:LENGTH].ljust(LENGTH, "A"))
    return int.from_bytes(raw, "little"), 6 * len(plain), notes


def _faults(values: Mapping[str, int]) -> list[str]:
    """What cannot be, in the order of the bits."""
    faults = []
    length = values["match length"]
    first, second = values["first die"], values["second die"]
    if values["cube owner"] not in _OWNERS:
        faults.append("the cube owner cannot be 2")
    if values["Crawford game"] and not length:
        faults.append("without a match there is no Crawford game")
    if values["game state"] >= len(_STATUSES):
        faults.append(f"the game state cannot be {values['game state']}")
    if max(first, second) > 6 or (first == 0) != (second == 0):
        faults.append(f"the dice cannot be {first} and {second}")
    elif first and values["double offered"]:
        faults.append("a double is offered before the dice are rolled")
    for name in ("match length", "player 0's score", "player 1's score"):
        if values[name] > MOST_POINTS:
            faults.append(f"{name} must be a number from 0 to {MOST_POINTS}")
    over = values["game state"] in (2, 3, 4)
    # The score behind a game that is over counts it already, and may pass the length.
    if (
        length
        and not over
        and max(values["player 0's score"], values["player 1's score"]) >= length
    ):
        faults.append("the match is over at this score")
    return faults


def format_match_id(state: MatchId) -> str:
    """Writes a Match ID, the larger die first; raises ValueError for what the bits cannot hold."""
    larger, smaller = sorted(state.dice or (0, 0), reverse=True)
    values = {
        "cube": state.cube_value.bit_length() - 1,
        "cube owner": {Side.WHITE: 0, Side.BLACK: 1, None: 3}[state.cube_owner],
        "player on roll": _PLAYERS.index(state.roller),
        "Crawford game": state.crawford,
        "game state": _STATUSES.index(state.status),
        "decision": _PLAYERS.index(state.decision),
        "double offered": state.doubled,
        "resignation": _RESIGNATIONS.index(state.resigned_as),
        "first die": larger,
        "second die": smaller,
        "match length": state.length,
        "player 0's score": state.white_score,
        "player 1's score": state.black_score,
        "no Jacoby": bool(state.length or not state.jacoby),
    }
    bits = 0
    for name, value in values.items():
        first, width = _FIELDS[name]
        if not 0 <= value < 1 << width:
            raise ValueError(f"{name} is {value}")
        bits |= value << first
    return base64.b64encode(bits.to_bytes(9, "little")).decode("ascii")


def read_match_id(text: str) -> GameSnapshot:
    """A Match ID as a snapshot, without a position; raises NotationError."""
    read = parse_match_id(text)
    rolled = Stage.ROLLED if read.dice else Stage.BEFORE_ROLL
    score = read.white_score, read.black_score
    resignation = None
    if read.resigned_as is not None:
        resignation = Resignation(read.decision.opponent, read.resigned_as)
    return GameSnapshot(
        turn=read.roller,
        stage=Stage.OFFERED if read.doubled else rolled,
        dice=read.dice,
        resignation=resignation,
        status=read.status,
        cube=Cube(read.cube_value, read.cube_owner),
        length=read.length,
        score=score,
        # A one-point match has no Crawford game, whatever the bit says.
        crawford=read.crawford and read.length > 1,
        jacoby=read.jacoby,
        assumed=read.notes,
    )


def write_match_id(snapshot: GameSnapshot) -> str | None:
    """A snapshot as a Match ID, what is unknown filled in; None where the bits cannot hold it."""
    played_for = stakes(snapshot)
    offered = played_for.stage is Stage.OFFERED
    decision = snapshot.turn.opponent if offered else snapshot.turn
    if snapshot.resignation is not None:
        decision = snapshot.resignation.side.opponent
    written = MatchId(
        roller=snapshot.turn,
        decision=decision,
        cube_value=played_for.cube.value,
        cube_owner=played_for.cube.owner,
        crawford=played_for.crawford,
        status=snapshot.status,
        doubled=offered,
        resigned_as=snapshot.resignation.kind if snapshot.resignation else None,
        dice=snapshot.dice,
        length=played_for.length,
        white_score=played_for.score[0],
        black_score=played_for.score[1],
        jacoby=played_for.jacoby,
    )
    try:
        return format_match_id(written)
    except ValueError:
        return None
