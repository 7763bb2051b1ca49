"""What HTTP promises: tags, encodings, languages, methods and headers."""

from __future__ import annotations

import gzip
import json

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.api.representations import LEAST_ENCODED
from service.app import create_app
from service.ops.security_headers import SECURITY_HEADERS
from service.ops.settings import Settings
from tests.api.answers import CONTRACT, OPERATIONS, as_sent, body_schema, resolved
from tests.api.test_examples import request_examples

QUESTION = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}
LINK = "/v1/plays?position_id=4HPwATDgc_ABMA&turn=white&dice=31"
FIXED = [
    "/v1/rulesets",
    "/v1/rulesets/portes",
    "/problems",
    "/problems/point_blocked",
    "/openapi.json",
    "/openapi.yaml",
    "/docs",
]
TAGGED = [LINK, "/v1/plays/all-rolls?position_id=4HPwATDgc_ABMA&turn=white", *FIXED]
TAKES = {
    operation.path: body_schema(name)[0]
    for name, operation in OPERATIONS.items()
    if operation.method == "post"
}
ASKED_WITH_A_BODY = sorted(
    operation.path for operation in OPERATIONS.values() if operation.method == "post"
)


@pytest.fixture(scope="module", params=["0", "1000000"], ids=["nothing kept", "answers kept"])
def client(request: pytest.FixtureRequest) -> FlaskClient:
    """A service of its own, with and without a cache, so that the first answer is made."""
    settings = Settings(log_level="error", cache_bytes=int(request.param))
    return create_app(settings).test_client()


def query(
    client: FlaskClient, question: object, path: str = "/v1/plays", **headers: str
) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.open(path, method="QUERY", json=question, headers=named)


@pytest.mark.parametrize("path", TAGGED)
def test_a_tag_saves_the_answer(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    tag = first.headers["ETag"]
    assert tag.startswith('"')  # a strong one
    assert client.get(path).headers["ETag"] == tag
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = client.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.data) == (304, b""), known
        assert again.headers["ETag"] == tag
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
        assert again.headers["Vary"] == first.headers["Vary"]
    assert client.get(path, headers={"If-None-Match": '"other"'}).data == first.data


@pytest.mark.parametrize("path", TAGGED)
def test_head_is_get_without_the_body(client: FlaskClient, path: str) -> None:
    asked, head = client.get(path), client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Length", "Content-Type", "Cache-Control", "Vary"):
        assert head.headers[name] == asked.headers[name], name


def test_the_tag_follows_what_is_asked_in_which_words_and_encoding(client: FlaskClient) -> None:
    tags = [
        client.get(LINK).headers["ETag"],
        client.get(LINK + "&include=positions").headers["ETag"],
        client.get(LINK, headers={"Accept-Language": "el"}).headers["ETag"],
        client.get(LINK, headers={"Accept-Encoding": "gzip"}).headers["ETag"],
        query(client, QUESTION).headers["ETag"],
    ]
    assert len(set(tags)) == len(tags)
    ordered = "/v1/plays?dice=31&turn=white&position_id=4HPwATDgc_ABMA"
    assert client.get(ordered).headers["ETag"] == tags[0]


@pytest.mark.parametrize("known", ["*", '"whatever"'])
def test_a_wrong_question_has_no_tag(client: FlaskClient, known: str) -> None:
    headers = {"If-None-Match": known}
    for answer in (
        client.get(LINK + "&dice=66", headers=headers),
        client.get("/v1/plays?turn=white&dice=31", headers=headers),
        client.get("/v1/rulesets/none", headers=headers),
        query(client, {**QUESTION, "dice": [7, 7]}, If_None_Match=known),
    ):
        assert answer.status_code in (404, 422)
        assert "ETag" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"


def test_only_a_link_that_pins_the_rules_never_changes(client: FlaskClient) -> None:
    assert client.get(LINK).headers["Cache-Control"] == "public, max-age=300"
    pinned = client.get(LINK + "&rules_version=1").headers["Cache-Control"]
    assert pinned == "public, max-age=31536000, immutable"


def test_query_is_post_and_can_be_kept(client: FlaskClient) -> None:
    asked = client.post("/v1/plays", json=QUESTION)
    answer = query(client, QUESTION)
    assert (answer.status_code, answer.data) == (200, asked.data)
    assert answer.headers["Cache-Control"] == "public, max-age=300"
    for known in (answer.headers["ETag"], "*"):
        again = query(client, QUESTION, If_None_Match=known)
        assert (again.status_code, again.data) == (304, b""), known
        assert again.headers["ETag"] == answer.headers["ETag"]
    other = query(client, {**QUESTION, "dice": [6, 5]}, If_None_Match=answer.headers["ETag"])
    assert other.status_code == 200
    assert "ETag" not in asked.headers


def test_a_post_asks_for_the_answer_in_any_case(client: FlaskClient) -> None:
    tag = query(client, QUESTION).headers["ETag"]
    assert client.post("/v1/plays", json=QUESTION, headers={"If-None-Match": tag}).data


