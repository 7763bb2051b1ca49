"""Messages: every code says something in both languages, and says it properly."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import yaml

from service.api.messages import (
    CUBE_VIOLATIONS,
    EVENT_VIOLATIONS,
    MESSAGES,
    PROBLEMS,
    RECORD_VIOLATIONS,
    TITLES,
    VIOLATIONS,
    message,
    title,
)
from service.rules.board import FaultCode
from service.rules.cube import CubeCode
from service.rules.match import MatchFault
from service.rules.referee import EventCode
from service.rules.verdict import ViolationCode
from service.transcripts.report import RecordCode

OPENAPI = Path(__file__).parents[2] / "openapi.yaml"
LANGUAGES = ("en", "el")
PARAMETERS: dict[str, Any] = {
    "from_point": 8,
    "to_point": 5,
    "point": 7,
    "distance": 3,
    "die": 3,
    "highest": 6,
    "played": 2,
    "possible": 4,
    "count": 3,
    "length": 9,
    "limit": 65536,
    "scope": "records",
    "minimum": 1,
    "maximum": 6,
    "expected": "integer",
    "allowed": "white, black",
    "current": "1",
    "name": "dice",
    "option": "jacoby",
    "points": 5,
    "value": 4,
    "white": 2,
    "black": 3,
    "left": 2,
    "media_type": "application/json",
    "reason": "it is longer than 200 characters",
}
COUNTED = [
    ("must_play_all_dice", "played"),
    ("match_length_unusual", "length"),
    ("too_few_checkers", "count"),
    ("borne_off_missing", "count"),
]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("schema", ["ProblemCode", "ViolationCode", "WarningCode"])
def test_every_code_of_the_contract_has_a_message(schema: str) -> None:
    contract = yaml.safe_load(OPENAPI.read_text("utf-8"))
    codes = contract["components"]["schemas"][schema]["x-codes"]
    assert not set(codes) - set(MESSAGES)


def test_every_code_of_the_rules_has_a_message() -> None:
    assert {violation.code for violation in ViolationCode} == set(VIOLATIONS)
    assert {violation.code for violation in CubeCode} == set(CUBE_VIOLATIONS)
    assert {violation.code for violation in EventCode} == set(EVENT_VIOLATIONS)
    assert {violation.code for violation in RecordCode} == set(RECORD_VIOLATIONS)
    assert {fault.value for fault in (*FaultCode, *MatchFault)} <= set(PROBLEMS)


def test_every_problem_and_violation_has_a_title() -> None:
    assert set(TITLES) >= {
        *PROBLEMS,
        *VIOLATIONS,
        *CUBE_VIOLATIONS,
        *EVENT_VIOLATIONS,
        *RECORD_VIOLATIONS,
    }
    for code in TITLES:
        for language in LANGUAGES:
            shown = title(code, language)
            assert shown[0].isupper()
            assert len(shown) <= 50
            assert shown[-1] not in ".!;·"


@pytest.mark.parametrize("code", MESSAGES)
def test_a_message_is_a_whole_sentence_in_both_languages(code: str) -> None:
    english, greek = (message(code, language, **PARAMETERS) for language in LANGUAGES)
    for text in (english, greek):
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".")
        assert unicodedata.is_normalized("NFC", text)
        assert "  " not in text
        assert "{" not in text
    assert not any("GREEK" in unicodedata.name(letter) for letter in english)
    assert any("GREEK" in unicodedata.name(letter) for letter in greek)


@pytest.mark.parametrize("code", MESSAGES)
def test_both_languages_say_the_same(code: str) -> None:
    english, greek = MESSAGES[code]
    assert fields(english) == fields(greek)


@pytest.mark.parametrize(
    "words", [*MESSAGES.values(), *TITLES.values()], ids=lambda texts: texts[0]
)
def test_no_cafe_talk(words: tuple[str, str]) -> None:
    assert not any(word in words[1].casefold() for word in ("γκέλα", "γκελάρ", "τρώω", "τρώει"))


@pytest.mark.parametrize(("code", "parameter"), COUNTED)
def test_one_is_not_many(code: str, parameter: str) -> None:
    # In Greek the verb or the noun differs in each of them.
    one = message(code, "el", **{**PARAMETERS, parameter: 1})
    many = message(code, "el", **{**PARAMETERS, parameter: 2})
    assert one != many.replace("2", "1")


def test_singular_and_plural_in_full() -> None:
    assert message("too_few_checkers", "en", count=1) == (
        "This side has 1 checker with those borne off; there are 15."
    )
    assert message("must_play_all_dice", "el", played=1, possible=2) == (
        "Μπορούν να παιχτούν 2 ζάρια, άρα πρέπει να παιχτούν όλα· εδώ παίζεται 1."
    )


@pytest.mark.parametrize(
    ("start", "end", "english", "greek"),
    [
        (8, 5, "from point 8 to point 5", "από τη θέση 8 στη θέση 5"),
        (25, 20, "from the bar to point 20", "από την μπάρα στη θέση 20"),
        (6, 0, "from point 6 off", "από τη θέση 6 για μάζεμα"),
        (5, 25, "from point 5 to the bar", "από τη θέση 5 στην μπάρα"),
        (0, 3, "from off to point 3", "από τα μαζεμένα πούλια στη θέση 3"),
    ],
)
def test_bar_and_off_have_words(start: int, end: int, english: str, greek: str) -> None:
    for code in ("die_not_rolled", "die_already_used", "wrong_direction", "die_does_not_fit"):
        way = {"from_point": start, "to_point": end}
        assert english in message(code, "en", **{**PARAMETERS, **way})
        assert greek in message(code, "el", **{**PARAMETERS, **way})


def test_a_place_is_named() -> None:
    assert (
        message("no_checker_on_point", "en", point=25) == "There is no checker to move on the bar."
    )
    assert message("no_checker_on_point", "el", point=25) == (
        "Δεν υπάρχει πούλι για κίνηση στην μπάρα."
    )
    assert message("no_checker_on_point", "el", point=7) == (
        "Δεν υπάρχει πούλι για κίνηση στη θέση 7."
    )


def test_braces_in_a_value_are_only_text() -> None:
    reason = "'{count}' is no point"
    assert reason in message("unreadable_notation", "en", reason=reason)
