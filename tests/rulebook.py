"""Scoring, doubling cube and match a second time, written from the rule text alone.

It shares no code with the service and imports none of it: strings, numbers and tables, to be read
next to the rules whose ids stand beside them. Sides are "white" and "black"; a cube's owner may
also be "middle". Limits and scores are checked by the rules only; states that no game can reach
are the caller's affair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

CEILING = 2**20
"""No cube goes past this, whatever the ruleset says."""

OTHER = {"white": "black", "black": "white"}


class Switches(NamedTuple):
    """What the rules below differ by; the defaults are what holds unless a preset says otherwise.

    ``beaver_refusable`` is true where the text is silent. ``cube_limit`` None: no limit.
    """

    cube: bool
    opening_dice: str
    backgammon_points: int
    crawford: bool = False
    dead_cube: bool = False
    cube_limit: int | None = None
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    beaver_refusable: bool = True
    options_in_match: bool = False


PRESETS = {
    "portes": Switches(cube=False, opening_dice="reroll", backgammon_points=2),
    "portes-trio": Switches(cube=False, opening_dice="reroll", backgammon_points=2),
    "portes-online": Switches(cube=False, opening_dice="play", backgammon_points=3),
    "portes-cube": Switches(cube=True, opening_dice="play", backgammon_points=3, crawford=True),
    "portes-match": Switches(
        cube=True,
        opening_dice="play",
        backgammon_points=3,
        crawford=True,
        dead_cube=True,
        cube_limit=64,
        beaver_refusable=False,
        options_in_match=True,
    ),
    "backgammon": Switches(
        cube=True,
        opening_dice="play",
        backgammon_points=3,
        crawford=True,
        dead_cube=True,
        beaver_refusable=True,
    ),
}


def switches(preset: str, options: dict[str, Any]) -> Switches:
    """The preset with some switches set anew."""
    return PRESETS[preset]._replace(**options)


# --- The end of a game -------------------------------------------------------------------------


def kind_of_win(borne_off: int, far_behind: bool, rules: Switches) -> str:
    """R-SINGLE, R-GAMMON, R-BACKGAMMON.

    ``borne_off``: how many checkers the loser has borne off. ``far_behind``: the loser has a
    checker on the bar or in the winner's home.
    """
    if borne_off >= 1:
        return "single"
    if far_behind and rules.backgammon_points == 3:
        return "backgammon"
    return "gammon"


def kind_of_resignation(resigned_as: str, rules: Switches) -> str:
    """R-RESIGN: without a triple win a backgammon resignation counts as a gammon."""
    if resigned_as == "backgammon" and rules.backgammon_points == 2:
        return "gammon"
    return resigned_as


class Points(NamedTuple):
    """``points`` = ``base`` times the cube; ``jacoby``: R-JACOBY made the game count 1."""

    base: int
    points: int
    jacoby: bool


def points(rules: Switches, kind: str, cube_value: int, cube_owner: str, in_match: bool) -> Points:
    """R-CUBE-VALUE and R-JACOBY.

    A cube in the middle has not been offered and taken, whatever automatic doubles have made of it.
    """
    base = {"drop": 1, "single": 1, "gammon": 2, "backgammon": rules.backgammon_points}[kind]
    jacoby_holds = rules.jacoby and (rules.options_in_match or not in_match)
    jacoby = jacoby_holds and kind in ("gammon", "backgammon") and cube_owner == "middle"
    if jacoby:
        base = 1
    return Points(base, base * cube_value, jacoby)


# --- The match ---------------------------------------------------------------------------------


class Match(NamedTuple):
    """A match before a game; ``crawford_played`` None: nobody says whether it has been."""

    length: int
    white: int
    black: int
    crawford_played: bool | None = None

    def away(self, side: str) -> int:
        return self.length - {"white": self.white, "black": self.black}[side]

    def sides_one_away(self) -> int:
        return [self.away("white"), self.away("black")].count(1)


def match_possible(match: Match) -> bool:
    """Whether score and Crawford flag of a match that goes on can be true together (R-CRAWFORD)."""
    if match.crawford_played is True:
        return match.sides_one_away() > 0
    if match.crawford_played is False:
        return match.length == 1 or match.sides_one_away() < 2
    return True


def crawford_status(match: Match, rules: Switches) -> str:
    """R-CRAWFORD, for a match that goes on."""
    if not rules.crawford or match.length == 1:
        return "none"
    if match.sides_one_away() == 0:
        return "before"
    if match.sides_one_away() == 2:
        return "after"
    return {True: "after", False: "crawford", None: "unknown"}[match.crawford_played]


def winner_of(match: Match) -> str | None:
    """R-MATCH: the side that has the length or more."""
    for side in ("white", "black"):
        if match.away(side) <= 0:
            return side
    return None


def after(match: Match, winner: str, won: int) -> Match:
    """R-MATCH and R-CRAWFORD: the match after a game; its flag has a meaning while it goes on.

    A game begun with a side 1 away is the Crawford game or comes after it. If nobody was 1 away
    the Crawford game is still to come.
    """
    return Match(
        match.length,
        match.white + (won if winner == "white" else 0),
        match.black + (won if winner == "black" else 0),
        crawford_played=match.sides_one_away() > 0,
    )


# --- The cube ----------------------------------------------------------------------------------

STAGES = ("before_roll", "offered", "beavered", "raccooned", "rolled")
ACTIONS = ("double", "take", "drop", "beaver", "raccoon", "roll")

PLAYER = {
    # The doubler is the side about to roll; only a beaver is answered by the doubler.
    # action:   before_roll, offered,   beavered,  raccooned, rolled
    "double": ("doubler", "doubler", "doubler", "doubler", "doubler"),
    "take": ("other", "other", "doubler", "other", "other"),
    "drop": ("other", "other", "doubler", "other", "other"),
    "beaver": ("other", "other", "other", "other", "other"),
    "raccoon": ("doubler", "doubler", "doubler", "doubler", "doubler"),
    "roll": ("doubler", "doubler", "doubler", "doubler", "doubler"),
}

# What an action is judged by at each stage: codes that it always has there, and in capitals the
# rules that may add theirs. An answer carries the faults of all that it answers.
WRONG_TIME = "no_double_offered"
PENDING = "double_pending"
ROLLED = "dice_already_rolled"
JUDGED_BY: dict[str, tuple[str, str, str, str, str]] = {
    "double": (
        "DOUBLE",
        f"{PENDING} DOUBLE",
        f"{PENDING} DOUBLE",
        f"{PENDING} DOUBLE",
        f"{ROLLED} DOUBLE",
    ),
    "take": (WRONG_TIME, "DOUBLE", "DOUBLE BEAVER", "DOUBLE BEAVER RACCOON", WRONG_TIME),
    "drop": (WRONG_TIME, "DOUBLE", "DOUBLE BEAVER REFUSAL", "DOUBLE BEAVER RACCOON", WRONG_TIME),
    "beaver": (
        f"{WRONG_TIME} BEAVER_OPTION",
        "DOUBLE BEAVER",
        f"{PENDING} BEAVER_OPTION",
        f"{PENDING} BEAVER_OPTION",
        f"{WRONG_TIME} BEAVER_OPTION",
    ),
    "raccoon": (
        f"{WRONG_TIME} RACCOON_OPTION",
        f"{PENDING} RACCOON_OPTION",
        "DOUBLE BEAVER RACCOON",
        f"{PENDING} RACCOON_OPTION",
        f"{WRONG_TIME} RACCOON_OPTION",
    ),
    "roll": (
        "OPENING_DICE",
        f"{PENDING} OPENING_DICE",
        f"{PENDING} OPENING_DICE",
        f"{PENDING} OPENING_DICE",
        ROLLED,
    ),
}

AFTER = {
    # What a legal action makes of the cube: times, owner, the stage after it (R-TAKE, R-BEAVER).
    ("double", "before_roll"): (1, "same", "offered"),
    ("take", "offered"): (2, "other", "before_roll"),
    ("beaver", "offered"): (2, "other", "beavered"),
    ("take", "beavered"): (2, "other", "before_roll"),
    ("raccoon", "beavered"): (2, "other", "raccooned"),
    ("take", "raccooned"): (2, "other", "before_roll"),
    ("roll", "before_roll"): (1, "same", "rolled"),
}

DOUBLED_SINCE = {"before_roll": 1, "offered": 1, "beavered": 2, "raccooned": 4, "rolled": 1}
"""How often the last accepted cube holds the cube before the double."""


class Situation(NamedTuple):
    """``turn``: the side about to roll, or the doubler. The cube is the last accepted one.

    ``match`` None: money or a single game. ``opening_turn``: the first turn of a game.
    """

    stage: str
    turn: str
    cube_value: int
    cube_owner: str
    match: Match | None = None
    crawford_game: bool = False
    opening_turn: bool = False


class Ruling(NamedTuple):
    """``after``, only where nothing is broken: value, owner and stage; or ("drop", winner, value).

    ``codes``: every rule that the action breaks.
    """

    action: str
    player: str
    codes: frozenset[str]
    after: tuple[int, str, str] | tuple[str, str, int] | None


def cube_rulings(rules: Switches, at: Situation) -> list[Ruling]:
    """All six actions."""
    column = STAGES.index(at.stage)
    sides = {"doubler": at.turn, "other": OTHER[at.turn]}
    added = {name: frozenset(rule(rules, at)) for name, rule in _RULES.items()}
    rulings = []
    for action in ACTIONS:
        player = sides[PLAYER[action][column]]
        codes: set[str] = set()
        for word in JUDGED_BY[action][column].split():
            codes |= added.get(word, {word})
        if not rules.cube and action != "roll":
            codes = {"no_cube"}
        after = None if codes else _after(rules, at, action, player)
        rulings.append(Ruling(action, player, frozenset(codes), after))
    return rulings


def _after(
    rules: Switches, at: Situation, action: str, player: str
) -> tuple[int, str, str] | tuple[str, str, int]:
    if action == "drop":
        return ("drop", OTHER[player], at.cube_value)
    times, owner, stage = AFTER[action, at.stage]
    if action == "beaver" and not rules.beaver_refusable and not rules.raccoons:
        # The doubler must go on and has nothing to say.
        times, stage = 4, "before_roll"
    new_owner = at.cube_owner if owner == "same" else OTHER[at.turn]
    return (at.cube_value * times, new_owner, stage)


def _before_double(at: Situation) -> int:
    return at.cube_value // DOUBLED_SINCE[at.stage]


def _opening_dice(rules: Switches, at: Situation) -> Iterator[str]:
    """R-DOUBLE: opening dice that are to be played lie there already."""
    if at.opening_turn and rules.opening_dice == "play":
        yield "dice_already_rolled"


def _double(rules: Switches, at: Situation) -> Iterator[str]:
    """R-DOUBLE, R-CRAWFORD."""
    yield from _opening_dice(rules, at)
    if at.match is not None and at.match.length == 1:
        yield "one_point_match"
    if at.crawford_game:
        yield "crawford_game"
    # After a beaver the cube is the beaverer's, and nothing says whose it was before the double.
    if at.stage not in ("beavered", "raccooned") and at.cube_owner == OTHER[at.turn]:
        yield "cube_not_owned"
    yield from _stake(rules, at, at.turn, _before_double(at))


def _beaver(rules: Switches, at: Situation) -> Iterator[str]:
    """R-BEAVER: the taker doubles the doubled stake."""
    yield from _beaver_option(rules, at)
    yield from _stake(rules, at, OTHER[at.turn], 2 * _before_double(at))


def _raccoon(rules: Switches, at: Situation) -> Iterator[str]:
    """R-BEAVER: the doubler doubles the beavered stake."""
    yield from _raccoon_option(rules, at)
    yield from _stake(rules, at, at.turn, 4 * _before_double(at))


def _stake(rules: Switches, at: Situation, who: str, stake: int) -> Iterator[str]:
    """R-DOUBLE: ``who`` may double the stake if the limit allows it and it can still matter."""
    if 2 * stake > min(rules.cube_limit or CEILING, CEILING):
        yield "cube_at_limit"
    if rules.dead_cube and at.match is not None and at.match.away(who) <= stake:
        yield "cube_dead"


def _beaver_option(rules: Switches, at: Situation) -> Iterator[str]:
    if not rules.beavers:
        yield "beavers_off"
    elif at.match is not None and not rules.options_in_match:
        yield "beaver_in_match"


def _raccoon_option(rules: Switches, at: Situation) -> Iterator[str]:
    if not rules.raccoons:
        yield "raccoons_off"


def _refusal(rules: Switches, at: Situation) -> Iterator[str]:
    """R-BEAVER: where a beaver cannot be refused the doubler must go on."""
    if not rules.beaver_refusable:
        yield "beaver_not_refusable"


_RULES = {
    "OPENING_DICE": _opening_dice,
    "DOUBLE": _double,
    "BEAVER": _beaver,
    "RACCOON": _raccoon,
    "BEAVER_OPTION": _beaver_option,
    "RACCOON_OPTION": _raccoon_option,
    "REFUSAL": _refusal,
}
