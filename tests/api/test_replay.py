"""Whole matches in one request: the same as their single requests, and every refusal by example."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.replay import MOST_EXAMINED
from service.app import create_app
from service.ops.settings import Settings
from service.rules.dice import Roll
from service.rules.plays import legal_plays
from service.rules.referee import Event, OpeningRoll, Played, Table, judge_event, new_table
from service.rules.rulesets import PRESETS, Ruleset, with_options
from service.rules.steps import after_play
from service.rules.verdict import AttemptedMove
from tests.api.answers import OPERATIONS, validate_answer, validate_request

Document = dict[str, Any]

START: Document = {
    side: {"points": {"24": 2, "13": 5, "8": 3, "6": 5}, "bar": 0, "borne_off": 0}
    for side in ("white", "black")
}
START_IN_WHITE_NUMBERING: Document = {
    "white": START["white"],
    "black": {"points": {"1": 2, "12": 5, "17": 3, "19": 5}, "bar": 0, "borne_off": 0},
}
MIDDLE: Document = {"value": 1, "owner": "middle"}
OTHER_SIDE = {"white": "black", "black": "white"}


def send(client: FlaskClient, operation_id: str, body: Document) -> Document:
    """The answer to a request that is in order."""
    path, _, _ = OPERATIONS[operation_id]
    response = client.post(path, json=body)
    answer: Document = response.get_json(force=True)
    assert response.status_code == 200, answer
    return answer


def ask_replay(client: FlaskClient, body: Document) -> Document:
    """The answer to a match, held to the contract."""
    answer = send(client, "replayMatch", body)
    validate_answer("replayMatch", 200, answer)
    return answer


# Random matches, refereed twice.

MONEY_GAMES = 3
"""Games after which a money session is left."""
MOST_EVENTS = 5000
"""More than any of these matches takes."""
OPTIONS = {"jacoby": True, "beavers": True, "automatic_doubles": True}
WEIGHTS = {
    "double": 0.3,
    "take": 1.0,
    "drop": 0.2,
    "beaver": 0.5,
    "raccoon": 0.7,
    "roll": 1.0,
}
RESIGNS = (0.0, 0.1, 0.3)
"""How often somebody resigns: games to the last checker, shorter ones and very short ones."""
REPLAYS = {"play": 0.02, "roll": 0.02}
"""How often the match so far is replayed after an event; always between games and at the end."""
REPLAYS_AFTER_OTHERS = 0.4


class SingleRequests:
    """A frontend that sends back what it was answered, adds the dice, and keeps the record.

    ``state``: the game state as the single answers left it, None once the match is over. ``events``
    and ``games``: what a replay of the match so far is asked, and what it should say.
    """

    def __init__(
        self,
        client: FlaskClient,
        ruleset: str,
        options: Document,
        length: int | None,
        numbering: str,
        seed: str,
    ) -> None:
        self.client = client
        self.rules: Ruleset = with_options(PRESETS[ruleset], options)
        self.length = length
        self.chance = random.Random(seed)
        self.settings: Document = {"ruleset": ruleset}
        if options:
            self.settings["options"] = options
        if numbering == "white":
            self.settings["numbering"] = "white"
        self.state: Document | None = self.first_state()
        self.events: list[Document] = []
        self.games: list[Document] = []
        self.score = {"white": 0, "black": 0}
        self.automatic_doubles_used = 0
        self.resignation: Document | None = None
        self.untold_roll: list[int] | None = None
        self.resigns = self.chance.choice(RESIGNS)

    def first_state(self) -> Document:
        """What a frontend starts a match or a game for money with."""
        white = "numbering" in self.settings
        state = {**self.settings, "position": START_IN_WHITE_NUMBERING if white else START}
        if self.rules.cube:
            state["cube"] = MIDDLE
        if self.length is not None:
            state["match"] = {"length": self.length, "score": {"white": 0, "black": 0}}
            if self.rules.crawford:
                state["match"]["crawford_played"] = False
        return state

    @property
    def current(self) -> Document:
        assert self.state is not None
        return self.state

    @property
    def over(self) -> bool:
        return self.state is None or (self.length is None and len(self.games) == MONEY_GAMES)

    def ask(self, operation_id: str, **more: Any) -> Document:
        answer = send(self.client, operation_id, {**self.current, **more})
        assert "warnings" not in answer
        return answer

    def dice(self) -> list[int]:
        return sorted((self.chance.randint(1, 6) for _ in range(2)), reverse=True)

    def go_on(self) -> None:
        """One event more; a roll may be told with its play."""
        if self.resignation is not None:
            self.answer_resignation()
        elif "turn" not in self.current:
            self.opening_roll()
        elif self.chance.random() < self.resigns and not self.pending and self.untold_roll is None:
            self.resign()
        elif self.current["stage"] == "rolled":
            self.play()
        else:
            self.act_with_cube()

    @property
    def pending(self) -> bool:
        return self.current["stage"] in ("offered", "beavered", "raccooned")

    def opening_roll(self) -> None:
        rolls = {"white": self.chance.randint(1, 6), "black": self.chance.randint(1, 6)}
        # The state alone says how often the stake has been doubled automatically.
        answer = self.ask("judgeOpening", rolls=rolls)
        self.events.append({"event": "opening_roll", "rolls": rolls})
        self.automatic_doubles_used = answer["automatic_doubles_used"]
        self.state = answer["next"]

    def legal_actions(self) -> list[Document]:
        listed = self.ask("listCubeActions")["actions"]
        return [action for action in listed if action["legal"]]

    def act_with_cube(self) -> None:
        roll = {"action": "roll", "player": self.current["turn"]}
        legal = self.legal_actions() if self.rules.cube else [roll]
        weights = [WEIGHTS[each["action"]] for each in legal]
        (chosen,) = self.chance.choices(legal, weights)
        action, player = chosen["action"], chosen["player"]
        answer = self.ask("applyCubeAction", action=action)
        assert answer["player"] == player
        event: Document = {"event": action, "player": player}
        if action == "roll":
            event["dice"] = self.dice()
            answer["next"]["dice"] = event["dice"]
            if self.chance.random() < 0.5:
                self.untold_roll = event["dice"]
        if self.untold_roll is None:
            self.events.append(event)
        if "result" in answer:
            self.finish(answer["result"], "dropped")
        else:
            self.state = answer["next"]

    def play(self) -> None:
        listed = self.ask("listLegalPlays")
        passes = {"moves": [], "notation": "pass"}
        chosen = self.chance.choice(listed["plays"] or [passes])
        spelling = self.chance.choice(["moves", "notation"])
        attempt = {spelling: chosen[spelling]}
        answer = self.ask("applyPlay", **attempt)
        event = {"event": "play", "player": self.current["turn"], **attempt}
        if self.untold_roll is not None:
            first, second = self.chance.sample(self.untold_roll, 2)
            if spelling == "notation" and self.chance.random() < 0.5:
                event["notation"] = f"{first}{second}: {event['notation']}"
            else:
                event["dice"] = [first, second]
        elif self.chance.random() < 0.2:
            # Told already, and told again.
            event["dice"] = self.current["dice"]
        self.untold_roll = None
        self.events.append(event)
        if answer["game"]["over"]:
            self.finish(answer["result"], "borne_off")
        else:
            self.state = answer["next"]

    def resign(self) -> None:
        player = self.chance.choice(["white", "black"])
        none_off = self.current["position"][player]["borne_off"] == 0
        kinds = ["single", *(["gammon", "backgammon"] if none_off else [])]
        self.resignation = {"player": player, "resigned_as": self.chance.choice(kinds)}
        self.events.append({"event": "resign", **self.resignation})

    def answer_resignation(self) -> None:
        assert self.resignation is not None
        winner = OTHER_SIDE[self.resignation["player"]]
        resigned_as = self.resignation["resigned_as"]
        self.resignation = None
        if self.chance.random() < 0.3:
            self.events.append({"event": "reject_resignation", "player": winner})
            return
        self.events.append({"event": "accept_resignation", "player": winner})
        answer = self.ask("scoreGame", ending="resigned", winner=winner, resigned_as=resigned_as)
        self.finish(answer, "resigned")

    def finish(self, result: Document, ending: str) -> None:
        """Writes a game down, and begins the next one as the answer, or an opening, says."""
        winner = result["winner"]
        self.score[winner] += result["points"]
        game = {"number": len(self.games) + 1, "ending": ending, "score": dict(self.score)}
        for name in ("winner", "kind", "base_points", "cube_value", "points", "jacoby_applied"):
            game[name] = result[name]
        self.games.append(game)
        self.automatic_doubles_used = 0
        self.resigns = self.chance.choice(RESIGNS)
        if self.length is not None:
            assert result["match"] == self.match_result()
            self.state = result.get("next")
            assert (self.state is None) == result["match"]["over"]
        else:
            self.state = self.first_state()
        if self.state is not None and self.rules.later_games == "winner":
            by_opening = self.ask("judgeOpening", previous_winner=winner)["next"]
            assert self.length is None or by_opening == self.state
            self.state = by_opening

    def match_result(self) -> Document:
        assert self.length is not None
        winner = next((side for side in self.score if self.score[side] >= self.length), None)
        result: Document = {
            "length": self.length,
            "score": self.score,
            "over": winner is not None,
        }
        return result if winner is None else {**result, "winner": winner}

    def worth_a_replay(self) -> bool:
        """Now and then, and always between games; not while the record lacks a roll."""
        last = self.events[-1]["event"]
        if self.untold_roll is not None:
            return False
        between = self.state is None or self.state["position"] == self.first_state()["position"]
        often = REPLAYS.get(last, REPLAYS_AFTER_OTHERS)
        return self.over or between or self.chance.random() < often

    def replay(self) -> None:
        """The same events in one request say the same."""
        request: Document = {**self.settings, "events": self.events}
        if self.length is not None:
            request["length"] = self.length
        if self.over:
            validate_request("replayMatch", request)
        answer = ask_replay(self.client, request)
        assert answer["legal"] is True
        assert "fault" not in answer
        assert "warnings" not in answer
        assert answer.get("state") == self.state
        assert answer["games"] == self.games
        assert answer.get("match") == (None if self.length is None else self.match_result())
        assert answer.get("automatic_doubles_used", 0) == self.automatic_doubles_used
        assert answer.get("resignation") == self.resignation
        assert answer["allowed"] == self.allowed()

    def allowed(self) -> list[Document]:
        """What may come next, by the single answers."""
        if self.state is None:
            return []
        if self.resignation is not None:
            judge = OTHER_SIDE[self.resignation["player"]]
            answers = ("accept_resignation", "reject_resignation")
            return [{"event": answer, "player": judge} for answer in answers]
        if "turn" not in self.state:
            return [{"event": "opening_roll"}]
        turn = self.state["turn"]
        allowed = [
            {"event": action["action"], "player": action["player"]}
            for action in self.legal_actions()
        ]
        if self.state["stage"] == "rolled":
            allowed.append({"event": "play", "player": turn})
        if not self.pending:
            allowed += [{"event": "resign", "player": side} for side in (turn, OTHER_SIDE[turn])]
        return allowed


@pytest.mark.parametrize("numbering", ["player", "white"])
@pytest.mark.parametrize(
    ("ruleset", "options", "length"),
    [
        ("portes", {}, 5),
        ("portes-trio", {"match_lengths": None}, 4),
        ("portes-trio", {}, None),
        ("portes-online", {}, 5),
        ("portes-online", {}, 1),
        ("portes-cube", {}, 7),
        ("portes-match", {}, 7),
        ("portes-match", {**OPTIONS, "raccoons": True, "automatic_doubles_limit": None}, 9),
        ("portes-match", OPTIONS, 5),
        ("backgammon", {}, 7),
        ("backgammon", {}, None),
        ("backgammon", {**OPTIONS, "raccoons": True}, None),
        ("backgammon", {"later_games": "winner", "cube_limit": 2, "opening_dice": "reroll"}, 5),
    ],
)
def test_a_replay_says_what_the_single_requests_said(
    client: FlaskClient, ruleset: str, options: Document, length: int | None, numbering: str
) -> None:
    seed = f"{ruleset} {sorted(options)} {length} {numbering}"
    single = SingleRequests(client, ruleset, options, length, numbering, seed)
    single.replay()
    for _ in range(MOST_EVENTS):
        single.go_on()
        if single.worth_a_replay():
            single.replay()
        if single.over:
            break
    assert single.over


# Examples.


def opening_roll(white: int, black: int) -> Document:
    return {"event": "opening_roll", "rolls": {"white": white, "black": black}}


def by(player: str, event: str, **more: Any) -> Document:
    """An event of one side."""
    return {"event": event, "player": player, **more}


def resigned(player: str, resigned_as: str) -> list[Document]:
    """A whole game: resigned, and accepted, before its first play."""
    return [
        by(player, "resign", resigned_as=resigned_as),
        by(OTHER_SIDE[player], "accept_resignation"),
    ]


OPENED = [opening_roll(3, 1), by("white", "play", notation="8/5 6/5")]
"""White has made its 5 point with the opening dice; Black is to roll."""

AFTER_OPENING: Document = {
    "white": {"points": {"24": 2, "13": 5, "8": 2, "6": 4, "5": 2}, "bar": 0, "borne_off": 0},
    "black": START["black"],
}

ROLL_OR_RESIGN = [by("black", "roll"), by("black", "resign"), by("white", "resign")]
MAY_DOUBLE = [by("black", "double"), *ROLL_OR_RESIGN]

BLACK_TO_ROLL: Document = {
    "ruleset": "backgammon",
    "position": AFTER_OPENING,
    "turn": "black",
    "stage": "before_roll",
    "cube": MIDDLE,
}

WHITE_BEARS_OFF = [
    ([6, 5], "24/13"),
    ([2, 1], "8/6 8/7"),
    ([6, 6], "13/7(4)"),
    ([2, 1], "13/11 7/6"),
    ([6, 6], "24/18 13/7(2) 8/2"),
    ([2, 1], "13/11 6/5"),
    ([5, 5], "18/3 8/3"),
    ([2, 1], "13/11 6/5"),
    ([5, 5], "8/3 7/2(3)"),
    ([2, 1], "13/11 6/5"),
    ([3, 3], "7/4(3) 3/off"),
    ([2, 1], "13/11 5/4"),
    ([6, 6], "6/off(4)"),
    ([2, 1], "11/9 6/5"),
    ([6, 6], "6/off 4/off(3)"),
    ([2, 1], "11/9 6/5"),
    ([3, 3], "3/off(2) 2/off(2)"),
    ([2, 1], "11/9 6/5"),
    ([2, 2], "2/off(2)"),
]
"""White's best rolls against Black's smallest, who stays behind on White's 1 point."""

