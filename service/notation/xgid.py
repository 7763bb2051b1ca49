"""XGID: board, cube, turn, dice, score and rules of a game in one line.

``XGID=<26 characters>:cube:owner:turn:dice:scoreX:scoreO:flag:length:maxcube``. The board is always
in X's numbering: place 0 is O's bar, 1 to 24 the points, 25 X's bar; capitals are X, which is Black
here, small letters O, which is White.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from service.notation.errors import NotationError
from service.rules.board import BAR, CHECKERS, OFF, POINTS, Checkers, Setup, Side

CODE = "unreadable_xgid"
LONGEST = 200
MOST_POINTS = 10_000
"""The largest match length and score that is read."""

HIGHEST_CUBE = 20
"""The power of two of the largest cube."""

_NUMBER = re.compile(r"-?[0-9]{1,5}")
_DICE = re.compile(r"00|[1-6][1-6]|D")


@dataclass(frozen=True, slots=True)
class Xgid:
    """What an XGID says. White is O, Black is X.

    ``dice`` None: to roll or double. ``doubled``: a double was offered, ``turn`` is the doubler and
    the cube is still the one before it. ``match_length`` 0: no match. ``crawford`` and the scores,
    points won, are as written, whether or not they go together. ``cube_limit`` None: none given.
    """

    setup: Setup
    turn: Side
    dice: tuple[int, int] | None = None
    doubled: bool = False
    cube_value: int = 1
    cube_owner: Side | None = None
    match_length: int = 0
    white_score: int = 0
    black_score: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None

    @property
    def score(self) -> tuple[int, int]:
        return self.white_score, self.black_score


_OWNERS: Mapping[int, Side | None] = {0: None, 1: Side.BLACK, -1: Side.WHITE}
_NUMBERS = {
    # field: (place among the parts, lowest, highest)
    "cube": (1, 0, HIGHEST_CUBE),
    "cube owner": (2, -1, 1),
    "turn": (3, -1, 1),
    "X's score": (5, 0, MOST_POINTS),
    "O's score": (6, 0, MOST_POINTS),
    "flag": (7, 0, 3),
    "length": (8, 0, MOST_POINTS),
    "cube limit": (9, 0, HIGHEST_CUBE),
}
_CHOICES = {"cube owner": "0, 1 or -1", "turn": "1 or -1"}


def parse_xgid(text: str) -> Xgid:
    """Reads an XGID; the last field may be missing. Raises NotationError with every fault named."""
    if len(text) > LONGEST:
        raise NotationError(CODE, f"it is longer than {LONGEST} characters")
    parts = text.strip().removeprefix("XGID=").split(":")
    if len(parts) not in (9, 10):
        raise NotationError(CODE, f"it has {len(parts)} fields parted by colons instead of 10")
    faults: list[str] = []
    setup = _board(parts[0], faults)
    numbers: dict[str, int] = {}
    for name, (place, low, high) in _NUMBERS.items():
        if place == len(parts):
            continue
        if _NUMBER.fullmatch(parts[place]) and low <= int(parts[place]) <= high:
            numbers[name] = int(parts[place])
        else:
            faults.append(f"{name} must be {_CHOICES.get(name, f'a number from {low} to {high}')}")
    if numbers.get("turn") == 0:
        faults.append(f"turn must be {_CHOICES['turn']}")
    if not _DICE.fullmatch(parts[4]):
        faults.append("dice must be 00, D or two digits from 1 to 6")
    length, flag = numbers.get("length", 0), numbers.get("flag", 0)
    if length and flag > 1:
        faults.append("the flag of a match is 0 or 1")
    if length and max(numbers.get("X's score", 0), numbers.get("O's score", 0)) >= length:
        faults.append("the match is over at this score")
    if faults:
        raise NotationError(CODE, "; ".join(faults))
    return Xgid(
        setup=setup,
        turn=Side.BLACK if numbers["turn"] == 1 else Side.WHITE,
        dice=(int(parts[4][0]), int(parts[4][1])) if parts[4] not in ("00", "D") else None,
        doubled=parts[4] == "D",
        cube_value=2 ** numbers["cube"],
        cube_owner=_OWNERS[numbers["cube owner"]],
        match_length=length,
        white_score=numbers["O's score"],
        black_score=numbers["X's score"],
        crawford=bool(length and flag),
        jacoby=bool(not length and flag & 1),
        beavers=bool(not length and flag & 2),
        cube_limit=2 ** numbers["cube limit"] if "cube limit" in numbers else None,
    )


def format_xgid(state: Xgid) -> str:
    """Writes an XGID with all its fields."""
    white, black = state.setup.white, state.setup.black
    board = ["-"] * 26
    for point in POINTS:
        if black.points.get(point):
            board[point] = chr(ord("A") - 1 + black.points[point])
        if white.points.get(point):
            board[BAR - point] = chr(ord("a") - 1 + white.points[point])
    if white.bar:
        board[OFF] = chr(ord("a") - 1 + white.bar)
    if black.bar:
        board[BAR] = chr(ord("A") - 1 + black.bar)
    dice = "D" if state.doubled else "00"
    if state.dice:
        dice = f"{state.dice[0]}{state.dice[1]}"
    owner = {None: 0, Side.BLACK: 1, Side.WHITE: -1}[state.cube_owner]
    flag = int(state.crawford) if state.match_length else state.jacoby + 2 * state.beavers
    limit = state.cube_limit.bit_length() - 1 if state.cube_limit else 10
    fields = (
        "".join(board),
        state.cube_value.bit_length() - 1,
        owner,
        1 if state.turn is Side.BLACK else -1,
        dice,
        state.black_score,
        state.white_score,
        flag,
        state.match_length,
        limit,
    )
    return "XGID=" + ":".join(map(str, fields))


def _board(text: str, faults: list[str]) -> Setup:
    white: dict[int, int] = {}
    black: dict[int, int] = {}
    if len(text) != 26:
        faults.append(f"the board has 26 characters, not {len(text)}")
        text = "-" * 26
    for place, character in enumerate(text):
        if "A" <= character <= "O" and place != OFF:
            black[place] = ord(character) - ord("A") + 1
        elif "a" <= character <= "o" and place != BAR:
            white[BAR - place] = ord(character) - ord("a") + 1
        elif character != "-":
            faults.append(f"place {place} of the board cannot be {character!r}")
    # White's bar stands at place 0, which is 25 in White's own numbering.
    return Setup(_side(white), _side(black))


def _side(counts: dict[int, int]) -> Checkers:
    total = sum(counts.values())
    return Checkers(counts, counts.pop(BAR, 0), max(CHECKERS - total, 0))
