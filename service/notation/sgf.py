"""Matches in SGF for backgammon (GM[6]), as GNU Backgammon writes them: one game tree a game.

White is O, player 0. A point is a letter: `a` is White's 1 point and Black's 24, `x` White's 24,
`y` the bar, `z` off. Only the main line is read; what is said about it, analysis above all, is not.
"""

from __future__ import annotations

import re

from service.notation.errors import NotationError
from service.notation.records import (
    CODE,
    GameRecord,
    MatchRecord,
    Note,
    NoteCode,
    Unread,
    WrittenBoard,
    WrittenCube,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResult,
)
from service.notation.sgf_trees import Node, Property, Tree, game_trees
from service.notation.turns import RAISES, CubeCount, Numbering
from service.rules.board import BAR, OFF, Checkers, Setup, Side
from service.rules.cube import CubeAction
from service.rules.scoring import Cube
from service.rules.verdict import AttemptedMove

APPLICATION = "Portes referee"
"""How the program is called that wrote what `sgf_writer` writes."""

HEADERS = {
    # Key of a root node: what match text calls it.
    "DT": "EventDate",
    "EV": "Event",
    "RO": "Round",
    "PC": "Place",
    "AN": "Annotator",
    "GC": "Comment",
}
_GNUBG = "GNU Backgammon"
_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_PLAY = re.compile(r"\s*([1-6])([1-6])((?:[a-y][a-xz]){0,8})\s*")
_CUBE_WORDS = {
    "double": CubeAction.DOUBLE,
    "redouble": CubeAction.DOUBLE,
    "beaver": CubeAction.BEAVER,
    "raccoon": CubeAction.RACCOON,
    "take": CubeAction.TAKE,
    "drop": CubeAction.DROP,
}
_RESULT = re.compile(r"\s*([WB])\+([0-9]{1,5})\s*(R|Resign)?\s*", re.IGNORECASE)
_MATCH_INFO = re.compile(r"\s*([A-Za-z]{1,20})\s*:\s*([0-9]{1,6})\s*")
_DICE = re.compile(r"\s*([1-6])([1-6])\s*")
_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*")
_PLACES = re.compile(r"\s*([a-z])(?::([a-z]))?\s*")
_OWNERS = {"c": None, "n": None, "w": Side.WHITE, "b": Side.BLACK}


def read_sgf(text: str) -> MatchRecord:
    """The record in a collection of game trees; raises NotationError where there is no game in it.

    The text of a play is the usual notation, with no hits: SGF marks none.
    """
    record = MatchRecord("sgf")
    counted_from = 1
    for tree in game_trees(text):
        root = tree.nodes[0]
        if root.value("GM").strip() != "6":
            detail = f"the game tree of line {tree.line} is not of backgammon: its GM is not 6"
            raise NotationError(CODE, detail)
        info = _match_info(root)
        if not record.games:
            _read_match(record, root, info)
            # GNU Backgammon counts games from 0, the specification from 1.
            if root.value("AP").startswith((_GNUBG, APPLICATION)) or info.get("game") == 0:
                counted_from = 0
        number = info["game"] + 1 - counted_from if "game" in info else len(record.games) + 1
        game = GameRecord(number, tree.line)
        _read_root(record, game, root, info)
        record.games.append(game)
        _GameReader(record, game).read(tree)
    if not record.games:
        raise NotationError(CODE, "there is no game in it")
    return record


def _match_info(root: Node) -> dict[str, int]:
    found = root.properties.get("MI")
    matches = map(_MATCH_INFO.fullmatch, found.values if found is not None else ())
    return {match[1].lower(): int(match[2]) for match in matches if match is not None}