FIRST_OFF = 11
"""Plays of it after which White has one checker off."""


def white_bears_off(plays: int = len(WHITE_BEARS_OFF)) -> list[Document]:
    """So many plays of that game, each with its dice, White the first."""
    sides = ("white", "black")
    return [
        by(sides[number % 2], "play", dice=dice, notation=notation)
        for number, (dice, notation) in enumerate(WHITE_BEARS_OFF[:plays])
    ]


def replay(
    client: FlaskClient, events: list[Document], ruleset: str = "backgammon", **more: Any
) -> Document:
    return ask_replay(client, {"ruleset": ruleset, "events": events, **more})


def refused(
    client: FlaskClient,
    before: list[Document],
    event: Document,
    ruleset: str = "backgammon",
    **more: Any,
) -> list[str]:
    """The codes for which an event is refused, with the match as it was before it."""
    good = replay(client, before, ruleset, **more)
    assert good["legal"] is True
    # What comes after it is not looked at.
    bad = replay(client, [*before, event, opening_roll(6, 1)], ruleset, **more)
    fault = bad.pop("fault")
    assert fault["event_index"] == len(before)
    assert {**bad, "legal": True} == good
    assert bad["legal"] is False
    return [violation["code"] for violation in fault["violations"]]


def test_nothing_has_happened(client: FlaskClient) -> None:
    answer = replay(client, [], length=7)
    for name in ("ruleset_hash", "rules_version"):
        del answer[name]
    assert answer == {
        "ruleset": "backgammon",
        "legal": True,
        "state": {
            "ruleset": "backgammon",
            "position": START,
            "cube": MIDDLE,
            "match": {"length": 7, "score": {"white": 0, "black": 0}, "crawford_played": False},
        },
        "allowed": [{"event": "opening_roll"}],
        "games": [],
        "match": {"length": 7, "score": {"white": 0, "black": 0}, "over": False},
    }
    portes = ask_replay(client, {"events": []})
    assert portes["state"] == {"ruleset": "portes", "position": START}
    assert "match" not in portes


