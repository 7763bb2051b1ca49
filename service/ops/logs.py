"""Logs as JSON, one object a line, for the service and for gunicorn alike.

Imports no Flask: gunicorn's configuration uses it before there is an application.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

import orjson

_MOVES = re.compile("[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")

FIELDS = "fields"
"""What a call adds to its line: ``log.info("event", extra={FIELDS: {"status": 200}})``."""


class JsonLines(logging.Formatter):
    """``ts`` (RFC 3339, UTC), ``level``, ``event``, then the fields of the call."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "ts": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": _valid(record.getMessage()),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["exception"] = _valid(self.formatException(record.exc_info))
        text = _json(line)
        # JSON lets these stand, but there are readers for which they end a line or move a cursor.
        if text.isascii() and "\x7f" not in text:
            return text
        return _MOVES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _json(line: dict[str, Any]) -> str:
    try:
        return orjson.dumps(line, default=repr).decode()
    except TypeError:
        # A lone surrogate, or what JSON has no form for: the standard library writes anything.
        return _valid(json.dumps(line, default=repr, skipkeys=True, ensure_ascii=False))


def configure_logging(level: str, stream: TextIO | None = None) -> None:
    """Everything that is logged from here on goes to stdout as JSON lines."""
    handler = logging.StreamHandler(stream or sys.stdout)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def _valid(text: str) -> str:
    """Without lone surrogates, which a message can bring from outside and JSON can not hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
