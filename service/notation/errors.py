"""What a text that cannot be read is answered with."""

from __future__ import annotations


class NotationError(ValueError):
    """The text is not in this notation; ``detail`` says where and why, ``code`` which notation."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
