"""Requests made to break the service: each is refused with its own code, at its own place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.answers import validate_answer

OPERATION_IDS = {
    "/v1/plays": "listLegalPlays",
    "/v1/plays/check": "checkPlay",
    "/v1/plays/apply": "applyPlay",
}
START_ID = "4HPwATDgc/ABMA"
QUESTION: dict[str, Any] = {"position_id": START_ID, "turn": "white", "dice": [3, 1]}
START = {"points": {"24": 2, "13": 5, "8": 3, "6": 5}}
XGID_BOARD = "XGID=-b----E-C---eE---c-e----B-"
LIMIT = 65_536

Places = set[tuple[str, str]]
"""Pointers and codes of the single errors."""


def problem(response: TestResponse, status: int, code: str, language: str = "en") -> Places:
    """Asserts that the answer is a complete problem document; gives its errors' places."""
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Content-Language"] == language
    document = json.loads(response.data)
    assert document["type"] == f"/problems/{code}"
    assert document["code"] == code
    assert document["status"] == status
    assert document["instance"] == f"urn:request:{response.headers['X-Request-ID']}"
    assert document["title"]
    assert document["detail"]
    errors = document.get("errors", [])
    assert bool(errors) == (status == 422)
    for error in errors:
        assert set(error) == {"pointer", "code", "detail"}
        assert error["pointer"] == "" or error["pointer"].startswith("/")
        assert error["detail"]
    places = {(error["pointer"], error["code"]) for error in errors}
    assert len(places) == len(errors), "an error is told twice"
    return places


