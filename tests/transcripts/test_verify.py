"""A record is judged whole: what is right passes, and each kind of fault is found where it is."""

from __future__ import annotations

import pytest

from service.notation.record_text import read_record
from service.rules.board import START, Side
from service.rules.referee import Ending
from service.rules.rulesets import PRESETS
from service.transcripts import verify as bounds
from service.transcripts.verify import verify
from tests.transcripts.records import (
    BACKGAMMON,
    FIXTURES,
    codes,
    game,
    judged,
    line,
    match,
    violations,
    warned,
    wins,
)

OPENING = line(1, "31: 8/5 6/5", "62: 24/18 13/11")
DROPPED = line(2, " Doubles => 2", " Drops")


class TestWholeRecords:
    @pytest.mark.parametrize("name", ["crawford", "long"])
    @pytest.mark.parametrize("kind", ["mat", "sgf", "txt"])
    @pytest.mark.parametrize("strict", [False, True])
    def test_matches_of_gnu_backgammon_are_clean(self, name: str, kind: str, strict: bool) -> None:
        report = judged((FIXTURES / f"{name}.{kind}").read_bytes(), strict=strict)
        assert report.legal
        assert report.complete
        assert report.score == {"crawford": (6, 4), "long": (16, 14)}[name]
        assert report.winner is Side.WHITE
        assert warned(report) == []

    @pytest.mark.parametrize("kind", ["mat", "sgf", "txt"])
    def test_a_money_session_with_a_beaver_and_a_raccoon(self, kind: str) -> None:
        text = (FIXTURES / f"money.{kind}").read_bytes()
        report = judged(text, jacoby=True, beavers=True, raccoons=True)
        assert report.legal
        assert report.score == (19, 2)
        assert report.games[0].points == 16
        # Without these options just they are found, and nothing that follows from them.
        assert codes(judged(text, jacoby=True)) == [["beavers_off"], ["raccoons_off"]]

    def test_all_formats_of_a_match_have_the_same_report(self) -> None:
        reports = [judged((FIXTURES / f"long.{kind}").read_bytes()) for kind in ("mat", "sgf")]
        first, second = (
            [
                (one.winner, one.points, one.ending, one.plays, one.cube_actions)
                for one in each.games
            ]
            for each in reports
        )
        assert first == second
        assert len(first) == 17

    def test_a_record_that_breaks_off_is_not_complete(self) -> None:
        report = judged(match(game(OPENING)))
        assert (report.legal, report.complete, report.winner) == (True, False, None)
        assert report.games[0].ending is None


class TestPlays:
    @pytest.mark.parametrize(
        ("dice", "played", "found"),
        [
            ("31", "8/5 6/4", ["die_not_rolled"]),
            ("31", "8/4 6/5", ["die_already_used"]),
            ("31", "8/5", ["must_play_all_dice"]),
            ("31", "8/11 6/5", ["wrong_direction"]),
            ("31", "9/6 6/5", ["no_checker_on_point"]),
            ("51", "13/8 6/1", ["die_already_used", "point_blocked"]),
            ("31", "", ["must_not_pass"]),
            ("31", "8 5 6 5", ["unreadable_action"]),
        ],
    )
    def test_an_illegal_play_has_its_codes(self, dice: str, played: str, found: list[str]) -> None:
        report = judged(match(game(line(1, f"{dice}: {played}", "62: 24/18 13/11"))))
        (first,) = [codes(report)[0]]
        if "point_blocked" in found:
            assert set(first) & set(found)
        else:
            assert first == found
        violation = violations(report)[0]
        assert (violation.line, violation.number, violation.player) == (6, 1, Side.WHITE)
        assert violation.dice == (int(dice[0]), int(dice[1]))
        assert violation.position == START
        assert violation.example is not None

    def test_the_game_goes_on_from_the_position_as_written(self) -> None:
        # The checker on 4 is there only by the illegal play before.
        report = judged(
            match(game(line(1, "31: 8/5 6/4", "62: 24/18 13/11"), line(2, "21: 5/4 6/4")))
        )
        assert codes(report) == [["die_not_rolled"]]
        assert violations(report)[0].continued == "as_written"

    def test_what_can_not_be_done_changes_nothing(self) -> None:
        report = judged(
            match(game(line(1, "31: 9/6 6/5", "62: 24/18 13/11"), line(2, "31: 8/5 6/5")))
        )
        assert violations(report)[0].continued == "unchanged"
        assert len(codes(report)) == 1

    def test_a_play_of_the_wrong_side_is_found_and_judged(self) -> None:
        report = judged(match(game(line(1, "31: 8/5 6/5"), line(2, "62: 24/18 13/10"))))
        assert codes(report) == [["not_your_turn", "die_not_rolled"]]

    def test_a_double_is_no_first_roll(self) -> None:
        report = judged(match(game(line(1, "33: 8/5(2) 6/3(2)"))))
        assert codes(report) == [["opening_double"]]

    def test_any_order_and_joined_moves_are_legal(self) -> None:
        report = judged(
            match(game(line(1, "61: 8/7 13/7", "64: 24/14"), line(2, "44: 24/16 13/5")))
        )
        assert report.legal

    def test_missing_marks_are_warnings(self) -> None:
        report = judged(match(game(line(1, "62: 24/18 13/11", "51: 13/8 8/7"))))
        assert report.legal
        assert warned(report) == ["hit_not_marked"]

    def test_a_mark_without_a_hit_is_a_warning_unless_strict(self) -> None:
        text = match(game(line(1, "31: 8/5* 6/5")))
        assert judged(text).legal
        assert warned(judged(text)) == ["hit_not_made"]
        assert codes(judged(text, strict=True)) == [["hit_mismatch"]]

    def test_the_last_turn_may_be_left_unfinished(self) -> None:
        report = judged(match(game(OPENING, line(2, "52:"), wins("black", 2))))
        assert report.legal
        assert warned(report) == ["turn_not_finished"]
        assert report.games[0].ending is Ending.RESIGNED

    def test_a_pass_in_the_middle_is_a_violation(self) -> None:
        report = judged(match(game(OPENING, line(2, "52:", "31: 8/5 6/5"))))
        assert codes(report) == [["must_not_pass"]]