def test_equal_opening_dice_are_thrown_again(client: FlaskClient) -> None:
    for ruleset in PRESETS:
        tied = replay(client, [opening_roll(4, 4), opening_roll(2, 2)], ruleset, length=5)
        assert tied == replay(client, [], ruleset, length=5)


def test_equal_opening_dice_double_the_stake(client: FlaskClient) -> None:
    options = {"automatic_doubles": True}
    fresh = {"ruleset": "backgammon", "options": options, "position": START}
    doubled = {**fresh, "cube": {"value": 2, "owner": "middle"}}

    tied = replay(client, [opening_roll(4, 4)], options=options)
    assert tied["state"] == {**doubled, "automatic_doubles_used": 1}
    assert tied["automatic_doubles_used"] == 1
    assert tied["allowed"] == [{"event": "opening_roll"}]

    # At most once a game.
    events = [opening_roll(4, 4), opening_roll(5, 5), opening_roll(3, 1)]
    started = replay(client, events, options=options)
    assert started["state"] == {
        **doubled,
        "turn": "white",
        "stage": "rolled",
        "dice": [3, 1],
        "opening_turn": True,
    }
    assert started["automatic_doubles_used"] == 1
    assert started["allowed"] == [
        by("white", "play"),
        by("white", "resign"),
        by("black", "resign"),
    ]

    # The cube is in the middle; a drop pays what the automatic double has made of the stake.
    events += [OPENED[1], by("black", "double"), by("white", "drop")]
    dropped = replay(client, events, options=options)
    assert dropped["state"] == {**fresh, "cube": MIDDLE}
    assert "automatic_doubles_used" not in dropped
    assert dropped["games"] == [
        {
            "number": 1,
            "winner": "black",
            "kind": "drop",
            "ending": "dropped",
            "base_points": 1,
            "cube_value": 2,
            "points": 2,
            "jacoby_applied": False,
            "score": {"white": 0, "black": 2},
        }
    ]


def test_automatic_doubles_without_a_limit(client: FlaskClient) -> None:
    options = {"automatic_doubles": True, "automatic_doubles_limit": None}
    tied = replay(client, [opening_roll(face, face) for face in (1, 2, 3)], options=options)
    assert tied["state"]["cube"] == {"value": 8, "owner": "middle"}
    assert tied["automatic_doubles_used"] == 3


def test_no_automatic_doubles_in_a_match_where_options_are_for_money(client: FlaskClient) -> None:
    options = {"automatic_doubles": True}
    tied = replay(client, [opening_roll(4, 4)], options=options, length=5)
    assert tied["state"]["cube"] == MIDDLE
    assert "automatic_doubles_used" not in tied
    tied = replay(client, [opening_roll(4, 4)], "portes-match", options=options, length=5)
    assert tied["state"]["cube"] == {"value": 2, "owner": "middle"}


def test_no_automatic_double_in_the_crawford_game(client: FlaskClient) -> None:
    events = [opening_roll(3, 1), *resigned("black", "gammon"), opening_roll(4, 4)]
    options = {"automatic_doubles": True}
    tied = replay(client, events, "portes-match", options=options, length=3)
    assert tied["state"]["cube"] == MIDDLE
    assert "automatic_doubles_used" not in tied


def test_a_resignation_is_offered(client: FlaskClient) -> None:
    offered = replay(client, [*OPENED, by("white", "resign", resigned_as="gammon")])
    assert offered["state"] == BLACK_TO_ROLL
    assert offered["resignation"] == {"player": "white", "resigned_as": "gammon"}
    assert offered["allowed"] == [
        by("black", "accept_resignation"),
        by("black", "reject_resignation"),
    ]
    assert offered["games"] == []


@pytest.mark.parametrize("resigned_as", ["single", "gammon", "backgammon"])
@pytest.mark.parametrize("player", ["white", "black"])
def test_a_refused_resignation_changes_nothing(
    client: FlaskClient, player: str, resigned_as: str
) -> None:
    refusal = [
        by(player, "resign", resigned_as=resigned_as),
        by(OTHER_SIDE[player], "reject_resignation"),
    ]
    before = replay(client, OPENED)
    assert before["state"] == BLACK_TO_ROLL
    assert replay(client, [*OPENED, *refusal, *refusal]) == before
    # Nor does it where the dice lie there.
    rolled = [*OPENED, by("black", "roll", dice=[6, 4])]
    assert replay(client, [*rolled, *refusal]) == replay(client, rolled)


