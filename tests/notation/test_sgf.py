"""SGF: what GNU Backgammon and the specification say, node by node."""

from __future__ import annotations

from typing import TypeVar

import pytest

from service.notation.errors import NotationError
from service.notation.records import (
    Item,
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
from service.notation.sgf import read_sgf
from service.rules.board import START, Side
from service.rules.cube import CubeAction
from service.rules.verdict import AttemptedMove

ROOT = "FF[4]GM[6]AP[GNU Backgammon:1.07]MI[length:5][game:0][ws:0][bs:0]PW[Anna]PB[Boris]"
WHITE, BLACK = Side.WHITE, Side.BLACK
Kind = TypeVar("Kind")

START_NODE = (
    "AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]"
    "AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]"
)


def read(nodes: str, root: str = ROOT) -> MatchRecord:
    return read_sgf(f"(;{root}\n{nodes})")


def items(nodes: str) -> list[Item]:
    return read(nodes).games[0].items


def item(nodes: str, kind: type[Kind]) -> Kind:
    [found] = [each for each in items(nodes) if isinstance(each, kind)]
    return found


@pytest.mark.parametrize(
    ("node", "player", "dice", "ways"),
    [
        ("W[31hefe]", WHITE, (3, 1), [(8, 5), (6, 5)]),
        ("B[64aggk]", BLACK, (6, 4), [(24, 18), (18, 14)]),
        ("B[62ybag]", BLACK, (6, 2), [(25, 23), (24, 18)]),
        ("W[26yxxr]", WHITE, (2, 6), [(25, 24), (24, 18)]),
        ("W[65fzdz]", WHITE, (6, 5), [(6, 0), (4, 0)]),
        ("B[61sztu]", BLACK, (6, 1), [(6, 0), (5, 4)]),
        ("W[66]", WHITE, (6, 6), []),
    ],
)
def test_plays(node: str, player: Side, dice: tuple[int, int], ways: list[tuple[int, int]]) -> None:
    play = item(f";{node}", WrittenPlay)
    assert (play.player, play.dice) == (player, dice)
    assert play.moves == tuple(map(AttemptedMove, ways))


def test_the_text_of_a_play_is_the_usual_notation() -> None:
    assert item(";B[62ybag]", WrittenPlay).text == "bar/23 24/18"
    assert item(";W[65fzdz]", WrittenPlay).text == "6/off 4/off"


@pytest.mark.parametrize(
    "value", ["31he6", "31h", "71hefe", "3", "", "31zafe", "resign", "31heye9"]
)
def test_what_is_no_action_is_kept_as_it_is(value: str) -> None:
    assert item(f";W[{value}]", Unread).text == value


def test_turns_are_numbered_as_in_match_text() -> None:
    found = items(";B[31qtst];W[31hefe];B[double];W[take];B[66];W[double];B[drop]")
    assert [each.number for each in found] == [1, 2, 2, 3, 3, 4, 4]
    assert [each.line for each in found] == [2] * 7


def test_a_double_that_answers_a_double_is_a_beaver() -> None:
    found = items(";W[31hefe];B[double];W[double];B[double];W[take]")
    actions = [each.action for each in found if isinstance(each, WrittenCubeAction)]
    assert actions == [CubeAction.DOUBLE, CubeAction.BEAVER, CubeAction.RACCOON, CubeAction.TAKE]


def test_a_double_after_a_take_is_none() -> None:
    found = items(";W[double];B[take];W[31hefe];B[double];W[drop]")
    actions = [each.action for each in found if isinstance(each, WrittenCubeAction)]
    assert actions == [CubeAction.DOUBLE, CubeAction.TAKE, CubeAction.DOUBLE, CubeAction.DROP]


@pytest.mark.parametrize(
    ("written", "result"),
    [
        ("W+2", (WHITE, 2, False)),
        ("B+4R", (BLACK, 4, True)),
        ("b+1 Resign", (BLACK, 1, True)),
    ],
)
def test_results(written: str, result: tuple[Side, int, bool]) -> None:
    winner, points, resigned = result
    expected = WrittenResult(1, winner, points, resigned)
    assert read("", f"{ROOT}RE[{written}]").games[0].result == expected


@pytest.mark.parametrize("written", ["", "?", "Void", "0", "W+", "W+D", "X+2", "W+1000000000"])
def test_no_results(written: str) -> None:
    assert read("", f"{ROOT}RE[{written}]").games[0].result is None


def test_the_match() -> None:
    record = read("", f"{ROOT}RU[Crawford]EV[Open \\[Athens\\]]DT[2026-05-01]")
    assert (record.format, record.length) == ("sgf", 5)
    assert record.players == {WHITE: "Anna", BLACK: "Boris"}
    assert record.options == {"crawford": True}
    assert record.headers == {"Event": "Open [Athens]", "EventDate": "2026-05-01"}
    assert record.notes == []


@pytest.mark.parametrize(
    ("length", "rules", "options"),
    [
        (5, "RU[Crawford:CrawfordGame]", {"crawford": True}),
        (5, "RU[CrawfordGame]", {"crawford": True}),
        (5, "", {"crawford": False}),
        (5, "RU[NoCube]", {"crawford": False, "cube": False}),
        (1, "RU[Crawford]", {}),
        (0, "RU[Jacoby]", {"jacoby": True}),
        (0, "", {"jacoby": False}),
        (0, "RU[NoCube:Jacoby]", {"jacoby": True, "cube": False}),
    ],
)
def test_rules(length: int, rules: str, options: dict[str, bool]) -> None:
    record = read("", ROOT.replace("length:5", f"length:{length}") + rules)
    assert record.options == options
    assert record.length == (length or None)


def test_without_a_word_on_rules_nothing_is_said_of_them() -> None:
    record = read("", "GM[6]MI[length:5]")
    assert record.options == {}
    assert record.games[0].crawford is None
    assert record.games[0].score is None


def test_another_start_is_not_read() -> None:
    assert read("", f"{ROOT}RU[Crawford:Nackgammon]").notes == [
        Note(NoteCode.SETTING_IGNORED, 1, "RU: nackgammon")
    ]


def test_games_of_one_match() -> None:
    second = ROOT.replace("game:0][ws:0", "game:1][ws:4")
    record = read_sgf(f"(;{ROOT}RE[W+4];W[31hefe])\n(;{second}RU[Crawford:CrawfordGame];B[31qtst])")
    first, last = record.games
    assert (first.number, first.score, first.crawford, first.line) == (1, (0, 0), False, 1)
    assert (last.number, last.score, last.crawford, last.line) == (2, (4, 0), True, 2)
    assert last.items[0].line == 2


@pytest.mark.parametrize(
    ("root", "number"),
    [
        ("GM[6]MI[game:3]", 3),
        ("GM[6]AP[GNU Backgammon]MI[game:3]", 4),
        ("GM[6]MI[game:0]", 1),
        ("GM[6]", 1),
    ],
)
def test_games_are_counted_from_one(root: str, number: int) -> None:
    assert read("", root).games[0].number == number


def test_a_roll_in_a_node_of_its_own_is_that_of_the_play() -> None:
    [play] = items(";PL[W]DI[31];W[31hefe]")
    assert isinstance(play, WrittenPlay)
    assert play.moves == (AttemptedMove((8, 5)), AttemptedMove((6, 5)))


def test_a_roll_that_is_not_played() -> None:
    assert items(";W[31hefe];PL[B]DI[61]")[1:] == [WrittenPlay(2, 1, BLACK, (6, 1), "", ())]


def test_a_board_in_place_of_a_play() -> None:
    found = items(f";W[31hefe]\n;PL[B]DI[61]\n;{START_NODE};W[52mhfd]")
    assert found[1:3] == [
        WrittenPlay(3, 1, BLACK, (6, 1), "", None),
        WrittenBoard(4, 1, WHITE, START),
    ]
    assert [each.number for each in found] == [1, 1, 1, 2]


def test_a_board_between_roll_and_play() -> None:
    found = items(f";PL[B]DI[61];PL[B]{START_NODE};B[61lrqr]")
    assert found[0] == WrittenBoard(2, 0, BLACK, START)
    assert [type(each) for each in found] == [WrittenBoard, WrittenPlay]


def test_a_board_at_the_end_is_seen_by_who_is_next() -> None:
    assert items(f";W[31hefe];{START_NODE}")[-1] == WrittenBoard(2, 1, BLACK, START)
    assert items(f";{START_NODE}PL[B]") == [WrittenBoard(2, 0, BLACK, START)]
    assert items(f";PL[W]DI[61];PL[W]{START_NODE}")[-1] == WrittenBoard(2, 1, BLACK, START)


def test_checkers_on_the_bar_and_off() -> None:
    board = item(";AE[a:y]AW[y][f:f][a]AB[y][y][x:w][w:x]PL[W]", WrittenBoard)
    assert {point: count for point, count in enumerate(board.position.board) if count} == {
        25: 1,
        6: 1,
        1: 1,
        0: -2,
        23: -1,
        24: -1,
    }


@pytest.mark.parametrize(
    "node", ["AE[a:f]AW[a]AB[x]", "AE[a:y]AW[a]AB[a]", "AW[a]", "AE[a:y]" + "AW[b]" * 16]
)
def test_what_is_no_board(node: str) -> None:
    if node == "AW[a]":
        assert isinstance(items(f";{node}")[0], WrittenBoard)
        return
    assert isinstance(items(f";{node}")[0], Unread)


def test_the_cube_set_anew() -> None:
    assert items(";CV[2];W[31hefe];B[double];W[take];CP[c];CO[b]CV[8]") == [
        WrittenCube(2, 0, WHITE, 2, None),
        *items(";CV[2];W[31hefe];B[double];W[take]")[1:],
        WrittenCube(2, 2, BLACK, 4, None),
        WrittenCube(2, 2, BLACK, 8, BLACK),
    ]


def test_a_copyright_is_no_cube() -> None:
    assert read("", f"{ROOT}CP[Anna's, 2026]").games[0].items == []


def test_variations_are_passed_over_with_a_note() -> None:
    record = read(";W[31hefe]\n(;B[52lqac])\n(;B[52lqlj])\n(;B[52lqsu])")
    assert [each.text for each in record.games[0].items if isinstance(each, WrittenPlay)] == [
        "8/5 6/5",
        "13/8 24/22",
    ]
    assert record.notes == [Note(NoteCode.TEXT_IGNORED, 4, "variations: 2")]


def test_analysis_is_passed_over() -> None:
    node = ";W[31hefe]A[0][hefe E ver 3 0.5][xvxw E]LU[+0.1]GB[1]C[Well \\] played]"
    assert len(items(node)) == 1


def test_a_record_that_is_cut() -> None:
    record = read_sgf(f"(;{ROOT})\n(;{ROOT};W[31hefe]\n;B[52lq")
    assert record.truncated
    assert record.notes == [Note(NoteCode.RECORD_CUT, 3)]
    assert [len(game.items) for game in record.games] == [0, 1]


def test_another_game_among_them_is_refused() -> None:
    with pytest.raises(NotationError, match="line 2 is not of backgammon"):
        read_sgf(f"(;{ROOT})\n(;GM[1])")