class TestCube:
    def test_a_dropped_double_gives_the_points_before_it(self) -> None:
        report = judged(match(game(OPENING, DROPPED, wins("white", 1))))
        assert report.legal
        assert report.games[0].ending is Ending.DROPPED
        assert report.score == (1, 0)

    def test_a_drop_that_is_not_written_is_understood(self) -> None:
        report = judged(match(game(OPENING, line(2, " Doubles => 2"), wins("white", 1))))
        assert report.legal
        assert warned(report) == ["drop_not_written"]

    def test_a_wrong_value(self) -> None:
        text = match(game(OPENING, line(2, " Doubles => 4", " Takes"), line(3, "31: 8/5 6/5")))
        assert codes(judged(text)) == [["wrong_cube_value"]]

    def test_a_double_that_was_not_answered(self) -> None:
        text = match(game(OPENING, line(2, " Doubles => 2"), line(3, "52: 13/8 13/11")))
        assert codes(judged(text)) == [["double_not_answered"]]

    def test_a_double_with_the_cube_of_the_other_side(self) -> None:
        text = match(
            game(
                OPENING,
                line(2, " Doubles => 2", " Takes"),
                line(3, "52: 13/8 13/11", "31: 8/5 6/5"),
                line(4, " Doubles => 4", " Takes"),
                line(5, "21: 13/11 24/23"),
            )
        )
        # The take of it is no second fault.
        assert codes(judged(text)) == [["cube_not_owned"]]

    def test_a_double_in_the_crawford_game(self) -> None:
        first = game(OPENING, line(2, "52:"), wins("black", 3))
        second = game(line(1, "31: 8/5 6/5", " Doubles => 2"), number=2, score=(0, 3))
        report = judged(match(first, second, length=4))
        assert codes(report) == [["crawford_game", "cube_dead"]]
        assert [one.crawford for one in report.games] == [False, True]

    def test_a_dead_cube(self) -> None:
        first = game(OPENING, line(2, "52:"), wins("black", 3))
        second = game(OPENING, line(2, "52:"), wins("black", 1), number=2, score=(0, 3))
        third = game(line(1, "31: 8/5 6/5", " Doubles => 2"), number=3, score=(3, 4))
        report = judged(match(first, second, third, length=5))
        assert ["cube_dead"] in codes(report)

    def test_a_double_before_the_opening_roll_is_played(self) -> None:
        assert judged(match(game(line(1, " Doubles => 2", " Takes")))).legal

    def test_there_is_no_cube_in_portes(self) -> None:
        report = judged(match(game(OPENING, DROPPED, wins("white", 1))), PRESETS["portes-online"])
        assert codes(report)[0] == ["no_cube"]


