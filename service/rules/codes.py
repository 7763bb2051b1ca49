"""What every enumeration of broken rules has in common."""

from __future__ import annotations

import enum


class RuleCode(enum.Enum):
    """Why something is not allowed: a code, and the id of the rule that it breaks."""

    def __init__(self, code: str, rule: str) -> None:
        self.code = code
        self.rule = rule
