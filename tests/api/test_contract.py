"""The contract is well made, easy on client generators, and what the code does."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from flask import Flask
from openapi_spec_validator import OpenAPIV30SpecValidator

from service import RULES_VERSION, __version__, gunicorn_conf
from service.api import batch, fields, messages, problems, replay, schemas
from service.app import create_app
from service.ops.settings import Settings
from service.rules.board import FaultCode
from service.rules.cube import CubeCode
from service.rules.match import MatchFault
from service.rules.referee import EventCode
from service.rules.rulesets import DEFAULT_PRESET, PRESETS, SWITCHES, Ruleset
from service.rules.verdict import ViolationCode
from service.transcripts import verify
from service.transcripts.report import RecordCode
from tests.api.answers import (
    CONTRACT,
    CONTRACT_FILE,
    OPERATIONS,
    SCHEMAS,
    body_schema,
    resolved,
    validate_answer,
    walk,
)

VIOLATIONS = [*ViolationCode, *CubeCode, *EventCode, *RecordCode]

NULLABLE = {"automatic_doubles_limit", "cube_limit", "match_lengths"}
"""The only properties that may be null, all of them options: null is no limit."""

WORDS_OF_SOME_LANGUAGE = {
    *keyword.kwlist,
    *[
        "abstract",
        "boolean",
        "case",
        "catch",
        "const",
        "default",
        "delete",
        "do",
        "double",
        "enum",
        "export",
        "extends",
        "final",
        "float",
        "func",
        "function",
        "go",
        "goto",
        "int",
        "interface",
        "long",
        "map",
        "native",
        "new",
        "null",
        "private",
        "protected",
        "public",
        "range",
        "select",
        "self",
        "short",
        "static",
        "struct",
        "super",
        "switch",
        "this",
        "throw",
        "throws",
        "true",
        "false",
        "type",
        "typeof",
        "undefined",
        "use",
        "var",
        "virtual",
        "void",
        "volatile",
        "on",
        "off",
        "yes",
        "no",
        "y",
        "n",
    ],
}
WORDINGS = {"die_does_not_fit"}
"""Messages that are a second wording for a code, no codes themselves."""

PARTS_OF_PAGES = {"/docs/<name>"}
"""What a browser fetches for a page, and nobody else asks for."""

PROBLEM_MEMBERS = {"type"}
"""Named by RFC 9457, not by us."""


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(Settings())


def schema_nodes() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of the document, nested ones too, with its place."""
    for path, node in walk(CONTRACT):
        if not isinstance(node, dict) or "examples" in path:
            continue
        if path[:2] == ("components", "schemas"):
            inner = path[-1:] in (("items",), ("additionalProperties",))
            is_schema = len(path) == 3 or inner or path[-2:-1] == ("properties",)
        else:
            is_schema = path[-1:] == ("schema",)
        if is_schema:
            yield "/".join(map(str, path)), node


SCHEMA_NODES = dict(schema_nodes())


def reached(start: Any) -> set[str]:
    """The names of the component schemas that a part of the document uses, at any depth."""
    found: set[str] = set()
    rest = [start]
    while rest:
        for _, node in walk(rest.pop()):
            if not isinstance(node, dict) or not isinstance(node.get("$ref"), str):
                continue
            name = node["$ref"].rpartition("/")[2]
            if node["$ref"].startswith("#/components/schemas/") and name in found:
                continue
            if node["$ref"].startswith("#/components/schemas/"):
                found.add(name)
            rest.append(resolved(node))
    return found


ASKED = reached([operation.document.get("requestBody", {}) for operation in OPERATIONS.values()])
ANSWERED = reached([operation.document["responses"] for operation in OPERATIONS.values()])


WITH_BODY = [name for name, operation in OPERATIONS.items() if "requestBody" in operation.document]


def limits() -> dict[str, int]:
    """The table of the document's description: what is limited, and the number."""
    rows = re.findall(r"^\| ([^|]+) \| ([\d,]+)", CONTRACT["info"]["description"], re.MULTILINE)
    return {what: int(number.replace(",", "")) for what, number in rows}


def objects(names: set[str]) -> dict[str, dict[str, Any]]:
    return {name: SCHEMAS[name] for name in names if "properties" in SCHEMAS[name]}