class TestResults:
    def test_wrong_points(self) -> None:
        report = judged(match(game(OPENING, DROPPED, wins("white", 2))))
        assert codes(report) == [["wrong_points"]]
        # The score goes on as it is written.
        assert report.score == (2, 0)

    def test_the_wrong_winner(self) -> None:
        report = judged(match(game(OPENING, DROPPED, wins("black", 1))))
        assert codes(report) == [["wrong_winner"]]

    def test_a_wrong_score(self) -> None:
        first = game(OPENING, DROPPED, wins("white", 1))
        report = judged(match(first, game(OPENING, number=2, score=(1, 1))))
        assert codes(report) == [["wrong_score"]]
        assert violations(report)[0].faults[0].facts == {"white": 1, "black": 0}

    def test_a_score_that_is_right_excuses_the_points(self) -> None:
        first = game(OPENING, DROPPED, wins("white", 2))
        text = match(first, game(OPENING, number=2, score=(1, 0)))
        assert judged(text).legal
        assert warned(judged(text)) == ["points_not_scored"]
        assert codes(judged(text, strict=True)) == [["wrong_points"], ["wrong_score"]]

    @pytest.mark.parametrize(
        ("points", "expected"), [(3, "points_capped"), (99, "points_unlikely")]
    )
    def test_what_some_write_at_the_end_of_a_match(self, points: int, expected: str) -> None:
        lines = (OPENING, line(2, " Doubles => 2", " Takes"), line(3, "52:"), wins("black", points))
        report = judged(match(game(*lines), length=3))
        assert report.legal
        assert expected in warned(report)
        assert report.winner is Side.BLACK

    def test_a_resignation_that_can_not_be(self) -> None:
        report = judged(match(game(OPENING, line(2, "52:"), wins("black", 4))))
        assert codes(report) == [["wrong_points"]]

    def test_there_is_no_triple_in_portes(self) -> None:
        text = match(game(OPENING, line(2, "52:"), wins("black", 3)), length=5)
        assert judged(text, PRESETS["portes-online"]).legal
        report = judged(text, PRESETS["portes-online"], backgammon_points=2)
        assert codes(report) == [["wrong_points"]]

    def test_the_loser_may_write_the_points(self) -> None:
        report = judged(match(game(OPENING, line(2, "52:", " Losses 2 point"))))
        assert report.score == (2, 0)
        assert report.games[0].ending is Ending.RESIGNED

    def test_the_next_score_tells_of_a_missing_result(self) -> None:
        report = judged(match(game(OPENING), game(OPENING, number=2, score=(0, 2))))
        assert report.legal
        assert (report.games[0].winner, report.games[0].points) == (Side.BLACK, 2)
        assert "result_not_written" in warned(report)

    def test_games_after_the_match_are_not_judged(self) -> None:
        first = game(OPENING, DROPPED, wins("white", 1))
        after = game(line(1, "31: 1/2"), number=2, score=(1, 0))
        report = judged(match(first, after, length=1), crawford=False, dead_cube=False)
        assert len(report.games) == 1
        assert report.complete
        assert warned(report)[-1] == "games_after_match"

    def test_a_record_may_begin_at_any_score(self) -> None:
        text = match(game(line(1, "31: 8/5 6/5", " Doubles => 2"), number=4, score=(4, 2)))
        report = judged(text)
        assert report.legal
        assert report.games[0].crawford is None
        assert warned(report) == ["crawford_not_known"]


class TestSettings:
    HEADER = '; [Jacoby "On"]\n; [Beaver "On"]\n; [CubeLimit "1024"]'

    def test_what_the_record_says_of_its_rules_is_taken(self) -> None:
        text = match(game(OPENING, line(2, "52:"), wins("black", 2)), length=0, header=self.HEADER)
        report = judged(text)
        assert codes(report) == [["wrong_points"]]
        said = [warning.facts["option"] for warning in report.warnings]
        assert said == ["beavers", "jacoby"]

    def test_but_not_against_the_question_nor_where_it_is_strict(self) -> None:
        text = match(game(OPENING, line(2, "52:"), wins("black", 2)), length=0, header=self.HEADER)
        assert judged(text, jacoby=False).legal
        assert judged(text, strict=True).legal

    def test_nor_where_there_is_no_cube(self) -> None:
        text = match(game(OPENING, line(2, "52:"), wins("black", 2)), length=0, header=self.HEADER)
        assert judged(text, PRESETS["portes"]).warnings == []