def test_an_accepted_resignation_ends_the_game(client: FlaskClient) -> None:
    # The opening winner resigns a gammon with the dice before it.
    answer = replay(client, [opening_roll(3, 1), *resigned("white", "gammon")], length=5)
    assert answer["games"] == [
        {
            "number": 1,
            "winner": "black",
            "kind": "gammon",
            "ending": "resigned",
            "base_points": 2,
            "cube_value": 1,
            "points": 2,
            "jacoby_applied": False,
            "score": {"white": 0, "black": 2},
        }
    ]
    score = {"white": 0, "black": 2}
    assert answer["state"] == {
        "ruleset": "backgammon",
        "position": START,
        "cube": MIDDLE,
        "match": {"length": 5, "score": score, "crawford_played": False},
    }
    assert answer["match"] == {"length": 5, "score": score, "over": False}
    assert answer["allowed"] == [{"event": "opening_roll"}]
    assert "resignation" not in answer


@pytest.mark.parametrize(
    ("ruleset", "options", "kind", "base_points", "jacoby"),
    [
        ("backgammon", {}, "backgammon", 3, False),
        ("portes", {}, "gammon", 2, False),
        ("backgammon", {"backgammon_points": 2}, "gammon", 2, False),
        ("backgammon", {"jacoby": True}, "backgammon", 1, True),
    ],
)
def test_a_backgammon_resigned(
    client: FlaskClient,
    ruleset: str,
    options: Document,
    kind: str,
    base_points: int,
    jacoby: bool,
) -> None:
    events = [opening_roll(3, 1), *resigned("white", "backgammon")]
    (game,) = replay(client, events, ruleset, options=options)["games"]
    assert (game["kind"], game["base_points"]) == (kind, base_points)
    assert (game["points"], game["jacoby_applied"]) == (base_points, jacoby)


@pytest.mark.parametrize("resigned_as", ["gammon", "backgammon"])
def test_a_side_with_a_checker_off_resigns_only_a_single(
    client: FlaskClient, resigned_as: str
) -> None:
    before = white_bears_off(FIRST_OFF)
    assert refused(client, before, by("white", "resign", resigned_as=resigned_as)) == [
        "resignation_too_high"
    ]
    # The same on the other side's turn and on its own.
    before = white_bears_off(FIRST_OFF + 1)
    assert refused(client, before, by("white", "resign", resigned_as=resigned_as)) == [
        "resignation_too_high"
    ]
    for player, kind in (("white", "single"), ("black", resigned_as)):
        answer = replay(client, [*before, *resigned(player, kind)])
        assert [game["kind"] for game in answer["games"]] == [kind]


def test_no_resignation_before_anybody_starts(client: FlaskClient) -> None:
    assert refused(client, [], by("white", "resign", resigned_as="single")) == ["opening_roll_due"]


def test_only_the_opponent_answers_a_resignation(client: FlaskClient) -> None:
    offered = [*OPENED, by("white", "resign", resigned_as="single")]
    for answer in ("accept_resignation", "reject_resignation"):
        assert refused(client, offered, by("white", answer)) == ["not_your_turn"]
        for player in OTHER_SIDE:
            assert refused(client, OPENED, by(player, answer)) == ["no_resignation_offered"]


@pytest.mark.parametrize(
    "event",
    [
        opening_roll(6, 1),
        by("black", "roll", dice=[6, 4]),
        by("black", "play", dice=[6, 4], notation="24/14"),
        by("black", "double"),
        by("white", "take"),
        by("black", "resign", resigned_as="single"),
        by("white", "resign", resigned_as="single"),
    ],
    ids=lambda event: event["event"],
)
def test_a_resignation_is_answered_first(client: FlaskClient, event: Document) -> None:
    offered = [*OPENED, by("white", "resign", resigned_as="single")]
    assert refused(client, offered, event) == ["resignation_pending"]


@pytest.mark.parametrize("player", ["white", "black"])
def test_no_resignation_in_the_place_of_an_answer_to_a_double(
    client: FlaskClient, player: str
) -> None:
    doubled = [*OPENED, by("black", "double")]
    event = by(player, "resign", resigned_as="single")
    assert refused(client, doubled, event) == ["double_pending"]
    if player == "white":
        # With a checker off both reasons are given.
        late = [*white_bears_off(FIRST_OFF), by("black", "double")]
        event = by(player, "resign", resigned_as="gammon")
        assert refused(client, late, event) == ["double_pending", "resignation_too_high"]


def test_a_double_is_taken_and_dropped(client: FlaskClient) -> None:
    doubled = [*OPENED, by("black", "double")]
    offered = replay(client, doubled)
    assert offered["state"] == {**BLACK_TO_ROLL, "stage": "offered"}
    assert offered["allowed"] == [by("white", "take"), by("white", "drop")]

    taken = replay(client, [*doubled, by("white", "take")])
    assert taken["state"] == {**BLACK_TO_ROLL, "cube": {"value": 2, "owner": "white"}}
    assert taken["allowed"] == ROLL_OR_RESIGN
    assert refused(client, [*doubled, by("white", "take")], by("black", "double")) == [
        "cube_not_owned"
    ]

    (game,) = replay(client, [*doubled, by("white", "drop")])["games"]
    assert (game["winner"], game["kind"], game["points"]) == ("black", "drop", 1)


def test_a_double_waits_for_its_answer(client: FlaskClient) -> None:
    doubled = [*OPENED, by("black", "double")]
    for event in (
        by("black", "double"),
        by("black", "roll", dice=[6, 4]),
        by("black", "play", dice=[6, 4], notation="24/14"),
        by("black", "play", notation="24/14"),
    ):
        assert refused(client, doubled, event) == ["double_pending"]
    assert refused(client, doubled, by("black", "take")) == ["not_your_turn"]


def test_a_beaver_that_must_be_played_on(client: FlaskClient) -> None:
    opened = [opening_roll(3, 1), OPENED[1], by("black", "double"), by("white", "beaver")]
    answer = replay(client, opened, "portes-match", length=7, options={"beavers": True})
    # Nothing to answer: 2 for the double and 4 for the beaver, and the doubler rolls.
    assert answer["state"]["cube"] == {"value": 4, "owner": "white"}
    assert (answer["state"]["turn"], answer["state"]["stage"]) == ("black", "before_roll")
    assert refused(client, opened[:-1], opened[-1], "portes-match", length=7) == ["beavers_off"]
    assert refused(client, opened[:-1], opened[-1], length=7, options={"beavers": True}) == [
        "beaver_in_match"
    ]


def test_a_dropped_beaver_and_a_raccoon(client: FlaskClient) -> None:
    options = {"beavers": True, "raccoons": True}
    beavered = [*OPENED, by("black", "double"), by("white", "beaver")]
    answer = replay(client, beavered, options=options)
    assert answer["state"]["cube"] == {"value": 2, "owner": "white"}
    assert answer["state"]["stage"] == "beavered"
    assert answer["allowed"] == [by("black", "take"), by("black", "drop"), by("black", "raccoon")]

    (game,) = replay(client, [*beavered, by("black", "drop")], options=options)["games"]
    assert (game["winner"], game["kind"], game["points"]) == ("white", "drop", 2)

    raccooned = [*beavered, by("black", "raccoon")]
    answer = replay(client, raccooned, options=options)
    assert answer["state"]["cube"] == {"value": 4, "owner": "white"}
    assert answer["allowed"] == [by("white", "take"), by("white", "drop")]
    taken = replay(client, [*raccooned, by("white", "take")], options=options)
    assert taken["state"]["cube"] == {"value": 8, "owner": "white"}
    assert taken["allowed"] == ROLL_OR_RESIGN


