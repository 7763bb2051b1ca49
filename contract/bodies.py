"""Questions that a frontend could send: legal positions, plays that are legal or nearly so.

What a schema alone generates is refused before it reaches the rules.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from service.api import render
from service.notation.formats import FORMATS, write_notation
from service.notation.snapshot import GameSnapshot
from service.rules.board import Position, Side
from service.rules.cube import Stage
from service.rules.dice import Roll
from service.rules.plays import legal_plays
from service.rules.rulesets import PRESETS
from tests.positions import boards, dice

Body = dict[str, Any]
Bodies = st.SearchStrategy[Body]

SIDES = [side.value for side in Side]
CUBE_ACTIONS = ["double", "take", "drop", "beaver", "raccoon", "roll"]
STAGES = ["before_roll", "offered", "beavered", "raccooned", "rolled"]
VIEWS = ["sequences", "positions", "position_ids", "tree"]

sides = st.sampled_from(SIDES)
rulesets = st.sampled_from(list(PRESETS))


@st.composite
def placed(draw: st.DrawFn) -> tuple[Position, Body]:
    """A position in which the game goes on, and the part of a question that says so."""
    position = Position(draw(boards()))
    side = draw(st.sampled_from(list(Side)))
    shown = render.position(position, side, False)
    return position, {"ruleset": draw(rulesets), "turn": side.value, "position": shown}


@st.composite
def matches(draw: st.DrawFn) -> Body:
    """A match that is not over, in which it is known whether the Crawford game has been played."""
    length = draw(st.sampled_from([3, 5, 7]))
    score = {side: draw(st.integers(0, length - 1)) for side in SIDES}
    away = [length - points for points in score.values()]
    played = away == [1, 1] or (1 in away and draw(st.booleans()))
    return {"length": length, "score": score, "crawford_played": played}


@st.composite
def cubes(draw: st.DrawFn, turn: str, stage: str) -> Body:
    """A cube that this side can have doubled with; after a beaver it is the other side's."""
    other = SIDES[1 - SIDES.index(turn)]
    least = {"beavered": 1, "raccooned": 2}.get(stage, 0)
    value = 2 ** draw(st.integers(least, 6))
    if least:
        return {"value": value, "owner": other}
    owners = [turn] if stage == "offered" else SIDES
    return {"value": value, "owner": "middle" if value == 1 else draw(st.sampled_from(owners))}


def rolls(drawn: tuple[int, int]) -> Roll:
    return Roll.of(*drawn)


@st.composite
def listed(draw: st.DrawFn, views: list[str], rolled: bool = True) -> Body:
    _, body = draw(placed())
    if rolled:
        body["dice"] = list(draw(dice))
    return body | {"include": draw(st.lists(st.sampled_from(views), unique=True))}


@st.composite
def attempted(draw: st.DrawFn) -> Body:
    """A legal play, or one of another roll, or any moves."""
    position, body = draw(placed())
    body["dice"] = list(draw(dice))
    thrown = body["dice"] if draw(st.booleans()) else list(draw(dice))
    plays = legal_plays(position, rolls((thrown[0], thrown[1])), PRESETS[body["ruleset"]])
    if plays and draw(st.sampled_from([True, True, True, False])):
        play = draw(st.sampled_from(plays))
        if draw(st.booleans()):
            return body | {"notation": render.play(play, False)["notation"]}
        return body | {"moves": render.play(play, False)["moves"]}
    points = st.integers(1, 25)
    moves = draw(st.lists(st.tuples(points, st.integers(0, 24)), max_size=4))
    return body | {"moves": [{"from_point": start, "to_point": end} for start, end in moves]}


@st.composite
def scored(draw: st.DrawFn) -> Body:
    body: Body = {"ruleset": draw(rulesets)}
    ending = draw(st.sampled_from(["borne_off", "dropped", "resigned"]))
    body["ending"] = ending
    if ending == "borne_off":
        position, _ = draw(placed())
        left = render.position(position, Side.BLACK, False)["black"]
        won = {"points": {}, "bar": 0, "borne_off": 15}
        winner = draw(st.booleans())
        body["position"] = {"white": won if winner else left, "black": left if winner else won}
        return body
    body["winner"] = draw(sides)
    if ending == "resigned":
        body["resigned_as"] = draw(st.sampled_from(["single", "gammon", "backgammon"]))
    return body