class TestBounds:
    def test_the_judging_stops_after_so_many_violations(self) -> None:
        lines = [line(number, "31: 1/2", "31: 1/2") for number in range(1, 200)]
        report = judged(match(game(*lines)))
        assert report.cut
        assert report.violations == bounds.MOST_VIOLATIONS
        assert not report.legal

    def test_work_is_bounded(self) -> None:
        # No short way: a mark without a hit has the whole play judged twice.
        lines = [line(number, "31: 8/5* 6/5", "31: 8/5* 6/5") for number in range(1, 4)]
        record = read_record(match(game(*lines)))
        report = verify(record, BACKGAMMON, most_examined=20)
        assert report.cut

    def test_games_are_bounded(self) -> None:
        games = "".join(game(number=number) + "\n" for number in range(bounds.MOST_GAMES + 1))
        report = judged(match(games))
        assert len(report.games) == bounds.MOST_GAMES
        assert report.cut

    def test_warnings_are_bounded(self) -> None:
        remarks = "\n".join("; remark" for _ in range(1_000))
        report = judged(match(game(OPENING)) + remarks)
        assert len(report.warnings) == bounds.MOST_NOTES


class TestLastChecker:
    """R-END: the last checker is borne off by one die though both could be played."""

    TEXT = (
        "(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RE[W+1]"
        ";PL[white]AE[a:y]AW[c]AB[s][s];W[31cz])"
    )

    def test_it_is_a_warning(self) -> None:
        report = judged(self.TEXT)
        assert report.legal
        assert warned(report) == ["position_set_up", "dice_left_unplayed"]
        assert report.games[0].ending is Ending.BORNE_OFF

    def test_it_is_a_violation_where_it_is_strict(self) -> None:
        assert codes(judged(self.TEXT, strict=True))[0] == ["must_play_all_dice"]


class TestInjectedFaults:
    """One slip of a scribe in a clean match of GNU Backgammon is found, where it is."""

    CLEAN = (FIXTURES / "crawford.mat").read_text("utf-8")

    @pytest.mark.parametrize(
        ("line_number", "written", "slip", "expected"),
        [
            (9, "65: 6/1* 13/7", "64: 6/1* 13/7", "die_not_rolled"),
            (9, "65: 6/1* 13/7", "65: 6/1* 13/8", "die_already_used"),
            (9, "65: 6/1* 13/7", "65: 6/1* 7/13", "wrong_direction"),
            (9, "65: 6/1* 13/7", "65: 6/1* 12/6", "no_checker_on_point"),
            (9, "65: 6/1* 13/7", "65: 6/1*", "must_play_all_dice"),
            (9, "65: 6/1* 13/7", "65: ", "must_not_pass"),
            (9, "65: 6/1* 13/7", "65: 6-1* and 13-7", "unreadable_action"),
            (10, "62: 25/23 13/7", "62: 13/7 8/6", "enter_from_bar_first"),
            (26, "55: 8/3 5/0", "55: 5/0 5/0", "not_all_home"),
            (27, "11: 6/5 6/5", "22: 6/5 6/5", "die_not_rolled"),
            (36, "Νίκος : 2", "Νίκος : 1", "wrong_score"),
            (95, "Zoë : 2", "Zoë : 3", "wrong_score"),
            (160, " 1)", " 1)  Doubles => 2                 Takes", "crawford_game"),
        ],
    )
    def test_it_is_found(self, line_number: int, written: str, slip: str, expected: str) -> None:
        lines = self.CLEAN.split("\n")
        before = lines[line_number - 1]
        assert written in before, before
        lines[line_number - 1] = before.replace(written, slip, 1)
        if expected == "crawford_game":
            # The doubled line, and then the one that was there.
            lines[line_number - 1] = slip
            lines.insert(line_number, before.replace(" 1)", " 2)", 1))
        report = judged("\n".join(lines))
        first = violations(report)[0]
        # A wrong score is said of the game, whose heading is the line before.
        assert first.line == line_number - (expected == "wrong_score")
        assert expected in [fault.code.code for fault in first.faults]

    @pytest.mark.parametrize(
        ("line_number", "found"),
        [
            (33, [["resignation_too_high"], ["wrong_score"]]),
            (92, [["wrong_score"]]),
            (156, [["wrong_winner"]]),
            # By this the match is over, by the score of the next game it is not.
            (197, [["wrong_score"]]),
        ],
    )
    def test_a_result_in_the_other_column(self, line_number: int, found: list[list[str]]) -> None:
        lines = self.CLEAN.split("\n")
        result = lines[line_number - 1].strip()
        left = lines[line_number - 1].startswith(" " * 20)
        lines[line_number - 1] = (" " * 6 if left else " " * 33) + result
        assert codes(judged("\n".join(lines)))[: len(found)] == found

    def test_more_points_than_can_be(self) -> None:
        lines = self.CLEAN.split("\n")
        lines[32] = " " * 33 + "Wins 9 points"
        assert codes(judged("\n".join(lines))) == [["wrong_score"]]
