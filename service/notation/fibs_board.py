"""The board line of FIBS: ``board:`` and 52 more fields parted by colons.

O is White here, X Black; counts above zero are O's. The line speaks of a player, whom it is written
for, and of the opponent. The board has places 0 to 25; a player who goes from 24 to 1 has the bar
at 25, one who goes from 1 to 24 has it at 0. The dice keep their order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from service.notation.errors import NotationError
from service.notation.snapshot import CUBE, GameSnapshot, Status, is_open_at, stakes
from service.rules.board import BAR, CHECKERS, OFF, Checkers, Setup, Side
from service.rules.cube import Stage
from service.rules.scoring import Cube

CODE = "unreadable_fibs_board"
LONGEST = 400
FIELDS = 53
MOST_POINTS = 10_000
UNLIMITED = 9999
"""What FIBS writes as the length where no match is played."""

HIGHEST_CUBE = 20
"""The power of two of the largest cube that is read."""

_LONGEST_NAME = 40
_NUMBER = re.compile(r"-?[0-9]{1,7}")
_BOARD = range(6, 32)
_NUMBERS = {
    # field: (place in the line, lowest, highest)
    "match length": (3, 1, UNLIMITED),
    "the player's score": (4, 0, MOST_POINTS),
    "the opponent's score": (5, 0, MOST_POINTS),
    **{f"place {place - 6} of the board": (place, -CHECKERS, CHECKERS) for place in _BOARD},
    "turn": (32, -1, 1),
    "the player's first die": (33, 0, 6),
    "the player's second die": (34, 0, 6),
    "the opponent's first die": (35, 0, 6),
    "the opponent's second die": (36, 0, 6),
    "cube": (37, 1, 1 << HIGHEST_CUBE),
    "the player may double": (38, 0, 1),
    "the opponent may double": (39, 0, 1),
    "was doubled": (40, 0, 1),
    "colour": (41, -1, 1),
    "direction": (42, -1, 1),
    "home": (43, 0, 25),
    "bar": (44, 0, 25),
    "the player's checkers off": (45, 0, CHECKERS),
    "the opponent's checkers off": (46, 0, CHECKERS),
    "the player's checkers on the bar": (47, 0, CHECKERS),
    "the opponent's checkers on the bar": (48, 0, CHECKERS),
    "moves": (49, 0, 4),
    "forced move": (50, 0, 1),
    "did Crawford": (51, 0, 1),
    "redoubles": (52, 0, MOST_POINTS),
}
_COLOURS = {1: Side.WHITE, -1: Side.BLACK}
_SIGNS = {side: sign for sign, side in _COLOURS.items()}


@dataclass(frozen=True, slots=True)
class FibsBoard:
    """What a board line says.

    ``side``: the colour of the player whom the line is written for. ``turn`` None: the game is
    over. ``player_dice`` and ``opponent_dice`` None: none. ``doubled``: the opponent has doubled
    and the player must answer. ``length`` 0: unlimited. ``did_crawford``: the Crawford game has
    been played. ``redoubles``: instant redoubles allowed outside a match. What the line says of
    moves left is written as 0 and not read; FIBS itself is not reliable there. ``notes``: what the
    line does not say and reading filled in.
    """

    side: Side
    setup: Setup
    turn: Side | None
    names: tuple[str, str] = ("You", "Opponent")
    length: int = 0
    scores: tuple[int, int] = (0, 0)
    player_dice: tuple[int, int] | None = None
    opponent_dice: tuple[int, int] | None = None
    cube_value: int = 1
    may_double: tuple[bool, bool] = (True, True)
    doubled: bool = False
    did_crawford: bool = False
    redoubles: int = 0
    notes: tuple[str, ...] = field(default=(), compare=False)


def parse_fibs_board(text: str) -> FibsBoard:
    """Reads a board line; raises NotationError with every fault named."""
    if len(text) > LONGEST:
        raise NotationError(CODE, f"it is longer than {LONGEST} characters")
    parts = text.strip().split(":")
    if parts[0] != "board" or len(parts) != FIELDS:
        raise NotationError(
            CODE, f"it must be the word board and {FIELDS - 1} more fields parted by colons"
        )
    faults: list[str] = []
    for place, name in ((1, "player"), (2, "opponent")):
        if not 1 <= len(parts[place]) <= _LONGEST_NAME:
            faults.append(f"the {name}'s name must have 1 to {_LONGEST_NAME} characters")
    values = _numbers(parts, faults)
    if faults:
        raise NotationError(CODE, "; ".join(faults))
    faults += _contradictions(values)
    notes: list[str] = []
    side = _COLOURS.get(values["colour"])
    if side is None:
        # A line written after the game no longer says who is who.
        side = Side.WHITE
        notes.append("turn")
    setup = _setup(values, side, faults)
    if faults:
        raise NotationError(CODE, "; ".join(faults))
    length = values["match length"]
    return FibsBoard(
        side=side,
        setup=setup,
        turn=_COLOURS.get(values["turn"]),
        names=(parts[1], parts[2]),
        length=0 if length == UNLIMITED else length,
        scores=(values["the player's score"], values["the opponent's score"]),
        player_dice=_dice("player", values),
        opponent_dice=_dice("opponent", values),
        cube_value=values["cube"],
        may_double=(
            bool(values["the player may double"]),
            bool(values["the opponent may double"]),
        ),
        doubled=bool(values["was doubled"]),
        did_crawford=bool(values["did Crawford"]),
        redoubles=values["redoubles"],
        notes=tuple(notes),
    )


def _numbers(parts: Sequence[str], faults: list[str]) -> dict[str, int]:
    values: dict[str, int] = {}
    for name, (place, low, high) in _NUMBERS.items():
        if _NUMBER.fullmatch(parts[place]) and low <= int(parts[place]) <= high:
            values[name] = int(parts[place])
        else:
            faults.append(f"{name} must be a number from {low} to {high}")
    return values


def _contradictions(values: dict[str, int]) -> list[str]:
    """What no single field can say, but two of them together do."""
    faults = []
    for name in ("player", "opponent"):
        first, second = values[f"the {name}'s first die"], values[f"the {name}'s second die"]
        if (first == 0) != (second == 0):
            faults.append(f"the {name}'s dice cannot be {first} and {second}")
    if values["cube"].bit_count() != 1:
        faults.append("cube must be a power of two")
    if values["direction"] == 0:
        faults.append("direction must be 1 or -1")
    elif (values["home"], values["bar"]) != ((0, 25) if values["direction"] < 0 else (25, 0)):
        faults.append("home and bar do not go with the direction")
    length, turn = values["match length"], values["turn"]
    scores = values["the player's score"], values["the opponent's score"]
    if turn and length != UNLIMITED and max(scores) >= length:
        faults.append("the match is over at this score")
    return faults


def _dice(name: str, values: dict[str, int]) -> tuple[int, int] | None:
    first, second = values[f"the {name}'s first die"], values[f"the {name}'s second die"]
    return (first, second) if first and second else None


def _setup(values: dict[str, int], side: Side, faults: list[str]) -> Setup:
    """The set-up, held against the counts of checkers off and on the bar."""
    board = [values[f"place {place} of the board"] * _SIGNS[side] for place in range(26)]
    if values["direction"] > 0:
        board.reverse()
    if board[BAR] < 0 or board[OFF] > 0:
        faults.append("a bar holds checkers of the wrong colour")
    setup = _claimed(board, side)
    for name, checkers in (("player", setup.of(side)), ("opponent", setup.of(side.opponent))):
        if values[f"the {name}'s checkers on the bar"] != checkers.bar:
            faults.append(f"the {name}'s checkers on the bar are not those of the board")
        if values[f"the {name}'s checkers off"] != checkers.borne_off:
            faults.append(f"the {name}'s checkers off are not those missing from the board")
    return setup


def _claimed(board: Sequence[int], side: Side) -> Setup:
    """The set-up of a signed board as a side sees it; more than fifteen checkers stay a claim."""
    own = {place: count for place, count in enumerate(board) if count > 0}
    other = {BAR - place: -count for place, count in enumerate(board) if count < 0}
    mine, theirs = (
        Checkers(counts, counts.pop(BAR, 0), max(CHECKERS - total, 0))
        for counts, total in ((own, sum(own.values())), (other, sum(other.values())))
    )
    return Setup(mine, theirs) if side is Side.WHITE else Setup(theirs, mine)


def format_fibs_board(state: FibsBoard) -> str:
    """Writes a board line in which the player goes from 24 to 1; colons in names become ``_``.

    Raises ValueError where the set-up is no position.
    """
    position = state.setup.position(state.side)
    player, opponent = state.setup.of(state.side), state.setup.of(state.side.opponent)
    sign = _SIGNS[state.side]
    fields: list[str | int] = [
        "board",
        *(_written(name) for name in state.names),
        state.length or UNLIMITED,
        *state.scores,
        *(sign * count for count in position.board),
        0 if state.turn is None else _SIGNS[state.turn],
        *(state.player_dice or (0, 0)),
        *(state.opponent_dice or (0, 0)),
        state.cube_value,
        *(int(may) for may in state.may_double),
        int(state.doubled),
        sign,
        -1,
        OFF,
        BAR,
        position.borne_off,
        position.opponent_borne_off,
        player.bar,
        opponent.bar,
        0,
        0,
        int(state.did_crawford),
        state.redoubles,
    ]
    return ":".join(map(str, fields))


def _written(name: str) -> str:
    plain = "".join("_" if mark == ":" or not mark.isprintable() else mark for mark in name)
    return plain.strip()[:_LONGEST_NAME].strip() or "_"


def read_fibs_board(text: str) -> GameSnapshot:
    """A board line as a snapshot; raises NotationError.

    Where a side is 1 away and no field says that the Crawford game has been played, this is it, as
    GNU Backgammon reads it.
    """
    read = parse_fibs_board(text)
    notes = list(read.notes)
    if read.doubled:
        turn: Side = read.side.opponent
    else:
        turn = read.turn or read.side
        if read.turn is None and "turn" not in notes:
            notes.append("turn")
    dice = None
    if not read.doubled:
        dice = read.player_dice if turn is read.side else read.opponent_dice
    rolled = Stage.ROLLED if dice else Stage.BEFORE_ROLL
    white_first = read.side is Side.WHITE
    scores, names = (
        (read.scores, read.names) if white_first else (read.scores[::-1], read.names[::-1])
    )
    silent = not read.did_crawford and not read.redoubles
    crawford = is_open_at(read.length, scores) and silent
    if crawford:
        notes.append("crawford")
    owner, doubtful = _owner(read)
    if doubtful:
        notes.append(CUBE)
    return GameSnapshot(
        turn=turn,
        setup=read.setup,
        stage=Stage.OFFERED if read.doubled else rolled,
        dice=dice,
        status=Status.BORNE_OFF if read.turn is None else Status.PLAYING,
        cube=Cube(read.cube_value, owner),
        length=read.length,
        score=scores,
        crawford=crawford,
        beavers=None if read.length else read.redoubles > 0,
        players=names,
        assumed=tuple(notes),
    )


def _owner(read: FibsBoard) -> tuple[Side | None, bool]:
    """Whose the cube is, by who has access to it, and whether that is doubtful."""
    player, opponent = read.may_double
    if player == opponent or read.cube_value == 1:
        return None, not (player and opponent)
    return (read.side if player else read.side.opponent), False


def write_fibs_board(snapshot: GameSnapshot) -> str | None:
    """A snapshot as the line for the side that has to act, what is unknown filled in.

    None where there is no position, where the match is over and the game is not, or where the match
    is too long. Raises ValueError where the set-up is no position.
    """
    played_for = stakes(snapshot)
    over = snapshot.status.is_over
    too_long = played_for.length >= UNLIMITED
    if snapshot.setup is None or too_long or (snapshot.is_match_over and not over):
        return None
    offered = played_for.stage is Stage.OFFERED
    side = snapshot.turn.opponent if offered else snapshot.turn
    white_first = side is Side.WHITE
    names = snapshot.players or ("White", "Black")
    owner = played_for.cube.owner
    return format_fibs_board(
        FibsBoard(
            side=side,
            setup=snapshot.setup,
            turn=None if over else snapshot.turn,
            names=names if white_first else names[::-1],
            length=played_for.length,
            scores=played_for.score if white_first else played_for.score[::-1],
            player_dice=None if offered else snapshot.dice,
            cube_value=played_for.cube.value,
            may_double=(owner is not side.opponent, owner is not side),
            doubled=offered,
            did_crawford=snapshot.somebody_one_away and not played_for.crawford,
            redoubles=int(played_for.beavers and not played_for.length),
        )
    )