def _read_match(record: MatchRecord, root: Node, info: dict[str, int]) -> None:
    record.length = info.get("length") or None
    record.players = {side: " ".join(root.value(f"P{key}").split()) for key, side in _SIDES.items()}
    headers = {name: root.value(key).strip() for key, name in HEADERS.items()}
    record.headers = {name: value for name, value in headers.items() if value}
    rules = _rules(root)
    if rules is None:
        return
    if record.length is None:
        record.options["jacoby"] = "jacoby" in rules
    elif record.length > 1:
        record.options["crawford"] = bool(rules & {"crawford", "crawfordgame"})
    if "nocube" in rules:
        record.options["cube"] = False
    unknown = sorted(rules - {"crawford", "crawfordgame", "jacoby", "nocube"})
    if unknown:
        line = root.properties["RU"].line
        record.notes.append(Note(NoteCode.SETTING_IGNORED, line, f"RU: {':'.join(unknown)}"[:200]))


def _rules(root: Node) -> set[str] | None:
    """The words of RU in small letters; None where nothing is said of the rules."""
    # GNU Backgammon writes none where nothing is switched on.
    if "RU" not in root.properties and not root.value("AP").startswith(_GNUBG):
        return None
    return {word.strip().lower() for word in root.value("RU").split(":")} - {""}


def _read_root(record: MatchRecord, game: GameRecord, root: Node, info: dict[str, int]) -> None:
    if "ws" in info and "bs" in info:
        game.score = (info["ws"], info["bs"])
    rules = _rules(root)
    if rules is not None and record.length is not None:
        game.crawford = "crawfordgame" in rules
    if (result := _RESULT.fullmatch(root.value("RE"))) is not None:
        line = root.properties["RE"].line
        winner, resigned = _SIDES[result[1].upper()], result[3] is not None
        game.result = WrittenResult(line, winner, int(result[2]), resigned)


class _GameReader:
    """Reads the nodes of one game.

    A roll may stand in a node of its own (DI) before its play, or the play be missing; a board or
    a cube may be set between the two, or for the play. So all of them wait for the next action.
    """

    def __init__(self, record: MatchRecord, game: GameRecord) -> None:
        self._record = record
        self._game = game
        self._numbering = Numbering()
        self._cube = CubeCount()
        # Who is next to act: as the record says, and as it follows from who was last.
        self._turn: Side | None = None
        self._next = Side.WHITE
        self._rolled: WrittenPlay | None = None
        self._set: list[tuple[int, Setup | Cube | None]] = []

    def read(self, tree: Tree) -> None:
        for node in tree.nodes:
            self._read_node(node)
        if self._rolled is not None:
            self._turn = self._rolled.player.opponent
        self._settle(self._turn or self._next)
        notes = self._record.notes
        if tree.variations:
            text = f"variations: {len(tree.variations)}"
            notes.append(Note(NoteCode.TEXT_IGNORED, tree.variations[0], text))
        if not tree.closed:
            self._record.truncated = True
            notes.append(Note(NoteCode.RECORD_CUT, tree.nodes[-1].line))

    def _read_node(self, node: Node) -> None:
        properties = node.properties
        if (side := _SIDES.get(node.value("PL").strip().upper()[:1])) is not None:
            self._turn = side
        if (dice := _DICE.fullmatch(node.value("DI"))) is not None:
            self._settle(self._turn or self._next)
            player = self._turn or self._next
            roll = (int(dice[1]), int(dice[2]))
            self._rolled = WrittenPlay(properties["DI"].line, 0, player, roll, "", ())
        if "AW" in properties or "AB" in properties:
            self._set.append((node.line, _board(properties)))
        self._read_cube(node)
        for key, side in _SIDES.items():
            if key in properties:
                self._act(properties[key].line, side, node.value(key))

    def _read_cube(self, node: Node) -> None:
        """The cube's value, and its owner: CO by the specification, CP by GNU Backgammon."""
        value = _NUMBER.fullmatch(node.value("CV"))
        owner = (node.value("CO") or node.value("CP")).strip().lower()
        # In a root node CP is a copyright.
        if value is None and owner not in _OWNERS:
            return
        self._cube.set(
            self._cube.value if value is None else int(value[1]),
            _OWNERS.get(owner, self._cube.owner),
        )
        self._set.append((node.line, Cube(self._cube.value, self._cube.owner)))

    def _act(self, line: int, player: Side, value: str) -> None:
        played = _PLAY.fullmatch(value)
        dice = (int(played[1]), int(played[2])) if played is not None else None
        if self._rolled is not None and (player, dice) == (self._rolled.player, self._rolled.dice):
            # This is the play of the roll, so the roll needs no entry of its own.
            self._rolled = None
        self._settle(player)
        self._turn, self._next = None, player.opponent
        number = self._numbering.next(player)
        items = self._game.items
        if played is not None and dice is not None:
            self._cube.rolled()
            moves = _moves(player, played[3])
            items.append(WrittenPlay(line, number, player, dice, _text(moves), moves))
            return
        action = _CUBE_WORDS.get(value.strip().lower())
        if action is None:
            items.append(Unread(line, number, player, " ".join(value.split())[:200]))
            return
        last = items[-1] if items else None
        if (
            action is CubeAction.DOUBLE
            and isinstance(last, WrittenCubeAction)
            and last.player is not player
        ):
            action = RAISES.get(last.action, action)
        self._cube.acted(player, action)
        items.append(WrittenCubeAction(line, number, player, action))

    def _settle(self, player: Side) -> None:
        """Enters the roll and what else has waited, before something that this player does."""
        self._settle_roll()
        number = self._numbering.number
        items = self._game.items
        for line, found in self._set:
            if isinstance(found, Setup):
                items.append(WrittenBoard(line, number, player, found.position_unchecked(player)))
            elif isinstance(found, Cube):
                items.append(WrittenCube(line, number, player, found.value, found.owner))
            else:
                items.append(Unread(line, number, player, "AW AB"))
        self._set = []

    def _settle_roll(self) -> None:
        if self._rolled is None:
            return
        rolled = self._rolled._replace(number=self._numbering.next(self._rolled.player))
        if any(not isinstance(found, Cube) for _, found in self._set):
            # The play was one that SGF cannot hold: GNU Backgammon writes the board after it.
            rolled = rolled._replace(moves=None)
        self._cube.rolled()
        self._game.items.append(rolled)
        self._next = rolled.player.opponent
        self._rolled = None


