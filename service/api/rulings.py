"""What was ruled in a request, noted for whoever counts it: `g.rulings` and `g.problem_codes`."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from flask import g

from service.api import http


class RulingVerdict(StrEnum):
    """How a question was answered."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    ANSWERED = "answered"
    """It was none about what somebody did."""


class Ruled(NamedTuple):
    """One question that was answered, and the rules that were found broken."""

    operation: str
    verdict: RulingVerdict
    codes: tuple[str, ...] = ()


Rulings = tuple[Ruled, ...]


def noted() -> Rulings:
    """What has been noted in this request so far."""
    return _shared(tuple(g.get("rulings", ())))


@lru_cache(maxsize=1_024)
def _shared(rulings: Rulings) -> Rulings:
    """The same, once for all answers that are kept with it."""
    return rulings


def note_ruling(legal: bool | None, codes: Iterable[str] = ()) -> None:
    """Notes what became of the question at hand; None where nothing was judged."""
    if legal is None:
        verdict = RulingVerdict.ANSWERED
    else:
        verdict = RulingVerdict.LEGAL if legal else RulingVerdict.ILLEGAL
    ruled = Ruled(g.get("operation") or _operation(), verdict, tuple(codes))
    if "rulings" in g:
        g.rulings.append(ruled)
    else:
        g.rulings = [ruled]


def note_again(rulings: Rulings) -> None:
    """Notes the rulings of an answer that was known."""
    g.rulings = list(rulings)


def note_problem(code: str) -> None:
    """Notes a problem document that is part of the answer."""
    if "problem_codes" in g:
        g.problem_codes.append(code)
    else:
        g.problem_codes = [code]


def _operation() -> str:
    """The name of the function that answers, as a batch names its questions too."""
    return (http.current_request().endpoint or "").rpartition(".")[2]
