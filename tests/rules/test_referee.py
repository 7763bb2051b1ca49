"""Random whole matches: the referee agrees with a scorer who states the rules in its own words."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.rules.board import CHECKERS, START, Position, Side
from service.rules.cube import PENDING, CubeAction, Stage
from service.rules.dice import FACES, Roll
from service.rules.match import Match
from service.rules.plays import legal_plays
from service.rules.referee import (
    CubeActed,
    Ending,
    Event,
    EventCode,
    FinishedGame,
    OpeningRoll,
    Played,
    ResignationAnswered,
    Resigned,
    Rolled,
    Table,
    allowed_events,
    judge_event,
    new_table,
)
from service.rules.rulesets import CUBE_CEILING, PRESETS, Ruleset
from service.rules.scoring import CENTRED_CUBE, Cube, GameKind
from service.rules.verdict import AttemptedMove

Named: TypeAlias = tuple[str, Side | None]

MONEY_GAMES = 3
"""Games after which a money session is left."""

MOST_EVENTS = 20_000
"""More than any random match takes."""

PASS: tuple[AttemptedMove, ...] = ()

BACKGAMMON, PORTES_MATCH = PRESETS["backgammon"], PRESETS["portes-match"]
OPTIONS = {"jacoby": True, "beavers": True, "automatic_doubles": True}
MONEY = replace(BACKGAMMON, raccoons=True, jacoby=True, beavers=True, automatic_doubles=True)
VARIANTS: dict[str, Ruleset] = {
    **PRESETS,
    "backgammon with all options": MONEY,
    "backgammon with all options in matches": replace(
        MONEY, options_in_match=True, automatic_doubles_limit=None
    ),
    "backgammon without Crawford": replace(BACKGAMMON, crawford=False, later_games="winner"),
    "portes-match with its options": replace(
        PORTES_MATCH, jacoby=True, beavers=True, automatic_doubles=True
    ),
    "portes-match with raccoons": replace(
        PORTES_MATCH,
        jacoby=True,
        beavers=True,
        automatic_doubles=True,
        raccoons=True,
        automatic_doubles_limit=3,
    ),
    "portes-cube to a cube of 4": replace(
        PRESETS["portes-cube"], cube_limit=4, dead_cube=True, beavers=True, opening_dice="reroll"
    ),
}

WEIGHTS = {
    "opening_roll": 1.0,
    "play": 1.0,
    "roll": 1.0,
    "take": 1.0,
    "drop": 0.2,
    "beaver": 0.5,
    "raccoon": 0.7,
    "accept_resignation": 1.0,
    "reject_resignation": 1.0,
}
"""How likely what may come next is; a match has its own weights of doubles and resignations."""


class Flavour(NamedTuple):
    """How the two sides of one match like to end their games."""

    double: float
    resign: float


FLAVOURS = (Flavour(0.05, 0.0005), Flavour(0.3, 0.01), Flavour(1.0, 0.05), Flavour(0.1, 0.3))


@dataclass(slots=True)
class Scorer:
    """What somebody beside the table writes down, from the events alone."""

    rules: Ruleset
    length: int | None
    value: int = 1
    owner: Side | None = None
    automatic_doubles: int = 0
    results: list[tuple[Side, int]] = field(default_factory=list)

    def points(self, side: Side) -> int:
        return sum(points for winner, points in self.results if winner is side)

    def away(self, side: Side) -> int | None:
        return None if self.length is None else self.length - self.points(side)

    @property
    def over(self) -> bool:
        return self.length is not None and max(map(self.points, Side)) >= self.length

    @property
    def limit(self) -> int:
        return CUBE_CEILING if self.rules.cube_limit is None else self.rules.cube_limit

    @property
    def options_count(self) -> bool:
        """Whether Jacoby, beavers and automatic doubles have a place here, where they are on."""
        return self.length is None or self.rules.options_in_match

    @property
    def crawford_game(self) -> bool:
        """R-CRAWFORD: this game is the first one begun with a side at one point from the match."""
        if self.length in (None, 1) or not self.rules.crawford:
            return False
        before: Counter[Side] = Counter()
        for number in range(len(self.results) + 1):
            if self.length - 1 in before.values():
                return number == len(self.results)
            if number < len(self.results):
                winner, points = self.results[number]
                before[winner] += points
        return False

    def offers(self, side: Side, stake: int) -> bool:
        """Whether a side may double this stake: below the limit and, by its score, alive."""
        away = self.away(side)
        dead = self.rules.dead_cube and away is not None and away <= stake
        return 2 * stake <= self.limit and not dead

    def may_double(self, side: Side) -> bool:
        """R-DOUBLE, for the side that is about to roll."""
        return (
            self.rules.cube
            and self.length != 1
            and not self.crawford_game
            and self.owner in (None, side)
            and self.offers(side, self.value)
        )

    def expected(self, table: Table) -> set[Named]:
        """What may come next at this table."""
        if self.over:
            return set()
        if table.resignation is not None:
            judge = table.resignation.player.opponent
            return {("accept_resignation", judge), ("reject_resignation", judge)}
        if table.turn is None:
            return {("opening_roll", None)}
        doubler, taker = table.turn, table.turn.opponent
        resignations: set[Named] = {("resign", side) for side in Side}
        if table.stage is Stage.ROLLED:
            return {("play", doubler), *resignations}
        if table.stage is Stage.BEFORE_ROLL:
            may_double = self.may_double(doubler)
            return {("roll", doubler), *resignations} | (
                {("double", doubler)} if may_double else set()
            )
        judge = doubler if table.stage is Stage.BEAVERED else taker
        answers: set[Named] = {("take", judge)}
        if table.stage is not Stage.BEAVERED or self.rules.beaver_refusable:
            answers.add(("drop", judge))
        # Who raises has taken first, and so doubles twice what lies there.
        raises = self.offers(judge, 2 * self.value)
        if table.stage is Stage.OFFERED and raises and self.rules.beavers and self.options_count:
            answers.add(("beaver", judge))
        if table.stage is Stage.BEAVERED and raises and self.rules.raccoons:
            answers.add(("raccoon", judge))
        return answers

    def write(self, before: Table, event: Event, after: Table) -> None:
        """Takes an event down, and holds the table after it to the rules."""
        match event:
            case OpeningRoll(white, black):
                self._opening_roll(white, black, after)
            case Rolled():
                assert (after.stage, after.roll) == (Stage.ROLLED, event.roll)
                assert after.turn is before.turn
            case Played():
                assert before.roll is not None
                self._play(before, event, after)
            case CubeActed():
                self._cube_action(before, event, after)
            case Resigned():
                assert after == replace(before, resignation=event)
            case ResignationAnswered(_, accepted):
                if accepted:
                    self._resignation(before, after)
                else:
                    assert after == replace(before, resignation=None)

    def _opening_roll(self, white: int, black: int, after: Table) -> None:
        """R-OPENING and R-AUTO."""
        if white != black:
            assert after.turn is (Side.WHITE if white > black else Side.BLACK)
            dice_lie = self.rules.opening_dice == "play"
            assert after.roll == (Roll.of(white, black) if dice_lie else None)
            assert after.opening_turn is dice_lie
            return
        assert after.turn is None
        used_up = self.automatic_doubles == self.rules.automatic_doubles_limit
        wins_for_both = self.length is not None and all(
            self.length - self.points(side) <= self.value for side in Side
        )
        if (
            self.rules.cube
            and self.rules.automatic_doubles
            and self.options_count
            and not used_up
            and not self.crawford_game
            and not wins_for_both
            and 2 * self.value <= self.limit
        ):
            self.value *= 2
            self.automatic_doubles += 1

    def _play(self, before: Table, event: Played, after: Table) -> None:
        mover = before.turn
        assert mover is event.player
        offs = sum(move.points[-1] == 0 for move in event.attempt)
        if len(after.games) == len(before.games):
            assert after.turn is mover.opponent
            assert after.position.opponent_borne_off == before.position.borne_off + offs
            assert after.position.borne_off == before.position.opponent_borne_off
            return
        # R-END, and R-SINGLE to R-BACKGAMMON on the board before the play.
        assert before.position.borne_off + offs == CHECKERS
        if before.position.opponent_borne_off:
            kind = GameKind.SINGLE
        elif self.rules.backgammon_points == 3 and _left_behind(before.position, event):
            kind = GameKind.BACKGAMMON
        else:
            kind = GameKind.GAMMON
        self._finish(mover, kind, Ending.BORNE_OFF, after)

    def _cube_action(self, before: Table, event: CubeActed, after: Table) -> None:
        """R-DOUBLE to R-BEAVER."""
        stage = Stage.BEFORE_ROLL
        match event.action:
            case CubeAction.DROP:
                self._finish(event.player.opponent, GameKind.DROP, Ending.DROPPED, after)
                return
            case CubeAction.DOUBLE:
                stage = Stage.OFFERED
            case CubeAction.TAKE:
                self.value *= 2
                if before.stage is Stage.OFFERED:
                    self.owner = event.player
            case CubeAction.BEAVER:
                self.value *= 2
                self.owner = event.player
                if self.rules.beaver_refusable or self.rules.raccoons:
                    stage = Stage.BEAVERED
                else:
                    self.value *= 2
            case CubeAction.RACCOON:
                self.value *= 2
                stage = Stage.RACCOONED
        assert after.stage is stage
        assert after.turn is before.turn

    def _resignation(self, before: Table, after: Table) -> None:
        assert before.resignation is not None
        loser, kind = before.resignation
        if kind is GameKind.BACKGAMMON and self.rules.backgammon_points == 2:
            kind = GameKind.GAMMON
        self._finish(loser.opponent, kind, Ending.RESIGNED, after)

    def _finish(self, winner: Side, kind: GameKind, ending: Ending, after: Table) -> None:
        """The points of a game, and a new one begun where the match goes on."""
        base = {GameKind.GAMMON: 2, GameKind.BACKGAMMON: 3}.get(kind, 1)
        jacoby = self.rules.jacoby and self.options_count and self.owner is None and base > 1
        points = (1 if jacoby else base) * self.value
        self.results.append((winner, points))
        game = after.games[-1]
        assert game == FinishedGame(ending, game.score, *map(self.points, Side))
        assert (game.score.winner, game.score.kind, game.score.points) == (winner, kind, points)
        assert (game.score.cube_value, game.score.jacoby_applied) == (self.value, jacoby)
        self.value, self.owner, self.automatic_doubles = 1, None, 0
        starts = winner if self.rules.later_games == "winner" else None
        assert replace(after, match=None, games=()) == Table(turn=starts)


def _left_behind(position: Position, event: Played) -> bool:
    """Whether the loser has a checker on the bar or in the mover's home after the last play."""
    hit = any(move.hits for move in event.attempt)
    return hit or any(count < 0 for count in position.board[:7])