class TestDocument:
    def test_it_is_valid(self) -> None:
        assert CONTRACT["openapi"] == "3.0.3"
        OpenAPIV30SpecValidator(CONTRACT).validate()

    def test_it_is_the_contract_of_this_release(self) -> None:
        assert CONTRACT["info"]["version"] == __version__

    def test_every_key_is_a_string(self) -> None:
        # A bare 200, on or off would be read as something else.
        for path, node in walk(CONTRACT):
            if isinstance(node, dict):
                assert all(type(key) is str for key in node), path

    def test_nothing_is_null(self) -> None:
        assert not [path for path, node in walk(CONTRACT) if node is None]

    def test_every_component_is_used(self) -> None:
        listed = {"ViolationCode", "ProblemCode", "WarningCode"}
        parameters = reached([operation.document for operation in OPERATIONS.values()])
        assert set(SCHEMAS) == ASKED | ANSWERED | parameters | listed

    def test_every_object_is_a_named_component(self) -> None:
        nested = {
            place: node
            for place, node in SCHEMA_NODES.items()
            if not re.fullmatch(r"components/schemas/\w+", place)
        }
        assert nested
        for place, node in nested.items():
            assert node.get("type") != "object", place
            assert not {"properties", "allOf", "oneOf", "anyOf", "not"} & set(node), place

    def test_enums_are_named_components_of_strings(self) -> None:
        for place, node in SCHEMA_NODES.items():
            if "enum" in node:
                assert re.fullmatch(r"components/schemas/\w+", place), place
                assert all(type(value) is str for value in node["enum"]), place

    def test_answers_have_no_closed_set_but_what_they_echo(self) -> None:
        # An old client must survive a new value. The options are the request's own.
        echoed = reached(SCHEMAS["RulesetOptions"])
        assert not {name for name in ANSWERED - echoed if "enum" in SCHEMAS[name]}

    def test_a_reference_stands_alone(self) -> None:
        for place, node in SCHEMA_NODES.items():
            assert "$ref" not in node or set(node) == {"$ref"}, place

    def test_numbers_and_arrays_are_bounded_for_every_language(self) -> None:
        for place, node in SCHEMA_NODES.items():
            assert node.get("type") != "number", place
            if node.get("type") == "integer":
                assert node.get("format") == "int32", place
            if node.get("type") == "array":
                assert {"minItems", "maxItems"} <= set(node), place

    def test_only_limits_may_be_null(self) -> None:
        nullable = {place for place, node in SCHEMA_NODES.items() if node.get("nullable")}
        assert nullable == {
            f"components/schemas/RulesetOptions/properties/{name}" for name in NULLABLE
        }

    def test_no_property_needs_another_name_in_some_language(self) -> None:
        for name, schema in SCHEMAS.items():
            for field in schema.get("properties", {}):
                assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", field), (name, field)
                if name != "Problem" or field not in PROBLEM_MEMBERS:
                    assert field not in WORDS_OF_SOME_LANGUAGE, (name, field)

    def test_required_properties_exist(self) -> None:
        for name, schema in SCHEMAS.items():
            assert set(schema.get("required", ())) <= set(schema.get("properties", {})), name

    def test_requests_are_closed(self) -> None:
        for name, schema in objects(ASKED).items():
            assert schema.get("additionalProperties") is False, name

    def test_answers_are_open(self) -> None:
        for name, schema in objects(ANSWERED - ASKED).items():
            assert schema.get("additionalProperties", True) is True, name


