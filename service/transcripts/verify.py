"""The referee of a match record: every play, cube action, result and score, one after the other.

The rulings are those of `service.rules.referee`. Decided here is only what a record leaves to be
understood, and how it goes on after something illegal: as it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from service.notation.records import (
    GameRecord,
    Item,
    MatchRecord,
    Unread,
    WrittenBoard,
    WrittenCube,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResignation,
    WrittenResult,
)
from service.rules.board import OFF, Position, Side
from service.rules.codes import RuleCode
from service.rules.cube import PENDING, CubeAction, CubeCode, Stage
from service.rules.dice import Roll
from service.rules.match import Match, after_game, is_crawford_game
from service.rules.moves import Move, Play
from service.rules.opening import starter_after
from service.rules.plays import apply_unchecked, legal_plays
from service.rules.referee import (
    CubeActed,
    Ending,
    FinishedGame,
    Played,
    ResignationAnswered,
    Resigned,
    Ruling,
    Table,
    after_turn,
    finish_game,
    judge_event,
)
from service.rules.rulesets import CUBE_CEILING, Ruleset
from service.rules.scoring import Cube, GameKind
from service.rules.steps import after_move
from service.rules.verdict import AttemptedMove, Outcome, ViolationCode
from service.transcripts.report import (
    Fault,
    GameReport,
    Noticed,
    Oddity,
    RecordCode,
    RecordViolation,
    RecordWarning,
    Report,
)

MOST_VIOLATIONS = 100
"""After so many the judging stops: the record is not one of this game, or not of this ruleset."""

MOST_WARNINGS = 1_000
"""More are left out, and counted nowhere."""

MOST_GAMES = 5_000
"""Games that are judged: no session has so many, and a record of bare headings would."""

MOST_NOTES = 100
"""Remarks on the reading of the record that are passed on."""

MOST_EXAMINED = 250_000
"""Legal plays and readings that may be looked at for one record, as for a replay."""

_CUBE_LIMITS = frozenset({2, 4, 8, 16, 32, 64, 128, 256, 512})
"""What a record may say of it; 1024 and more is what writers put down for no limit."""

_STAGES = {CubeAction.BEAVER: Stage.BEAVERED, CubeAction.RACCOON: Stage.RACCOONED}
_OFFERS = frozenset({CubeAction.DOUBLE, *_STAGES})

_BETTER: dict[RuleCode, RuleCode] = {CubeCode.DOUBLE_PENDING: RecordCode.DOUBLE_NOT_ANSWERED}
"""What a code for players means in a record."""

_WITHOUT_MARKS = frozenset({"sgf"})
"""Formats that have no mark for a hit."""

_KINDS = {1: GameKind.SINGLE, 2: GameKind.GAMMON, 3: GameKind.BACKGAMMON}


def ruleset_of(
    record: MatchRecord, ruleset: Ruleset, given: Sequence[str] = ()
) -> tuple[Ruleset, list[str]]:
    """The ruleset with what the record says of its own rules, and the switches that this changed.

    ``given``: the switches that were asked for, which the record does not change. Nothing that has
    to do with a cube is taken from a record where the ruleset has none.
    """
    if not ruleset.cube:
        return ruleset, []
    said = {
        name: value
        for name, value in record.options.items()
        if name not in given
        and getattr(ruleset, name) != value
        and not (name == "cube_limit" and value not in _CUBE_LIMITS)
    }
    return replace(ruleset, **said) if said else ruleset, sorted(said)  # type: ignore[arg-type]


def verify(
    record: MatchRecord,
    ruleset: Ruleset,
    *,
    strict: bool = False,
    given: Sequence[str] = (),
    most_examined: int = MOST_EXAMINED,
) -> Report:
    """The report on a record.

    ``strict``: what a record may leave to be understood is a violation too: a last checker borne
    off by a single die (R-END), a hit marked that was none, and what can be read in two ways; and
    the record's word on its own rules is not taken. ``given``: see `ruleset_of`.
    """
    changed: list[str] = []
    if not strict:
        ruleset, changed = ruleset_of(record, ruleset, given)
    judge = _Judge(record, ruleset, strict, most_examined)
    judge.report.warnings += [
        RecordWarning(note.line, 0, None, note.code, {"text": note.text})
        for note in record.notes[:MOST_NOTES]
    ]
    judge.report.warnings += [
        RecordWarning(
            0, 0, None, Oddity.SETTING_FROM_RECORD, {"option": name, "value": record.options[name]}
        )
        for name in changed
    ]
    judge.all_games()
    return judge.report


class _Stop(Exception):
    """A bound is reached."""


class _Judge:
    """Walks a record; ``table`` is where the game being judged stands."""

    def __init__(
        self,
        record: MatchRecord,
        ruleset: Ruleset,
        strict: bool,
        most_examined: int,
    ) -> None:
        self.record = record
        self.ruleset = ruleset
        self.strict = strict
        self.violations_left = MOST_VIOLATIONS
        self.examined_left = most_examined
        self.report = Report(record)
        self.warnings_left = MOST_WARNINGS
        self.score = {Side.WHITE: 0, Side.BLACK: 0}
        self.match = None if record.length is None else Match(record.length, 0, 0, False)
        self.starter: Side | None = None
        self.table = Table()
        self.game: GameReport
        self.resigned: WrittenResignation | None = None
        self.following: GameRecord | None = None
        self.illegal_offer: frozenset[RuleCode] = frozenset()

    def all_games(self) -> None:
        games = self.record.games
        try:
            for index, game in enumerate(games):
                if (
                    self.match is not None
                    and self.match.winner is not None
                    and self._is_after(game)
                ):
                    self._warn(
                        game.line, 0, None, Oddity.GAMES_AFTER_MATCH, left=len(games) - index
                    )
                    break
                if index == MOST_GAMES:
                    raise _Stop
                following = games[index + 1] if index + 1 < len(games) else None
                self._judge_game(game, following)
        except _Stop:
            self.report.cut = True
        self.report.score = (self.score[Side.WHITE], self.score[Side.BLACK])
        if self.match is not None:
            self.report.winner = self.match.winner
            self.report.complete = self.match.winner is not None and not self.report.cut
        elif self.report.games:
            self.report.complete = self.report.games[-1].ending is not None and not self.report.cut

    def _is_after(self, game: GameRecord) -> bool:
        """Whether a game comes after the end of the match also by its own score.

        If by that the match goes on, a result before it is wrong.
        """
        length = self.record.length
        return game.score is None or length is None or max(game.score) >= length

    # A game.

    def _judge_game(self, game: GameRecord, following: GameRecord | None) -> None:
        wrong_score = self._take_score(game)
        match = self.match
        crawford = False if match is None else is_crawford_game(match, self.ruleset)
        self.game = GameReport(game, (self.score[Side.WHITE], self.score[Side.BLACK]), crawford)
        self.report.games.append(self.game)
        self.table = Table(match, turn=self.starter)
        self.resigned = None
        self.illegal_offer = frozenset()
        if wrong_score is not None:
            self._violate(game.line, 0, None, "", (wrong_score,))
        if game.crawford and crawford is False:
            self._violate(game.line, 0, None, "", (Fault(RecordCode.WRONG_CRAWFORD, {}),))
        for index, item in enumerate(game.items):
            self._judge_item(
                item, game.items[index + 1 :] if index + 2 >= len(game.items) else None
            )
        self._close(game, following)

    def _take_score(self, game: GameRecord) -> Fault | None:
        """Takes the score before the game as it is written, since the games after it build on it.

        Returns what is wrong with it.
        """
        if game.score is None:
            return None
        white, black = game.score
        running = (self.score[Side.WHITE], self.score[Side.BLACK])
        if (white, black) == running:
            return None
        first = not self.report.games
        length = self.record.length
        possible = length is None or max(white, black) < length
        wrong = None
        if not first or not possible:
            facts = {"white": running[0], "black": running[1]}
            wrong = Fault(RecordCode.WRONG_SCORE, facts)
        if not possible:
            return wrong
        self.score = {Side.WHITE: white, Side.BLACK: black}
        if length is not None:
            match = Match(length, white, black, None)
            unknown = match.somebody_one_away and length > 1
            both = match.away(Side.WHITE) == match.away(Side.BLACK) == 1
            crawford_played = (True if both else None) if unknown else False
            if game.crawford is not None and unknown and not both:
                crawford_played = not game.crawford
            self.match = replace(match, crawford_played=crawford_played)
        return wrong

    def _judge_item(self, item: Item, rest: Sequence[Item] | None) -> None:
        """``rest``: what comes after it where that is at most one item; else None."""
        if type(item) is WrittenPlay:
            self.game.plays += 1
            self._judge_written_play(item, rest)
        elif type(item) is WrittenCubeAction:
            self.game.cube_actions += 1
            self._judge_written_cube_action(item)
        elif type(item) is WrittenResignation:
            self.resigned = item
        elif type(item) is WrittenBoard:
            self._set_up(item)
        elif type(item) is WrittenCube:
            self._set_cube(item)
        elif type(item) is Unread:
            fault = Fault(RecordCode.UNREADABLE_ACTION, {})
            self._violate(item.line, item.number, item.player, item.text, (fault,))

    @property
    def _over(self) -> bool:
        return bool(self.table.games)

    # Plays.

    def _judge_written_play(self, item: WrittenPlay, rest: Sequence[Item] | None) -> None:
        self.resigned = None
        if self._over:
            self._violate_play(item, (Fault(RecordCode.ACTION_AFTER_GAME, {}),), None, "unchanged")
            return
        table = self.table
        if table.stage is Stage.BEAVERED or table.stage is Stage.RACCOONED:
            self._go_on_after_beaver()
        if item.moves is None:
            self._unreadable_play(item)
            return
        roll = Roll.of(*item.dice)
        event = Played(item.player, item.moves, roll, True)
        ruling = judge_event(self.table, event, self.ruleset)
        outcome = ruling.outcome
        if ruling.table is not None and outcome is not None:
            self.table = ruling.table
            self._examined(outcome)
            if outcome.unmarked_hits and self.record.format not in _WITHOUT_MARKS:
                self._unmarked(item, outcome.unmarked_hits)
            return
        faults: tuple[Fault, ...] = ()
        if outcome is None:
            # It was not this side's turn to play: judged all the same, as if it had been.
            faults = tuple(Fault(_BETTER.get(code, code), {}) for code in ruling.violations)
            self._give_turn(item.player)
            ruling = self._judge_rolled(event, roll)
            outcome = ruling.outcome
            assert outcome is not None
        self._examined(outcome)
        self._judged_not_plainly_legal(item, roll, faults, ruling, outcome, rest)

    def _judge_rolled(self, event: Played, roll: Roll) -> Ruling:
        """The ruling on a play by the side that is on roll, whatever forbids the roll itself."""
        table = self.table
        rolled = replace(table, stage=Stage.ROLLED, roll=roll, turn=event.player)
        return judge_event(rolled, event, self.ruleset)

    def _judged_not_plainly_legal(
        self,
        item: WrittenPlay,
        roll: Roll,
        faults: tuple[Fault, ...],
        ruling: Ruling,
        outcome: Outcome,
        rest: Sequence[Item] | None,
    ) -> None:
        """Goes on from a play that is faulty, or was not due (``faults``)."""
        if ruling.table is not None:
            self._violate_play(item, faults, None, "as_written")
            self.table = ruling.table
            return
        verdict = outcome.verdict
        assert verdict is not None
        before = self._view(item.player)
        codes = {violation.code for violation in verdict.violations}
        if not item.moves and not faults and self._left_out(item, roll, before, rest):
            return
        if ViolationCode.HIT_MISMATCH in codes and not self.strict:
            # A hit mark without a hit: what is left is judged again.
            unmarked = tuple(AttemptedMove(move.points) for move in item.moves or ())
            again = self._judge_rolled(Played(item.player, unmarked, roll, True), roll)
            assert again.outcome is not None
            self._examined(again.outcome)
            self._warn(item.line, item.number, item.player, Oddity.HIT_NOT_MADE)
            if again.table is not None and not faults:
                self.table = again.table
                return
            self._judged_not_plainly_legal(
                item._replace(moves=unmarked), roll, faults, again, again.outcome, rest
            )
            return
        if not self.strict and not faults:
            understood = None
            if verdict.result_equivalent and verdict.example is not None:
                understood = (Oddity.DICE_LEFT_UNPLAYED, verdict.example)
            elif verdict.candidates:
                understood = (Oddity.PLAY_AMBIGUOUS, verdict.candidates[0])
            if understood is not None:
                self._warn(item.line, item.number, item.player, understood[0])
                self._played(item.player, apply_unchecked(before, understood[1]))
                return
        found = (*faults, *(Fault.of(violation) for violation in verdict.violations))
        after = _as_written(before, item.moves or ())
        continued = "unchanged" if after is None else "as_written"
        self._violate_play(item, found, verdict.example, continued)
        self._played(item.player, before.mirrored() if after is None else after)

    def _left_out(
        self, item: WrittenPlay, roll: Roll, before: Position, rest: Sequence[Item] | None
    ) -> bool:
        """Nothing is written behind the dice, though something can be played."""
        plays = legal_plays(before, roll, self.ruleset)
        if len(plays) == 1:
            self._warn(item.line, item.number, item.player, Oddity.FORCED_PLAY_NOT_WRITTEN)
            self._played(item.player, apply_unchecked(before, plays[0]))
            return True
        if rest is not None and all(type(left) is WrittenResignation for left in rest):
            # The last turn of a game: it was broken off.
            self._warn(item.line, item.number, item.player, Oddity.TURN_NOT_FINISHED)
            self.table = replace(self.table, stage=Stage.ROLLED, roll=roll, turn=item.player)
            return True
        return False

    def _unreadable_play(self, item: WrittenPlay) -> None:
        before = self._view(item.player)
        plays = legal_plays(before, Roll.of(*item.dice), self.ruleset)
        fault = Fault(RecordCode.UNREADABLE_ACTION, {})
        self._violate_play(item, (fault,), plays[0] if plays else None, "unchanged")
        self._played(item.player, before.mirrored())

    def _unmarked(self, item: WrittenPlay, points: Sequence[int]) -> None:
        for point in points:
            self._warn(item.line, item.number, item.player, Oddity.HIT_NOT_MARKED, point=point)

    def _played(self, player: Side, after: Position) -> None:
        """Goes on from ``after``, which the player's opponent sees."""
        self.table = after_turn(self.table, player, after, self.ruleset)

    def _view(self, player: Side) -> Position:
        return _seen_by(player, self.table)

    def _give_turn(self, player: Side) -> None:
        """Lets a side play, or use the cube, that the rules do not let."""
        self.table = replace(
            self.table,
            position=self._view(player),
            turn=player,
            stage=Stage.BEFORE_ROLL,
            roll=None,
            opening_turn=False,
        )

    def _set_up(self, item: WrittenBoard) -> None:
        """The record sets the checkers up anew, as some writers do after an illegal play."""
        self.resigned = None
        if self._over:
            fault = Fault(RecordCode.ACTION_AFTER_GAME, {})
            self._violate(item.line, item.number, item.player, "", (fault,))
            return
        if self._view(item.player) != item.position:
            self._warn(item.line, item.number, item.player, Oddity.POSITION_SET_UP)
        self._give_turn(item.player)
        self.table = replace(self.table, position=item.position)

    # The cube.

    def _set_cube(self, item: WrittenCube) -> None:
        """The record sets the cube anew, as after an automatic double."""
        cube = Cube(item.value, item.owner)
        if self._over or cube == self.table.cube or not _can_be_cube(item.value):
            return
        self._warn(item.line, item.number, None, Oddity.POSITION_SET_UP)
        self.table = replace(self.table, cube=cube)

    def _judge_written_cube_action(self, item: WrittenCubeAction) -> None:
        self.resigned = None
        if self._over:
            fault = Fault(RecordCode.ACTION_AFTER_GAME, {})
            self._violate(item.line, item.number, item.player, _cube_text(item), (fault,))
            return
        table = self.table
        action = item.action
        if action is CubeAction.DOUBLE and table.turn is not None:
            answering = table.turn.opponent if table.stage is Stage.OFFERED else table.turn
            if table.stage is Stage.OFFERED and item.player is answering:
                action = CubeAction.BEAVER
            elif table.stage is Stage.BEAVERED and item.player is answering:
                action = CubeAction.RACCOON
            if action is not CubeAction.DOUBLE:
                self._warn(item.line, item.number, item.player, Oddity.BEAVER_WRITTEN_AS_DOUBLE)
        elif action is CubeAction.DOUBLE:
            # Somebody doubles before anything was rolled: whoever it is has the first turn.
            table = self.table = replace(table, turn=item.player)
        if self.game.crawford is None and action is CubeAction.DOUBLE:
            self._warn(item.line, item.number, item.player, Oddity.CRAWFORD_NOT_KNOWN)
        if (
            table.stage is Stage.BEAVERED
            and action is CubeAction.TAKE
            and item.player is not table.turn
        ):
            # The taker's own take, written behind its beaver.
            return
        faults: list[Fault] = []
        stake = table.cube.value
        if item.value is not None and action in (CubeAction.DOUBLE, CubeAction.BEAVER):
            due = 4 * stake if action is CubeAction.BEAVER else 2 * stake
            if item.value != due:
                faults.append(Fault(RecordCode.WRONG_CUBE_VALUE, {"value": due}))
        ruling = judge_event(table, CubeActed(item.player, action), self.ruleset)
        if ruling.table is not None:
            self.table = ruling.table
        else:
            # The answer to an illegal offer has the codes of the offer, which were said already.
            said = self.illegal_offer if table.stage in PENDING else frozenset()
            faults += [Fault(code, {}) for code in ruling.violations if code not in said]
            self._act_as_written(item.player, action)
        offers = action in _OFFERS and ruling.table is None
        before = self.illegal_offer if table.stage in PENDING else frozenset()
        self.illegal_offer = before | frozenset(ruling.violations) if offers else before
        if faults:
            self._violate(
                item.line, item.number, item.player, _cube_text(item), tuple(faults), table
            )

    def _act_as_written(self, player: Side, action: CubeAction) -> None:
        table = self.table
        if action is CubeAction.DOUBLE:
            self._give_turn(player)
            self.table = replace(self.table, stage=Stage.OFFERED)
        elif action is CubeAction.DROP:
            self.table = finish_game(
                table, player.opponent, GameKind.DROP, Ending.DROPPED, self.ruleset
            )
        elif table.stage in PENDING:
            self.table = replace(
                table,
                cube=Cube(
                    min(2 * table.cube.value, CUBE_CEILING),
                    player if action is not CubeAction.RACCOON else table.cube.owner,
                ),
                stage=_STAGES.get(action, Stage.BEFORE_ROLL),
            )

    def _go_on_after_beaver(self) -> None:
        """Who rolls after a beaver has accepted it; no record writes that."""
        table = self.table
        if table.turn is None:
            return
        player = table.turn if table.stage is Stage.BEAVERED else table.turn.opponent
        ruling = judge_event(table, CubeActed(player, CubeAction.TAKE), self.ruleset)
        if ruling.table is not None:
            self.table = ruling.table
        else:
            self._act_as_written(player, CubeAction.TAKE)

    # The end of a game.

    def _close(self, game: GameRecord, following: GameRecord | None) -> None:
        self.following = following
        result = game.result or self._unwritten_result(game)
        if self._over:
            self._close_finished(self.table.games[0], game, result)
        elif result is not None:
            self._close_resigned(result)
        else:
            if game.result is None and following is not None:
                self._warn(game.line, 0, None, Oddity.RESULT_NOT_WRITTEN)
            return
        winner, points = self.game.winner, self.game.points
        assert winner is not None
        assert points is not None
        self.score[winner] += points
        if self.match is not None:
            self.match = after_game(self.match, winner, points)
        self.starter = starter_after(winner, self.ruleset)

    def _unwritten_result(self, game: GameRecord) -> WrittenResult | None:
        """What the next game's score, or the loser's own words, say of a game without a result."""
        if self.resigned is not None and self.resigned.points is not None:
            resigned = self.resigned
            return WrittenResult(
                resigned.line, resigned.player.opponent, self.resigned.points, True
            )
        won = {side: points for side in Side if (points := self._scored(side)) is not None}
        if not won:
            return None
        ((winner, points),) = won.items()
        if not self._over:
            self._warn(game.line, 0, None, Oddity.RESULT_NOT_WRITTEN)
        return WrittenResult(game.line, winner, points)

    def _close_finished(
        self, finished: FinishedGame, game: GameRecord, result: WrittenResult | None
    ) -> None:
        """The game came to its end: the result can only be this one."""
        score = finished.score
        self.game.ending = finished.ending
        self.game.winner, self.game.points = score.winner, score.points
        if game.result is None:
            self._warn(game.line, 0, None, Oddity.RESULT_NOT_WRITTEN)
        if result is None:
            return
        faults = []
        if result.winner is not score.winner:
            faults.append(Fault(RecordCode.WRONG_WINNER, {}))
        if result.points != score.points:
            if result.winner is score.winner and self._capped(result, score.points):
                self._warn(result.line, 0, result.winner, Oddity.POINTS_CAPPED)
            else:
                faults.append(Fault(RecordCode.WRONG_POINTS, {"points": score.points}))
        self._take_result(result, tuple(faults))

    def _close_resigned(self, result: WrittenResult) -> None:
        """The board was not played to its end: somebody dropped, or resigned."""
        winner, loser = result.winner, result.winner.opponent
        table = self.table
        cube = table.cube.value
        faults: list[Fault] = []
        if table.stage is Stage.OFFERED and table.turn is winner and self.resigned is None:
            self._warn(result.line, 0, loser, Oddity.DROP_NOT_WRITTEN)
            self.game.ending = Ending.DROPPED
            if result.points != cube and not self._capped(result, cube):
                faults.append(Fault(RecordCode.WRONG_POINTS, {"points": cube}))
            self._take_result(result, tuple(faults))
            return
        self.game.ending = Ending.RESIGNED
        if self.resigned is not None and self.resigned.player is not loser:
            faults.append(Fault(RecordCode.WRONG_WINNER, {}))
        level, rest = divmod(result.points, cube)
        kind = None if rest else _KINDS.get(level)
        if kind is None:
            if self._ends_match(result):
                unlikely = result.points > 3 * cube or result.points < 1
                code = Oddity.POINTS_UNLIKELY if unlikely else Oddity.POINTS_CAPPED
                self._warn(result.line, 0, winner, code)
            else:
                faults.append(Fault(RecordCode.WRONG_POINTS, {"points": cube}))
        else:
            faults += self._resignation_faults(loser, kind, result)
        self._take_result(result, tuple(faults))

    def _resignation_faults(
        self, loser: Side, kind: GameKind, result: WrittenResult
    ) -> list[Fault]:
        table = self.table
        if table.turn is None:
            table = replace(table, turn=loser)
        if table.stage in PENDING:
            table = replace(table, stage=Stage.BEFORE_ROLL)
        offered = judge_event(table, Resigned(loser, kind), self.ruleset)
        if offered.table is None:
            return [Fault(code, {}) for code in offered.violations]
        accepted = judge_event(
            offered.table, ResignationAnswered(loser.opponent, True), self.ruleset
        )
        assert accepted.table is not None
        due = accepted.table.games[-1].score.points
        if due == result.points or self._ends_match(result):
            return []
        return [Fault(RecordCode.WRONG_POINTS, {"points": due})]

    def _take_result(self, result: WrittenResult, faults: tuple[Fault, ...]) -> None:
        """Goes on with the score as written."""
        self.game.winner, self.game.points = result.winner, result.points
        if len(faults) == 1 and faults[0].code is RecordCode.WRONG_POINTS and not self.strict:
            due = faults[0].facts["points"]
            if self._scored(result.winner) == due:
                # The next game begins with the right score all the same.
                self.game.points = due
                self._warn(result.line, 0, result.winner, Oddity.POINTS_NOT_SCORED, points=due)
                return
        if faults:
            text = f"{result.winner.value} {result.points}"
            self._violate(result.line, 0, result.winner, text, faults)

    def _scored(self, winner: Side) -> int | None:
        """What the winner got by the score of the next game, where that is possible."""
        if self.following is None or self.following.score is None:
            return None
        white, black = self.following.score
        won = {
            Side.WHITE: white - self.score[Side.WHITE],
            Side.BLACK: black - self.score[Side.BLACK],
        }
        return won[winner] if won[winner.opponent] == 0 and won[winner] > 0 else None

    def _ends_match(self, result: WrittenResult) -> bool:
        return self.match is not None and result.points >= self.match.away(result.winner)

    def _capped(self, result: WrittenResult, points: int) -> bool:
        """At the end of a match some write no more points than were needed, or than its length."""
        return self._ends_match(result) and result.points < points

    # What is said.

    def _examined(self, outcome: Outcome) -> None:
        self.examined_left -= outcome.examined
        if self.examined_left < 0:
            raise _Stop

    def _warn(
        self, line: int, number: int, player: Side | None, code: Noticed, **facts: Any
    ) -> None:
        if self.warnings_left > 0:
            self.warnings_left -= 1
            self.game.warnings.append(RecordWarning(line, number, player, code, facts))

    def _violate_play(
        self, item: WrittenPlay, faults: tuple[Fault, ...], example: Play | None, continued: str
    ) -> None:
        position = None if self._over else self._view(item.player)
        self._add(
            RecordViolation(
                item.line,
                item.number,
                item.player,
                item.dice,
                item.text,
                position,
                faults,
                example,
                continued,
            )
        )

    def _violate(
        self,
        line: int,
        number: int,
        player: Side | None,
        played: str,
        faults: tuple[Fault, ...],
        table: Table | None = None,
    ) -> None:
        position = None if table is None or player is None else _seen_by(player, table)
        self._add(
            RecordViolation(
                line, number, player, None, played, position, faults, None, "as_written"
            )
        )

    def _add(self, violation: RecordViolation) -> None:
        self.game.violations.append(violation)
        self.violations_left -= 1
        if self.violations_left <= 0:
            raise _Stop


def _seen_by(player: Side, table: Table) -> Position:
    """The position of a table; before anybody has the turn both see the same."""
    own = table.turn in (player, None)
    return table.position if own else table.position.mirrored()


def _can_be_cube(value: int) -> bool:
    return 1 <= value <= CUBE_CEILING and value.bit_count() == 1


def _cube_text(item: WrittenCubeAction) -> str:
    return item.action.value if item.value is None else f"{item.action.value} {item.value}"


def _as_written(position: Position, moves: Sequence[AttemptedMove]) -> Position | None:
    """The position after moves that break the rules, made all the same, as the opponent sees it.

    None where they can not be made: there is no checker, or the point is the opponent's.
    """
    board = position.board
    for move in moves:
        for start, end in zip(move.points, move.points[1:], strict=False):
            if board[start] <= 0 or start == end or not OFF <= end < 25:
                return None
            if end != OFF and board[end] < -1:
                return None
            board = after_move(board, Move(start, end, 0, end != OFF and board[end] == -1))
    return Position(board).mirrored()