def _moves(player: Side, letters: str) -> tuple[AttemptedMove, ...]:
    points = [_point(player, letter) for letter in letters]
    return tuple(map(AttemptedMove, zip(points[::2], points[1::2], strict=True)))


def _point(player: Side, letter: str) -> int:
    if letter in "yz":
        return BAR if letter == "y" else OFF
    number = ord(letter) - ord("a") + 1
    return number if player is Side.WHITE else BAR - number


def _text(moves: tuple[AttemptedMove, ...]) -> str:
    names = {BAR: "bar", OFF: "off"}
    return " ".join("/".join(str(names.get(point, point)) for point in way) for way, *_ in moves)


def _board(properties: dict[str, Property]) -> Setup | None:
    """The checkers that are set up; None where that is no position, or not a whole one."""
    empty = properties.get("AE")
    if empty is not None and not set(map(chr, range(ord("a"), ord("y")))) <= set(_letters(empty)):
        return None
    sides = []
    for side in Side:
        letters = _letters(properties.get("AW" if side is Side.WHITE else "AB"))
        counts: dict[int, int] = {}
        for letter in letters:
            point = _point(side, letter)
            counts[point] = counts.get(point, 0) + 1
        counts.pop(OFF, None)
        sides.append(Checkers(counts, counts.pop(BAR, 0)))
    setup = Setup(*sides)
    return None if setup.faults() else setup


def _letters(found: Property | None) -> list[str]:
    letters: list[str] = []
    for value in found.values if found is not None else ():
        if (places := _PLACES.fullmatch(value)) is not None:
            last = places[2] or places[1]
            letters += map(chr, range(ord(places[1]), ord(last) + 1))
    return letters