@pytest.mark.parametrize("path", ASKED_WITH_A_BODY)
def test_every_question_with_a_body_can_be_a_query(client: FlaskClient, path: str) -> None:
    media_type = TAKES[path]
    for method in ("QUERY", "POST"):
        answer = client.open(path, method=method, data="{}", content_type=media_type)
        assert answer.status_code == 422
    refused = client.open(path, method="QUERY", data="x", content_type="image/png")
    assert refused.status_code == 415
    assert refused.headers["Accept-Query"] == refused.headers["Accept-Post"] == media_type


def test_a_batch_tells_of_this_request_and_is_not_kept(client: FlaskClient) -> None:
    answer = query(client, {"operations": [{"check_play": {}}]}, "/v1/batch")
    assert answer.status_code == 200
    assert "ETag" not in answer.headers


@pytest.mark.parametrize("path", [*ASKED_WITH_A_BODY, *FIXED])
def test_options_say_what_can_be_asked(client: FlaskClient, path: str) -> None:
    answer = client.options(path)
    assert (answer.status_code, answer.data) == (204, b"")
    allowed = {"OPTIONS"}
    allowed |= {"POST", "QUERY"} if path in ASKED_WITH_A_BODY else set()
    allowed |= (
        {"GET", "HEAD"}
        if path in FIXED or path in [tagged.split("?")[0] for tagged in TAGGED]
        else set()
    )
    assert set(answer.allow) == allowed
    assert answer.headers.get("Accept-Query") == TAKES.get(path)
    refused = client.delete(path)
    assert refused.status_code == 405
    assert set(refused.allow) == allowed
    assert refused.get_json()["code"] == "method_not_allowed"


@pytest.mark.parametrize("accepted", ["gzip", "br, GZIP;q=0.5", "deflate, gzip;q=1.0"])
def test_a_large_answer_is_compressed_for_those_who_accept_it(
    client: FlaskClient, accepted: str
) -> None:
    plain = client.post("/v1/plays", json=QUESTION)
    assert len(plain.data) > LEAST_ENCODED
    for _ in range(2):
        packed = client.post("/v1/plays", json=QUESTION, headers={"Accept-Encoding": accepted})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.content_length == len(packed.data) < len(plain.data) / 3
        assert gzip.decompress(packed.data) == plain.data
        # A form that is kept is not the other's.
        assert client.post("/v1/plays", json=QUESTION).data == plain.data


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "*;q=0", "gzipped"])
def test_others_get_it_as_it_is(client: FlaskClient, accepted: str) -> None:
    answer = client.post("/v1/plays", json=QUESTION, headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.get_json()["play_count"] == 16


def test_a_small_answer_is_never_compressed(client: FlaskClient) -> None:
    question = {"ruleset": "portes", "match": {"length": 5, "score": {"white": 0, "black": 0}}}
    answer = client.post("/v1/matches/crawford", json=question, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert len(answer.data) < LEAST_ENCODED
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("field", "header", "language"),
    [(None, None, "en"), ("el", "en", "el"), (None, "el-GR, en;q=0.5", "el"), ("en", "el", "en")],
)
def test_an_answer_says_its_language(
    client: FlaskClient, field: str | None, header: str | None, language: str
) -> None:
    question = QUESTION if field is None else {**QUESTION, "language": field}
    headers = {"Accept-Language": header} if header else {}
    for _ in range(2):
        answer = client.post("/v1/plays", json=question, headers=headers)
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Vary"] == "Accept, Accept-Encoding, Accept-Language"


def test_a_compressed_body_is_refused_and_told_so(client: FlaskClient) -> None:
    body = gzip.compress(json.dumps(QUESTION).encode())
    answer = client.post(
        "/v1/plays",
        data=body,
        headers={"Content-Type": "application/json", "Content-Encoding": "gzip"},
    )
    assert answer.status_code == 415
    assert answer.headers["Accept-Encoding"] == "identity"


def test_a_request_id_comes_back(client: FlaskClient) -> None:
    answer = client.post("/v1/plays", json=QUESTION, headers={"X-Request-ID": "table-7.move_12"})
    assert answer.headers["X-Request-ID"] == "table-7.move_12"
    for wrong in ("a b", "x" * 65, "<script>", ""):
        given = client.get("/nowhere", headers={"X-Request-ID": wrong})
        assert len(given.headers["X-Request-ID"]) == 32
        assert given.get_json()["instance"] == f"urn:request:{given.headers['X-Request-ID']}"


UNDECLARED = {"Content-Type", "Content-Length", *SECURITY_HEADERS}
"""What the contract says elsewhere, or HTTP itself."""


def declared(operation_id: str, status: int) -> set[str]:
    responses = OPERATIONS[operation_id].document["responses"]
    found = resolved(responses.get(str(status), responses["default"])).get("headers", {})
    # Pages declare a policy of their own.
    return set(found) - UNDECLARED


def test_the_contract_names_what_every_answer_has() -> None:
    description = CONTRACT["info"]["description"]
    for name in SECURITY_HEADERS:
        assert f"`{name}`" in description


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/v1/plays", 415),
        ("GET", LINK, 200),
        ("GET", "/nothing", 404),
        ("DELETE", "/v1/plays", 405),
        ("OPTIONS", "/v1/plays", 204),
        ("GET", "/metrics", 200),
        ("GET", "/livez", 200),
        ("GET", "/openapi.yaml", 200),
    ],
)
def test_no_browser_makes_anything_of_an_answer(
    client: FlaskClient, method: str, path: str, status: int
) -> None:
    answer = client.open(path, method=method)
    assert answer.status_code == status
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers.getlist(name) == [value]


