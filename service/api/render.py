"""From rules objects to plain dicts: the answers' shapes, in the numbering the client asked for.

Dicts of equal moves are shared between answers; nobody changes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from service import RULES_VERSION
from service.api.game_state import GameState
from service.api.labels import label
from service.api.messages import message
from service.notation.play_notation import format_play
from service.rules.board import BAR, POINTS, START, Checkers, Position, Side
from service.rules.graph import PlayGraph
from service.rules.match import Match, after_game, is_crawford_game
from service.rules.moves import Move, Play
from service.rules.scoring import Cube, GameScore
from service.rules.verdict import Verdict, Violation, ViolationCode

Document = dict[str, Any]


def common(state: GameState, language: str) -> Document:
    """The members that every answer carries."""
    document: Document = {
        "ruleset": state.rules.ruleset_id,
        "ruleset_hash": state.rules.digest,
        "rules_version": RULES_VERSION,
    }
    if state.warnings:
        document["warnings"] = [
            {"code": code, "message": message(code, language, **parameters)}
            for code, parameters in state.warnings
        ]
    return document


@cache
def move(made: Move, flips: bool) -> Document:
    """One move; `flips` where Black's points are given in White's numbering."""
    from_point, to_point, die, hit = made
    if flips:
        from_point, to_point = BAR - from_point, BAR - to_point
    return {"from_point": from_point, "to_point": to_point, "die": die, "hit": hit}


def moves(made: Sequence[Move], flips: bool) -> list[Document]:
    return [move(each, flips) for each in made]


def play(made: Play, flips: bool) -> Document:
    """A play; its notation is always in the mover's numbering."""
    return {"notation": format_play(made) or "pass", "moves": moves(made, flips)}


def position(shown: Position, turn: Side, white_numbering: bool) -> Document:
    """A position whose mover is ``turn``, by sides, with everything written out."""
    setup = shown.setup(turn)
    return {
        "white": _checkers(setup.white, False),
        "black": _checkers(setup.black, white_numbering),
    }


def _checkers(checkers: Checkers, flips: bool) -> Document:
    points = {
        str(BAR - point if flips else point): count for point, count in checkers.points.items()
    }
    return {"points": points, "bar": checkers.bar, "borne_off": checkers.borne_off}


def tree(graph: PlayGraph, flips: bool) -> Document:
    """The graph of partial plays for click-by-click boards."""
    nodes = []
    for node in graph.nodes:
        shown: Document = {
            "dice_left": list(node.dice_left),
            "moves": [{**move(made, flips), "node": child} for made, child in node.moves],
        }
        if node.play_index is not None:
            shown["play_index"] = node.play_index
        nodes.append(shown)
    return {"nodes": nodes}


def next_state(state: GameState, after: Position, turn: Side) -> Document:
    """The game state to send back: ``turn`` is about to roll or double."""
    document = _state_head(state)
    document["position"] = position(after, turn, state.white_numbering)
    document["turn"] = turn.value
    document["stage"] = "before_roll"
    _add_stakes(document, state, state.cube or Cube(), state.match)
    return document


def _state_head(state: GameState) -> Document:
    document: Document = {"ruleset": state.rules.ruleset_id}
    if state.rules.options:
        document["options"] = state.rules.options
    if state.white_numbering:
        document["numbering"] = "white"
    return document


def _add_stakes(document: Document, state: GameState, cube: Cube, match: Match | None) -> None:
    if state.rules.ruleset.cube:
        owner = cube.owner.value if cube.owner else "middle"
        document["cube"] = {"value": cube.value, "owner": owner}
    if match is not None:
        document["match"] = _score(match)
        if match.crawford_played is not None and state.rules.ruleset.crawford:
            document["match"]["crawford_played"] = match.crawford_played


def _score(match: Match) -> Document:
    return {"length": match.length, "score": {"white": match.white, "black": match.black}}


def game_result(state: GameState, score: GameScore, language: str) -> Document:
    """A scored game, the match after it, and how the next game begins while the match goes on."""
    document: Document = {
        "winner": score.winner.value,
        "kind": score.kind.value,
        "base_points": score.base_points,
        "cube_value": score.cube_value,
        "points": score.points,
        "jacoby_applied": score.jacoby_applied,
        "label": label(score.kind, state.rules.ruleset_id, language),
    }
    if state.match is None:
        return document
    match = after_game(state.match, score.winner, score.points)
    document["match"] = {**_score(match), "over": match.winner is not None}
    if match.winner is not None:
        document["match"]["winner"] = match.winner.value
        return document
    winner_starts = state.rules.ruleset.later_games == "winner"
    following = _state_head(state)
    following["position"] = position(START, Side.WHITE, state.white_numbering)
    next_game: Document = {
        "game": "backgammon" if state.rules.ruleset_id == "backgammon" else "portes",
        "opening_roll": not winner_starts,
        "crawford_game": bool(is_crawford_game(match, state.rules.ruleset)),
    }
    if winner_starts:
        next_game["starter"] = score.winner.value
        following["turn"] = score.winner.value
        following["stage"] = "before_roll"
    _add_stakes(following, state, Cube(), match)
    document["next_game"] = next_game
    document["next"] = following
    return document


def violations(verdict: Verdict, flips: bool, language: str) -> list[Document]:
    """Every violation of an illegal play, each with an example of what would be legal."""
    return [_violation(violation, verdict, flips, language) for violation in verdict.violations]


def _violation(violation: Violation, verdict: Verdict, flips: bool, language: str) -> Document:
    code = violation.code
    document: Document = {
        "code": code.code,
        "rule": code.rule,
        "message": violation_message(violation, flips, language),
    }
    if violation.move_index is not None:
        document["move_index"] = violation.move_index
    if verdict.example is not None:
        document["example"] = play(verdict.example, flips)
    if verdict.candidates:
        document["candidates"] = [play(candidate, flips) for candidate in verdict.candidates]
    return document


def violation_message(violation: Violation, flips: bool, language: str) -> str:
    """The message of one violation, its points in the numbering of the request.

    A named die that does not fit its move has a message of its own.
    """
    facts = dict(violation.facts)
    if flips:
        for name in ("point", "from_point", "to_point", "highest"):
            # The bar and off keep their words.
            if facts.get(name) in POINTS:
                facts[name] = BAR - facts[name]
    if violation.code is ViolationCode.DIE_NOT_ROLLED and "die" in facts:
        return message("die_does_not_fit", language, **facts)
    return message(violation.code.code, language, **facts)
