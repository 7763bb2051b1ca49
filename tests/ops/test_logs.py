from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import orjson
import pytest

from service.ops.logs import FIELDS, configure_logging


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged at info and above; the root logger is given back as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    configure_logging("info", stream)
    yield stream
    root.handlers, root.level = handlers, level


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_one_json_object(stream: io.StringIO) -> None:
    logging.getLogger("service.x").info("started %s", "well", extra={FIELDS: {"port": 8080}})
    (line,) = lines(stream)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("ts"))
    assert line == {"level": "info", "event": "started well", "port": 8080}


def test_the_level_is_respected(stream: io.StringIO) -> None:
    logging.getLogger("service.x").debug("unheard")
    logging.getLogger("service.x").warning("heard")
    assert [line["level"] for line in lines(stream)] == ["warning"]


def test_an_exception_stays_on_its_line(stream: io.StringIO) -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        logging.getLogger("service.x").exception("failed")
    (line,) = lines(stream)
    assert line["event"] == "failed"
    assert line["exception"].endswith("ValueError: first\nsecond")


# Ends of lines, and what moves or turns the cursor, of every kind that some reader knows.
TEXTS = [
    *("two\nlines", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029"),
    *('"quoted"', "\\", "\x00\x1b[31m", "\x7f", "\x9b31m", "\u202e", "\u2066"),
    *("πούλια", "\ud800", '"}\n{"level":"error"'),
]


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_breaks_out_of_its_line(stream: io.StringIO, text: str) -> None:
    logging.getLogger("service.x").info("%s", text, extra={FIELDS: {"x": text, text: 1}})
    written = stream.getvalue().removesuffix("\n")
    (line,) = lines(stream)
    shown = text.replace("\ud800", "?")
    assert (line["event"], line["x"], line[shown]) == (shown, shown, 1)
    assert not {letter for letter in written if not letter.isprintable()}


def test_configuring_again_does_not_double_the_lines(stream: io.StringIO) -> None:
    configure_logging("info", stream)
    logging.getLogger("service.x").info("once")
    assert len(lines(stream)) == 1