@pytest.mark.parametrize("path", ["/docs", "/docs/start.js", "/problems", "/problems/too_deep"])
def test_a_page_has_one_policy_and_its_own(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    [policy] = answer.headers.getlist("Content-Security-Policy")
    assert policy.startswith("default-src 'none'; s")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    known = client.get(
        path, headers={"Accept": "text/html", "If-None-Match": answer.headers["ETag"]}
    )
    assert known.status_code == 304
    # A browser would put the policy of a 304 in the place of the page's.
    assert "Content-Security-Policy" not in known.headers


KNOWN = {"{ruleset_id}": "portes", "{code}": "point_blocked"}
"""What stands for a parameter in a path."""


def path_of(operation_id: str, known: bool = True) -> str:
    path = OPERATIONS[operation_id].path
    for name, value in KNOWN.items():
        path = path.replace(name, value if known else "plakoto")
    return path


def answered(answer: TestResponse) -> set[str]:
    return set(answer.headers.keys()) - UNDECLARED


@pytest.mark.parametrize("operation_id", sorted(OPERATIONS))
def test_the_contract_names_the_headers_of_an_answer(
    client: FlaskClient, operation_id: str
) -> None:
    path, method = path_of(operation_id), OPERATIONS[operation_id].method
    examples = request_examples(operation_id)
    body = next(iter(examples.values()), None)
    given = as_sent(operation_id, body)
    answer = client.open(path, method=method.upper(), **given)
    assert answer.status_code in (200, 422)
    assert answered(answer) == declared(operation_id, answer.status_code)
    if "ETag" in answer.headers:
        headers = {"If-None-Match": answer.headers["ETag"]}
        known = client.open(path, method=method.upper(), headers=headers, **given)
        assert known.status_code == 304
        assert answered(known) == declared(operation_id, 304)


@pytest.mark.parametrize("operation_id", sorted(OPERATIONS))
def test_the_contract_names_the_headers_of_a_problem(
    client: FlaskClient, operation_id: str
) -> None:
    document_path, method, document = OPERATIONS[operation_id]
    path = path_of(operation_id, known=False)
    media_type = body_schema(operation_id)[0] if method == "post" else None
    asked: dict[str, tuple[str | None, str]] = {
        "404": (media_type, "*/*"),
        "406": (media_type, "image/png"),
        "415": ("image/png", "*/*"),
    }
    for status in set(asked) & set(document["responses"]):
        if status == "404" and "{" not in document_path:
            continue  # on another port only
        sent, accept = asked[status]
        there = path_of(operation_id) if status == "406" else path
        answer = client.open(
            there, method=method.upper(), content_type=sent, headers={"Accept": accept}
        )
        assert answer.status_code == int(status)
        assert answered(answer) == declared(operation_id, int(status))
    refused = client.delete(path)
    assert refused.status_code == 405
    assert answered(refused) == declared(operation_id, 405)


@pytest.mark.parametrize(
    ("name", "media_type", "says"),
    [
        ("swagger-ui-bundle.js", "text/javascript", b"SwaggerUIBundle"),
        ("swagger-ui.css", "text/css", b".swagger-ui"),
        ("start.js", "text/javascript", b"openapi.json"),
        ("favicon-32x32.png", "image/png", b"PNG"),
    ],
)
def test_the_parts_of_the_docs_are_here(
    client: FlaskClient, name: str, media_type: str, says: bytes
) -> None:
    for accepted in ("identity", "gzip"):
        answer = client.get(f"/docs/{name}", headers={"Accept-Encoding": accepted})
        assert (answer.status_code, answer.mimetype) == (200, media_type)
        packed = answer.headers.get("Content-Encoding") == "gzip"
        assert says in (gzip.decompress(answer.data) if packed else answer.data)
        assert "script-src 'self';" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("name", ["index.html", "..%2f__init__.py", "swagger-ui.js", "page"])
def test_nothing_else_is(client: FlaskClient, name: str) -> None:
    assert client.get(f"/docs/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/docs", "/docs/swagger-ui.css"])
def test_the_docs_can_be_turned_off(path: str) -> None:
    settings = Settings.from_env({"DOCS": "false", "LOG_LEVEL": "error"})
    answer = create_app(settings).test_client().get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not_found")