def ask(client: FlaskClient, body: Any, path: str = "/v1/plays", **headers: str) -> TestResponse:
    """Sends bytes as they are, anything else as JSON; holds the answer to the contract."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = client.post(path, data=data, content_type="application/json", headers=named)
    validate_answer(OPERATION_IDS[path], response.status_code, json.loads(response.data))
    return response


BROKEN = {
    "nothing": b"",
    "byte order mark": b"\xef\xbb\xbf{}",
    "NaN": b'{"dice": [NaN, 1]}',
    "Infinity": b'{"dice": [Infinity, 1]}',
    "comma at the end": b'{"dice": [3, 1],}',
    "two values": b"{}{}",
    "UTF-16": "{}".encode("utf-16"),
    "Latin-1": b'{"turn": "\xe9"}',
    "raw surrogate": b'{"turn": "\xed\xa0\x80"}',
    "escaped surrogate": rb'{"turn": "\ud800"}',
    "surrogate in a key": rb'{"\udc00": 1}',
    "raw NUL": b'{"turn": "\x00"}',
    "400 digits": b'{"dice": [' + b"9" * 400 + b", 1]}",
    "5000 digits and one more colon": b'{"turn": ":", "dice": [' + b"9" * 5000 + b", 1]}",
    "open brackets": b"[" * 60_000,
    "brackets": b"[" * 30_000 + b"]" * 30_000,
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_json(client: FlaskClient, body: bytes) -> None:
    assert problem(ask(client, body), 400, "invalid_json") == set()


@pytest.mark.parametrize(
    "body",
    [
        b'{"turn": "white", "turn": "black"}',
        rb'{"turn": "white", "t\u0075rn": "black"}',
        rb'{"turn": "white", "turn": "white", "notation": "\u003a"}',
        b'{"position": {"white": {"points": {"1": 1, "1": 2}}}}',
        rb'{"\ud83d\ude00": 1, "\ud83d\ude00": 1}',
    ],
)
def test_a_key_twice(client: FlaskClient, body: bytes) -> None:
    problem(ask(client, body), 400, "duplicate_key")


def test_nesting(client: FlaskClient) -> None:
    def nested(levels: int) -> bytes:
        return b'{"a":' * levels + b"1" + b"}" * levels

    problem(ask(client, nested(17)), 400, "too_deep")
    places = problem(ask(client, nested(16)), 422, "invalid_request")
    assert ("/a", "unknown_field") in places


def test_a_deep_value_behind_a_second_key(client: FlaskClient) -> None:
    # The parser forgets the first value, however deep it is.
    body = b'{"turn":' + b"[" * 1_000 + b"]" * 1_000 + b',"turn":"white"}'
    problem(ask(client, body), 400, "too_deep")


def test_an_unknown_field_of_a_link_is_no_other_field(client: FlaskClient) -> None:
    answer = client.get("/v1/plays?turn=white&dice=31&position=1").get_json()
    assert {(each["pointer"], each["code"]) for each in answer["errors"]} == {
        ("/position", "unknown_field"),
        ("/position_id", "missing_field"),
    }


def test_the_size_of_a_body(client: FlaskClient) -> None:
    body = json.dumps(QUESTION).encode()
    assert ask(client, body.ljust(LIMIT)).status_code == 200
    problem(ask(client, body.ljust(LIMIT + 1)), 413, "body_too_large")


@pytest.mark.parametrize("body", [None, [], "{}", 1, 1.5, True, [QUESTION]])
def test_no_object(client: FlaskClient, body: Any) -> None:
    assert problem(ask(client, body), 422, "invalid_type") == {("", "invalid_type")}


@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "",
        ";;;",
        "text/plain",
        "application/problem+json",
        "application/json, text/plain",
        "application/json; charset=utf-16",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ],
)
def test_other_media_types(client: FlaskClient, media_type: str | None) -> None:
    data = json.dumps(QUESTION)
    response = client.post("/v1/plays", data=data, content_type=media_type)
    problem(response, 415, "unsupported_media_type")


@pytest.mark.parametrize("accept", ["text/html", "*/*;q=0", "application/json;q=0, */*"])
def test_other_answers(client: FlaskClient, accept: str) -> None:
    problem(ask(client, QUESTION, Accept=accept), 406, "not_acceptable")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("el-GR-x-private,fr", "el"),
        ("zz;q=0.9, EL;q=0.1", "el"),
        ("el;q=0", "en"),
        ("el;q=.5", "el"),
        ("el;q=nan", "el"),
        ("en;q=0.4, el;q=0.5", "el"),
        ("en;q=0.5, el;q=0.5", "en"),
        ("el, en", "el"),
        ("en;q=0, *", "el"),
        ("el;q=0, *", "en"),
        ("*", "en"),
        (",", "en"),
        ("x" * 3000, "en"),
    ],
)
def test_languages(client: FlaskClient, header: str, language: str) -> None:
    problem(ask(client, b"{", Accept_Language=header), 400, "invalid_json", language)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "not_found"),
        ("GET", "/V1/PLAYS", 404, "not_found"),
        ("GET", "/v1/plays/", 404, "not_found"),
        ("GET", "/v1/rulesets/../plays", 404, "not_found"),
        ("GET", "/v1/rulesets/%00", 404, "unknown_ruleset"),
        ("GET", "/v1/rulesets/%ff", 404, "unknown_ruleset"),
        ("GET", "/v1/rulesets/" + "a" * 3000, 404, "unknown_ruleset"),
        ("GET", "/v1/plays/check", 405, "method_not_allowed"),
        ("DELETE", "/v1/plays", 405, "method_not_allowed"),
        ("TRACE", "/v1/plays", 405, "method_not_allowed"),
        ("POST", "/livez", 405, "method_not_allowed"),
    ],
)
def test_paths_and_methods(
    client: FlaskClient, method: str, path: str, status: int, code: str
) -> None:
    response = client.open(path, method=method)
    problem(response, status, code)
    assert ("Allow" in response.headers) == (status == 405)


FIELDS: dict[str, tuple[dict[str, Any], Places]] = {
    "numbers that are none": (
        {"dice": [True, 1.0]},
        {("/dice/0", "invalid_type"), ("/dice/1", "invalid_type")},
    ),
    "dice of no cube": (
        {"dice": [0, 7]},
        {("/dice/0", "out_of_range"), ("/dice/1", "out_of_range")},
    ),
    "three dice": ({"dice": [1, 2, 3]}, {("/dice", "wrong_item_count")}),
    "a large integer": ({"dice": [3, 2**63]}, {("/dice/1", "out_of_range")}),
    "null": (
        dict.fromkeys(("turn", "options", "cube", "numbering", "language")),
        {
            (f"/{name}", "invalid_type")
            for name in ("turn", "options", "cube", "numbering", "language")
        },
    ),
    "keys to be escaped": (
        {"a/b~c": 1, "": 1, "\x00": 1, "options": {"~": 1}},
        {(pointer, "unknown_field") for pointer in ("/a~1b~0c", "/", "/\x00", "/options/~0")},
    ),
    "a cube and a match": (
        {
            "cube": {"value": 3, "owner": None},
            "match": {"length": 0, "score": {"white": -1, "black": 10_001}},
        },
        {
            ("/cube/value", "invalid_cube_value"),
            ("/cube/owner", "invalid_type"),
            ("/match/length", "out_of_range"),
            ("/match/score/white", "out_of_range"),
            ("/match/score/black", "out_of_range"),
        },
    ),
    "moves": (
        {"moves": [{"from_point": 26, "to_point": -1, "die": "3", "hit": 0}, None, {}]},
        {
            ("/moves/0/from_point", "out_of_range"),
            ("/moves/0/to_point", "out_of_range"),
            ("/moves/0/die", "invalid_type"),
            ("/moves/0/hit", "invalid_type"),
            ("/moves/1", "invalid_type"),
            ("/moves/2/from_point", "missing_field"),
            ("/moves/2/to_point", "missing_field"),
        },
    ),
    "too many moves": (
        {"moves": [{"from_point": 8, "to_point": 7}] * 9},
        {("/moves", "wrong_item_count")},
    ),
    "shape and sense at once": (
        {"dice": [0, 1], "zz": 1, "position_id": "A" * 14},
        {
            ("/dice/0", "out_of_range"),
            ("/zz", "unknown_field"),
            ("/position_id", "both_finished"),
        },
    ),
}


@pytest.mark.parametrize(("changed", "places"), FIELDS.values(), ids=FIELDS.keys())
def test_fields(client: FlaskClient, changed: dict[str, Any], places: Places) -> None:
    question = {**QUESTION, "moves": [], **changed}
    codes = {code for _, code in places}
    code = codes.pop() if len(codes) == 1 else "invalid_request"
    assert problem(ask(client, question, "/v1/plays/check"), 422, code) == places


SHUT = {"points": {str(point): 2 for point in range(1, 7)}, "bar": 3}
FINISHED: dict[str, Any] = {"points": {}, "borne_off": 15}
POSITIONS: dict[str, tuple[Any, Any, Places]] = {
    "16 checkers and a shared point": (
        {"points": {"1": 15, "2": 1}},
        {"points": {"24": 15}, "bar": 15},
        {
            ("/position/white", "too_many_checkers"),
            ("/position/black", "too_many_checkers"),
            ("/position/white/points/1", "point_held_by_both"),
        },
    ),
    "names of points": (
        {"points": {"0": 1, "25": 1, "01": 1, "٣": 1, "1.0": 1}},
        START,
        {
            (f"/position/white/points/{name}", "point_out_of_range")
            for name in ("0", "25", "01", "٣", "1.0")
        },
    ),
    "counts": (
        {"points": {"1": -1, "2": 16, "3": True, "4": 1.0, "5": None}, "bar": -1},
        {"points": [], "borne_off": "0"},
        {
            ("/position/white/points/1", "out_of_range"),
            ("/position/white/points/2", "out_of_range"),
            ("/position/white/points/3", "invalid_type"),
            ("/position/white/points/4", "invalid_type"),
            ("/position/white/points/5", "invalid_type"),
            ("/position/white/bar", "out_of_range"),
            ("/position/black/points", "invalid_type"),
            ("/position/black/borne_off", "invalid_type"),
        },
    ),
    "nothing": (
        {"points": {}},
        {"points": {}},
        {("/position/white", "borne_off_missing"), ("/position/black", "borne_off_missing")},
    ),
    "over": (FINISHED, START, {("/position", "game_over")}),
    "both finished": (FINISHED, FINISHED, {("/position", "both_finished")}),
    "both shut out": (SHUT, SHUT, {("/position", "both_shut_out")}),
}


@pytest.mark.parametrize(("white", "black", "places"), POSITIONS.values(), ids=POSITIONS.keys())
def test_positions(client: FlaskClient, white: Any, black: Any, places: Places) -> None:
    question = {"position": {"white": white, "black": black}, "turn": "white", "dice": [3, 1]}
    codes = {code for _, code in places}
    code = codes.pop() if len(codes) == 1 else "invalid_request"
    assert problem(ask(client, question), 422, code) == places


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A" * 13,
        "/" * 14,
        "\x00" * 14,
        f" {START_ID}",
        f"{START_ID}\n",
        f"{START_ID}=",
        "４HPwATDgc/ABMA",
        "4HPwATDgc/ABMB",
        "A" * 200,
    ],
)
def test_position_ids(client: FlaskClient, text: str) -> None:
    code = "unreadable_position_id"
    response = ask(client, {**QUESTION, "position_id": text})
    assert problem(response, 422, code) == {("/position_id", code)}


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":" * 9,
        ":" * 199,
        f"{XGID_BOARD}:21:1:1:31:0:0:0:0:10",
        f"{XGID_BOARD}:٠:0:1:31:0:0:0:0:10",
        f"{XGID_BOARD}:0:0:0:31:0:0:3:7:10",
        f"{XGID_BOARD}:0:0:1:07:0:0:0:0:10",
        f"{XGID_BOARD}:0:0:1:31:7:0:0:7:10",
        f"XGID={'O' * 26}:0:0:1:31:0:0:0:0:10",
    ],
)
def test_xgids(client: FlaskClient, text: str) -> None:
    response = ask(client, {"xgid": text})
    assert ("/xgid", "unreadable_xgid") in problem(response, 422, "unreadable_xgid")


def test_an_xgid_contradicted(client: FlaskClient) -> None:
    question = {
        "xgid": f"{XGID_BOARD}:0:0:1:31:0:0:0:0:10",
        "ruleset": "backgammon",
        "turn": "white",
        "dice": [6, 6],
        "cube": {"value": 2, "owner": "white"},
        "match": {"length": 3, "score": {"white": 0, "black": 0}},
        "moves": [],
    }
    response = ask(client, question, "/v1/plays/check")
    assert problem(response, 422, "conflicting_input") == {
        (f"/{name}", "conflicting_input") for name in ("turn", "dice", "cube", "match")
    }


@pytest.mark.parametrize(
    "text",
    [
        "/",
        "8//5",
        "26/1",
        "*8/5",
        "8*/5 6/5",
        "6/off*",
        "8/5(0)",
        "8/5(5)",
        "8/5(2)(2)",
        "8/٥",
        "8/5\x00",
        "(" * 200,
        "8/5(4) " * 20,
        "/".join(map(str, range(24, 0, -1))),
    ],
)
def test_notations(client: FlaskClient, text: str) -> None:
    response = ask(client, {**QUESTION, "notation": text}, "/v1/plays/check")
    code = "unreadable_notation"
    assert problem(response, 422, code) == {("/notation", code)}


@pytest.mark.parametrize("numbering", ["player", "white"])
@pytest.mark.parametrize("turn", ["white", "black"])
@pytest.mark.parametrize("number", [1, 8])
@pytest.mark.parametrize(("start", "end"), [(0, 0), (25, 25), (0, 25), (25, 0), (12, 12)])
def test_moves_to_nowhere(
    client: FlaskClient, start: int, end: int, number: int, turn: str, numbering: str
) -> None:
    moves = [{"from_point": start, "to_point": end, "hit": True}] * number
    question = {**QUESTION, "turn": turn, "numbering": numbering, "moves": moves}
    verdict = json.loads(ask(client, question, "/v1/plays/check").data)
    assert verdict["legal"] is False
    assert {violation["move_index"] for violation in verdict["violations"][:number]} <= {
        *range(number)
    }
    places = problem(ask(client, question, "/v1/plays/apply"), 422, "illegal_play")
    assert {code for _, code in places} == {each["code"] for each in verdict["violations"]}


def test_a_hit_while_bearing_off(client: FlaskClient) -> None:
    question = {
        "position": {
            "white": {"points": {"6": 2, "1": 2}, "borne_off": 11},
            "black": {"points": {"6": 2}, "borne_off": 13},
        },
        "turn": "white",
        "dice": [6, 1],
        "moves": [{"from_point": 6, "to_point": 0, "hit": True}, {"from_point": 1, "to_point": 0}],
    }
    verdict = json.loads(ask(client, question, "/v1/plays/check").data)
    assert [(each["code"], each["move_index"]) for each in verdict["violations"]] == [
        ("hit_mismatch", 0)
    ]


LOST = ("/position_id", "missing_field")


@pytest.mark.parametrize(
    ("query", "code", "places"),
    [
        ("", "missing_field", {("/turn", "missing_field"), ("/dice", "missing_field")}),
        ("turn=white&turn=white", "invalid_request", {("/turn", "conflicting_input"), LOST}),
        ("xgid=1", "invalid_request", {("/xgid", "unknown_field"), LOST}),
        ("dice=%D9%A3%D9%A1", "invalid_request", {("/dice", "invalid_value"), LOST}),
        ("dice=311", "invalid_request", {("/dice", "invalid_value"), LOST}),
        ("dice=07", "invalid_request", {("/dice/0", "out_of_range"), ("/dice/1", "out_of_range")}),
        (
            "position_id=%ff%fe%00&turn=white&dice=31",
            "unreadable_position_id",
            {("/position_id", "unreadable_position_id")},
        ),
    ],
)
def test_queries(client: FlaskClient, query: str, code: str, places: Places) -> None:
    assert places <= problem(client.get(f"/v1/plays?{query}"), 422, code)


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"dice": [0, 7], "turn": "x"}, 422, "invalid_request"),
        ({"rules_version": "none"}, 409, "rules_version_mismatch"),
        ({"notation": "?"}, 422, "unreadable_notation"),
        ({"notation": "8/1 8/5"}, 422, "illegal_play"),
    ],
)
def test_errors_in_greek(
    client: FlaskClient, changed: dict[str, Any], status: int, code: str
) -> None:
    question = {**QUESTION, "notation": "8/5 6/5", "language": "el", **changed}
    response = ask(client, question, "/v1/plays/apply", Accept_Language="en")
    problem(response, status, code, "el")
    document = json.loads(response.data)
    texts = [document["detail"], *(error["detail"] for error in document.get("errors", []))]
    assert all(any("α" <= letter <= "ω" for letter in text) for text in texts)


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/json; charset=utf-8", 200),
        ("application/json;q=.5", 200),
        ("text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", 200),
        ("application/problem+json", 200),
        ("application/*;q=0, */*", 406),
        ("application/json;q=0.0, */*", 406),
        (",,,", 200),
        ("text/html", 406),
    ],
)
def test_accept_headers_of_real_clients(client: FlaskClient, accept: str, status: int) -> None:
    question = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}
    answer = client.post("/v1/plays", json=question, headers={"Accept": accept})
    assert answer.status_code == status


def test_a_field_with_the_name_of_a_librarys_own_key(client: FlaskClient) -> None:
    question = {
        "position_id": "4HPwATDgc/ABMA",
        "turn": "white",
        "dice": [3, 1],
        "_schema": 1,
        "options": {"_schema": 1},
    }
    assert problem(client.post("/v1/plays", json=question), 422, "unknown_field") == {
        ("/_schema", "unknown_field"),
        ("/options/_schema", "unknown_field"),
    }


def test_a_flood_of_faults_is_counted_and_not_spelled_out(client: FlaskClient) -> None:
    answer = client.post("/v1/plays", json={f"field{number}": 1 for number in range(3000)})
    document = answer.get_json()
    assert len(document["errors"]) == 100
    assert document["errors_left_out"] == 3000 + 3 - 100


@pytest.mark.parametrize(
    ("xgid", "code"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:99999:10", "unreadable_xgid"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:1:7:10", "crawford_impossible"),
    ],
)
def test_stakes_of_an_xgid_that_cannot_be(client: FlaskClient, xgid: str, code: str) -> None:
    question = {"xgid": xgid, "ruleset": "backgammon", "notation": "8/5 6/5"}
    answer = client.post("/v1/plays/check", json=question)
    assert problem(answer, 422, code) == {("/xgid", code)}


def test_nothing_has_been_rolled_while_a_double_waits(client: FlaskClient) -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10"
    answer = client.post("/v1/plays", json={"xgid": xgid, "dice": [3, 1]})
    assert problem(answer, 422, "conflicting_input") == {("/dice", "conflicting_input")}


def test_no_redirect_and_no_page(client: FlaskClient) -> None:
    assert problem(client.get("/v1//plays"), 404, "not_found") == set()
    options = client.options("/v1/plays")
    assert (options.status_code, options.data) == (204, b"")
    assert "Content-Type" not in options.headers
    assert "POST" in options.headers["Allow"]


def test_a_move_to_the_bar_causes_no_further_faults(client: FlaskClient) -> None:
    moves = [(24, 25), (8, 5), (6, 5)]
    question = {
        "position_id": "4HPwATDgc/ABMA",
        "turn": "white",
        "dice": [3, 1],
        "moves": [{"from_point": start, "to_point": end} for start, end in moves],
    }
    verdict = client.post("/v1/plays/check", json=question).get_json()
    assert [each["code"] for each in verdict["violations"]] == ["wrong_direction"]