CRAWFORD = [opening_roll(3, 1), *resigned("black", "gammon"), *OPENED]
"""In a match to 3: White leads 2-0, and Black is to roll in the Crawford game."""


def test_no_double_in_the_crawford_game(client: FlaskClient) -> None:
    before = replay(client, CRAWFORD, length=3)
    assert before["state"] == {
        **BLACK_TO_ROLL,
        "match": {"length": 3, "score": {"white": 2, "black": 0}, "crawford_played": False},
    }
    assert before["allowed"] == ROLL_OR_RESIGN
    assert refused(client, CRAWFORD, by("black", "double"), length=3) == ["crawford_game"]


def test_doubles_again_after_the_crawford_game(client: FlaskClient) -> None:
    events = [*CRAWFORD, *resigned("white", "single"), *OPENED]
    answer = replay(client, events, length=3)
    assert answer["state"]["match"] == {
        "length": 3,
        "score": {"white": 2, "black": 1},
        "crawford_played": True,
    }
    assert answer["allowed"] == MAY_DOUBLE
    # Once more at one point from the match, for the other side: it does not come twice.
    events += [*resigned("white", "single"), *OPENED]
    answer = replay(client, events, length=3)
    assert answer["match"]["score"] == {"white": 2, "black": 2}
    assert "double" not in [allowed["event"] for allowed in answer["allowed"]]
    assert refused(client, events, by("black", "double"), length=3) == ["cube_dead"]
    live = replay(client, events, length=3, options={"dead_cube": False})
    assert live["allowed"] == MAY_DOUBLE


def test_no_double_in_a_match_to_one_point(client: FlaskClient) -> None:
    assert refused(client, OPENED, by("black", "double"), "portes-cube", length=1) == [
        "one_point_match"
    ]


def test_no_double_while_the_opening_dice_lie_there(client: FlaskClient) -> None:
    opened = [opening_roll(3, 1)]
    assert refused(client, opened, by("white", "double")) == ["dice_already_rolled"]
    # Where the winner of the opening rolls anew it is before its roll.
    options = {"opening_dice": "reroll"}
    doubled = replay(client, [*opened, by("white", "double")], options=options)
    assert doubled["state"]["stage"] == "offered"


def test_no_cube_in_portes(client: FlaskClient) -> None:
    opened = [opening_roll(3, 1)]
    for action in ("double", "take", "drop", "beaver", "raccoon"):
        player = "white" if action in ("double", "raccoon") else "black"
        assert refused(client, opened, by(player, action), "portes") == ["no_cube"]


@pytest.mark.parametrize(
    "event",
    [
        by("white", "roll", dice=[3, 3]),
        by("white", "play", dice=[3, 3], notation="8/5(2) 6/3(2)"),
        by("black", "play", notation="33: 8/5(2) 6/3(2)"),
    ],
)
def test_the_first_roll_is_no_double_where_the_opening_dice_are_played(
    client: FlaskClient, event: Document
) -> None:
    assert refused(client, [], event) == ["opening_double"]
    # In the second game just as in the first.
    assert refused(client, CRAWFORD[:3], event, length=3) == ["opening_double"]
    assert replay(client, [event], "portes")["legal"] is True


@pytest.mark.parametrize(
    ("before", "event"),
    [
        (OPENED, by("white", "roll", dice=[6, 4])),
        (OPENED, by("white", "play", dice=[6, 4], notation="24/14")),
        (OPENED, by("white", "double")),
        ([*OPENED, by("black", "double")], by("black", "take")),
        ([*OPENED, by("black", "double")], by("black", "drop")),
        ([*OPENED, by("black", "roll", dice=[6, 4])], by("white", "play", notation="24/14")),
        ([opening_roll(1, 3)], by("white", "play", notation="8/5 6/5")),
    ],
)
def test_the_other_side_is_to_act(
    client: FlaskClient, before: list[Document], event: Document
) -> None:
    assert refused(client, before, event) == ["not_your_turn"]


def test_what_is_wrong_with_the_other_sides_cube_is_not_said(client: FlaskClient) -> None:
    owned = [*OPENED, by("black", "double"), by("white", "take")]
    assert refused(client, owned, by("white", "double")) == ["not_your_turn"]


def test_a_warning_names_its_point_in_the_numbering_of_the_request(client: FlaskClient) -> None:
    told = send(
        client,
        "checkPlay",
        {
            "position": {
                "white": {"points": {"23": 1, "6": 14}, "bar": 0},
                "black": {"points": {"19": 1, "1": 14}, "bar": 0},
            },
            "turn": "black",
            "dice": [4, 1],
            "numbering": "white",
            "moves": [
                {"from_point": 19, "to_point": 23, "hit": False},
                {"from_point": 1, "to_point": 2},
            ],
        },
    )
    assert told["legal"]
    assert [warning["message"] for warning in told["warnings"]] == [
        "The play hits at point 23 without saying so."
    ]


def test_no_play_without_dice(client: FlaskClient) -> None:
    event = by("black", "play", notation="24/14")
    assert refused(client, OPENED, event) == ["dice_not_rolled"]
    assert refused(client, OPENED, {**event, "player": "white"}) == [
        "not_your_turn",
        "dice_not_rolled",
    ]
    assert refused(client, [], event) == ["opening_roll_due"]
    # The dice that decided the opening are not those of the first play.
    event = by("white", "play", notation="8/5 6/5")
    assert refused(client, [opening_roll(3, 1)], event, "portes") == ["dice_not_rolled"]


@pytest.mark.parametrize(
    "event",
    [
        by("white", "play", dice=[6, 5], notation="8/5 6/5"),
        by("white", "play", dice=[6, 5], moves=[]),
        by("white", "play", notation="65: 8/5 6/5"),
    ],
)
def test_no_play_of_other_dice(client: FlaskClient, event: Document) -> None:
    assert refused(client, [opening_roll(3, 1)], event) == ["dice_mismatch"]
    rolled = [opening_roll(3, 1), by("white", "roll", dice=[1, 3])]
    assert refused(client, rolled, event, "portes") == ["dice_mismatch"]


def test_a_play_may_name_the_dice_again_in_any_order(client: FlaskClient) -> None:
    expected = replay(client, OPENED)
    for more in ({"dice": [1, 3]}, {"dice": [3, 1]}, {"notation": "13: 8/5 6/5"}):
        again = {**OPENED[1], **more}
        assert replay(client, [OPENED[0], again]) == expected


def test_dice_are_rolled_once(client: FlaskClient) -> None:
    rolled = [*OPENED, by("black", "roll", dice=[6, 4])]
    event = by("black", "roll", dice=[6, 5])
    assert refused(client, rolled, event) == ["dice_already_rolled"]
    assert refused(client, rolled, by("black", "double")) == ["dice_already_rolled"]
    assert refused(client, [opening_roll(3, 1)], by("white", "roll", dice=[6, 5])) == [
        "dice_already_rolled"
    ]


