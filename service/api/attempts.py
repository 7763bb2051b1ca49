"""What a player wrote or clicked as a play, from JSON to the rules."""

from __future__ import annotations

from typing import Any

from service.api.faults import Faults, Path
from service.notation.errors import NotationError
from service.notation.play_notation import parse_play, written_dice
from service.rules.board import BAR
from service.rules.dice import Roll
from service.rules.verdict import AttemptedMove, Outcome, Verdict

Warned = tuple[str, dict[str, Any]]
"""A warning's code and what its message speaks of."""


def read_attempt(
    data: dict[str, Any], faults: Faults, *, flips: bool, roll: Roll | None, path: Path = ()
) -> tuple[tuple[AttemptedMove, ...], Roll | None]:
    """The moves of ``moves`` or ``notation`` in ``data``, and the dice that the text names.

    ``flips``: points are written the other way round. ``roll``: the dice that the text must not
    contradict. ``path``: where ``data`` lies in the request.
    """
    given = [name for name in ("moves", "notation") if name in data or faults.within((*path, name))]
    if not given:
        faults.add((*path, "moves"), "missing_field")
    if len(given) == 2:
        faults.add((*path, "notation"), "conflicting_input")
    if len(given) != 1 or given[0] not in data:
        return (), None
    if "moves" in data:
        return tuple(_attempted(move, flips) for move in data["moves"]), None
    try:
        written = parse_play(data["notation"])
    except NotationError as error:
        faults.add((*path, "notation"), error.code, reason=error.detail)
        return (), None
    named = written_dice(data["notation"])
    named_roll = Roll.of(*named) if named else None
    if roll is not None and named_roll not in (None, roll):
        faults.add((*path, "notation"), "conflicting_input")
    return tuple(AttemptedMove(move.points, move.hits) for move in written), named_roll


def _attempted(move: dict[str, Any], flips: bool) -> AttemptedMove:
    from_point, to_point = own(move["from_point"], flips), own(move["to_point"], flips)
    hits = frozenset((to_point,)) if move.get("hit") else frozenset[int]()
    return AttemptedMove((from_point, to_point), hits, move.get("die"))


def own(point: int, flips: bool) -> int:
    """A point of the request in the mover's own numbering, or the other way round."""
    return BAR - point if flips else point


def outcome_warnings(
    judged: Verdict | Outcome, data: dict[str, Any], *, flips: bool
) -> list[Warned]:
    """What is worth saying about a play that was judged.

    A missing mark matters only where marks are used: in text, or where a hit was denied.
    """
    denied = {
        own(move["to_point"], flips) for move in data.get("moves", ()) if not move.get("hit", True)
    }
    warned: list[Warned] = [
        ("hit_not_marked", {"point": own(point, flips)})
        for point in judged.unmarked_hits
        if "notation" in data or point in denied
    ]
    if judged.reordered:
        warned.append(("moves_reordered", {}))
    return warned