def _attempt(position: Position, roll: Roll, rules: Ruleset, chance: random.Random) -> Played:
    """A random legal play as a player would click it; ``player`` is set by the caller."""
    plays = legal_plays(position, roll, rules)
    made = chance.choice(plays) if plays else ()
    attempt = tuple(
        AttemptedMove(
            (move.from_point, move.to_point),
            frozenset((move.to_point,)) if move.hit else frozenset(),
            move.die,
        )
        for move in made
    )
    return Played(Side.WHITE, attempt)


def _roll(chance: random.Random) -> Roll:
    return Roll.of(chance.choice(FACES), chance.choice(FACES))


def _event(named: Named, table: Table, rules: Ruleset, chance: random.Random) -> Event:
    """An event of this name by this player, which the rules cannot refuse where it is allowed."""
    name, player = named
    if player is None:
        # Ties far more often than dice give them: automatic doubles have limits to be met.
        white = chance.choice(FACES)
        return OpeningRoll(white, chance.choice([*FACES, *[white] * 6]))
    if name == "roll":
        return Rolled(player, _roll(chance))
    if name == "play":
        if table.roll is None or player is not table.turn:
            return Played(player, PASS)
        return _attempt(table.position, table.roll, rules, chance)._replace(player=player)
    if name == "resign":
        own = table.position if player is table.turn else table.position.mirrored()
        highest = [GameKind.GAMMON, GameKind.BACKGAMMON] if own.borne_off == 0 else []
        return Resigned(player, chance.choice([GameKind.SINGLE, *highest]))
    if name in ("accept_resignation", "reject_resignation"):
        return ResignationAnswered(player, name == "accept_resignation")
    return CubeActed(player, CubeAction(name))


