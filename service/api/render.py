"""From rules objects to plain dicts: the answers' shapes, in the numbering the client asked for.

Dicts of equal moves are shared between answers; nobody changes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from service import RULES_VERSION
from service.api.game_state import GameState
from service.api.http import json_bytes
from service.api.labels import label
from service.api.messages import message
from service.notation.play_notation import format_play
from service.notation.play_writer import write_json
from service.rules.board import BAR, POINTS, START, Checkers, Position, Side
from service.rules.codes import RuleCode
from service.rules.cube import Stage
from service.rules.dice import Roll
from service.rules.graph import PlayGraph
from service.rules.match import Match, after_game, has_crawford_game, is_crawford_game
from service.rules.moves import Move, Play
from service.rules.opening import starter_after
from service.rules.plays import unpack
from service.rules.rulesets import Ruleset
from service.rules.scoring import CENTRED_CUBE, Cube, GameKind, score_game
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


def packed_plays(plays: list[int], flips: bool) -> list[str]:
    """As `play` of each, as JSON."""
    return write_json(plays, _MOVES[flips])


# Every move that one slot of a packed play can hold, by whether its points are flipped.
_MOVES = [
    [json_bytes(move(*unpack(slot), flips)).decode() for slot in range(1024)]
    for flips in (False, True)
]


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


def game_state(
    state: GameState,
    cube: Cube,
    match: Match | None,
    *,
    shown: Position | None = None,
    turn: Side | None = None,
    stage: Stage = Stage.BEFORE_ROLL,
    roll: Roll | None = None,
    opening_turn: bool = False,
    automatic_doubles_used: int = 0,
) -> Document:
    """A game state to send back as it is, under the rules and in the numbering of ``state``.

    ``shown`` is as ``turn`` sees it. Without a turn an opening roll decides who starts; only then
    the automatic doubles so far matter (R-AUTO).
    """
    document: Document = {"ruleset": state.rules.ruleset_id}
    if state.rules.options:
        document["options"] = state.rules.options
    if state.white_numbering:
        document["numbering"] = "white"
    if shown is not None:
        document["position"] = position(shown, turn or Side.WHITE, state.white_numbering)
    if turn is not None:
        document["turn"] = turn.value
        document["stage"] = stage.value
    if roll is not None:
        document["dice"] = list(roll)
    if opening_turn:
        document["opening_turn"] = True
    if turn is None and automatic_doubles_used:
        document["automatic_doubles_used"] = automatic_doubles_used
    if state.rules.ruleset.cube:
        document["cube"] = cube_of(cube)
    if match is not None:
        document["match"] = match_state(match, state.rules.ruleset)
    return document


def cube_of(cube: Cube) -> Document:
    return {"value": cube.value, "owner": cube.owner.value if cube.owner else "middle"}


def match_state(match: Match, ruleset: Ruleset) -> Document:
    """A match before a game; whether the Crawford game was played only where there is one."""
    document = _score(match)
    if match.crawford_played is not None and has_crawford_game(match, ruleset):
        document["crawford_played"] = match.crawford_played
    return document


def match_result(match: Match) -> Document:
    """A match after a game."""
    document: Document = {**_score(match), "over": match.winner is not None}
    if match.winner is not None:
        document["winner"] = match.winner.value
    return document


def _score(match: Match) -> Document:
    return {"length": match.length, "score": {"white": match.white, "black": match.black}}


def game_result(state: GameState, winner: Side, kind: GameKind, language: str) -> Document:
    """A won game with its score, the match after it, and how the next begins while it goes on."""
    in_match = state.match is not None
    score = score_game(winner, kind, state.cube, state.rules.ruleset, in_match=in_match)
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
    document["match"] = match_result(match)
    if match.winner is not None:
        return document
    starter = starter_after(score.winner, state.rules.ruleset)
    document["next_game"] = {
        "game": "backgammon" if state.rules.ruleset_id == "backgammon" else "portes",
        "opening_roll": starter is None,
        "crawford_game": bool(is_crawford_game(match, state.rules.ruleset)),
    }
    if starter is not None:
        document["next_game"]["starter"] = starter.value
    document["next"] = game_state(state, CENTRED_CUBE, match, shown=START, turn=starter)
    return document


def coded_violations(codes: Iterable[RuleCode], language: str) -> list[Document]:
    """Violations that are all said by their codes."""
    return [
        {"code": code.code, "rule": code.rule, "message": message(code.code, language)}
        for code in codes
    ]


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
