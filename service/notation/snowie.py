"""Snowie's texts: the position line, and match text with such a line in place of an illegal play.

61: Illegal play (5;0;0;0;1;Anna;Boris;0;0;0;1;0;0;-2;0;0;0;2;4;0;2;0; ... ;2;0;5;2;)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.notation.errors import NotationError
from service.notation.mat import read_mat
from service.notation.records import CODE, Item, MatchRecord, Unread, WrittenBoard, WrittenPlay
from service.rules.board import BAR, POINTS, Checkers, Setup, Side

FIELDS = 40
_ILLEGAL = re.compile(r"(Illegal play) \((.{1,500}?;)\)", re.IGNORECASE)
# What no text holds that has come this far: it keeps the place of a position line.
_MARK = "\x00"
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NAMES = (5, 6)


@dataclass(frozen=True, slots=True)
class SnowiePosition:
    """A position as Snowie's line says it; nothing is checked but the shape.

    ``length`` 0: money. ``roller``: who is on roll, the names, scores and the cube's owner are
    given as (roller, other). ``dice`` None: not rolled. ``mover`` and ``opponent``: the checkers of
    the roller and of the other, each in its own numbering.
    """

    length: int
    jacoby: bool
    roller: Side
    names: tuple[str, str]
    crawford: bool
    score: tuple[int, int]
    cube_value: int
    cube_owner: Side | None
    mover: Checkers
    opponent: Checkers
    dice: tuple[int, int] | None

    def setup(self, roller: Side | None = None) -> Setup:
        """The checkers by sides; ``roller`` where it is known better than the line knows it."""
        if (roller or self.roller) is Side.WHITE:
            return Setup(self.mover, self.opponent)
        return Setup(self.opponent, self.mover)


def looks_like_snowie(text: str) -> bool:
    """Whether it holds what only Snowie's match text can: a position in place of a play."""
    return _ILLEGAL.search(text) is not None


def parse_position_line(text: str) -> SnowiePosition:
    """Reads the forty fields of a position line; raises NotationError."""
    fields = text.strip().removesuffix(";").split(";")
    if len(fields) != FIELDS:
        raise NotationError(CODE, f"it has {len(fields)} fields ended by semicolons, not {FIELDS}")
    numbers = [
        int(field) if index not in _NAMES and _NUMBER.fullmatch(field) else None
        for index, field in enumerate(fields)
    ]
    wrong = [
        index + 1
        for index, number in enumerate(numbers)
        if index not in _NAMES and not (number is not None and _possible(index, number))
    ]
    if wrong:
        listed = ", ".join(map(str, wrong))
        raise NotationError(CODE, f"these of its fields are no such number: {listed}")
    given = [number or 0 for number in numbers]
    board, dice = given[12:38], (given[38], given[39])
    if 0 in dice and dice != (0, 0):
        raise NotationError(CODE, "one die is rolled and the other is not")
    roller = Side.BLACK if given[4] else Side.WHITE
    return SnowiePosition(
        length=given[0],
        jacoby=bool(given[1]),
        roller=roller,
        names=(fields[5], fields[6]),
        crawford=bool(given[7]),
        score=(given[8], given[9]),
        cube_value=given[10],
        cube_owner={1: roller, -1: roller.opponent}.get(given[11]),
        mover=Checkers({p: board[p] for p in POINTS if board[p] > 0}, board[BAR]),
        opponent=Checkers({BAR - p: -board[p] for p in POINTS if board[p] < 0}, -board[0]),
        dice=None if dice == (0, 0) else dice,
    )


def _possible(index: int, number: int) -> bool:
    if index in (1, 4, 7):
        return number in (0, 1)
    if index == 11:
        return number in (-1, 0, 1)
    if index >= 38:
        return 0 <= number <= 6
    if index >= 12:
        low, high = (-99, 0) if index == 12 else (0, 99) if index == 37 else (-99, 99)
        return low <= number <= high
    return number >= 0


def read_snowie(text: str) -> MatchRecord:
    """The record in a match text of Snowie; raises NotationError where there is no game in it.

    An illegal play is an unreadable one, and the board after it follows as a set-up.
    """
    lines: list[str] = []

    def mark(found: re.Match[str]) -> str:
        # As long as what it stands for: whose a cell is follows from its column.
        lines.append(found[2])
        return f"{_MARK}{len(lines) - 1}".ljust(len(found[0]))

    record = read_mat(_ILLEGAL.sub(mark, text))
    record.format = "snowie"
    for game in record.games:
        items: list[Item] = []
        for item in game.items:
            if isinstance(item, WrittenPlay) and item.text.startswith(_MARK):
                items += _illegal_play(item, lines[int(item.text.removeprefix(_MARK))])
            else:
                items.append(item)
        game.items = items
    return record


def _illegal_play(item: WrittenPlay, line: str) -> list[Item]:
    """What stands for an illegal play: the play, of which nothing is known, and what it led to.

    The board is as the other player sees it, who rolls next. In such lines GNU Backgammon has the
    wrong index of the roller, and the dice of the next roll, so nothing else is taken from them.
    """
    play = item._replace(text="Illegal play", moves=None)
    roller = item.player.opponent
    try:
        setup = parse_position_line(line).setup(roller)
    except NotationError:
        return [play, Unread(item.line, item.number, item.player, line[:200])]
    if setup.faults():
        return [play, Unread(item.line, item.number, item.player, line[:200])]
    position = setup.position_unchecked(roller)
    return [play, WrittenBoard(item.line, item.number, roller, position)]