_BY_A_SIDE = (
    "roll",
    "play",
    *(action.value for action in CubeAction),
    "resign",
    "accept_resignation",
    "reject_resignation",
)
EVERYTHING: tuple[Named, ...] = (
    ("opening_roll", None),
    *((name, side) for name in dict.fromkeys(_BY_A_SIDE) for side in Side),
)


def _check_refusals(
    table: Table, allowed: list[Named], rules: Ruleset, chance: random.Random
) -> None:
    """What is not allowed gets no table, and a reason."""
    for named in EVERYTHING:
        if named in allowed:
            continue
        name, player = named
        if name == "roll" and player is not None and table.turn is None and not table.is_over:
            _implied_opening(table, player, rules, chance)
            continue
        ruling = judge_event(table, _event(named, table, rules, chance), rules)
        assert ruling.table is None
        assert ruling.violations
        assert ruling.outcome is None
        if table.is_over:
            assert ruling.violations == (EventCode.MATCH_OVER,)


def _implied_opening(table: Table, player: Side, rules: Ruleset, chance: random.Random) -> None:
    """R-OPENING: a roll in the place of an opening roll says that its side has won it."""
    roll = _roll(chance)
    ruling = judge_event(table, Rolled(player, roll), rules)
    if rules.opening_dice == "play" and roll.is_double:
        assert ruling.table is None
        assert ruling.violations == (EventCode.OPENING_DOUBLE,)
    else:
        assert ruling.table is not None
        assert (ruling.table.turn, ruling.table.roll) == (player, roll)
        assert ruling.table.opening_turn is (rules.opening_dice == "play")


