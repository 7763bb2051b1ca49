"""Is this play legal? If not, which rules does it break, and what would have been legal?

An attempt is what a player wrote or clicked: moves that may leave out dice, hits and stops. It is
read in every way the roll allows. If some reading is a legal play, so is the attempt; otherwise the
reading with the fewest faults is explained.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import NamedTuple

from service.rules.board import BAR, HOME, OFF, Position
from service.rules.codes import RuleCode
from service.rules.dice import Roll
from service.rules.every_die import play_every_die
from service.rules.graph import Dice, State, after_step
from service.rules.moves import Move, Play
from service.rules.plays import apply_unchecked, legal_plays, packed_plays
from service.rules.rulesets import Ruleset
from service.rules.steps import after_move, after_play, highest_outside

LONGEST_PLAY = 4


class ViolationCode(RuleCode):
    """Why a play is illegal, with the id of the rule it breaks."""

    DIE_NOT_ROLLED = ("die_not_rolled", "R-DICE")
    DIE_ALREADY_USED = ("die_already_used", "R-DICE")
    WRONG_DIRECTION = ("wrong_direction", "R-DICE")
    NO_CHECKER_ON_POINT = ("no_checker_on_point", "R-DICE")
    ENTER_FROM_BAR_FIRST = ("enter_from_bar_first", "R-BAR")
    POINT_BLOCKED = ("point_blocked", "R-POINT")
    NOT_ALL_HOME = ("not_all_home", "R-OFF")
    BEAR_OFF_FROM_HIGHEST = ("bear_off_from_highest", "R-OFF")
    HIT_AND_RUN = ("hit_and_run", "R-HIT-AND-RUN")
    HIT_MISMATCH = ("hit_mismatch", "R-HIT")
    MUST_PLAY_ALL_DICE = ("must_play_all_dice", "R-ALL")
    MUST_PLAY_LARGER_DIE = ("must_play_larger_die", "R-LARGER")
    MUST_NOT_PASS = ("must_not_pass", "R-PASS")
    AMBIGUOUS_NOTATION = ("ambiguous_notation", "R-SAME")


class AttemptedMove(NamedTuple):
    """One checker's way as it was written, in the mover's numbering.

    ``points``: where it starts, the stops that were written, where it ends. ``hits``: the points on
    which a hit was claimed. ``die``: the die named for it, where one was.
    """

    points: tuple[int, ...]
    hits: frozenset[int] = frozenset()
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken: by which attempted move (None: by the play as a whole), with its facts."""

    code: ViolationCode
    move_index: int | None = None
    facts: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on an attempt.

    ``play``: the canonical legal play it amounts to, None where it is illegal. ``example``: where
    illegal, a legal play near to it, None where only a pass is legal. ``candidates``: the plays it
    may mean, where it is ambiguous. ``result_equivalent``: illegal, but its final position is that
    of a legal play (R-END). ``unmarked_hits``: points that are hit without a claim. ``reordered``:
    legal only in another order than the one written. ``examined``: the plays and readings that were
    looked at, which is the work the verdict took.
    """

    legal: bool
    play: Play | None = None
    violations: tuple[Violation, ...] = ()
    example: Play | None = None
    candidates: tuple[Play, ...] = ()
    result_equivalent: bool = False
    unmarked_hits: tuple[int, ...] = ()
    reordered: bool = False
    examined: int = 0


class _Reading(NamedTuple):
    """One way to read an attempt: the moves it makes, the board after them, the faults on the way.

    ``dice_meant`` counts the dice it would use, those of faulty moves included.
    """

    moves: Play
    state: State
    faults: tuple[Violation, ...]
    dice_meant: int


def judge_play(
    position: Position,
    roll: Roll,
    attempt: Sequence[AttemptedMove],
    ruleset: Ruleset,
    *,
    any_order: bool = False,
) -> Verdict:
    """The verdict on an attempt at a play; the position must not be over.

    ``any_order``: the moves may be judged in another order than written, as text notation is. An
    empty attempt is a pass.
    """
    plays = legal_plays(position, roll, ruleset)
    readings = list(_readings(position, roll, attempt, ruleset))
    verdict = _verdict(position, roll, attempt, ruleset, plays, readings, any_order)
    return replace(verdict, examined=len(plays) + len(readings))


class Outcome(NamedTuple):
    """What a play leads to: ``after`` as the opponent, next on roll, sees it; None: illegal.

    ``verdict``: the judgement in full; None where the play is legal and no list of plays was
    needed to see it. ``unmarked_hits``, ``reordered``, ``examined``: as in a `Verdict`.
    """

    after: Position | None
    verdict: Verdict | None
    unmarked_hits: tuple[int, ...]
    reordered: bool
    examined: int


def judge_outcome(
    position: Position,
    roll: Roll,
    attempt: Sequence[AttemptedMove],
    ruleset: Ruleset,
    *,
    any_order: bool = False,
) -> Outcome:
    """As `judge_play`, for who goes on from the position after it: mostly no list is needed."""
    if not attempt:
        if not packed_plays(position, roll, ruleset):
            return Outcome(position.mirrored(), None, (), False, 1)  # R-PASS
    elif ruleset.hit_and_run_home == "allow":
        shown = _shown_legal(position, roll, attempt, any_order)
        if shown is not None:
            return shown
    verdict = judge_play(position, roll, attempt, ruleset, any_order=any_order)
    after = None if verdict.play is None else apply_unchecked(position, verdict.play)
    return Outcome(
        after, verdict, verdict.unmarked_hits, verdict.reordered, max(verdict.examined, 1)
    )


def _shown_legal(
    position: Position, roll: Roll, attempt: Sequence[AttemptedMove], any_order: bool
) -> Outcome | None:
    """The outcome of a play that plainly uses every die; None where that is not plain.

    Which checkers go where, and so which blots are hit, does not depend on the order of the moves.
    """
    legs = []
    claimed = 0
    for move in attempt:
        if move.die is not None:
            return None
        start, *stops = move.points
        for end in stops:
            legs.append(start << 5 | end)
            start = end
        for point in move.hits:
            claimed |= 1 << point
    board = list(position.board)
    hits = play_every_die(board, legs, roll.larger, roll.smaller)
    reordered = False
    if hits < 0 and any_order and len(attempt) > 1:
        # The checker furthest behind first: so it enters, and so all come home before one goes off.
        board = list(position.board)
        legs.sort(reverse=True)
        hits = play_every_die(board, legs, roll.larger, roll.smaller)
        # Joined moves may take turns without being in another order.
        reordered = len(attempt) == len(roll.dice)
    if hits < 0 or claimed & ~hits:
        return None
    unmarked = hits & ~claimed
    points = (
        tuple([point for point in range(24, 0, -1) if unmarked >> point & 1]) if unmarked else ()
    )
    return Outcome(Position(tuple(board)).mirrored(), None, points, reordered, 1)


def _verdict(
    position: Position,
    roll: Roll,
    attempt: Sequence[AttemptedMove],
    ruleset: Ruleset,
    plays: Sequence[Play],
    readings: list[_Reading],
    any_order: bool,
) -> Verdict:
    """The verdict among these legal plays; other readings that it needs it adds to those given."""
    dice_played = len(plays[0]) if plays else 0
    whole = _whole_plays(readings, roll, plays, dice_played)
    reordered = False
    if not whole and any_order and 1 < len(attempt) <= LONGEST_PLAY:
        others = list(_in_any_order(position, roll, attempt, ruleset))
        # What is written is explained as it is written, unless another order has no faulty move.
        readings += others
        whole = _whole_plays(others, roll, plays, dice_played)
        # Joined moves may take turns without being in another order.
        reordered = dice_played == len(attempt)
    if not whole:
        return _refusal(position, roll, attempt, readings, plays)

    claimed = _claimed(attempt)
    as_marked = [reading for reading in whole if claimed <= _hits(reading.moves)]
    if not as_marked:
        mismatch = _mismatch(attempt, whole)
        example = _canonical(position, whole[0], plays) if plays else None
        return Verdict(False, violations=mismatch, example=example)
    fewest = min(len(_hits(reading.moves)) for reading in as_marked)
    meant = {
        reading.state.board: reading for reading in as_marked if len(_hits(reading.moves)) == fewest
    }
    if len(meant) > 1:
        candidates = tuple(play for play in plays if after_play(position.board, play) in meant)
        ambiguous = Violation(ViolationCode.AMBIGUOUS_NOTATION, None, {"count": len(candidates)})
        return Verdict(False, None, (ambiguous,), candidates[0], candidates)
    (reading,) = meant.values()
    unmarked = tuple(sorted(_hits(reading.moves) - claimed, reverse=True))
    play = _canonical(position, reading, plays) if plays else ()
    return Verdict(True, play, unmarked_hits=unmarked, reordered=reordered)


def _canonical(position: Position, reading: _Reading, plays: Sequence[Play]) -> Play:
    """The listed play that leads where a whole reading leads."""
    # Mostly it has the same moves, perhaps in another order: that is known without a board.
    moves = sorted(reading.moves)
    for play in plays:
        if sorted(play) == moves:
            return play
    board = reading.state.board
    return next(play for play in plays if after_play(position.board, play) == board)


def _whole_plays(
    readings: Sequence[_Reading], roll: Roll, plays: Sequence[Play], dice_played: int
) -> list[_Reading]:
    """The readings that are legal plays: every move allowed, and as many dice as R-ALL asks."""
    only_larger = dice_played == 1 and all(play[0].die == roll.larger for play in plays)
    return [
        reading
        for reading in readings
        if not reading.faults
        and len(reading.moves) == dice_played
        # R-LARGER binds only where every legal play uses the larger die.
        and not (only_larger and reading.moves[0].die != roll.larger)
    ]


def _readings(
    position: Position,
    roll: Roll,
    attempt: Sequence[AttemptedMove],
    ruleset: Ruleset,
) -> Iterator[_Reading]:
    """Every reading of the attempt in the order in which it is written."""
    legs = [
        (index, attempt[index].points[stop], attempt[index].points[stop + 1], attempt[index].die)
        for index in range(len(attempt))
        for stop in range(len(attempt[index].points) - 1)
    ]

    def walk(number: int, reading: _Reading) -> Iterator[_Reading]:
        if number == len(legs):
            yield reading
            return
        index, start, end, die = legs[number]
        for following in _read_leg(reading, index, start, end, die, roll, ruleset):
            yield from walk(number + 1, following)

    yield from walk(0, _Reading((), State(position.board, roll.dice), (), 0))


def _in_any_order(
    position: Position, roll: Roll, attempt: Sequence[AttemptedMove], ruleset: Ruleset
) -> Iterator[_Reading]:
    """Every faultless reading in which the moves, and the steps of joined ones, take any turns.

    At most four dice are played, so that there are at most a few hundred.
    """

    def walk(reading: _Reading, ways: tuple[tuple[int, ...], ...]) -> Iterator[_Reading]:
        if not ways:
            yield reading
            return
        for way in dict.fromkeys(ways):
            others = list(ways)
            others.remove(way)
            for following, rest in _first_step(reading, way, ruleset):
                left = (*others, rest) if len(rest) > 1 else tuple(others)
                yield from walk(following, left)

    start = _Reading((), State(position.board, roll.dice), (), 0)
    yield from walk(start, tuple(move.points for move in attempt))


def _first_step(
    reading: _Reading, way: tuple[int, ...], ruleset: Ruleset
) -> list[tuple[_Reading, tuple[int, ...]]]:
    """One die on the way, without a fault: to the next written point, or a stop before it."""
    start, end, *later = way
    dice = dict.fromkeys(reading.state.dice_left)
    single = [
        (_step(reading, 0, start, end, die, ruleset), (end, *later))
        for die in dice
        if end < start and _covers(start, end, die)
    ]
    allowed = [step for step in single if not step[0].faults]
    if allowed:
        return allowed
    stops = [
        (_step(reading, 0, start, start - die, die, ruleset), (start - die, end, *later))
        for die in dice
        if start - die > end
    ]
    return [step for step in stops if not step[0].faults]


def _read_leg(
    reading: _Reading,
    index: int,
    start: int,
    end: int,
    named_die: int | None,
    roll: Roll,
    ruleset: Ruleset,
) -> list[_Reading]:
    """The ways to go from one written point to the next."""
    if end >= start:
        wrong = Violation(
            ViolationCode.WRONG_DIRECTION, index, {"from_point": start, "to_point": end}
        )
        return [_with_fault(reading, start, end, wrong, 1)]
    left = reading.state.dice_left
    usable = [die for die in dict.fromkeys(left) if named_die in (None, die)]
    # A way that one die covers is read as that die, as joined only if no single die will do.
    single = [
        _step(reading, index, start, end, die, ruleset)
        for die in usable
        if _covers(start, end, die)
    ]
    allowed = [way for way in single if len(way.faults) == len(reading.faults)]
    if allowed:
        return allowed
    joined = [] if named_die else _joined(reading, index, start, end, left, ruleset)
    allowed = [way for way in joined if len(way.faults) == len(reading.faults)]
    if allowed or joined or single:
        return allowed or single or joined
    # No dice for it: none such was rolled, or the ones that were are used up.
    used_up = any(_covers(start, end, die) for die in roll.dice if named_die in (None, die)) or (
        named_die is None and start - end in _sums(roll.dice)
    )
    facts = {"from_point": start, "to_point": end}
    if used_up:
        fault = Violation(
            ViolationCode.DIE_ALREADY_USED, index, {**facts, "die": named_die or start - end}
        )
    else:
        named = {} if named_die is None else {"die": named_die}
        facts |= {"distance": start - end, **named}
        fault = Violation(ViolationCode.DIE_NOT_ROLLED, index, facts)
    others = _step_faults(reading.state, index, start, end, 0)
    faulty = _with_fault(reading, start, end, fault, 1)
    return [faulty._replace(faults=faulty.faults + others)]


def _covers(start: int, end: int, die: int) -> bool:
    return die == start - end or (end == OFF and die > start and start in HOME)


def _sums(dice: Dice) -> set[int]:
    if len(set(dice)) == 1:
        return {dice[0] * count for count in range(2, len(dice) + 1)}
    return {sum(dice)} if len(dice) > 1 else set()


def _joined(
    reading: _Reading, index: int, start: int, end: int, left: Dice, ruleset: Ruleset
) -> list[_Reading]:
    """One checker with several dice and no written stop, by every order of the dice."""
    found = []
    for count in range(2, len(left) + 1):
        for dice in dict.fromkeys(permutations(left, count)):
            stops = [start]
            for die in dice[:-1]:
                stops.append(stops[-1] - die)
            if stops[-1] <= end or not _covers(stops[-1], end, dice[-1]):
                continue
            way = reading
            for stop, following, die in zip(stops, [*stops[1:], end], dice, strict=True):
                way = _step(way, index, stop, following, die, ruleset)
            found.append(way)
    return found


def _step(
    reading: _Reading, index: int, start: int, end: int, die: int, ruleset: Ruleset
) -> _Reading:
    """The reading after one checker moved by one die, with whatever is wrong about that move."""
    state = reading.state
    faults = _step_faults(state, index, start, end, die)
    if faults:
        left = list(state.dice_left)
        left.remove(die)
        following = _with_fault(reading, start, end, faults[0], 1)
        return following._replace(
            faults=reading.faults + faults,
            state=following.state._replace(dice_left=tuple(left)),
        )
    hit = end != OFF and state.board[end] == -1
    move = Move(start, end, die, hit)
    return _Reading(
        (*reading.moves, move),
        after_step(state, move, ruleset),
        reading.faults,
        reading.dice_meant + 1,
    )


def _step_faults(state: State, index: int, start: int, end: int, die: int) -> tuple[Violation, ...]:
    """Everything that forbids one checker to go from start to end; die 0 asks for points only."""
    board = state.board
    faults = []
    if board[start] <= 0:
        faults.append(Violation(ViolationCode.NO_CHECKER_ON_POINT, index, {"point": start}))
    if board[BAR] > 0 and start != BAR:
        faults.append(Violation(ViolationCode.ENTER_FROM_BAR_FIRST, index))
    if end != OFF and board[end] <= -2:
        faults.append(Violation(ViolationCode.POINT_BLOCKED, index, {"point": end}))
    if start in state.frozen:
        faults.append(Violation(ViolationCode.HIT_AND_RUN, index, {"point": start}))
    if end == OFF and board[start] > 0 and not (board[BAR] > 0 and start != BAR):
        outside = highest_outside(board)
        higher = [point for point in range(start + 1, HOME.stop) if board[point] > 0]
        if outside:
            faults.append(Violation(ViolationCode.NOT_ALL_HOME, index, {"point": outside}))
        elif die > start and higher:
            facts = {"from_point": start, "die": die, "highest": higher[-1]}
            faults.append(Violation(ViolationCode.BEAR_OFF_FROM_HIGHEST, index, facts))
    return tuple(faults)


def _with_fault(
    reading: _Reading, start: int, end: int, fault: Violation, dice_meant: int
) -> _Reading:
    """Goes on after a faulty move as if it had been made, so that it causes no further faults."""
    board = list(reading.state.board)
    if end < start and board[start] > 0 and (end == OFF or board[end] >= -1):
        hit = end != OFF and board[end] == -1
        board = list(after_move(reading.state.board, Move(start, end, 0, hit)))
    return _Reading(
        reading.moves,
        reading.state._replace(board=tuple(board)),
        (*reading.faults, fault),
        reading.dice_meant + dice_meant,
    )


def _refusal(
    position: Position,
    roll: Roll,
    attempt: Sequence[AttemptedMove],
    readings: Sequence[_Reading],
    plays: Sequence[Play],
) -> Verdict:
    """Explains the reading with the fewest faults; of equals, the one first in written order."""
    best = min(readings, key=lambda reading: (len(reading.faults), -len(reading.moves)))
    violations = list(best.faults)
    dice_played = len(plays[0]) if plays else 0
    if not attempt and plays:
        violations.append(Violation(ViolationCode.MUST_NOT_PASS))
    elif best.dice_meant < dice_played:
        facts = {"played": best.dice_meant, "possible": dice_played}
        violations.append(Violation(ViolationCode.MUST_PLAY_ALL_DICE, None, facts))
    elif not best.faults:
        larger = {"die": roll.larger}
        violations.append(Violation(ViolationCode.MUST_PLAY_LARGER_DIE, 0, larger))
    if not best.faults:
        claimed = _claimed(attempt)
        if not claimed <= _hits(best.moves):
            violations += _mismatch(attempt, [best])
    reached = None
    if attempt and not best.faults:
        board = best.state.board
        reached = next((play for play in plays if after_play(position.board, play) == board), None)
    equivalent = reached is not None
    example = reached or _nearest(attempt, plays)
    return Verdict(False, None, tuple(violations), example, (), equivalent)


def _nearest(attempt: Sequence[AttemptedMove], plays: Sequence[Play]) -> Play | None:
    """The legal play that shares most moves with the attempt; of equals, the first listed."""
    wanted = [
        (move.points[stop], move.points[stop + 1])
        for move in attempt
        for stop in range(len(move.points) - 1)
    ]

    def shared(play: Play) -> int:
        left = list(wanted)
        for move in play:
            if (move.from_point, move.to_point) in left:
                left.remove((move.from_point, move.to_point))
        return len(wanted) - len(left)

    return max(plays, key=shared, default=None)


def _mismatch(
    attempt: Sequence[AttemptedMove], readings: Sequence[_Reading]
) -> tuple[Violation, ...]:
    """A hit was claimed on a point where no reading of the attempt hits."""
    claims = [
        (index, point)
        for index, move in enumerate(attempt)
        for point in sorted(move.hits, reverse=True)
    ]
    possible = frozenset[int]().union(*(_hits(reading.moves) for reading in readings))
    # Each claimed hit may be possible, but not all in one play: then one reading is held to them.
    if all(point in possible for _, point in claims):
        possible = _hits(readings[0].moves)
    return tuple(
        Violation(ViolationCode.HIT_MISMATCH, index, {"point": point})
        for index, point in claims
        if point not in possible
    )


def _claimed(attempt: Sequence[AttemptedMove]) -> frozenset[int]:
    return frozenset[int]().union(*(move.hits for move in attempt))


def _hits(play: Play) -> frozenset[int]:
    return frozenset(move.to_point for move in play if move.hit)
