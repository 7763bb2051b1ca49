"""Writes a record as match text, the way GNU Backgammon does it.

Bar and off are 25 and 0, each move stands alone, and what is repeated is written out.
"""

from __future__ import annotations

import re

from service.notation.mat import is_plain
from service.notation.records import (
    ITEM_NAMES,
    GameRecord,
    Item,
    Loss,
    LossCode,
    MatchRecord,
    WrittenCube,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResignation,
)
from service.notation.turns import CubeCount, Numbering
from service.rules.board import Side
from service.rules.cube import CubeAction
from service.rules.verdict import AttemptedMove

_NAME_WIDTH = 30
_CELL_WIDTH = 27
# Where words stand in the two cells.
_LEFT_COLUMN, _RIGHT_COLUMN = 6, 34
_SCORE = re.compile(r":(?=\s*[0-9])")
_HEADER_KEY = re.compile(r"[^\[\]\"\s;#][^\[\]\"\n]{0,39}(?<!\s)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SWITCHES = {"jacoby": "Jacoby", "beavers": "Beaver", "crawford": "Crawford"}
_CUBE_WORDS = {
    CubeAction.DOUBLE: "Doubles",
    CubeAction.BEAVER: "Beavers",
    CubeAction.RACCOON: "Beavers",
    CubeAction.TAKE: "Takes",
    CubeAction.DROP: "Drops",
}


def write_mat(record: MatchRecord, losses: list[Loss] | None = None) -> str:
    """The record as match text; what that cannot carry is added to ``losses``.

    A score that is not written is what the results before it come to. That a result came of a
    resignation is only written where the record has the resignation itself.
    """
    lost: list[Loss] = [] if losses is None else losses
    lines = _headers(record, lost)
    lines += [f" {record.length or 0} point match", ""]
    names = [_name(record, side, lost) for side in (Side.WHITE, Side.BLACK)]
    score = {Side.WHITE: 0, Side.BLACK: 0}
    for game in record.games:
        if game.score is not None:
            score = dict(zip((Side.WHITE, Side.BLACK), game.score, strict=True))
        left, right = (f"{name} : {score[side]}" for name, side in zip(names, score, strict=True))
        lines += [f" Game {game.number}", f" {left.ljust(_NAME_WIDTH)} {right}"]
        lines += _actions(game, lost)
        if (result := game.result) is not None:
            score[result.winner] += result.points
            wins = f"Wins {_points(result.points)}"
            dropped = bool(game.items) and _drops(game.items[-1], Side.WHITE)
            if dropped and result.winner is Side.BLACK:
                # In a cell left empty beside a drop GNU Backgammon would see one more action.
                lines.append(f"{lines.pop().ljust(_RIGHT_COLUMN)}{wins}")
            else:
                column = _LEFT_COLUMN if result.winner is Side.WHITE else _RIGHT_COLUMN
                lines.append(f"{' ' * column}{wins}")
        lines.append("")
    return "\n".join(lines) + "\n"


def _headers(record: MatchRecord, lost: list[Loss]) -> list[str]:
    options: dict[str, str] = {}
    for name, value in record.options.items():
        if name in _SWITCHES:
            options[_SWITCHES[name]] = "On" if value else "Off"
        elif name == "cube_limit":
            options["CubeLimit"] = str(value)
        else:
            lost.append(Loss(LossCode.SETTING_NOT_WRITTEN, 0, f"{name}: {value}"))
    spoken_for = {key.lower() for key in (*options, "Beavers", "Cube Limit")}
    headers = {key: text for key, text in record.headers.items() if key.lower() not in spoken_for}
    lines = []
    for key, text in (headers | options).items():
        if _HEADER_KEY.fullmatch(key):
            date = key == "EventDate" and _DATE.fullmatch(text) is not None
            text = text.replace("-", ".") if date else " ".join(text.split())
            lines.append(f'; [{key} "{text}"]')
        else:
            lost.append(Loss(LossCode.SETTING_NOT_WRITTEN, 0, f"{key}: {text}"[:200]))
    return [*lines, ""] if lines else lines


def _name(record: MatchRecord, side: Side, lost: list[Loss]) -> str:
    """The name as a line of scores can hold it: nothing in it looks like a score or a comment."""
    written = record.players.get(side, "")
    name = _SCORE.sub("_", " ".join(written.split()))
    if name.startswith((";", "#")):
        name = "_" + name[1:]
    name = name or side.value.capitalize()
    if name != written:
        lost.append(Loss(LossCode.NAME_CHANGED, 0, written[:200]))
    return name


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"


def _drops(item: Item, player: Side) -> bool:
    return (
        isinstance(item, WrittenCubeAction)
        and item.action is CubeAction.DROP
        and item.player is player
    )


def _actions(game: GameRecord, lost: list[Loss]) -> list[str]:
    numbering, cube = Numbering(), CubeCount()
    cells: dict[int, dict[Side, str]] = {}
    for item in game.items:
        text = _cell(item, cube, lost)
        if text is not None:
            cells.setdefault(numbering.next(item.player), {})[item.player] = text
    lines = []
    for number, cell in cells.items():
        left, right = (cell.get(side, "") for side in (Side.WHITE, Side.BLACK))
        lines.append(f"{number:3}) {left.ljust(_CELL_WIDTH)} {right}".rstrip())
    return lines


def _cell(item: Item, cube: CubeCount, lost: list[Loss]) -> str | None:
    """What stands in the cell of an action; None where the format has no words for it."""
    if isinstance(item, WrittenPlay):
        cube.rolled()
        return f"{item.dice[0]}{item.dice[1]}: {_play(item, lost)}"
    if isinstance(item, WrittenCubeAction) and item.action in _CUBE_WORDS:
        raised = cube.acted(item.player, item.action)
        value = item.value if item.value is not None else raised
        word = _CUBE_WORDS[item.action]
        return f" {word} => {value}" if raised is not None else f" {word}"
    if isinstance(item, WrittenResignation):
        return " Resigns" if item.points is None else f" Losses {_points(item.points)}"
    if isinstance(item, WrittenCube):
        cube.set(item.value, item.owner)
    lost.append(Loss(LossCode.ACTION_NOT_WRITTEN, item.line, ITEM_NAMES[type(item)]))
    return None


def _play(item: WrittenPlay, lost: list[Loss]) -> str:
    if item.moves is not None:
        return _moves(item.moves)
    text = " ".join(item.text.split())
    if text and is_plain(text):
        return text
    lost.append(Loss(LossCode.ACTION_NOT_WRITTEN, item.line, item.text))
    return ""


def _moves(moves: tuple[AttemptedMove, ...]) -> str:
    """Each step between the points that are written; a point is hit once, by who gets there first.

    The mark of a blot stands on that step.
    """
    marked: set[int] = set()
    steps = []
    for move in moves:
        for start, end in zip(move.points, move.points[1:], strict=False):
            hits = end in move.hits and end not in marked
            if hits:
                marked.add(end)
            steps.append(f"{start}/{end}*" if hits else f"{start}/{end}")
    return " ".join(steps)