def _check_table(table: Table, scorer: Scorer) -> None:
    """What holds between any two events."""
    rules = scorer.rules
    assert table.cube == Cube(scorer.value, scorer.owner)
    assert table.automatic_doubles_used == scorer.automatic_doubles
    assert table.cube.owner is None or table.cube.value > 1
    assert table.cube.value <= scorer.limit
    assert [table.score(side) for side in Side] == [scorer.points(side) for side in Side]
    assert sum(map(table.score, Side)) == sum(game.score.points for game in table.games)
    assert table.is_over == scorer.over
    if scorer.length is None:
        assert table.match is None
    else:
        assert table.match is not None
        score = Match(scorer.length, scorer.points(Side.WHITE), scorer.points(Side.BLACK))
        assert replace(table.match, crawford_played=None) == score
    if not scorer.over:
        assert table.crawford_game(rules) == scorer.crawford_game
    if scorer.crawford_game or scorer.length == 1 or not rules.cube:
        assert table.cube == CENTRED_CUBE
        assert table.stage not in PENDING
    assert (table.roll is not None) == (table.stage is Stage.ROLLED)
    assert table.turn is not None or table.position == START
    assert not table.position.is_over
    assert table.position.setup(table.turn or Side.WHITE).faults() == []


class MatchPlayed(NamedTuple):
    table: Table
    seen: set[str]


