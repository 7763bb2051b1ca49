"""Records written as match text and as SGF: how it looks, what is lost, and the same read again."""

from __future__ import annotations

import pytest

from service.notation.mat import read_mat
from service.notation.mat_writer import write_mat
from service.notation.records import (
    GameRecord,
    Item,
    Loss,
    LossCode,
    MatchRecord,
    Unread,
    WrittenBoard,
    WrittenCube,
    WrittenCubeAction,
    WrittenPlay,
    WrittenResignation,
    WrittenResult,
)
from service.notation.sgf import read_sgf
from service.notation.sgf_writer import write_sgf
from service.rules.board import START, Side
from service.rules.cube import CubeAction
from service.rules.verdict import AttemptedMove

WHITE, BLACK = Side.WHITE, Side.BLACK

# As GNU Backgammon writes it, but for blanks at the ends of lines.
MAT = """\
; [Event "Open"]
; [EventDate "2026.05.01"]
; [Crawford "On"]

 5 point match

 Game 1
 Anna : 0                       Boris : 0
  1)                             31: 8/5 6/5
  2) 62: 24/18 18/16             44: 24/20 24/20 6/2* 6/2
  3) 11:                          Doubles => 2
  4)  Takes                      65:
  5) 66: 25/19 25/19 13/7 13/7    Losses 2 points
      Wins 2 points

 Game 2
 Anna : 2                       Boris : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Drops                       Wins 1 point

"""
SGF = """\
(;FF[4]GM[6]CA[UTF-8]AP[Portes referee]MI[length:5][game:0][ws:0][bs:0]PW[Anna]PB[Bo\\]ris]\
DT[2026-05-01]EV[A: \\\\]RU[Crawford]RE[W+2R]
;B[31qtst]
;W[62xrrp]
;B[44auauswsw]
;W[11]
;B[double]
;W[take]
;PL[B]DI[65])
(;FF[4]GM[6]CA[UTF-8]AP[Portes referee]MI[length:5][game:1][ws:2][bs:0]PW[Anna]PB[Bo\\]ris]\
RU[Crawford]RE[B+1]
;W[65yzfz]
;B[double]
;W[double]
;B[double]
;W[drop])
"""


def record(*items: Item, length: int | None = None) -> MatchRecord:
    players = {WHITE: "Anna", BLACK: "Boris"}
    return MatchRecord("mat", length, players, games=[GameRecord(1, 1, (0, 0), None, list(items))])


def play(*ways: tuple[int, ...], hits: frozenset[int] = frozenset()) -> WrittenPlay:
    return WrittenPlay(1, 1, WHITE, (4, 4), "", tuple(AttemptedMove(way, hits) for way in ways))


def lines_of(written: str) -> list[str]:
    return [line for line in written.splitlines() if line[:4].strip().endswith(")")]


def test_match_text_comes_back_letter_for_letter() -> None:
    losses: list[Loss] = []
    assert write_mat(read_mat(MAT), losses) == MAT
    assert losses == []


def test_sgf_comes_back_letter_for_letter() -> None:
    losses: list[Loss] = []
    assert write_sgf(read_sgf(SGF), losses) == SGF
    assert losses == []


def test_sgf_written_from_match_text_and_back() -> None:
    record = read_mat(MAT)
    again = read_sgf(write_sgf(record))
    assert again.players == record.players
    assert again.headers == {"Event": "Open", "EventDate": "2026-05-01"}
    assert (again.length, again.options) == (5, {"crawford": True})
    expected = lines_of(MAT.replace("6/2* 6/2", "6/2 6/2").replace("   Losses 2 points", ""))
    assert [line.split() for line in lines_of(write_mat(again))] == [
        line.split() for line in expected
    ]


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (play((24, 20), (24, 20), (6, 2), hits=frozenset({20})), "24/20* 24/20 6/2"),
        (play((24, 20, 16), (13, 5), hits=frozenset({20, 5})), "24/20* 20/16 13/5*"),
        (play((25, 21), (4, 0)), "25/21 4/0"),
        (play(), ""),
        (play()._replace(moves=None, text="8/5 6/-"), "8/5 6/-"),
    ],
)
def test_plays_in_match_text(item: WrittenPlay, text: str) -> None:
    assert lines_of(write_mat(record(item))) == [f"  1) 44: {text}".rstrip()]


def test_a_cell_that_is_too_long_stays_apart_from_the_next() -> None:
    long = play(*[(25, 21)] * 2, (21, 17), (17, 13), hits=frozenset({21, 17, 13}))
    other = WrittenPlay(1, 1, BLACK, (2, 1), "", (AttemptedMove((24, 21)),))
    written = write_mat(record(long, other))
    assert lines_of(written) == ["  1) 44: 25/21* 25/21 21/17* 17/13* 21: 24/21"]
    assert len(read_mat(written).games[0].items) == 2


@pytest.mark.parametrize(
    "item",
    [
        play()._replace(moves=None, text="see 31: above"),
        play()._replace(moves=None, text="Takes it"),
        play()._replace(moves=None, text=""),
    ],
)
def test_a_play_that_would_be_read_as_more_is_left_out(item: WrittenPlay) -> None:
    losses: list[Loss] = []
    assert lines_of(write_mat(record(item), losses)) == ["  1) 44:"]
    assert losses == [Loss(LossCode.ACTION_NOT_WRITTEN, 1, item.text)]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Team 2: 7 up", "Team 2_ 7 up"),
        ("; DROP", "_ DROP"),
        ("#1", "_1"),
        ("two\n lines", "two lines"),
        ("", "White"),
    ],
)
def test_names_that_match_text_cannot_hold(name: str, written: str) -> None:
    unclean = record(play())
    unclean.players[WHITE] = name
    losses: list[Loss] = []
    text = write_mat(unclean, losses)
    assert losses == [Loss(LossCode.NAME_CHANGED, 0, name)]
    assert read_mat(text).players == {WHITE: written, BLACK: "Boris"}


