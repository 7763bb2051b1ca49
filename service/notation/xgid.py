"""XGID: board, cube, turn, dice, score and rules of a game in one line.

``XGID=<26 characters>:cube:owner:turn:dice:scoreX:scoreO:flag:length:maxcube``. The board is always
in X's numbering: place 0 is O's bar, 1 to 24 the points, 25 X's bar; capitals are X, which is Black
here, small letters O, which is White. The dice may be a letter: ``D`` where a double waits for its
answer, ``B`` a beaver, ``R`` a raccoon; the turn is then still the doubler's and the cube the last
accepted one. GNU Backgammon knows only the first letter, and the documents of the format do not
say what becomes of the cube with the others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from service.notation.errors import NotationError
from service.notation.snapshot import CUBE, GameSnapshot, stakes
from service.rules.board import BAR, CHECKERS, OFF, POINTS, Checkers, Setup, Side
from service.rules.cube import Stage
from service.rules.scoring import Cube

CODE = "unreadable_xgid"
LONGEST = 200
MOST_POINTS = 10_000
"""The largest match length and score that is read."""

HIGHEST_CUBE = 20
"""The power of two of the largest cube."""

_NUMBER = re.compile(r"-?[0-9]{1,5}")
_DICE = re.compile(r"00|[1-6][1-6]|[DBR]")
_OFFERS = {"D": Stage.OFFERED, "B": Stage.BEAVERED, "R": Stage.RACCOONED}
_LETTERS = {stage: letter for letter, stage in _OFFERS.items()}
_USUAL_LIMIT = 1 << 10
"""What writers put where nobody set a limit to the cube."""


@dataclass(frozen=True, slots=True)
class Xgid:
    """What an XGID says. White is O, Black is X.

    ``dice`` None: to roll or double. ``offer``: a double, beaver or raccoon waits for its answer;
    ``turn`` is the doubler. ``match_length`` 0: no match. ``crawford`` and the scores, points won,
    are as written, whether or not they go together. ``cube_limit`` None: none given. ``notes``:
    what the text does not say and reading filled in.
    """

    setup: Setup
    turn: Side
    dice: tuple[int, int] | None = None
    offer: Stage | None = None
    cube_value: int = 1
    cube_owner: Side | None = None
    match_length: int = 0
    white_score: int = 0
    black_score: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)

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
        faults.append("dice must be 00, two digits from 1 to 6, or D, B or R")
    length, flag = numbers.get("length", 0), numbers.get("flag", 0)
    if length and flag > 1:
        faults.append("the flag of a match is 0 or 1")
    if length and max(numbers.get("X's score", 0), numbers.get("O's score", 0)) >= length:
        faults.append("the match is over at this score")
    if faults:
        raise NotationError(CODE, "; ".join(faults))
    offer = _OFFERS.get(parts[4])
    notes = [CUBE] if offer not in (None, Stage.OFFERED) else []
    if len(parts) == 9:
        notes.append("cube_limit")
    return Xgid(
        setup=setup,
        turn=Side.BLACK if numbers["turn"] == 1 else Side.WHITE,
        dice=(int(parts[4][0]), int(parts[4][1])) if parts[4] > "00" and not offer else None,
        offer=offer,
        cube_value=2 ** numbers["cube"],
        cube_owner=_OWNERS[numbers["cube owner"]],
        match_length=length,
        white_score=numbers["O's score"],
        black_score=numbers["X's score"],
        crawford=bool(length and flag),
        jacoby=bool(not length and flag & 1),
        beavers=bool(not length and flag & 2),
        cube_limit=2 ** numbers["cube limit"] if "cube limit" in numbers else None,
        notes=tuple(notes),
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
    dice = _LETTERS[state.offer] if state.offer else "00"
    if state.dice:
        dice = f"{state.dice[0]}{state.dice[1]}"
    owner = {None: 0, Side.BLACK: 1, Side.WHITE: -1}[state.cube_owner]
    flag = int(state.crawford) if state.match_length else state.jacoby + 2 * state.beavers
    limit = (state.cube_limit or _USUAL_LIMIT).bit_length() - 1
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


def read_xgid(text: str) -> GameSnapshot:
    """An XGID as a snapshot; raises NotationError."""
    read = parse_xgid(text)
    money = not read.match_length
    return GameSnapshot(
        turn=read.turn,
        setup=read.setup,
        stage=read.offer or (Stage.ROLLED if read.dice else Stage.BEFORE_ROLL),
        dice=read.dice,
        cube=Cube(read.cube_value, read.cube_owner),
        cube_limit=None if read.cube_limit == _USUAL_LIMIT else read.cube_limit,
        length=read.match_length,
        score=read.score,
        # A one-point match has no Crawford game, whatever the flag says.
        crawford=read.crawford and read.match_length > 1,
        jacoby=read.jacoby if money else None,
        beavers=read.beavers if money else None,
        assumed=read.notes,
    )


def write_xgid(snapshot: GameSnapshot) -> str | None:
    """A snapshot as an XGID, what is unknown filled in.

    None where there is no position, or where the match is over, which no XGID can say. Raises
    ValueError where the set-up is no position.
    """
    position = snapshot.seen_by(snapshot.turn)
    if position is None or snapshot.is_match_over:
        return None
    played_for = stakes(snapshot)
    return format_xgid(
        Xgid(
            setup=position.setup(snapshot.turn),
            turn=snapshot.turn,
            dice=snapshot.dice,
            offer=played_for.stage if played_for.stage in _LETTERS else None,
            cube_value=played_for.cube.value,
            cube_owner=played_for.cube.owner,
            match_length=played_for.length,
            white_score=played_for.score[0],
            black_score=played_for.score[1],
            crawford=played_for.crawford,
            jacoby=played_for.jacoby,
            beavers=played_for.beavers,
            cube_limit=snapshot.cube_limit,
        )
    )
