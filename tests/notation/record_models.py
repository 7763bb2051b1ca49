"""What two records of one match have in common, in whatever formats they are written."""

from __future__ import annotations

from typing import Any

from service.notation.records import GameRecord, MatchRecord, WrittenCubeAction, WrittenPlay
from service.rules.cube import CubeAction

_BEAVERS = (CubeAction.BEAVER, CubeAction.RACCOON)


def game_model(game: GameRecord) -> dict[str, Any]:
    """Rolls, plays, cube actions and result.

    Left out is what some format has no words for: hits, values of the cube, whether a result came
    of a resignation, and the take of a beaver, which match text leaves to be understood. And the
    order of the moves, which GNU Backgammon sorts when it imports match text.
    """
    actions: list[tuple[Any, ...]] = []
    raised = False
    for item in game.items:
        if isinstance(item, WrittenPlay):
            ways = None if item.moves is None else sorted(move.points for move in item.moves)
            actions.append((item.player, item.dice, ways))
        elif isinstance(item, WrittenCubeAction):
            if not (raised and item.action is CubeAction.TAKE):
                actions.append((item.player, item.action))
            raised = item.action in _BEAVERS
    result = None if game.result is None else (game.result.winner, game.result.points)
    return {"actions": actions, "result": result}


def model(record: MatchRecord) -> dict[str, Any]:
    games = [
        {"number": game.number, "score": game.score, **game_model(game)} for game in record.games
    ]
    return {"length": record.length, "players": record.players, "games": games}
