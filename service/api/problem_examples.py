"""A small request for each code, as far as one request can bring it about.

What is answered to a question is worked out when it is asked for, so that no page shows an old
answer.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from service.api import batch, cube, games, http, matches, notations, plays, replay, transcripts
from service.api.answers import Operation, judged
from service.api.problems import Problem, problem_document
from service.api.schemas import DEEPEST_NESTING

QUESTIONS: dict[str, tuple[str, Operation]] = {
    "listLegalPlays": ("/v1/plays", plays.LIST),
    "checkPlay": ("/v1/plays/check", plays.CHECK),
    "applyPlay": ("/v1/plays/apply", plays.APPLY),
    "scoreGame": ("/v1/games/score", games.SCORE),
    "listCubeActions": ("/v1/cube/actions", cube.LIST_ACTIONS),
    "applyCubeAction": ("/v1/cube/apply", cube.APPLY),
    "checkCrawford": ("/v1/matches/crawford", matches.CHECK_CRAWFORD),
    "replayMatch": ("/v1/matches/replay", replay.REPLAY),
    "convertNotation": ("/v1/notations/convert", notations.CONVERT),
    "verifyTranscript": ("/v1/transcripts/verify", transcripts.VERIFY),
    "judgeBatch": ("/v1/batch", batch.JUDGE),
}
"""The operations of the examples, by their names in the contract."""

START = "4HPwATDgc/ABMA"


class Example(NamedTuple):
    """A request, by the name of its operation and its body."""

    operation_id: str
    body: dict[str, Any]


class PlainRequest(NamedTuple):
    """A request that fails before any question is read, and its status."""

    status: int
    method: str
    path: str
    body: str = ""
    content_type: str = http.MEDIA_TYPE
    accept: str = http.MEDIA_TYPE


class Answer(NamedTuple):
    """What an example is answered: the status, and what is said of the code."""

    status: int
    message: str


def answer_of(example: Example, code: str, language: str) -> Answer:
    """The service's answer to an example, as far as it speaks of the code."""
    # Judging may take a request apart; an example is asked again and again.
    body = copy.deepcopy(example.body)
    try:
        answer = judged(QUESTIONS[example.operation_id][1], body, language)
        status, document = 200, orjson.loads(http.answer_bytes(answer))
    except Problem as problem:
        status, document = problem.status, problem_document(problem, language)
    said = next(found for found in _objects(document) if found.get("code") == code)
    return Answer(status, said.get("message") or said["detail"])


def _objects(document: Any) -> Iterator[dict[str, Any]]:
    """Every object of a document, the outer ones first."""
    if isinstance(document, dict):
        yield document
    inner = document.values() if isinstance(document, dict) else document
    for each in inner if isinstance(document, dict | list) else ():
        yield from _objects(each)


def _state(**fields: Any) -> dict[str, Any]:
    """A question about the start position, with White to move."""
    return {"position_id": START, "turn": "white", **fields}


def _check(notation: str, dice: list[int], **fields: Any) -> Example:
    return Example("checkPlay", _state(dice=dice, notation=notation) | fields)


def _placed(white: dict[str, Any], black: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"turn": "white", "position": {"white": white, "black": black}, **fields}


def _checked(
    notation: str, dice: list[int], white: dict[str, Any], black: dict[str, Any], **fields: Any
) -> Example:
    placed = _placed(white, black, dice=dice, notation=notation)
    return Example("checkPlay", placed | fields)


def _converted(text: str) -> Example:
    return Example("convertNotation", {"text": text})


def _listed(white: dict[str, Any], black: dict[str, Any]) -> Example:
    return Example("listLegalPlays", _placed(white, black, dice=[3, 1]))


def _cube(action: str, stage: str = "before_roll", **fields: Any) -> Example:
    body = _state(ruleset="backgammon", stage=stage, action=action) | fields
    return Example("applyCubeAction", body)


def _match(length: int, white: int, black: int, **fields: Any) -> dict[str, Any]:
    return {"length": length, "score": {"white": white, "black": black}, **fields}


