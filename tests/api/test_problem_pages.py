"""Every code has a page in both languages, and its example is answered as the page says."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.messages import MESSAGES
from service.api.problem_examples import EXAMPLES, PLAIN_REQUESTS
from service.api.problem_texts import EXPLANATIONS, RULES
from tests.api.answers import OPERATIONS, SCHEMAS, validate_answer, validate_request, walk

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
RULEBOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")
LISTS = ("ProblemCode", "ViolationCode", "WarningCode")
CODES = sorted({code for name in LISTS for code in SCHEMAS[name]["x-codes"]})
WITHOUT_EXAMPLE = {
    "api_key_missing",  # only where keys are on
    "api_key_unknown",
    "bad_request",  # a connection that breaks off
    "body_too_large",
    "budget_exceeded",
    "header_too_large",
    "internal_error",
    "negative_count",  # the shape of a request keeps it out
    "rate_limited",  # only where there is a limit
    "scope_missing",
    "request_timeout",  # what arrives too slowly
    "uri_too_long",
    # What only a longer record, or one of another format, has.
    "dice_left_unplayed",
    "forced_play_not_written",
    "play_ambiguous",
    "points_not_scored",
    "position_set_up",
    "read_as_latin_1",
    "record_cut",
}
MISSHAPEN = {
    "conflicting_input",
    "invalid_cube_value",
    "invalid_request",
    "invalid_type",
    "invalid_value",
    "missing_field",
    "one_operation_expected",
    "out_of_range",
    "point_out_of_range",
    "too_long",
    "unknown_field",
    "unknown_operation",
    "unknown_ruleset",
    "wrong_item_count",
}
"""Codes whose examples need not have the shape of the contract."""


def explained(client: FlaskClient, code: str, language: str = "en") -> dict[str, Any]:
    answer = client.get(f"/problems/{code}?language={language}")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.get_json()
    return document


def said(document: Any, code: str) -> list[str]:
    """What an answer says wherever it names the code."""
    return [
        node.get("message") or node["detail"]
        for _, node in walk(document)
        if isinstance(node, dict) and node.get("code") == code
    ]


class Page(HTMLParser):
    """The language, the links and the words of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.language: str | None = None
        self.links: list[str] = []
        self.elements: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.elements.add(tag)
        if tag == "html":
            self.language = given["lang"]
        if tag == "a":
            self.links.append(given["href"] or "")

    def handle_data(self, data: str) -> None:
        self.words += data


def test_every_code_of_the_service_is_explained() -> None:
    assert set(EXPLANATIONS) == set(CODES)
    assert set(MESSAGES) - set(CODES) == {"die_does_not_fit"}  # a second wording, no code


def test_every_code_has_an_example_where_one_request_can_be_one() -> None:
    assert set(CODES) - set(EXAMPLES) - set(PLAIN_REQUESTS) == WITHOUT_EXAMPLE
    assert not set(EXAMPLES) & set(PLAIN_REQUESTS)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["en", "el"])
def test_an_explanation_is_in_shape_and_in_its_language(
    client: FlaskClient, code: str, language: str
) -> None:
    document = explained(client, code, language)
    validate_answer("explainProblemCode", 200, document)
    assert (document["code"], document["language"]) == (code, language)
    for name in ("title", "message", "explanation"):
        assert bool(re.search(r"[α-ω]", document[name])) == (language == "el"), name
    assert "{" not in document["message"]
    assert document["explanation"].endswith(".")
    assert "  " not in document["explanation"]


@pytest.mark.parametrize("code", sorted({*EXAMPLES, *PLAIN_REQUESTS}))
def test_an_example_is_answered_with_its_code(client: FlaskClient, code: str) -> None:
    for language in ("en", "el"):
        document = explained(client, code, language)
        example = document["example"]
        headers = {"Accept": example["accept"], "Accept-Language": language}
        if "content_type" in example:
            headers["Content-Type"] = example["content_type"]
        answer = client.open(
            example["path"], method=example["method"], headers=headers, data=example.get("body")
        )
        assert answer.status_code == example["status"]
        assert document["message"] in said(answer.get_json(), code)
        if answer.status_code >= 400 and answer.get_json()["code"] == code:
            assert document["status"] == answer.status_code


@pytest.mark.parametrize("code", sorted(EXAMPLES))
def test_an_example_is_a_request_of_the_contract(client: FlaskClient, code: str) -> None:
    example = explained(client, code)["example"]
    operation = OPERATIONS[example["operation_id"]]
    assert (operation.path, operation.method) == (example["path"], "post")
    if code not in MISSHAPEN:
        validate_request(example["operation_id"], EXAMPLES[code].body)


