"""Writes a record as SGF for backgammon, the way GNU Backgammon does it: one game tree a game."""

from __future__ import annotations

import re

from service.notation.records import (
    ITEM_NAMES,
    GameRecord,
    Item,
    Loss,
    LossCode,
    MatchRecord,
    WrittenBoard,
    WrittenCube,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResignation,
)
from service.notation.sgf import APPLICATION, HEADERS
from service.notation.sgf_trees import escaped
from service.rules.board import BAR, CHECKERS, OFF, Checkers, Side
from service.rules.cube import CubeAction
from service.rules.verdict import AttemptedMove

_LETTERS = {Side.WHITE: "W", Side.BLACK: "B"}
_OWNERS = {Side.WHITE: "w", Side.BLACK: "b", None: "c"}
_CUBE_WORDS = {
    CubeAction.DOUBLE: "double",
    CubeAction.BEAVER: "double",
    CubeAction.RACCOON: "double",
    CubeAction.TAKE: "take",
    CubeAction.DROP: "drop",
}
_DATE = re.compile(r"(?<=[0-9])\.(?=[0-9])")
_BEAVERS = (CubeAction.BEAVER, CubeAction.RACCOON)
_MOST_MOVES = 8


def write_sgf(record: MatchRecord, losses: list[Loss] | None = None) -> str:
    """The record as SGF; what that cannot carry is added to ``losses``.

    Hits and the values of the cube are not marked, and a resignation is part of the result: of
    every result that does not follow from the plays. A score that is not written is what the
    results before it come to.
    """
    lost: list[Loss] = [] if losses is None else losses
    for key, value in record.headers.items():
        if key not in HEADERS.values():
            lost.append(Loss(LossCode.SETTING_NOT_WRITTEN, 0, f"{key}: {value}"[:200]))
    for name, option in record.options.items():
        if name not in ("crawford", "jacoby") and (name, option) != ("cube", False):
            lost.append(Loss(LossCode.SETTING_NOT_WRITTEN, 0, f"{name}: {option}"))
    score = (0, 0)
    one_away: bool | None = None
    trees = []
    for index, game in enumerate(record.games):
        score = score if game.score is None else game.score
        crawford, before = game.crawford, one_away
        one_away = record.length is not None and max(score) == record.length - 1 > 0
        if crawford is None:
            # The first game at which somebody is 1 away; of the first in the record nobody knows.
            crawford = bool(record.options.get("crawford", True)) and one_away and before is False
        root = _root(record, game, score, headers=index == 0, crawford=crawford)
        trees.append(f"(;{root}{''.join(_nodes(game, lost))})\n")
        if game.result is not None:
            white = game.result.winner is Side.WHITE
            won = game.result.points
            score = (score[0] + won * white, score[1] + won * (not white))
    return "".join(trees)


def _root(
    record: MatchRecord,
    game: GameRecord,
    score: tuple[int, int],
    *,
    headers: bool,
    crawford: bool,
) -> str:
    info = {"length": record.length or 0, "game": game.number - 1, "ws": score[0], "bs": score[1]}
    names = [" ".join(record.players.get(side, "").split()) for side in (Side.WHITE, Side.BLACK)]
    properties = [
        f"FF[4]GM[6]CA[UTF-8]AP[{APPLICATION}]MI",
        *(f"[{key}:{value}]" for key, value in info.items()),
        f"PW[{escaped(names[0])}]PB[{escaped(names[1])}]",
    ]
    if headers:
        for key, name in HEADERS.items():
            if (text := record.headers.get(name)) is not None:
                text = _DATE.sub("-", text) if key == "DT" else text
                properties.append(f"{key}[{escaped(text)}]")
    options = record.options
    rules = {
        "Crawford": record.length is not None and options.get("crawford", True),
        "CrawfordGame": crawford,
        "Jacoby": record.length is None and options.get("jacoby", False),
        "NoCube": not options.get("cube", True),
    }
    if any(rules.values()) or "jacoby" in options or "crawford" in options:
        properties.append(f"RU[{':'.join(name for name, value in rules.items() if value)}]")
    if (result := game.result) is not None:
        # GNU Backgammon leaves a result out that neither is a resignation nor follows.
        letter = "R" if result.resigned or not _is_over(game, result.winner) else ""
        properties.append(f"RE[{_LETTERS[result.winner]}+{result.points}{letter}]")
    return "".join(properties)


