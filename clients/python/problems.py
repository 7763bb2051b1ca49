"""Problems as exceptions, for programs that would rather not look at every answer.

The generated functions return the answer or the `Problem`; `accepted` returns the answer.
"""

from __future__ import annotations

from typing import TypeVar

from portes_referee_client.models import Problem

Answer = TypeVar("Answer")


class ProblemError(Exception):
    """What the service refused, with the whole problem document: `code`, `errors`, `violations`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.problem = problem


def accepted(answer: Answer | Problem | None) -> Answer:
    if isinstance(answer, Problem):
        raise ProblemError(answer)
    if answer is None:
        raise TypeError("the answer has no body")
    return answer