def test_the_statuses_are_those_of_the_contract(client: FlaskClient) -> None:
    described: dict[str, set[int]] = {}
    lines = re.findall(
        r"^- `(\w+)` \((\d+)\):", SCHEMAS["ProblemCode"]["description"], re.MULTILINE
    )
    for code, status in lines:
        described.setdefault(code, set()).add(int(status))
    assert set(described) == set(SCHEMAS["ProblemCode"]["x-codes"])
    listed = client.get("/problems").get_json()
    validate_answer("listProblemCodes", 200, listed)
    shown = {each["code"]: each.get("status") for each in listed["codes"]}
    assert set(shown) == set(CODES)
    for code, status in shown.items():
        assert status in described.get(code, {None}), code


def test_a_rule_is_the_one_of_the_rulebook(client: FlaskClient) -> None:
    rows = re.findall(r"^\| (R-[^|]*) \|[^|]*\| ([^|]*) \|", RULEBOOK, re.MULTILINE)
    rules = {
        code: {rule for ids, codes in rows if f"`{code}`" in codes for rule in ids.split(", ")}
        for code in CODES
    }
    rules["dice_mismatch"] = {"R-DICE"}  # beside the table
    for code in CODES:
        rule = explained(client, code).get("rule")
        if rules[code]:
            assert rule in rules[code], code
        else:
            assert rule is None, code
    assert set(RULES) < set(CODES)


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("problem", "invalid_json"),
        ("violation", "must_play_all_dice"),
        ("cube_violation", "no_cube"),
        ("event_violation", "resignation_too_high"),
        ("warning", "jacoby_in_match"),
    ],
)
def test_a_code_has_a_kind(client: FlaskClient, kind: str, code: str) -> None:
    assert explained(client, code)["kind"] == kind


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (BROWSER, "text/html"),
        ("text/html", "text/html"),
        ("text/html, application/json", "application/json"),
        ("application/json, text/html;q=0.5", "application/json"),
        ("text/html;q=0, */*", "application/json"),
        ("*/*", "application/json"),
        (None, "application/json"),
    ],
)
@pytest.mark.parametrize("path", ["/problems", "/problems/point_blocked"])
def test_browsers_get_a_page_and_programs_json(
    client: FlaskClient, path: str, accept: str | None, media_type: str
) -> None:
    answer = client.get(path, headers={"Accept": accept} if accept else {})
    assert answer.mimetype == media_type
    assert "Accept" in answer.headers["Vary"]


def test_a_page_and_its_json_have_different_tags(client: FlaskClient) -> None:
    tags = [
        client.get("/problems/point_blocked", headers=headers).headers["ETag"]
        for headers in (
            {},
            {"Accept": "text/html"},
            {"Accept-Language": "el"},
            {"Accept": "text/html", "Accept-Language": "el"},
        )
    ]
    assert len(set(tags)) == 4


@pytest.mark.parametrize("code", CODES)
def test_a_page_shows_what_the_json_says(client: FlaskClient, code: str) -> None:
    for language, other in (("en", "el"), ("el", "en")):
        document = explained(client, code, language)
        answer = client.get(f"/problems/{code}?language={language}", headers={"Accept": BROWSER})
        page = Page(answer.get_data(as_text=True))
        assert page.language == answer.headers["Content-Language"] == language
        assert f"?language={other}" in page.links
        for name in ("title", "message", "explanation", "rule"):
            assert document.get(name, "").replace("`", "") in page.words
        assert document.get("example", {}).get("body", "") in page.words


def test_pages_have_no_script_and_load_nothing(client: FlaskClient) -> None:
    for path in ("/problems", "/problems/point_blocked"):
        answer = client.get(path, headers={"Accept": BROWSER})
        assert not Page(answer.get_data(as_text=True)).elements & {"script", "link", "img"}
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "unsafe" not in policy


def test_the_list_leads_to_every_code(client: FlaskClient) -> None:
    answer = client.get("/problems?language=el", headers={"Accept": BROWSER})
    page = Page(answer.get_data(as_text=True))
    assert page.language == "el"
    assert {f"problems/{code}?language=el" for code in CODES} <= set(page.links)


def test_a_problem_leads_to_its_page(client: FlaskClient) -> None:
    problem = client.post("/v1/plays", json={}).get_json()
    assert explained(client, problem["type"].removeprefix("/problems/"))["code"] == problem["code"]


@pytest.mark.parametrize("path", ["/problems/nothing", "/problems/die_does_not_fit", "/problems/"])
def test_an_unknown_code_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": BROWSER})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")
    assert answer.get_json()["code"] == "not_found"


def test_an_unknown_language_is_refused(client: FlaskClient) -> None:
    answer = client.get("/problems/point_blocked?language=fr")
    assert answer.status_code == 422
    validate_answer("explainProblemCode", 422, answer.get_json())
    assert answer.get_json()["errors"][0]["pointer"] == "/language"


def test_what_is_neither_page_nor_json_is_refused(client: FlaskClient) -> None:
    assert client.get("/problems", headers={"Accept": "image/png"}).status_code == 406
