"""Match text in the manner of Jellyfish (.mat), in the dialects of all who write it, and .gam.

One line is one move number with a cell for the left player and one for the right; what stands in
a cell is found by its words, and whose it is by where it stands.
"""

from __future__ import annotations

import re
from functools import lru_cache

from service.notation.errors import NotationError
from service.notation.play_notation import LONGEST, parse_play
from service.notation.records import (
    CODE,
    GameRecord,
    Item,
    MatchRecord,
    Note,
    NoteCode,
    Unread,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResignation,
    WrittenResult,
)
from service.rules.board import Side
from service.rules.cube import CubeAction
from service.rules.verdict import AttemptedMove

RIGHT_HALF = 20
"""The column from which on something that stands alone in its line is the right player's."""

_HEADER = re.compile(r"\s*[;#]\s*\[([^\]\"]{1,40}?)\s*\"(.*)\"\]\s*")
_COMMENT = re.compile(r"\s*[;#]")
_LENGTH = re.compile(r"\s*([0-9]{1,5})\s+points?\s+match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+([0-9]{1,5})\s*", re.IGNORECASE)
_SCORE = re.compile(r":\s*([0-9]{1,6})(?!\S)")
_NAMES = re.compile(r"\s?(\S+(?: \S+)*)\s{2,}(\S+(?: \S+)*)\s*")
_NUMBERED = re.compile(r"\s*([0-9]{1,5})\)")
# A second number within the line, as in `24) 43: 21/18   24)  Losses 2 point`.
_STRAY_NUMBER = re.compile(r"(?<=\s)[0-9]{1,5}\)(?=\s)")
_ACTION = re.compile(
    r"(?<!\S)(?:(?P<roll>[1-6][1-6]):"
    r"|(?P<cube>doubles|redoubles|beavers?|raccoons?|takes|accepts|drops|passes|rejects)\b"
    r"(?:\s*=>?\s*(?P<value>[0-9]{1,9}))?"
    r"|(?P<result>wins)\s+(?P<won>[0-9]{1,5})\s+points?\b(?:\s+and\s+the\s+match)?\.?"
    r"|(?P<resigns>losses|loses|concedes|resigns|\?{3,4}(?!\S))(?:\s+(?P<lost>[0-9]{1,5})\s+points?)?"
    r"(?:\s+and\s+the\s+match)?)",
    re.IGNORECASE,
)
_CUBE_WORDS = {
    "doubles": CubeAction.DOUBLE,
    "redoubles": CubeAction.DOUBLE,
    "beaver": CubeAction.BEAVER,
    "beavers": CubeAction.BEAVER,
    "raccoon": CubeAction.RACCOON,
    "raccoons": CubeAction.RACCOON,
    "takes": CubeAction.TAKE,
    "accepts": CubeAction.TAKE,
    "drops": CubeAction.DROP,
    "passes": CubeAction.DROP,
    "rejects": CubeAction.DROP,
}
_SWITCHES = {"jacoby": "jacoby", "beaver": "beavers", "beavers": "beavers", "crawford": "crawford"}
_SIDES = (Side.WHITE, Side.BLACK)


def read_play(text: str) -> tuple[AttemptedMove, ...] | None:
    """The moves of a written play for the rules; None where it cannot be read."""
    return _read_play(text) if len(text) <= LONGEST else None


@lru_cache(maxsize=16_384)
def _read_play(text: str) -> tuple[AttemptedMove, ...] | None:
    try:
        return tuple(AttemptedMove(move.points, move.hits) for move in parse_play(text))
    except NotationError:
        return None


def _names_and_scores(line: str) -> tuple[str, int, str, int] | None:
    """Both names with their scores, as they stand above a game."""
    line = line.strip()
    scores = list(_SCORE.finditer(line))
    if len(scores) < 2 or scores[-1].end() < len(line):
        return None
    first, last = scores[0], scores[-1]
    names = line[: first.start()].strip(), line[first.end() : last.start()].strip()
    return names[0], int(first[1]), names[1], int(last[1])


def is_plain(text: str) -> bool:
    """Whether a text within a cell is read as nothing but itself."""
    return not (_ACTION.search(text) or _STRAY_NUMBER.search(f" {text} "))


def looks_like_mat(text: str) -> bool:
    """Whether something in the text is found in match text of this kind alone."""
    return looks_like_match(text) or any(map(_NUMBERED.match, text.split("\n")))


def looks_like_match(text: str) -> bool:
    """Whether it holds the heading of a match or of one of its games, which .gam has none of."""
    return any(_GAME.fullmatch(line) or _LENGTH.fullmatch(line) for line in text.split("\n"))


def read_mat(text: str) -> MatchRecord:
    """The record in a text; raises NotationError where there is no game in it."""
    reader = _Reader()
    for index, line in enumerate(text.split("\n"), start=1):
        reader.read(index, line.rstrip())
    return reader.finished()