class TestDescriptions:
    def test_every_schema_and_property_is_described(self) -> None:
        for place, node in SCHEMA_NODES.items():
            if re.search(r"schemas/\w+(/properties/\w+)?$", place) and "$ref" not in node:
                assert node.get("description", "").strip(), place

    def test_every_parameter_header_answer_and_body_is_described(self) -> None:
        for operation_id, (_, _, document) in OPERATIONS.items():
            for parameter in document.get("parameters", ()):
                assert parameter["description"].strip(), (operation_id, parameter["name"])
            for status, response in document["responses"].items():
                assert resolved(response)["description"].strip(), (operation_id, status)
                for name, header in resolved(response).get("headers", {}).items():
                    assert resolved(header)["description"].strip(), (operation_id, name)
            if "requestBody" in document:
                assert document["requestBody"]["description"].strip(), operation_id

    def test_what_a_request_may_hold_at_most_is_said(self) -> None:
        said = 0
        for place, node in SCHEMA_NODES.items():
            name = re.match(r"components/schemas/(\w+)", place)
            if name is None or name[1] not in ASKED or place.endswith("/items"):
                continue
            most = node.get("maxItems", node.get("maxLength"))
            if most is not None and most != node.get("minItems"):
                assert f"{most:,}" in node["description"], place
                said += 1
        assert said >= 10

    def test_the_limits_are_those_of_the_service(self) -> None:
        settings = Settings()
        assert limits() == {
            "body of a request": settings.max_body_bytes,
            "body of a batch or a replayed match": settings.max_record_bytes,
            "nesting of a body": schemas.DEEPEST_NESTING,
            "text in a field": SCHEMAS["PlayNotation"]["maxLength"],
            "text of a notation to convert": schemas.LONGEST_NOTATION,
            "moves of a play": SCHEMAS["MoveInputs"]["maxItems"],
            "questions of a batch": schemas.MOST_OPERATIONS,
            "work of a batch": batch.MOST_WORK,
            "answers of a batch": batch.MOST_BYTES,
            "events of a replayed match": schemas.MOST_EVENTS,
            "work of a replayed match": replay.MOST_EXAMINED,
            "games of a match": SCHEMAS["CrawfordRequest"]["properties"]["games"]["maxItems"],
            "points of a match": schemas.MOST_POINTS,
            "value of the cube": SCHEMAS["CubeInput"]["properties"]["value"]["maximum"],
            "violations in a report": verify.MOST_VIOLATIONS,
            "warnings of a record's games": verify.MOST_WARNINGS,
            "games of a record": verify.MOST_GAMES,
            "work of a record": verify.MOST_EXAMINED,
            "faults named in one problem": problems.MOST_ERRORS,
            "time for a request to arrive": settings.request_seconds,
            "path with its query, the request's first line": gunicorn_conf.limit_request_line,
            "headers of a request": gunicorn_conf.limit_request_fields,
        }

    @pytest.mark.parametrize("operation_id", sorted(WITH_BODY))
    def test_a_body_may_be_as_large_as_is_said(self, app: Flask, operation_id: str) -> None:
        path, _, document = OPERATIONS[operation_id]
        said = re.search(r"at most ([\d,]+) bytes", document["requestBody"]["description"])
        assert said is not None
        most = int(said[1].replace(",", ""))
        media_type, _ = body_schema(operation_id)
        client = app.test_client()
        answers = [
            client.post(path, data=b"{}" + b" " * (size - 2), content_type=media_type)
            for size in (most, most + 1)
        ]
        assert answers[0].status_code != 413
        assert answers[1].status_code == 413
        assert f"{most} bytes" in answers[1].get_json(force=True)["detail"]