def _replay(*events: dict[str, Any], **fields: Any) -> Example:
    return Example("replayMatch", {"ruleset": "backgammon", **fields, "events": list(events)})


def _record(*lines: str, **fields: Any) -> Example:
    """The record of a match to 3 points; of a money session where it is long."""
    text = "\n".join((" 3 point match", "", " Game 1", " Ann : 0                  Bob : 0", *lines))
    return Example("verifyTranscript", {"ruleset": "backgammon", "text": text, **fields})


def _event(event: str, player: str, **fields: Any) -> dict[str, Any]:
    return {"event": event, "player": player, **fields}


def _opening(white: int, black: int) -> dict[str, Any]:
    return {"event": "opening_roll", "rolls": {"white": white, "black": black}}


_BLACK_FAR = {"points": {"6": 2}, "borne_off": 13}
_ALL_OFF = {"points": {}, "borne_off": 15}
_SHUT_OUT = {"points": {"6": 2, "5": 2, "4": 2, "3": 2, "2": 2, "1": 2}, "bar": 1, "borne_off": 2}
_FIRST_PLAY = _event("play", "white", notation="8/5 6/5")
_RESIGN = _event("resign", "black", resigned_as="single")
_ACCEPT = _event("accept_resignation", "white")

EXAMPLES: dict[str, Example] = {
    # Plays.
    "die_not_rolled": _check("13/8", [3, 1]),
    "die_already_used": _check("8/5 6/3", [3, 1]),
    "wrong_direction": _check("6/9", [3, 1]),
    "no_checker_on_point": _check("7/4 6/5", [3, 1]),
    "enter_from_bar_first": _checked(
        "6/5 8/5", [3, 1], {"points": {"8": 7, "6": 7}, "bar": 1}, {"points": {"6": 5, "8": 10}}
    ),
    "point_blocked": _check("24/19 13/12", [5, 1]),
    "not_all_home": _checked(
        "6/off 5/4", [6, 1], {"points": {"13": 1, "6": 7, "5": 7}}, _BLACK_FAR
    ),
    "bear_off_from_highest": _checked(
        "3/off 6/5", [4, 1], {"points": {"6": 2, "3": 2}, "borne_off": 11}, _BLACK_FAR
    ),
    "must_play_all_dice": _checked(
        "3/off", [3, 1], {"points": {"3": 1}, "borne_off": 14}, _BLACK_FAR
    ),
    "must_play_larger_die": _checked(
        "24/23",
        [2, 1],
        {"points": {"24": 1}, "borne_off": 14},
        {"points": {"4": 2, "8": 5, "6": 8}},
    ),
    "must_not_pass": _check("pass", [3, 1]),
    "hit_mismatch": _check("8/5* 6/5", [3, 1]),
    "hit_and_run": _checked(
        "6/3*/2",
        [3, 1],
        {"points": {"6": 8, "8": 7}},
        {"points": {"22": 1, "6": 14}},
        options={"hit_and_run_home": "forbid"},
    ),
    "ambiguous_notation": _checked(
        "13/10", [2, 1], {"points": {"13": 1, "6": 14}}, {"points": {"13": 1, "14": 1, "6": 13}}
    ),
    # The cube.
    "no_cube": _cube("double", ruleset="portes"),
    "dice_already_rolled": _cube("double", "rolled", dice=[3, 1]),
    "double_pending": _cube("double", "offered"),
    "no_double_offered": _cube("take"),
    "one_point_match": _cube("double", match=_match(1, 0, 0)),
    "crawford_game": _cube("double", match=_match(5, 4, 2, crawford_played=False)),
    "cube_not_owned": _cube("double", cube={"value": 2, "owner": "black"}),
    "cube_at_limit": _cube(
        "double", cube={"value": 64, "owner": "white"}, options={"cube_limit": 64}
    ),
    "cube_dead": _cube(
        "double",
        cube={"value": 2, "owner": "white"},
        match=_match(5, 3, 0),
        options={"dead_cube": True},
    ),
    "beavers_off": _cube("beaver", "offered"),
    "beaver_in_match": _cube("beaver", "offered", match=_match(7, 0, 0), options={"beavers": True}),
    "beaver_not_refusable": _cube(
        "drop",
        "beavered",
        cube={"value": 4, "owner": "black"},
        options={"beavers": True, "raccoons": True, "beaver_refusable": False},
    ),
    "raccoons_off": _cube(
        "raccoon", "beavered", cube={"value": 4, "owner": "black"}, options={"beavers": True}
    ),
    # The events of a match.
    "match_over": _replay(
        _opening(3, 1),
        _FIRST_PLAY,
        _RESIGN,
        _ACCEPT,
        _event("roll", "black", dice=[6, 5]),
        length=1,
    ),
    "opening_roll_due": _replay(_opening(4, 4), _event("double", "white")),
    "opening_roll_not_due": _replay(_opening(3, 1), _opening(5, 2)),
    "opening_double": _replay(_event("roll", "white", dice=[4, 4])),
    "not_your_turn": _replay(_opening(3, 1), _event("play", "black", notation="8/5 6/5")),
    "dice_not_rolled": _replay(
        _opening(3, 1), _FIRST_PLAY, _event("play", "black", notation="24/18 13/8")
    ),
    "dice_mismatch": _replay(
        _opening(3, 1), _event("play", "white", notation="24/18 13/8", dice=[6, 5])
    ),
    "resignation_pending": _replay(_opening(3, 1), _RESIGN, _FIRST_PLAY),
    "no_resignation_offered": _replay(_opening(3, 1), _ACCEPT),
    "resignation_too_high": Example(
        "scoreGame",
        {
            "ruleset": "backgammon",
            "ending": "resigned",
            "winner": "white",
            "resigned_as": "gammon",
            "position": {
                "white": {"points": {"1": 2}, "borne_off": 13},
                "black": {"points": {"1": 14}, "borne_off": 1},
            },
        },
    ),
    # What a match record gets wrong.
    "action_after_game": _record(
        "  1) 31: 8/5 6/5              Doubles => 2",
        "  2)  Drops                    62: 24/18 13/11",
    ),
    "unreadable_action": _record("  1) 31: 8 5 6 5"),
    "double_not_answered": _record(
        "  1) 31: 8/5 6/5              Doubles => 2", "  2) 62: 24/18 13/11"
    ),
    "wrong_cube_value": _record("  1) 31: 8/5 6/5              Doubles => 4"),
    "wrong_winner": _record(
        "  1) 31: 8/5 6/5              Doubles => 2", "  2)  Drops", "      Wins 1 point"
    ),
    "wrong_points": _record(
        "  1) 31: 8/5 6/5              Doubles => 2",
        "  2)  Drops",
        "                              Wins 2 points",
    ),
    "wrong_score": _record(
        "  1) 31: 8/5 6/5              Doubles => 2",
        "  2)  Drops",
        "                              Wins 1 point",
        " Game 2",
        " Ann : 1                  Bob : 0",
    ),
    "wrong_crawford": Example(
        "verifyTranscript",
        {
            "ruleset": "backgammon",
            "text": "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[CrawfordGame])",
        },
    ),
    # Warnings.
    "hit_not_marked": _checked(
        "8/5 6/5", [3, 1], {"points": {"8": 8, "6": 7}}, {"points": {"20": 1, "6": 14}}
    ),
    "moves_reordered": _checked(
        "6/off 7/6", [6, 1], {"points": {"7": 1, "6": 2}, "borne_off": 12}, _BLACK_FAR
    ),
    "match_length_unusual": Example(
        "checkCrawford", {"ruleset": "portes-trio", "match": _match(9, 0, 0)}
    ),
    "jacoby_in_match": Example(
        "listCubeActions",
        _state(ruleset="backgammon", options={"jacoby": True}, match=_match(7, 0, 0)),
    ),
    "dice_not_used": Example(
        "listCubeActions", _state(ruleset="backgammon", stage="before_roll", dice=[3, 1])
    ),
    "stage_not_used": _check("8/5 6/5", [3, 1], ruleset="backgammon", stage="offered"),
    "opening_roll_assumed": _replay(_event("roll", "white", dice=[3, 1])),
    "hit_not_made": _record("  1) 31: 8/5* 6/5"),
    "games_after_match": Example(
        "verifyTranscript",
        {
            "ruleset": "backgammon",
            "text": "1 point match\nGame 1\nAnn : 0    Bob : 0\n1) Resigns\n"
            + " " * 30
            + "Wins 1 point\nGame 2\nAnn : 0    Bob : 1\n1) 31: 8/5 6/5\n",
        },
    ),
    "crawford_not_known": Example(
        "verifyTranscript",
        {
            "ruleset": "backgammon",
            "text": "5 point match\nGame 4\nAnn : 4    Bob : 2\n1) 31: 8/5 6/5"
            + " " * 15
            + "Doubles => 2\n",
        },
    ),
    "text_ignored": _record("  1) 31: 8/5 6/5", "; Bob is late"),
    "setting_ignored": Example(
        "verifyTranscript",
        {
            "ruleset": "backgammon",
            "text": '; [Variation "Nackgammon"]\n1 point match\nGame 1\nAnn : 0    Bob : 0\n',
        },
    ),
    "turn_not_finished": _record("  1) 31: 8/5 6/5              62:", "      Wins 1 point"),
    "drop_not_written": _record(
        "  1) 31: 8/5 6/5              Doubles => 2", " " * 30 + "Wins 1 point"
    ),
    "beaver_written_as_double": _record(
        "  1) 31: 8/5 6/5              Doubles => 2", "  2)  Doubles => 4"
    ),
    "result_not_written": _record(
        "  1) 31: 8/5 6/5",
        " Game 2",
        " Ann : 1                  Bob : 0",
        "  1) 31: 8/5 6/5",
    ),
    "points_capped": _record(
        "  1) 31: 8/5 6/5              Doubles => 2",
        "  2)  Takes                    62: 24/18 13/11",
        "  3) 31: 24/21 24/23          Resigns",
        "      Wins 3 points and the match",
    ),
    "points_unlikely": _record(
        "  1) 31: 8/5 6/5              Resigns", "      Wins 1004 points and the match"
    ),
    "setting_from_record": Example(
        "verifyTranscript",
        {
            "ruleset": "backgammon",
            "text": '; [Jacoby "On"]\n 0 point match\n\n Game 1\n Ann : 0      Bob : 0\n',
        },
    ),
    "unreadable_record": Example("verifyTranscript", {"ruleset": "backgammon", "text": "8/5 6/5"}),
    # The position.
    "point_out_of_range": _listed({"points": {"25": 15}}, _BLACK_FAR),
    "too_many_checkers": _listed({"points": {"8": 8, "6": 8}}, _BLACK_FAR),
    "too_few_checkers": _listed({"points": {"8": 8}, "bar": 0, "borne_off": 6}, _BLACK_FAR),
    "borne_off_missing": _listed({"points": {"8": 8}}, _BLACK_FAR),
    "point_held_by_both": _listed({"points": {"19": 15}}, _BLACK_FAR),
    "both_finished": _listed(_ALL_OFF, _ALL_OFF),
    "both_shut_out": _listed(_SHUT_OUT, _SHUT_OUT),
    "game_over": _listed(_ALL_OFF, _BLACK_FAR),
    "unreadable_position_id": Example(
        "listLegalPlays", {"position_id": START[:-1], "turn": "white", "dice": [3, 1]}
    ),
    "unreadable_xgid": Example("listLegalPlays", {"xgid": "XGID=-b----E-C---eE---c-e----B-"}),
    "unreadable_match_id": _converted("MIEHAAAAAAAA"),
    "unreadable_gnubg_id": _converted(f"{START}:cAkA?AAAAAAA"),
    "unreadable_fibs_board": _converted("board:You:opponent:7"),
    "unknown_notation": _converted("8/5"),
    # Ruleset, cube and match.
    "unknown_ruleset": Example("listLegalPlays", _state(ruleset="plakoto", dice=[3, 1])),
    "options_need_cube": Example("listLegalPlays", _state(dice=[3, 1], options={"jacoby": True})),
    "options_need_beavers": Example(
        "listCubeActions", _state(ruleset="backgammon", options={"raccoons": True})
    ),
    "options_need_automatic_doubles": Example(
        "listCubeActions", _state(ruleset="backgammon", options={"automatic_doubles_limit": 1})
    ),
    "owned_cube_of_one": _cube("double", cube={"value": 1, "owner": "white"}),
    "invalid_cube_value": _cube("double", cube={"value": 3, "owner": "white"}),
    "invalid_match_score": _cube("double", match=_match(5, 5, 2)),
    "crawford_impossible": _cube("double", match=_match(5, 1, 2, crawford_played=True)),
    "crawford_unknown": _cube("double", match=_match(5, 4, 2)),
    "impossible_points": Example(
        "checkCrawford",
        {"ruleset": "portes", "match": {"length": 5}, "games": [{"winner": "white", "points": 3}]},
    ),
    "game_not_over": Example("scoreGame", _state(ending="borne_off")),
    "illegal_play": Example("applyPlay", _state(dice=[3, 1], notation="8/2")),
    "illegal_cube_action": _cube("take"),
    "unreadable_notation": _check("8 to 5", [3, 1]),
    # The request.
    "invalid_request": Example("listLegalPlays", {"turn": "red", "dice": [7, 1]}),
    "rules_version_mismatch": Example("listLegalPlays", _state(dice=[3, 1], rules_version="0")),
    "unknown_field": Example("listLegalPlays", _state(dice=[3, 1], roll=[3, 1])),
    "missing_field": Example("listLegalPlays", _state()),
    "invalid_type": Example("listLegalPlays", _state(dice=["3", 1])),
    "invalid_value": Example("listLegalPlays", _state(dice=[3, 1]) | {"turn": "red"}),
    "out_of_range": Example("listLegalPlays", _state(dice=[7, 1])),
    "wrong_item_count": Example("listLegalPlays", _state(dice=[4, 4, 4, 4])),
    "too_long": _check("8/5 6/5 " * 40, [3, 1]),
    "conflicting_input": _check("8/5 6/5", [3, 1], moves=[]),
    "one_operation_expected": Example("judgeBatch", {"operations": [{}]}),
    "unknown_operation": Example("judgeBatch", {"operations": [{"replay_match": {"events": []}}]}),
}