@pytest.mark.parametrize("name", ["a : b", "goldbach7808,1673", "Dr. (x) [y] Ž", "x:y", "Game 1"])
def test_names_that_are_kept(name: str) -> None:
    same = record(play())
    same.players[WHITE] = same.players[BLACK] = name
    losses: list[Loss] = []
    assert read_mat(write_mat(same, losses)).players == {WHITE: name, BLACK: name}
    assert read_sgf(write_sgf(same, losses)).players == {WHITE: name, BLACK: name}
    assert losses == []


def test_the_values_of_the_cube_follow_where_they_are_not_written() -> None:
    def acted(player: Side, action: CubeAction) -> WrittenCubeAction:
        return WrittenCubeAction(1, 1, player, action)

    actions: list[Item] = [
        acted(WHITE, CubeAction.DOUBLE),
        acted(BLACK, CubeAction.BEAVER),
        acted(WHITE, CubeAction.RACCOON),
        acted(BLACK, CubeAction.TAKE),
        acted(BLACK, CubeAction.DOUBLE),
        acted(WHITE, CubeAction.TAKE),
        acted(WHITE, CubeAction.DOUBLE),
        acted(BLACK, CubeAction.BEAVER),
        play(),
        acted(BLACK, CubeAction.DOUBLE),
        acted(WHITE, CubeAction.DROP),
    ]
    written = write_mat(record(*actions))
    read = read_mat(written).games[0].items
    assert [item.value for item in read if isinstance(item, WrittenCubeAction)] == [
        *(2, 4, 8, None, 16, None, 32, 64, 128, None)
    ]
    again = read_sgf(write_sgf(record(*actions))).games[0].items
    # SGF has the take of a beaver that match text leaves out.
    expected = [*actions[:8], acted(WHITE, CubeAction.TAKE), *actions[8:]]
    for items, due in ((read, actions), (again, expected)):
        assert [item.action for item in items if isinstance(item, WrittenCubeAction)] == [
            item.action for item in due if isinstance(item, WrittenCubeAction)
        ]


def test_scores_follow_where_they_are_not_written() -> None:
    games = [
        GameRecord(number, 1, None, None, [play()], WrittenResult(1, winner, points))
        for number, (winner, points) in enumerate([(WHITE, 2), (BLACK, 3), (WHITE, 1)], start=1)
    ]
    together = MatchRecord("gam", 4, {WHITE: "A", BLACK: "B"}, games=games)
    expected = [(0, 0), (2, 0), (2, 3)]
    assert [game.score for game in read_mat(write_mat(together)).games] == expected
    again = read_sgf(write_sgf(together)).games
    assert [game.score for game in again] == expected
    # Black is 1 away for the first time.
    assert [game.crawford for game in again] == [False, False, True]


def test_what_each_format_cannot_say() -> None:
    odd = record(
        WrittenBoard(3, 0, WHITE, START),
        WrittenCube(4, 0, WHITE, 8, BLACK),
        Unread(5, 1, WHITE, "???"),
        WrittenResignation(6, 1, WHITE, 1),
        play((0, 4)),
    )
    odd.options = {"cube": False, "beavers": True}
    odd.headers = {"Site": "Athens", 'a"b': "c"}
    losses: list[Loss] = []
    write_mat(odd, losses)
    assert losses == [
        Loss(LossCode.SETTING_NOT_WRITTEN, 0, "cube: False"),
        Loss(LossCode.SETTING_NOT_WRITTEN, 0, 'a"b: c'),
        Loss(LossCode.ACTION_NOT_WRITTEN, 3, "board"),
        Loss(LossCode.ACTION_NOT_WRITTEN, 4, "cube"),
        Loss(LossCode.ACTION_NOT_WRITTEN, 5, "unread"),
    ]
    losses = []
    write_sgf(odd, losses)
    assert losses == [
        Loss(LossCode.SETTING_NOT_WRITTEN, 0, "Site: Athens"),
        Loss(LossCode.SETTING_NOT_WRITTEN, 0, 'a"b: c'),
        Loss(LossCode.SETTING_NOT_WRITTEN, 0, "beavers: True"),
        Loss(LossCode.ACTION_NOT_WRITTEN, 5, "unread"),
        Loss(LossCode.ACTION_NOT_WRITTEN, 6, "resignation"),
        Loss(LossCode.ACTION_NOT_WRITTEN, 1, "play"),
    ]


def test_a_board_and_a_cube_set_in_sgf_come_back() -> None:
    items: list[Item] = [
        WrittenCube(2, 0, WHITE, 2, None),
        WrittenPlay(3, 1, WHITE, (6, 1), "", None),
        WrittenBoard(4, 1, BLACK, START),
        WrittenCube(5, 1, BLACK, 4, BLACK),
    ]
    assert read_sgf(write_sgf(record(*items))).games[0].items == items


def test_rules_that_are_not_spoken_of_stay_unspoken_of() -> None:
    money = record(play())
    assert read_sgf(write_sgf(money)).options == read_mat(write_mat(money)).options == {}
    money.options = {"jacoby": False}
    assert read_sgf(write_sgf(money)).options == read_mat(write_mat(money)).options
    assert read_mat(write_mat(money)).options == {"jacoby": False}