class TestOperations:
    def test_they_are_the_routes_of_the_application(self, app: Flask) -> None:
        # QUERY is POST once more; a document of version 3.0 has no place for it.
        routes = {
            (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method, rule.endpoint.split(".")[-1])
            for rule in app.url_map.iter_rules()
            if rule.rule not in PARTS_OF_PAGES
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS", "QUERY"}
        }
        contract = {
            (path, method.upper(), re.sub("([A-Z])", r"_\1", operation_id).lower())
            for operation_id, (path, method, _) in OPERATIONS.items()
        }
        assert routes == contract

    def test_each_has_a_name_of_its_own_and_one_declared_tag(self) -> None:
        tags = {tag["name"] for tag in CONTRACT["tags"]}
        used = set()
        for operation_id, (path, method, document) in OPERATIONS.items():
            assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", operation_id), (path, method)
            assert document["summary"], operation_id
            assert len(document["tags"]) == 1, operation_id
            used.add(document["tags"][0])
        assert used == tags
        written = sum(len(set(item) & {"get", "post"}) for item in CONTRACT["paths"].values())
        assert len(OPERATIONS) == written

    @pytest.mark.parametrize("operation_id", sorted(OPERATIONS))
    def test_whatever_fails_is_a_problem(self, operation_id: str) -> None:
        responses = OPERATIONS[operation_id].document["responses"]
        assert "default" in responses
        for status, response in responses.items():
            if status == "default" or status.startswith("4"):
                assert resolved(response)["content"] == {
                    "application/problem+json": {
                        "schema": {"$ref": "#/components/schemas/Problem"},
                        **_examples_of(resolved(response)),
                    }
                }, status

    def test_no_header_becomes_an_argument(self) -> None:
        for operation_id, (_, _, document) in OPERATIONS.items():
            for parameter in document.get("parameters", ()):
                assert parameter["in"] in ("path", "query"), operation_id

    @pytest.mark.parametrize("path", ["/openapi.json", "/openapi.yaml"])
    def test_the_contract_is_served(self, app: Flask, path: str) -> None:
        response = app.test_client().get(path)
        assert response.status_code == 200
        if path.endswith("json"):
            assert response.mimetype == "application/json"
            assert response.get_json() == CONTRACT
        else:
            assert response.mimetype == "application/yaml"
            assert response.get_data() == CONTRACT_FILE.read_bytes()

    @pytest.mark.parametrize(
        "operation_id",
        ["listRulesets", "getLivez", "getReadyz", "getStartupz", "getVersion"],
    )
    def test_plain_questions_are_answered_in_shape(self, app: Flask, operation_id: str) -> None:
        response = app.test_client().get(OPERATIONS[operation_id].path)
        assert response.status_code == 200
        validate_answer(operation_id, 200, response.get_json())

    @pytest.mark.parametrize("ruleset_id", PRESETS)
    def test_every_ruleset_is_answered_in_shape(self, app: Flask, ruleset_id: str) -> None:
        client = app.test_client()
        response = client.get(f"/v1/rulesets/{ruleset_id}")
        assert response.status_code == 200
        answer = response.get_json()
        validate_answer("getRuleset", 200, answer)
        assert answer["ruleset_hash"] == PRESETS[ruleset_id].digest(ruleset_id)
        listed = client.get("/v1/rulesets").get_json()
        assert listed["rules_version"] == RULES_VERSION
        assert {shown["ruleset_id"] for shown in listed["rulesets"]} == set(PRESETS)
        assert listed["rulesets"][0]["ruleset_id"] == DEFAULT_PRESET

    def test_an_unknown_ruleset_is_a_problem_in_shape(self, app: Flask) -> None:
        response = app.test_client().get("/v1/rulesets/plakoto")
        assert (response.status_code, response.mimetype) == (404, "application/problem+json")
        validate_answer("getRuleset", 404, response.get_json())


def _examples_of(response: dict[str, Any]) -> dict[str, Any]:
    (content,) = response["content"].values()
    return {"examples": content["examples"]} if "examples" in content else {}


def loaded_schemas() -> dict[str, type[fields.StrictSchema]]:
    """The schemas of the code that are requests or parts of requests, not only a common base."""
    found = {
        name: value
        for name, value in vars(schemas).items()
        if isinstance(value, type)
        and issubclass(value, fields.StrictSchema)
        and value.__module__ == schemas.__name__
    }
    del found["GameStateRequest"]
    return found


LOADED = loaded_schemas()


def shape(field: Any) -> dict[str, Any]:
    """A field of the code as the contract writes it."""
    found: dict[str, Any]
    match field:
        case fields.Choice():
            found = {"type": "string", "enum": list(field.choices)}
        case fields.Text():
            found = {"type": "string", "maxLength": field.longest}
        case fields.Boolean():
            found = {"type": "boolean"}
        case fields.Integer():
            bounds = {"minimum": field.low, "maximum": field.high}
            found = {"type": "integer", "format": "int32", **bounds}
        case fields.ListOf():
            found = {"type": "array", "minItems": field.shortest, "maxItems": field.longest}
            found["items"] = shape(field.item)
        case fields.Object():
            found = {"object": type(field.schema).__name__}
        case fields.PositionInput():
            found = {"object": "PositionInput"}
        case _:
            raise AssertionError(f"no shape for {field!r}")
    if field.allow_none:
        found["nullable"] = True
    return found