def test_nothing_comes_after_the_match(client: FlaskClient) -> None:
    won = [opening_roll(3, 1), *resigned("white", "backgammon")]
    answer = replay(client, won, length=3)
    score = {"white": 0, "black": 3}
    assert answer["match"] == {"length": 3, "score": score, "over": True, "winner": "black"}
    assert answer["allowed"] == []
    assert "state" not in answer
    for event in (
        opening_roll(6, 1),
        by("black", "roll", dice=[6, 4]),
        by("black", "play", dice=[6, 4], notation="24/14"),
        by("black", "double"),
        by("white", "take"),
        by("white", "resign", resigned_as="single"),
        by("black", "accept_resignation"),
    ):
        assert refused(client, won, event, length=3) == ["match_over"]


def test_points_past_the_length_stay_in_the_score(client: FlaskClient) -> None:
    won = [opening_roll(3, 1), *resigned("white", "backgammon")]
    answer = replay(client, won, length=2)
    assert answer["match"]["score"] == {"white": 0, "black": 3}
    assert answer["match"]["over"] is True


# Black runs onto its 20, White's 5 point.
BLOCKED = {
    "code": "point_blocked",
    "rule": "R-POINT",
    "message": "Point 20 is closed by two or more opposing checkers.",
    "move_index": 1,
    "example": {
        "notation": "24/14",
        "moves": [
            {"from_point": 24, "to_point": 18, "die": 6, "hit": False},
            {"from_point": 18, "to_point": 14, "die": 4, "hit": False},
        ],
    },
}


@pytest.mark.parametrize("told", ["roll", "dice", "text"])
def test_an_illegal_play(client: FlaskClient, told: str) -> None:
    before = list(OPENED)
    event = by("black", "play", notation="24/18 24/20")
    if told == "roll":
        before.append(by("black", "roll", dice=[6, 4]))
    elif told == "dice":
        event["dice"] = [4, 6]
    else:
        event["notation"] = "64: 24/18 24/20"
    assert refused(client, before, event) == ["point_blocked"]
    answer = replay(client, [*before, event])
    assert answer["fault"] == {
        "event_index": len(before),
        "result_equivalent": False,
        "violations": [BLOCKED],
    }
    rolled = {"stage": "rolled", "dice": [6, 4]} if told == "roll" else {}
    assert answer["state"] == {**BLACK_TO_ROLL, **rolled}


def test_an_illegal_play_in_white_numbering(client: FlaskClient) -> None:
    before = [
        opening_roll(3, 1),
        by(
            "white",
            "play",
            moves=[{"from_point": 8, "to_point": 5}, {"from_point": 6, "to_point": 5}],
        ),
        by("black", "roll", dice=[6, 4]),
    ]
    moves = [{"from_point": 1, "to_point": 7}, {"from_point": 1, "to_point": 5}]
    event = by("black", "play", moves=moves)
    assert refused(client, before, event, numbering="white") == ["point_blocked"]
    answer = replay(client, [*before, event], numbering="white")
    assert answer["fault"]["violations"] == [
        {
            **BLOCKED,
            "message": "Point 5 is closed by two or more opposing checkers.",
            "example": {
                "notation": "24/14",
                "moves": [
                    {"from_point": 1, "to_point": 7, "die": 6, "hit": False},
                    {"from_point": 7, "to_point": 11, "die": 4, "hit": False},
                ],
            },
        }
    ]
    assert answer["state"]["position"] == {
        "white": AFTER_OPENING["white"],
        "black": START_IN_WHITE_NUMBERING["black"],
    }


def test_an_illegal_play_that_comes_to_the_same(client: FlaskClient) -> None:
    before = white_bears_off(16)
    before += [
        by("white", "play", dice=[2, 2], notation="2/off(4)"),
        by("black", "play", dice=[2, 1], notation="11/9 6/5"),
        by("white", "play", dice=[3, 2], notation="3/off"),
        by("black", "play", dice=[2, 1], notation="11/9 6/5"),
    ]
    # The last checker, on the 3 point, goes off with both dice or not at all.
    event = by("white", "play", dice=[3, 1], notation="3/off")
    assert refused(client, before, event) == ["must_play_all_dice"]
    fault = replay(client, [*before, event])["fault"]
    assert fault["result_equivalent"] is True
    assert fault["violations"][0]["example"]["notation"] == "3/2/off"
    # With two checkers left it does not come to the same.
    before = white_bears_off()[:-1]
    event = by("white", "play", dice=[2, 2], notation="2/off")
    assert refused(client, before, event) == ["must_play_all_dice"]
    assert replay(client, [*before, event])["fault"]["result_equivalent"] is False


DANCE = [
    opening_roll(6, 2),
    by("white", "play", dice=[3, 3], notation="8/5(2) 6/3(2)"),
    by("black", "play", dice=[2, 1], notation="24/23 13/11"),
    by("white", "play", dice=[4, 4], notation="13/9(2) 6/2*(2)"),
]
"""In Portes: a black checker is on the bar, and White holds its own 5, 3 and 2."""


def test_a_pass_where_nothing_can_be_played(client: FlaskClient) -> None:
    assert replay(client, DANCE, "portes")["state"]["position"]["black"]["bar"] == 1
    for event in (
        by("black", "play", dice=[5, 3], moves=[]),
        by("black", "play", dice=[5, 3], notation="pass"),
        by("black", "play", notation="53: -"),
    ):
        answer = replay(client, [*DANCE, event], "portes")
        assert answer["legal"] is True
        assert (answer["state"]["turn"], answer["state"]["stage"]) == ("white", "before_roll")
        assert answer["state"]["position"]["black"]["bar"] == 1
    event = by("black", "play", dice=[5, 3], notation="bar/20 13/10")
    # The checker on the bar has not entered, so no other one may move.
    assert refused(client, DANCE, event, "portes") == ["point_blocked", "enter_from_bar_first"]
    answer = replay(client, [*DANCE, event], "portes")
    # Only a pass would be legal.
    assert "example" not in answer["fault"]["violations"][0]


def test_no_pass_where_something_can_be_played(client: FlaskClient) -> None:
    attempts: list[Document] = [{"moves": []}, {"notation": "pass"}]
    for attempt in attempts:
        event = by("black", "play", dice=[5, 4], **attempt)
        assert refused(client, DANCE, event, "portes") == ["must_not_pass"]
        answer = replay(client, [*DANCE, event], "portes")
        (violation,) = answer["fault"]["violations"]
        assert violation["rule"] == "R-PASS"
        assert violation["example"]["notation"].startswith("bar/21")


