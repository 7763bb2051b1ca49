"""The game trees of SGF, whatever game they are of: their main lines, in linear time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_BEGIN = re.compile(r"\(\s*;")
_MARK = re.compile(r"[();\[]|[A-Za-z]+")
# Possessive, so that a value which is not closed is looked through once.
_VALUE = re.compile(r"(?:[^\]\\]++|\\.)*+\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:\n|(.))", re.DOTALL)


class Property(NamedTuple):
    """``KEY[value][value]``: at least one value, with its escapes undone."""

    line: int
    values: list[str]


class Node(NamedTuple):
    """The properties by their keys, capitals alone, as all versions of SGF but the first do."""

    line: int
    properties: dict[str, Property]

    def value(self, key: str) -> str:
        """The first value of a property, empty where there is none."""
        found = self.properties.get(key)
        return "" if found is None else found.values[0]


class Tree(NamedTuple):
    """The main line of a game. ``variations``: the lines on which others begin, all left out."""

    line: int
    nodes: list[Node]
    variations: list[int]
    closed: bool


def looks_like_sgf(text: str) -> bool:
    """Whether it begins as a collection of game trees, of whatever game."""
    return _BEGIN.match(text.lstrip()) is not None


def escaped(value: str) -> str:
    """A value as it is written between brackets."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def game_trees(text: str) -> Iterator[Tree]:
    """The trees that hold a node, one after the other.

    The depth is counted, not recursed into: some programs nest each move of the main line.
    """
    begin = _BEGIN.search(text)
    reader = _Reader()
    for line, sign, value in _tokens(text, len(text) if begin is None else begin.start()):
        tree = reader.read(line, sign, value)
        if tree is not None:
            yield tree
    if (tree := reader.finished(closed=False)) is not None:
        yield tree


def _tokens(text: str, place: int) -> Iterator[tuple[int, str, str]]:
    """Line, sign and value; the signs are the punctuation of SGF, and ``K`` for a key.

    A value that is not closed ends the text. What is none of these is passed over.
    """
    line = 1 + text.count("\n", 0, place)
    while (mark := _MARK.search(text, place)) is not None:
        line += text.count("\n", place, mark.start())
        place = mark.end()
        sign = mark[0]
        if sign == "[":
            value = _VALUE.match(text, place)
            if value is None:
                return
            yield line, sign, _ESCAPED.sub(lambda found: found[1] or "", value[0][:-1])
            line += text.count("\n", place, value.end())
            place = value.end()
        elif sign in "();":
            yield line, sign, ""
        else:
            yield line, "K", "".join(letter for letter in sign if letter.isupper())


class _Reader:
    """Builds one tree after the other; the first child at every fork is the main line."""

    def __init__(self) -> None:
        self._depth = 0
        self._begin()

    def _begin(self) -> None:
        self._tree = Tree(0, [], [], closed=True)
        # Where a tree on the main line has been closed, that line is at its end: whatever is
        # opened in this game from then on is a variation. ``_aside``: its depth.
        self._ended = False
        self._aside = 0
        self._key = (0, "")

    def read(self, line: int, sign: str, value: str) -> Tree | None:
        """Takes a token; returns the tree that ends with it."""
        if sign == "(":
            self._open(line)
        elif sign == ")":
            return self._close()
        elif self._depth and not self._aside and not self._ended:
            self._take(line, sign, value)
        return None

    def finished(self, *, closed: bool) -> Tree | None:
        """The tree so far, and nothing more of it."""
        tree = self._tree._replace(closed=closed) if self._tree.nodes else None
        self._begin()
        return tree

    def _open(self, line: int) -> None:
        self._depth += 1
        if self._depth == 1:
            self._tree = self._tree._replace(line=line)
        elif self._ended and not self._aside:
            self._aside = self._depth
            self._tree.variations.append(line)

    def _close(self) -> Tree | None:
        if not self._depth:
            return None
        if not self._aside:
            self._ended = True
        elif self._depth == self._aside:
            self._aside = 0
        self._depth -= 1
        return None if self._depth else self.finished(closed=True)

    def _take(self, line: int, sign: str, value: str) -> None:
        nodes = self._tree.nodes
        if sign == ";":
            nodes.append(Node(line, {}))
            self._key = (line, "")
        elif sign == "K":
            self._key = (line, value)
        elif nodes and self._key[1]:
            # A key without a value, as where a record is cut, makes no property.
            line, key = self._key
            nodes[-1].properties.setdefault(key, Property(line, [])).values.append(value)