def written_shape(node: dict[str, Any]) -> dict[str, Any]:
    """A property of the contract without its words, and with the lists and enums it refers to."""
    name = node.get("$ref", "").rpartition("/")[2]
    node = resolved(node)
    if node["type"] == "object":
        return {"object": name}
    found = {key: value for key, value in node.items() if key != "description"}
    if "items" in found:
        found["items"] = written_shape(found["items"])
    return found


class TestRequests:
    def test_every_request_object_is_loaded_by_a_schema_of_its_name(self) -> None:
        by_hand = {"PositionInput", "CheckersInput"}
        assert set(objects(ASKED)) == set(LOADED) | by_hand

    @pytest.mark.parametrize("name", sorted(LOADED))
    def test_a_schema_loads_what_the_contract_says(self, name: str) -> None:
        loaded = LOADED[name]().fields
        component = SCHEMAS[name]
        written = component["properties"]
        assert {key: shape(field) for key, field in loaded.items()} == {
            key: written_shape(node) for key, node in written.items()
        }
        required = {key for key, field in loaded.items() if field.required}
        assert required == set(component.get("required", ()))

    def test_the_query_has_fields_of_the_body(self) -> None:
        body = SCHEMAS["LegalPlaysRequest"]["properties"]
        for parameter in OPERATIONS["getLegalPlays"].document["parameters"]:
            assert parameter["name"] in body
            if parameter["name"] != "dice":
                assert written_shape(parameter["schema"]) == written_shape(body[parameter["name"]])

    def test_the_switches_are_those_of_the_rules(self) -> None:
        assert tuple(SCHEMAS["RulesetOptions"]["properties"]) == SWITCHES
        assert tuple(SCHEMAS["RulesetValues"]["properties"]) == SWITCHES
        required = set(SCHEMAS["RulesetValues"]["required"])
        assert set(SWITCHES) - required == NULLABLE

    @pytest.mark.parametrize(
        ("name", "switch"),
        [
            ("OpeningDice", "opening_dice"),
            ("LaterGames", "later_games"),
            ("HitAndRunHome", "hit_and_run_home"),
        ],
    )
    def test_a_switch_has_the_values_of_the_rules(self, name: str, switch: str) -> None:
        assert tuple(SCHEMAS[name]["enum"]) == get_args(get_type_hints(Ruleset)[switch])

    def test_the_rulesets_are_those_of_the_rules(self) -> None:
        assert SCHEMAS["RulesetId"]["enum"] == list(PRESETS)


def codes(name: str) -> list[str]:
    listed: list[str] = SCHEMAS[name]["x-codes"]
    return listed


class TestCodes:
    @pytest.mark.parametrize("name", ["ProblemCode", "ViolationCode", "WarningCode"])
    def test_each_is_listed_once_and_has_a_line(self, name: str) -> None:
        assert len(set(codes(name))) == len(codes(name))
        described = re.findall(
            r"^- `([a-z_0-9]+)`(?: \(\d{3}\))?: (?=\S+ \S+)",
            SCHEMAS[name]["description"],
            re.MULTILINE,
        )
        assert sorted(described) == sorted(codes(name))

    def test_problems_name_the_status_that_they_come_with(self) -> None:
        written = re.findall(
            r"^- `([a-z_]+)` \((\d{3})\)", SCHEMAS["ProblemCode"]["description"], re.MULTILINE
        )
        by_code = {code: int(status) for code, status in written}
        assert set(by_code) == set(codes("ProblemCode"))
        of_http = {code: status for status, code in problems.STATUS_CODES.items()}
        assert of_http.items() <= by_code.items()
        faults = {code.value for enum in (FaultCode, MatchFault) for code in enum}
        assert {by_code[code] for code in faults} == {422}

    def test_violations_are_those_of_the_rules(self) -> None:
        of_the_rules = {violation.code for violation in VIOLATIONS}
        assert set(codes("ViolationCode")) == of_the_rules

    def test_problems_hold_every_fault_of_the_rules(self) -> None:
        found = {code.value for enum in (FaultCode, MatchFault) for code in enum}
        assert found <= set(codes("ProblemCode"))

    def test_they_are_those_that_have_a_message(self) -> None:
        listed = {
            code for name in ("ProblemCode", "ViolationCode", "WarningCode") for code in codes(name)
        }
        assert listed == set(messages.MESSAGES) - WORDINGS