def test_warnings_name_their_event(client: FlaskClient) -> None:
    unmarked = {**DANCE[3], "notation": "13/9(2) 6/2(2)"}
    answer = replay(client, [*DANCE[:3], unmarked], "portes", length=9)
    warnings = [(each["code"], each.get("event_index")) for each in answer["warnings"]]
    assert warnings == [("match_length_unusual", None), ("hit_not_marked", 3)]
    marked = replay(client, DANCE, "portes", length=9)
    assert answer["state"] == marked["state"]
    # The warnings of the events before it stay with a fault.
    bad = replay(client, [*DANCE[:3], unmarked, by("black", "double")], "portes", length=9)
    assert bad["warnings"] == answer["warnings"]
    reordered = [*DANCE, by("black", "play", dice=[6, 4], notation="24/18 bar/21")]
    answer = replay(client, reordered, "portes")
    warnings = [(each["code"], each.get("event_index")) for each in answer["warnings"]]
    assert warnings == [("moves_reordered", 4)]


def test_jacoby_is_idle_in_a_match(client: FlaskClient) -> None:
    options = {"jacoby": True}
    events = [opening_roll(3, 1), *resigned("white", "gammon")]
    answer = replay(client, events, length=5, options=options)
    assert [warning["code"] for warning in answer["warnings"]] == ["jacoby_in_match"]
    assert answer["games"][0]["points"] == 2
    money = replay(client, events, options=options)
    assert "warnings" not in money
    assert money["games"][0]["points"] == 1


@pytest.mark.parametrize(
    ("ruleset", "kind", "base_points"),
    [("portes", "gammon", 2), ("portes-online", "backgammon", 3), ("backgammon", "backgammon", 3)],
)
def test_a_game_to_its_last_checker(
    client: FlaskClient, ruleset: str, kind: str, base_points: int
) -> None:
    answer = replay(client, [opening_roll(6, 5), *white_bears_off()], ruleset, length=5)
    score = {"white": base_points, "black": 0}
    assert answer["games"] == [
        {
            "number": 1,
            "winner": "white",
            "kind": kind,
            "ending": "borne_off",
            "base_points": base_points,
            "cube_value": 1,
            "points": base_points,
            "jacoby_applied": False,
            "score": score,
        }
    ]
    assert answer["match"] == {"length": 5, "score": score, "over": False}
    assert answer["state"]["position"] == START


def test_games_for_money_go_on_without_end(client: FlaskClient) -> None:
    first = [*OPENED, by("black", "double"), by("white", "take"), *resigned("white", "gammon")]
    second = [opening_roll(2, 6), *resigned("black", "single")]
    answer = replay(client, [*first, *second])
    assert answer["games"] == [
        {
            "number": 1,
            "winner": "black",
            "kind": "gammon",
            "ending": "resigned",
            "base_points": 2,
            "cube_value": 2,
            "points": 4,
            "jacoby_applied": False,
            "score": {"white": 0, "black": 4},
        },
        {
            "number": 2,
            "winner": "white",
            "kind": "single",
            "ending": "resigned",
            "base_points": 1,
            "cube_value": 1,
            "points": 1,
            "jacoby_applied": False,
            "score": {"white": 1, "black": 4},
        },
    ]
    assert "match" not in answer
    assert answer["state"] == {"ruleset": "backgammon", "position": START, "cube": MIDDLE}
    assert answer["allowed"] == [{"event": "opening_roll"}]


def test_an_opening_roll_may_be_left_out(client: FlaskClient) -> None:
    expected = replay(client, OPENED)
    for event in (
        {**OPENED[1], "dice": [3, 1]},
        {**OPENED[1], "notation": "31: 8/5 6/5"},
    ):
        assert assumed(replay(client, [event]), 0) == expected
    rolled = replay(client, [by("white", "roll", dice=[1, 3])])
    assert assumed(rolled, 0) == replay(client, [opening_roll(3, 1)])
    # In every game, and where the starter rolls anew a double may be the first roll.
    second = [*OPENED, *resigned("white", "single")]
    rolled = replay(client, [*second, by("black", "roll", dice=[6, 2])])
    assert assumed(rolled, len(second)) == replay(client, [*second, opening_roll(2, 6)])
    assert assumed(replay(client, DANCE[1:], "portes"), 0) == replay(client, DANCE, "portes")


def assumed(answer: Document, event_index: int) -> Document:
    """The answer without the warning that an opening roll is missing, which has to be there."""
    assert [(each["code"], each["event_index"]) for each in answer["warnings"]] == [
        ("opening_roll_assumed", event_index)
    ]
    return {name: value for name, value in answer.items() if name != "warnings"}


def test_one_misshapen_event_hides_no_other(client: FlaskClient) -> None:
    events = [
        {"event": "roll"},
        {"event": "jump"},
        "play",
        {"event": "play", "player": "white", "moves": [{"from_point": 8, "to_point": 99}]},
        {"event": "roll", "player": 7, "dice": [3, 1]},
        {"event": "double", "player": "white", "dice": [3, 1]},
    ]
    answer = client.post("/v1/matches/replay", json={"events": events})
    assert [(each["pointer"], each["code"]) for each in answer.get_json()["errors"]] == [
        ("/events/0/dice", "missing_field"),
        ("/events/0/player", "missing_field"),
        ("/events/1/event", "invalid_value"),
        ("/events/2", "invalid_type"),
        ("/events/3/moves/0/to_point", "out_of_range"),
        ("/events/4/player", "invalid_type"),
        ("/events/5/dice", "unknown_field"),
    ]


def test_only_a_roll_stands_for_an_opening_roll(client: FlaskClient) -> None:
    for event in (
        by("white", "double"),
        by("black", "take"),
        by("white", "resign", resigned_as="single"),
        by("white", "play", notation="8/5 6/5"),
        by("white", "play", moves=[]),
    ):
        assert refused(client, [], event) == ["opening_roll_due"]
    # An illegal play leaves the opening roll due.
    event = by("white", "play", dice=[3, 1], notation="8/5 6/4")
    assert refused(client, [], event) == ["die_not_rolled"]


def test_the_winner_starts_the_next_game_of_portes(client: FlaskClient) -> None:
    events = [opening_roll(3, 1), *resigned("white", "single")]
    answer = replay(client, events, "portes", length=3)
    assert answer["state"] == {
        "ruleset": "portes",
        "position": START,
        "turn": "black",
        "stage": "before_roll",
        "match": {"length": 3, "score": {"white": 0, "black": 1}},
    }
    assert answer["allowed"] == ROLL_OR_RESIGN
    for opening in (opening_roll(1, 3), opening_roll(3, 1), opening_roll(2, 2)):
        assert refused(client, events, opening, "portes", length=3) == ["opening_roll_not_due"]
    event = by("white", "roll", dice=[3, 1])
    assert refused(client, events, event, "portes", length=3) == ["not_your_turn"]
    # Two new dice, and a double is fine.
    rolled = replay(client, [*events, by("black", "roll", dice=[5, 5])], "portes", length=3)
    assert rolled["state"]["dice"] == [5, 5]
    assert "opening_turn" not in rolled["state"]


def test_one_opening_roll_a_game(client: FlaskClient) -> None:
    for ruleset in PRESETS:
        before = [opening_roll(3, 1)]
        assert refused(client, before, opening_roll(3, 1), ruleset) == ["opening_roll_not_due"]


# Malformed events.