PLAIN_REQUESTS: dict[str, PlainRequest] = {
    "invalid_json": PlainRequest(400, "POST", "/v1/plays", '{"dice": [3, 1],}'),
    "duplicate_key": PlainRequest(
        400, "POST", "/v1/plays", '{"turn": "white", "turn": "black", "dice": [3, 1]}'
    ),
    "too_deep": PlainRequest(400, "POST", "/v1/plays", '{"dice": ' + "[" * 17 + "]" * 17 + "}"),
    "unsupported_media_type": PlainRequest(
        415, "POST", "/v1/plays", "turn=white&dice=31", "application/x-www-form-urlencoded"
    ),
    "not_acceptable": PlainRequest(406, "GET", "/v1/rulesets", accept="image/png"),
    "not_found": PlainRequest(404, "GET", "/v1/play"),
    "method_not_allowed": PlainRequest(405, "DELETE", "/v1/plays"),
}

PARAMETERS: dict[str, dict[str, Any]] = {
    "duplicate_key": {"name": "turn"},
    "too_deep": {"limit": DEEPEST_NESTING},
    "body_too_large": {"limit": 65_536},
    "unsupported_media_type": {"media_type": http.MEDIA_TYPE},
    "points_not_scored": {"points": 1},
    "scope_missing": {"scope": "records"},
}
"""What the messages speak of where there is no question to answer."""