def _is_over(game: GameRecord, winner: Side) -> bool:
    """Whether the last action is a drop, or the winner has borne off all its checkers."""
    last = game.items[-1] if game.items else None
    if isinstance(last, WrittenCubeAction) and last.action is CubeAction.DROP:
        return True
    borne_off = 0
    for item in game.items:
        if isinstance(item, WrittenPlay) and item.player is winner:
            borne_off += sum(move.points[-1] == OFF for move in item.moves or ())
        elif isinstance(item, WrittenBoard):
            position = item.position
            own = item.player is winner
            borne_off = position.borne_off if own else position.opponent_borne_off
    return borne_off >= CHECKERS


def _nodes(game: GameRecord, lost: list[Loss]) -> list[str]:
    nodes = []
    raised_by: Side | None = None
    for index, item in enumerate(game.items):
        last = index + 1 == len(game.items)
        if isinstance(item, WrittenPlay) and raised_by is not None:
            # Match text leaves it to be understood that a beaver was taken.
            nodes.append(f"\n;{_LETTERS[raised_by.opponent]}[take]")
        raised = isinstance(item, WrittenCubeAction) and item.action in _BEAVERS
        raised_by = item.player if raised else None
        node = _node(item, lost, last=last)
        if node is not None:
            nodes.append(f"\n;{node}")
        elif not (
            isinstance(item, WrittenResignation)
            and last
            and game.result is not None
            and game.result.resigned
        ):
            lost.append(Loss(LossCode.ACTION_NOT_WRITTEN, item.line, ITEM_NAMES[type(item)]))
    return nodes


def _node(item: Item, lost: list[Loss], *, last: bool) -> str | None:
    letter = _LETTERS[item.player]
    if isinstance(item, WrittenPlay):
        dice = f"{item.dice[0]}{item.dice[1]}"
        letters = None if item.moves is None else _letters(item.player, item.moves)
        if letters is None and (item.text or item.moves):
            lost.append(Loss(LossCode.ACTION_NOT_WRITTEN, item.line, item.text or "play"))
        if letters is None or (last and not letters):
            # At the end it is rather a turn that was not finished than a pass.
            return f"PL[{letter}]DI[{dice}]"
        return f"{letter}[{dice}{letters}]"
    if isinstance(item, WrittenCubeAction) and item.action in _CUBE_WORDS:
        return f"{letter}[{_CUBE_WORDS[item.action]}]"
    if isinstance(item, WrittenBoard):
        setup = item.position.setup(item.player)
        white, black = (_checkers(side, setup.of(side)) for side in (Side.WHITE, Side.BLACK))
        return f"PL[{letter}]AE[a:y]{white}{black}"
    if isinstance(item, WrittenCube):
        return f"CV[{item.value}]CP[{_OWNERS[item.owner]}]"
    return None


def _letters(player: Side, moves: tuple[AttemptedMove, ...]) -> str | None:
    """From and to of each step between the points that are written; None where SGF has none."""
    steps = [step for move in moves for step in zip(move.points, move.points[1:], strict=False)]
    if len(steps) > _MOST_MOVES or any(start == OFF or end == BAR for start, end in steps):
        return None
    return "".join(_letter(player, point) for step in steps for point in step)


def _letter(player: Side, point: int) -> str:
    if point in (BAR, OFF):
        return "y" if point == BAR else "z"
    return chr(ord("a") - 1 + (point if player is Side.WHITE else BAR - point))


def _checkers(side: Side, checkers: Checkers) -> str:
    points = [*sorted(checkers.points.items()), (BAR, checkers.bar)]
    letters = "".join(f"[{_letter(side, point)}]" * count for point, count in points)
    return f"A{_LETTERS[side]}{letters}" if letters else ""