class _Reader:
    """Reads line after line; what a line means follows from it and from what came before."""

    def __init__(self) -> None:
        self.record = MatchRecord("gam")
        self._headers: dict[str, str] = {}
        self._game: GameRecord | None = None
        self._names_due = False
        self._last_number = 0

    def read(self, number: int, line: str) -> None:
        if not line or line.isspace():
            return
        if _COMMENT.match(line):
            self._comment(number, line)
        elif self._names_due:
            self._read_names(number, line)
        elif (numbered := _NUMBERED.match(line)) is not None:
            if self._game is None:
                self._begin(number, 1)
            self._last_number = int(numbered[1])
            self._actions(number, line, numbered.end())
        elif (game := _GAME.fullmatch(line)) is not None:
            self.record.format = "mat"
            self._begin(number, int(game[1]))
            self._names_due = True
        elif self._game is None:
            self._before_games(number, line)
        else:
            self._actions(number, line, 0)

    def finished(self) -> MatchRecord:
        record = self.record
        if not record.games:
            raise NotationError(CODE, "there is no game in it")
        record.headers = self._headers
        for key, value in self._headers.items():
            self._switch(key.lower(), value)
        return record

    def _switch(self, key: str, value: str) -> None:
        """What a header says of the rules."""
        options = self.record.options
        word = value.strip().lower()
        if key in _SWITCHES and word in ("on", "off"):
            options[_SWITCHES[key]] = word == "on"
        elif key.replace(" ", "") == "cubelimit" and word.isascii() and word.isdigit():
            options["cube_limit"] = int(word[:9])
        elif key == "variation" and word not in ("backgammon", "portes", ""):
            self.record.notes.append(Note(NoteCode.SETTING_IGNORED, 0, f"{key}: {value}"[:200]))

    def _comment(self, number: int, line: str) -> None:
        header = _HEADER.fullmatch(line)
        if header is not None:
            self._headers.setdefault(header[1], header[2])
        elif self.record.games:
            self._ignore(number, line)

    def _ignore(self, number: int, line: str) -> None:
        self.record.notes.append(Note(NoteCode.TEXT_IGNORED, number, line.strip()[:200]))

    def _before_games(self, number: int, line: str) -> None:
        length = _LENGTH.fullmatch(line)
        if length is not None:
            self.record.format = "mat"
            self.record.length = int(length[1]) or None
        elif _names_and_scores(line) or _NAMES.fullmatch(line):
            # A single game has no line of its own before the names.
            self._begin(number, 1)
            self._read_names(number, line)
        else:
            self._ignore(number, line)

    def _begin(self, line: int, number: int) -> None:
        self._game = GameRecord(number, line)
        self.record.games.append(self._game)
        self._last_number = 0

    def _read_names(self, number: int, line: str) -> None:
        assert self._game is not None
        self._names_due = False
        if (scores := _names_and_scores(line)) is not None:
            names = (scores[0], scores[2])
            self._game.score = (scores[1], scores[3])
        elif (plain := _NAMES.fullmatch(line)) is not None:
            names = (plain[1], plain[2])
        else:
            # The line of the names is missing, or stands for something else.
            self.read(number, line)
            return
        if not self.record.players:
            self.record.players = dict(zip(_SIDES, names, strict=True))

    def _actions(self, number: int, line: str, start: int) -> None:
        game = self._game
        assert game is not None
        if line.find(")", start) >= 0:
            line = line[:start] + _STRAY_NUMBER.sub(_blanks, line[start:])
        found = list(_ACTION.finditer(line, start))
        if not found:
            if line[start:].strip():
                self._unread(number, line, start)
            return
        if line[start : found[0].start()].strip():
            self._unread(number, line[: found[0].start()], start)
        left_taken = right = False
        for index, action in enumerate(found):
            end = found[index + 1].start() if index + 1 < len(found) else len(line)
            if action["result"]:
                side = _SIDES[action.start() >= RIGHT_HALF]
                resigned = bool(game.items) and isinstance(game.items[-1], WrittenResignation)
                if game.result is None:
                    won = int(action["won"])
                    game.result = WrittenResult(number, side, won, resigned)
                continue
            # Two in a line are left and right; one alone is where it stands. Question marks in the
            # place of a play are in the cell of its dice.
            before = found[index - 1] if index else None
            if not (
                action[0][0] == "?"
                and before
                and before["roll"]
                and not line[before.end() : action.start()].strip()
            ):
                right = left_taken or action.start() >= RIGHT_HALF
                left_taken = True
            game.items.append(self._item(number, action, line[action.end() : end], _SIDES[right]))

    def _item(self, line: int, action: re.Match[str], rest: str, side: Side) -> Item:
        number = self._last_number
        if action["roll"]:
            dice = (int(action["roll"][0]), int(action["roll"][1]))
            text = rest.strip()
            moves = read_play(text)
            return WrittenPlay(line, number, side, dice, text[:200], moves)
        if action["cube"]:
            value = int(action["value"]) if action["value"] else None
            written = _CUBE_WORDS[action["cube"].lower()]
            if written is CubeAction.BEAVER and self._answers_beaver(side):
                written = CubeAction.RACCOON
            return WrittenCubeAction(line, number, side, written, value)
        lost = action["lost"]
        return WrittenResignation(line, number, side, int(lost) if lost else None)

    def _answers_beaver(self, side: Side) -> bool:
        """GNU Backgammon writes a raccoon as a beaver of the doubler's."""
        assert self._game is not None
        last = self._game.items[-1] if self._game.items else None
        return (
            isinstance(last, WrittenCubeAction)
            and last.action in (CubeAction.BEAVER, CubeAction.RACCOON)
            and last.player is not side
        )

    def _unread(self, number: int, line: str, start: int) -> None:
        assert self._game is not None
        text = line[start:].strip()
        column = len(line) - len(line[start:].lstrip())
        side = _SIDES[column >= RIGHT_HALF]
        if start:
            self._game.items.append(Unread(number, self._last_number, side, text[:200]))
        else:
            self._ignore(number, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])
