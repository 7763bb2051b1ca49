"""The score of a match, who starts the next game, and whether it is the Crawford game."""

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
        return next((side for side in Side if self.away(side) <= 0), None)


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


def is_crawford_game(match: Match, ruleset: Ruleset) -> bool | None:
    """R-CRAWFORD: the first game after a side reaches 1 away; None where the score cannot tell.

    A one-point match has no Crawford game.
    """
    if not ruleset.crawford or match.length == 1 or not match.somebody_one_away:
        return False
    if all(match.away(side) == 1 for side in Side):
        return False
    return None if match.crawford_played is None else not match.crawford_played
