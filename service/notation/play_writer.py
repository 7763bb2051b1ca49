"""Writes packed plays, as players do and as JSON; plain loops that mypyc compiles as they stand.

Legal plays of a position are written by the dozen, so this is a hot path like the kernel's.
"""

from __future__ import annotations

from typing import Final

BAR: Final = 25

_NAMES: Final = ["off", *[str(point) for point in range(1, BAR)], "bar"]
_WAYS: Final = [[f"{first}/{last}" for last in _NAMES] for first in _NAMES]


def write_packed(packed: int) -> str:
    """The canonical text of a legal play, the same for every order of its moves.

    ``packed``: moves of ten bits, as in `service.rules.kernel`.

    One checker's moves are joined. A stop is written only where it hits, or where the ends alone
    would be read as one larger die that bears off. Of several checkers that enter, or bear off,
    each does so in a piece of its own: joined, no order of the pieces would be legal. Pieces stand
    from the highest start down, at equal starts the longer way first, and can be played in that
    order; equal ones are counted, ``8/5(2)``. A hit is marked on the piece that gets there first;
    in ``6/4*(2)`` that is the first of the two checkers.
    """
    if packed < 1 << 10:
        return _WAYS[packed >> 5][_end(packed)] + ("*" if packed & 2 else "")
    if packed < 1 << 20:
        one, other = packed >> 10, packed & 1023
        # A slot with a higher start is the greater number, at equal starts that of the larger die.
        return _two(one, other) if one >= other else _two(other, one)
    # More moves are of a double, so that their order makes no difference.
    slots: list[int] = []
    while packed > 0:
        slots.append(packed & 1023)
        packed >>= 10
    slots.sort(reverse=True)
    return _many(slots)


def write_json(plays: list[int], moves: list[str]) -> list[str]:
    """Each play as a JSON object with its ``notation`` and its ``moves``.

    ``moves`` holds the JSON of the move in each slot of ten bits.
    """
    written: list[str] = []
    for packed in plays:
        text = write_packed(packed)
        listed = moves[packed & 1023]
        rest = packed >> 10
        while rest > 0:
            listed = f"{moves[rest & 1023]},{listed}"
            rest >>= 10
        written.append(f'{{"notation":"{text}","moves":[{listed}]}}')
    return written


def _end(slot: int) -> int:
    end = (slot >> 5) - (slot >> 2 & 7)
    return end if end > 0 else 0


def _two(one: int, other: int) -> str:
    start, stop = one >> 5, _end(one)
    second_start, end = other >> 5, _end(other)
    hit, second_hit = one & 2 > 0, other & 2 > 0
    mark = "*" if second_hit else ""
    if stop == second_start:
        if hit:
            return f"{_WAYS[start][stop]}*/{_NAMES[end]}{mark}"
        if end == 0 and (start <= one >> 2 & 7 or start <= other >> 2 & 7):
            return f"{_WAYS[start][stop]}/off"
        return _WAYS[start][end] + mark
    if stop == end:
        if hit or second_hit:
            hit, mark = True, ""
        if start == second_start:
            return _WAYS[start][stop] + ("*(2)" if hit else "(2)")
    first = _WAYS[start][stop] + "*" if hit else _WAYS[start][stop]
    return f"{first} {_WAYS[second_start][end]}{mark}"


def _many(slots: list[int]) -> str:
    hits = 0  # the points hit and not yet marked, as bits
    for slot in slots:
        if slot & 2:
            hits |= 1 << _end(slot)
    starts: list[int] = []
    ends: list[int] = []
    stops: list[list[int]] = []
    _join(slots, hits > 0, starts, ends, stops)
    pieces: list[str] = []
    counts: list[int] = []
    for way in range(len(starts)):
        end = ends[way]
        text = _WAYS[starts[way]][end]
        if hits > 0:
            text = _NAMES[starts[way]]
            for point in stops[way]:
                if hits >> point & 1:
                    hits ^= 1 << point
                    text = f"{text}/{_NAMES[point]}*"
            text = f"{text}/{_NAMES[end]}"
        if text in pieces:
            counts[pieces.index(text)] += 1
        elif hits >> end & 1:
            hits ^= 1 << end
            pieces.append(text + "*")
            counts.append(1)
        elif text + "*" in pieces:
            counts[pieces.index(text + "*")] += 1
        else:
            pieces.append(text)
            counts.append(1)
    written = ""
    for index in range(len(pieces)):
        piece = pieces[index]
        if counts[index] > 1:
            piece = f"{piece}({counts[index]})"
        written = f"{written} {piece}" if written else piece
    return written


def _join(
    slots: list[int], hitting: bool, starts: list[int], ends: list[int], stops: list[list[int]]
) -> None:
    """Joins the moves to the ways of single checkers, in the order in which they are written.

    Fills ``starts`` and ``ends`` of the ways and, where somebody is hit, the ``stops`` of each.
    """
    several_enter = slots[1] >> 5 == BAR
    borne_off: list[int] = []
    for slot in slots:
        start, end = slot >> 5, _end(slot)
        if end == 0:
            borne_off.append(start)
            continue
        joined = False
        for way in range(len(ends)):
            if ends[way] == start and not (several_enter and starts[way] == BAR):
                if hitting:
                    stops[way].append(start)
                ends[way] = end
                joined = True
                break
        if not joined:
            starts.append(start)
            ends.append(end)
            if hitting:
                stops.append([])
    if not borne_off:
        return
    if len(borne_off) == 1 and ends and ends[-1] == borne_off[0]:
        # Only the last way: all the others must be over before a checker is borne off.
        if hitting:
            stops[-1].append(ends[-1])
        ends[-1] = 0
        return
    for start in borne_off:
        place = len(starts)
        while place > 0 and starts[place - 1] < start:
            place -= 1
        starts.insert(place, start)
        ends.insert(place, 0)
        if hitting:
            stops.insert(place, [])