def play_match(rules: Ruleset, length: int | None, chance: random.Random) -> MatchPlayed:
    """A random match to its end, every event and every event's refusal held to the rules."""
    flavour = chance.choice(FLAVOURS)
    weights = {**WEIGHTS, "double": flavour.double, "resign": flavour.resign}
    table, scorer, seen = new_table(length), Scorer(rules, length), set[str]()
    crawford_games, refused = set[int](), set[Table]()
    for _ in range(MOST_EVENTS):
        _check_table(table, scorer)
        allowed = allowed_events(table, rules)
        assert len(set(allowed)) == len(allowed)
        assert set(allowed) == scorer.expected(table)
        # The same refusals over and over, where nothing but the checkers has moved.
        alike = replace(table, position=START, roll=None)
        if alike not in refused:
            refused.add(alike)
            _check_refusals(table, allowed, rules, chance)
        if table.is_over or (length is None and len(table.games) == MONEY_GAMES):
            break
        if table.crawford_game(rules):
            crawford_games.add(len(table.games))
        following: list[tuple[str, Event, Table]] = []
        for named in allowed:
            event = _event(named, table, rules, chance)
            ruling = judge_event(table, event, rules)
            assert ruling.violations == ()
            assert ruling.table is not None
            following.append((named[0], event, ruling.table))
        (chosen,) = chance.choices(following, [weights[name] for name, _, _ in following])
        name, event, after = chosen
        assert after.games[: len(table.games)] == table.games
        scorer.write(table, event, after)
        seen.add(name)
        if len(after.games) > len(table.games):
            game = after.games[-1]
            seen |= {game.ending.value, game.score.kind.value}
            seen |= {"jacoby"} if game.score.jacoby_applied else set()
        seen |= {"automatic double"} if after.automatic_doubles_used else set()
        table = after
    else:
        pytest.fail("the match does not end")
    assert len(crawford_games) <= 1
    seen |= {"crawford"} if crawford_games else set()
    return MatchPlayed(table, seen)


@pytest.mark.parametrize("length", [1, 3, 5, 7, None], ids=lambda length: f"to {length}")
@pytest.mark.parametrize("variant", VARIANTS)
@settings(max_examples=3, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32 - 1))
def test_a_random_match_keeps_the_rules(variant: str, length: int | None, seed: int) -> None:
    played = play_match(VARIANTS[variant], length, random.Random(seed))
    games = played.table.games
    scores = [(0, 0), *((game.white, game.black) for game in games)]
    for (white, black), game, (white_after, black_after) in zip(
        scores, games, scores[1:], strict=False
    ):
        won = {Side.WHITE: white_after - white, Side.BLACK: black_after - black}
        winner = game.score.winner
        assert won == {winner: game.score.points, winner.opponent: 0}
        assert game.score.points > 0
    if length is not None:
        # Over with the last game, and with no other.
        assert [max(score) >= length for score in scores] == [False] * len(games) + [True]


@pytest.mark.parametrize(
    ("variant", "length", "expected"),
    [
        ("portes", 5, {"gammon", "borne_off"}),
        ("portes-online", 5, {"backgammon"}),
        ("backgammon", 5, {"crawford", "double", "take", "drop"}),
        ("backgammon with all options", None, {"beaver", "raccoon", "automatic double", "jacoby"}),
        ("portes-match with its options", 7, {"beaver", "automatic double", "jacoby", "crawford"}),
        ("portes-match with raccoons", 7, {"beaver", "raccoon", "crawford"}),
    ],
)
def test_random_matches_meet_what_can_happen(
    variant: str, length: int | None, expected: set[str]
) -> None:
    """The test above would be worth little if its matches were all alike."""
    unmet = {"resigned", "reject_resignation", *expected}
    for seed in range(60):
        unmet -= play_match(VARIANTS[variant], length, random.Random(seed)).seen
        if not unmet:
            return
    assert unmet == set()