def pointers(client: FlaskClient, events: list[Any], **more: Any) -> dict[str, str]:
    """Where and why events are refused as no events at all."""
    response = client.post("/v1/matches/replay", json={"events": events, **more})
    problem = response.get_json(force=True)
    assert response.status_code == 422, problem
    assert response.mimetype == "application/problem+json"
    validate_answer("replayMatch", 422, problem)
    found = {error["pointer"]: error["code"] for error in problem["errors"]}
    assert len(found) == len(problem["errors"])
    return found


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({}, {"/event": "missing_field"}),
        ([], {"": "invalid_type"}),
        ({"event": "jump"}, {"/event": "invalid_value"}),
        ({"event": 1}, {"/event": "invalid_type"}),
        ({"event": "double"}, {"/player": "missing_field"}),
        ({"event": "play", "notation": "8/5 6/5"}, {"/player": "missing_field"}),
        ({"event": "roll"}, {"/player": "missing_field", "/dice": "missing_field"}),
        ({"event": "opening_roll"}, {"/rolls": "missing_field"}),
        (
            {"event": "opening_roll", "player": "white"},
            {"/player": "unknown_field", "/rolls": "missing_field"},
        ),
        (
            {"event": "opening_roll", "rolls": {"white": 7}},
            {"/rolls/white": "out_of_range", "/rolls/black": "missing_field"},
        ),
        (by("red", "take"), {"/player": "invalid_value"}),
        (by("white", "resign"), {"/resigned_as": "missing_field"}),
        (by("white", "resign", resigned_as="drop"), {"/resigned_as": "invalid_value"}),
        (by("white", "double", dice=[3, 1]), {"/dice": "unknown_field"}),
        (by("white", "take", notation="8/5"), {"/notation": "unknown_field"}),
        (by("white", "roll", dice=[3, 1], moves=[]), {"/moves": "unknown_field"}),
        (
            by("white", "play", moves=[], rolls={"white": 3, "black": 1}),
            {"/rolls": "unknown_field"},
        ),
        (
            by("white", "accept_resignation", resigned_as="single"),
            {"/resigned_as": "unknown_field"},
        ),
        (by("white", "double", color="red"), {"/color": "unknown_field"}),
        (by("white", "roll", dice=[3]), {"/dice": "wrong_item_count"}),
        (by("white", "roll", dice=[3, 0]), {"/dice/1": "out_of_range"}),
        (by("white", "play", dice=[3, 1]), {"/moves": "missing_field"}),
        (by("white", "play", notation="8/5 6"), {"/notation": "unreadable_notation"}),
        (by("white", "play", notation="8/5", moves=[]), {"/notation": "conflicting_input"}),
        (
            by("white", "play", notation="31: 8/5 6/5", dice=[6, 5]),
            {"/notation": "conflicting_input"},
        ),
        (
            by("white", "play", moves=[{"from_point": 26}]),
            {"/moves/0/from_point": "out_of_range", "/moves/0/to_point": "missing_field"},
        ),
    ],
)
def test_a_malformed_event(client: FlaskClient, event: Any, expected: dict[str, str]) -> None:
    # It is no event of a match, wherever it comes: not even after one that is not allowed.
    for before in ([opening_roll(3, 1)], [by("white", "take"), opening_roll(3, 1)]):
        at = f"/events/{len(before)}"
        assert pointers(client, [*before, event, opening_roll(6, 1)]) == {
            at + place: code for place, code in expected.items()
        }


def test_everything_wrong_is_said_at_once(client: FlaskClient) -> None:
    events = [
        by("white", "double", dice=[3, 1]),
        by("white", "play", notation="8/5 6"),
        {"event": "roll", "dice": [2, 1]},
    ]
    assert pointers(client, events, ruleset="portes", options={"jacoby": True}) == {
        "/options/jacoby": "options_need_cube",
        "/events/0/dice": "unknown_field",
        "/events/1/notation": "unreadable_notation",
        "/events/2/player": "missing_field",
    }


def test_malformed_requests(client: FlaskClient) -> None:
    response = client.post("/v1/matches/replay", json={"ruleset": "portes"})
    assert response.status_code == 422
    problem = response.get_json(force=True)
    assert [(each["pointer"], each["code"]) for each in problem["errors"]] == [
        ("/events", "missing_field")
    ]
    assert pointers(client, [], length=0, position=START, ruleset="chess") == {
        "/length": "out_of_range",
        "/position": "unknown_field",
        "/ruleset": "unknown_ruleset",
    }
    response = client.post("/v1/matches/replay", json={"events": [], "rules_version": "0"})
    assert response.status_code == 409
    assert response.get_json(force=True)["code"] == "rules_version_mismatch"


def test_the_same_request_has_the_same_bytes(client: FlaskClient) -> None:
    request = {"ruleset": "portes", "length": 3, "events": [*DANCE, by("black", "double")]}
    first = client.post("/v1/matches/replay", json=request)
    again = client.post("/v1/matches/replay", json=request)
    # Also from a service that has not been asked before.
    elsewhere = create_app(Settings(log_level="error")).test_client()
    other = elsewhere.post("/v1/matches/replay", json=request)
    assert first.status_code == again.status_code == other.status_code == 200
    assert first.data == again.data == other.data


def test_messages_in_greek(client: FlaskClient) -> None:
    events = [*DANCE, by("black", "double")]
    answers = [
        replay(client, events, "portes", language=language)["fault"]["violations"][0]
        for language in ("en", "el")
    ]
    assert [answer["code"] for answer in answers] == ["no_cube", "no_cube"]
    assert answers[0]["message"] != answers[1]["message"]


def test_the_work_of_one_request_is_bounded(client: FlaskClient) -> None:
    """Small doubles and as many blots as can be make a roll with hundreds of plays."""
    ruleset, chance = PRESETS["portes"], random.Random(1)
    table = new_table(None)
    events: list[Document] = []
    examined = 0
    while examined <= MOST_EXAMINED:
        if table.turn is None:
            events.append({"event": "opening_roll", "rolls": {"white": 3, "black": 1}})
            table = next_table(table, OpeningRoll(3, 1), ruleset)
            continue
        roll = chance.choice([Roll(1, 1), Roll(2, 2)])
        plays = legal_plays(table.position, roll, ruleset)
        examined += len(plays) + 1
        blots = {play: after_play(table.position.board, play).count(1) for play in plays[::20]}
        play = max(blots, key=lambda each: blots[each], default=())
        # A move that names its die is not taken the short way.
        moves = [
            {"from_point": move.from_point, "to_point": move.to_point, "die": move.die}
            for move in play
        ]
        player = table.turn.value
        events.append({"event": "play", "player": player, "dice": list(roll), "moves": moves})
        attempt = tuple(AttemptedMove((move.from_point, move.to_point)) for move in play)
        table = next_table(table, Played(table.turn, attempt, roll), ruleset)
    response = client.post("/v1/matches/replay", json={"events": events})
    assert response.status_code == 422
    (error,) = response.get_json()["errors"]
    assert error["code"] == "budget_exceeded"
    place = int(error["pointer"].removeprefix("/events/"))
    assert place < len(events)
    ask_replay(client, {"events": events[:place]})


def next_table(table: Table, event: Event, ruleset: Ruleset) -> Table:
    following = judge_event(table, event, ruleset).table
    assert following is not None
    return following