@st.composite
def doubled(draw: st.DrawFn, applied: bool) -> Body:
    body: Body = {
        "ruleset": "backgammon",
        "turn": draw(sides),
        "stage": draw(st.sampled_from(STAGES)),
    }
    if draw(st.booleans()):
        body["match"] = draw(matches())
    else:
        body["options"] = {"beavers": True, "raccoons": draw(st.booleans())}
    body["cube"] = draw(cubes(body["turn"], body["stage"]))
    return body | ({"action": draw(st.sampled_from(CUBE_ACTIONS))} if applied else {})


@st.composite
def openings(draw: st.DrawFn) -> Body:
    thrown = {side: draw(st.integers(1, 6)) for side in SIDES}
    return {"ruleset": draw(rulesets), "rolls": thrown}


@st.composite
def crawford(draw: st.DrawFn) -> Body:
    return {
        "ruleset": draw(st.sampled_from(["backgammon", "portes-match"])),
        "match": draw(matches()),
    }


@st.composite
def replayed(draw: st.DrawFn) -> Body:
    """The opening roll, and a first play that is legal or not."""
    white, black = draw(
        st.tuples(st.integers(1, 6), st.integers(1, 6)).filter(lambda r: r[0] != r[1])
    )
    first = {"event": "opening_roll", "rolls": {"white": white, "black": black}}
    play = {
        "event": "play",
        "player": "white" if white > black else "black",
        "dice": [max(white, black), min(white, black)],
        "notation": draw(
            st.sampled_from(["8/5 6/5", "24/18", "13/7", "24/14", "13/11 13/8", "24/23"])
        ),
    }
    events = [first, play] if draw(st.booleans()) else [first]
    return {"ruleset": "backgammon", "length": 7, "events": events}


@st.composite
def notated(draw: st.DrawFn) -> Body:
    """A game in one of its notations, or as a game state."""
    position, body = draw(placed())
    stage = draw(st.sampled_from([Stage.BEFORE_ROLL, Stage.ROLLED, Stage.OFFERED]))
    length = draw(st.sampled_from([0, 1, 7]))
    score = st.integers(0, max(length - 1, 0))
    snapshot = GameSnapshot(
        turn=Side(body["turn"]),
        setup=position.setup(Side(body["turn"])),
        stage=stage,
        dice=draw(dice) if stage is Stage.ROLLED else None,
        length=length,
        score=(draw(score), draw(score)),
    )
    name = draw(st.sampled_from([*FORMATS, "game_state"]))
    if name == "game_state":
        return body
    return {"text": write_notation(name, snapshot).text}


@st.composite
def recorded(draw: st.DrawFn) -> Body:
    """A record of one game: a first play that is legal or not, and perhaps a double."""
    dice = draw(st.sampled_from(["31", "62", "65", "33"]))
    play = draw(st.sampled_from(["8/5 6/5", "24/18 13/11", "24/13", "13/7", "8/5(2) 6/3(2)", ""]))
    right = draw(st.sampled_from(["", "Doubles => 2", "52: 13/8 13/11", "Resigns"]))
    lines = [
        f" {draw(st.integers(0, 7))} point match",
        "",
        " Game 1",
        " Ann : 0".ljust(34) + "Bob : 0",
        f"  1) {dice}: {play}".ljust(34) + right,
        draw(st.sampled_from(["", "      Wins 1 point", "  2)  Takes", "; a remark"])),
    ]
    body: Body = {"ruleset": draw(rulesets), "text": "\n".join(lines)}
    return body | draw(st.sampled_from([{}, {"strict": True}, {"format": "mat"}]))


def batches() -> Bodies:
    asked = {
        "list_legal_plays": listed(VIEWS[1:]),
        "check_play": attempted(),
        "apply_play": attempted(),
        "score_game": scored(),
        "list_cube_actions": doubled(applied=False),
        "judge_opening": openings(),
        "check_crawford": crawford(),
    }
    one = st.one_of([st.fixed_dictionaries({name: body}) for name, body in asked.items()])
    return st.fixed_dictionaries({"operations": st.lists(one, min_size=1, max_size=5)})


BODIES: dict[str, Bodies] = {
    "listLegalPlays": listed(VIEWS),
    "listPlaysForAllRolls": listed(VIEWS[1:], rolled=False),
    "checkPlay": attempted(),
    "applyPlay": attempted(),
    "scoreGame": scored(),
    "listCubeActions": doubled(applied=False),
    "applyCubeAction": doubled(applied=True),
    "judgeOpening": openings(),
    "checkCrawford": crawford(),
    "replayMatch": replayed(),
    "convertNotation": notated(),
    "verifyTranscript": recorded(),
    # The text is the body, the rest of it the query.
    "verifyTranscriptText": recorded(),
    "judgeBatch": batches(),
}
"""By operationId."""
