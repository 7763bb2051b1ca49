"""Random legal matches as records, played through the referee."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from service.notation.records import (
    GameRecord,
    Item,
    MatchRecord,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResult,
)
from service.notation.turns import Numbering
from service.rules.board import Side
from service.rules.cube import PENDING, CubeAction, Stage
from service.rules.dice import Roll
from service.rules.plays import legal_plays
from service.rules.referee import (
    CubeActed,
    Event,
    OpeningRoll,
    Played,
    ResignationAnswered,
    Resigned,
    Rolled,
    Table,
    judge_event,
    new_table,
)
from service.rules.rulesets import PRESETS
from service.rules.scoring import GameKind
from service.rules.verdict import AttemptedMove

RULESET = replace(PRESETS["backgammon"], beavers=True, raccoons=True, jacoby=True, cube_limit=1024)
_ANSWERS = (CubeAction.TAKE, CubeAction.DROP, CubeAction.BEAVER, CubeAction.RACCOON)

_names = st.text(st.characters(exclude_categories=["C"]), max_size=30).map(
    lambda name: " ".join(name.split())
)


class _Match:
    """Plays until the match is over, or so many games for money; long games are resigned."""

    def __init__(self, random: Random, length: int | None, games: int) -> None:
        self._random = random
        self._boldness = random.choice([0, 0.01, 0.2])
        self._longest_game = random.choice([20, 400])
        self._table = new_table(length)
        self.games: list[GameRecord] = []
        while not self._table.is_over and len(self.games) < games:
            self._score = (self._table.score(Side.WHITE), self._table.score(Side.BLACK))
            self._finished = len(self._table.games)
            self._items: list[Item] = []
            self._numbering = Numbering()
            resigned = self._play_game()
            score = self._table.games[-1].score
            result = WrittenResult(0, score.winner, score.points, resigned)
            number = len(self.games) + 1
            self.games.append(GameRecord(number, 0, self._score, None, self._items, result))

    def _play_game(self) -> bool:
        """Whether it was resigned."""
        while len(self._table.games) == self._finished:
            table = self._table
            if table.turn is None:
                self._do(OpeningRoll(self._die(), self._die()))
            elif table.stage in PENDING:
                self._use_cube(self._random.choice(_ANSWERS))
            elif len(self._items) > self._longest_game and table.stage is Stage.BEFORE_ROLL:
                self._do(Resigned(table.turn, GameKind.SINGLE))
                self._do(ResignationAnswered(table.turn.opponent, True))
                return True
            elif table.stage is Stage.ROLLED:
                self._play(table)
            elif not (self._random.random() < self._boldness and self._use_cube(CubeAction.DOUBLE)):
                self._do(Rolled(table.turn, Roll.of(self._die(), self._die())))
        return False

    def _die(self) -> int:
        return self._random.randint(1, 6)

    def _do(self, event: Event) -> bool:
        ruling = judge_event(self._table, event, RULESET)
        if ruling.table is None:
            return False
        self._table = ruling.table
        return True

    def _use_cube(self, action: CubeAction) -> bool:
        for player in Side:
            if self._do(CubeActed(player, action)):
                number = self._numbering.next(player)
                self._items.append(WrittenCubeAction(0, number, player, action))
                return True
        return False

    def _play(self, table: Table) -> None:
        assert table.turn is not None
        assert table.roll is not None
        plays = legal_plays(table.position, table.roll, RULESET) or ((),)
        play = self._random.choice(plays)
        moves = tuple(
            AttemptedMove(move[:2], frozenset({move.to_point} if move.hit else ())) for move in play
        )
        assert self._do(Played(table.turn, moves))
        dice = [table.roll.larger, table.roll.smaller]
        self._random.shuffle(dice)
        number = self._numbering.next(table.turn)
        self._items.append(WrittenPlay(0, number, table.turn, (dice[0], dice[1]), "", moves))


@st.composite
def played_matches(draw: st.DrawFn) -> MatchRecord:
    length = draw(st.sampled_from([None, 1, 2, 3, 5]))
    random = Random(draw(st.integers(0, 2**32)))
    match = _Match(random, length, games=3 if length is None else 99)
    players = {side: draw(_names) for side in (Side.WHITE, Side.BLACK)}
    return MatchRecord("mat", length, players, games=match.games)
