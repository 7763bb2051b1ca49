"""The score of a match, and whether its next game is the Crawford game (R-MATCH, R-CRAWFORD)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from service.rules.board import Side
from service.rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Match:
    """A match before a game: its length and score in points.

    ``crawford_played`` speaks of the time before this game; None is not known.
    """

    length: int
    white: int = 0
    black: int = 0
    crawford_played: bool | None = None

    def score(self, side: Side) -> int:
        return self.white if side is Side.WHITE else self.black

    def away(self, side: Side) -> int:
        """The points a side still needs; 0 or less once it has won."""
        return self.length - self.score(side)

    @property
    def somebody_one_away(self) -> bool:
        return any(self.away(side) == 1 for side in Side)

    @property
    def winner(self) -> Side | None:
        """R-MATCH: over as soon as a side has the length; points past it stay in the score."""
        if self.white >= self.length:
            return Side.WHITE
        return Side.BLACK if self.black >= self.length else None


class MatchFault(enum.Enum):
    """What cannot be about a match; the values are the codes of the HTTP answers."""

    OVER = "invalid_match_score"
    CRAWFORD = "crawford_impossible"


def match_faults(match: Match) -> list[MatchFault]:
    """Why no game can be played at this score (R-MATCH, R-CRAWFORD)."""
    faults = []
    if match.winner is not None or min(match.white, match.black) < 0:
        faults.append(MatchFault.OVER)
    elif match.crawford_played is not None and match.length > 1:
        both = all(match.away(side) == 1 for side in Side)
        # Both at 1 away: the Crawford game has been played. Nobody at 1 away: it has not.
        if (both and not match.crawford_played) or (
            match.crawford_played and not match.somebody_one_away
        ):
            faults.append(MatchFault.CRAWFORD)
    return faults


def after_game(match: Match, winner: Side, points: int) -> Match:
    """The match before the next game."""
    score = {winner.value: match.score(winner) + points}
    # In a game begun with a side 1 away, the next is never the Crawford game.
    return replace(match, **score, crawford_played=match.somebody_one_away)


def points_possible(points: int, match: Match, ruleset: Ruleset) -> bool:
    """Whether a game at this stage of the match can be won with so many points (R-CUBE-VALUE).

    They are 1, 2 or the points of a backgammon, times the cube: 1 where there is none, in the
    Crawford game and in a one-point match.
    """
    live = ruleset.cube and match.length > 1 and not is_crawford_game(match, ruleset)
    highest = ruleset.highest_cube if live else 1
    return any(
        points % base == 0 and (points // base).bit_count() == 1 and points // base <= highest
        for base in (1, 2, ruleset.backgammon_points)
    )


class CrawfordStatus(enum.Enum):
    """Where the match stands towards its Crawford game.

    ``NONE``: there is none in this match. ``BEFORE``: it may still come. ``AFTER``: it does not
    come any more. ``UNKNOWN``: the score alone cannot tell.
    """

    BEFORE = "before"
    CRAWFORD = "crawford"
    AFTER = "after"
    NONE = "none"
    UNKNOWN = "unknown"


def has_crawford_game(match: Match, ruleset: Ruleset) -> bool:
    """R-CRAWFORD: a match to one point has none, nor has a ruleset without the rule."""
    return ruleset.crawford and match.length > 1


def crawford_status(match: Match, ruleset: Ruleset) -> CrawfordStatus:
    """R-CRAWFORD: the Crawford game is the first after a side has reached 1 away.

    A one-point match has none. ``match`` may be over.
    """
    if not has_crawford_game(match, ruleset):
        return CrawfordStatus.NONE
    if match.winner is not None:
        return CrawfordStatus.AFTER
    if not match.somebody_one_away:
        return CrawfordStatus.BEFORE
    if all(match.away(side) == 1 for side in Side) or match.crawford_played:
        return CrawfordStatus.AFTER
    return CrawfordStatus.UNKNOWN if match.crawford_played is None else CrawfordStatus.CRAWFORD


def is_crawford_game(match: Match, ruleset: Ruleset) -> bool | None:
    """Whether the game before which the match stands is the Crawford game; None: it is unknown."""
    status = crawford_status(match, ruleset)
    return None if status is CrawfordStatus.UNKNOWN else status is CrawfordStatus.CRAWFORD
