"""The guard of compatibility: which changes of the contract break clients."""

from __future__ import annotations

import copy
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.check_compatibility import RELEASED, REVISION, breaking_changes, main, may_break

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "oasdiff"

CONTRACT: dict[str, Any] = yaml.safe_load(REVISION.read_text("utf-8"))
SCHEMAS = "components", "schemas"


@pytest.fixture(scope="module")
def oasdiff() -> str:
    """Built by `make contract`, which needs Go; on CI it is always there."""
    found = str(BUILT) if BUILT.exists() else shutil.which("oasdiff")
    if found is None and "CI" not in os.environ:
        pytest.skip("`make contract` builds what these tests need")
    assert found is not None, "make contract comes first"
    return found


def at(document: dict[str, Any], *path: str) -> dict[str, Any]:
    for step in path:
        document = document[step]
    return document


def schema(document: dict[str, Any], name: str) -> dict[str, Any]:
    return at(document, *SCHEMAS, name)


def operation(document: dict[str, Any], path: str, method: str = "post") -> dict[str, Any]:
    return at(document, "paths", path, method)


def remove_an_operation(contract: dict[str, Any]) -> None:
    del contract["paths"]["/v1/plays/check"]


def rename_an_operation(contract: dict[str, Any]) -> None:
    operation(contract, "/v1/plays/check")["operationId"] = "verifyPlay"


def remove_an_answers_field(contract: dict[str, Any]) -> None:
    del schema(contract, "LegalPlays")["properties"]["play_count"]
    schema(contract, "LegalPlays")["required"].remove("play_count")


def remove_an_optional_field_of_an_answer(contract: dict[str, Any]) -> None:
    del schema(contract, "LegalPlays")["properties"]["tree"]


def make_an_answers_field_optional(contract: dict[str, Any]) -> None:
    schema(contract, "LegalPlays")["required"].remove("play_count")


def require_a_field_of_a_request(contract: dict[str, Any]) -> None:
    schema(contract, "LegalPlaysRequest").setdefault("required", []).append("ruleset")


def remove_a_field_of_a_request(contract: dict[str, Any]) -> None:
    del schema(contract, "LegalPlaysRequest")["properties"]["include"]


def remove_a_value_of_a_request(contract: dict[str, Any]) -> None:
    schema(contract, "Side")["enum"].remove("black")


def change_a_type(contract: dict[str, Any]) -> None:
    schema(contract, "LegalPlays")["properties"]["play_count"] = {"type": "string"}


def tighten_a_bound(contract: dict[str, Any]) -> None:
    schema(contract, "Dice")["maxItems"] = 1


def remove_a_code(contract: dict[str, Any]) -> None:
    schema(contract, "ProblemCode")["x-codes"].remove("game_over")


def rename_a_schema(contract: dict[str, Any]) -> None:
    contract["components"]["schemas"]["Version2"] = schema(contract, "Version")
    del contract["components"]["schemas"]["Version"]
    text = json.dumps(contract).replace('schemas/Version"', 'schemas/Version2"')
    contract.clear()
    contract.update(json.loads(text))


def require_a_parameter(contract: dict[str, Any]) -> None:
    for parameter in operation(contract, "/v1/plays", "get")["parameters"]:
        parameter["required"] = True


def remove_a_status(contract: dict[str, Any]) -> None:
    del operation(contract, "/v1/plays")["responses"]["200"]


def move_an_operation_to_another_tag(contract: dict[str, Any]) -> None:
    operation(contract, "/v1/plays")["tags"] = ["games"]


def read_another_media_type(contract: dict[str, Any]) -> None:
    content = operation(contract, "/v1/plays")["requestBody"]["content"]
    content["application/cbor"] = content.pop("application/json")


def answer_another_media_type(contract: dict[str, Any]) -> None:
    content = operation(contract, "/v1/plays")["responses"]["200"]["content"]
    content["application/cbor"] = content.pop("application/json")


def remove_a_header_of_an_answer(contract: dict[str, Any]) -> None:
    del operation(contract, "/v1/plays", "get")["responses"]["200"]["headers"]["ETag"]


def remove_the_304(contract: dict[str, Any]) -> None:
    del operation(contract, "/v1/plays", "get")["responses"]["304"]


def write_a_list_in_a_query_another_way(contract: dict[str, Any]) -> None:
    for parameter in operation(contract, "/v1/plays", "get")["parameters"]:
        if parameter["name"] == "include":
            parameter["explode"] = True


def move_the_server(contract: dict[str, Any]) -> None:
    contract["servers"][0]["url"] = "/api"


BREAKING = [
    remove_an_operation,
    rename_an_operation,
    remove_an_answers_field,
    remove_an_optional_field_of_an_answer,
    make_an_answers_field_optional,
    require_a_field_of_a_request,
    remove_a_field_of_a_request,
    remove_a_value_of_a_request,
    change_a_type,
    tighten_a_bound,
    remove_a_code,
    rename_a_schema,
    require_a_parameter,
    remove_a_status,
    move_an_operation_to_another_tag,
    read_another_media_type,
    answer_another_media_type,
    remove_a_header_of_an_answer,
    remove_the_304,
    write_a_list_in_a_query_another_way,
    move_the_server,
]


def add_an_operation(contract: dict[str, Any]) -> None:
    added = copy.deepcopy(operation(contract, "/v1/openings"))
    added["operationId"] = "judgeAnotherOpening"
    contract["paths"]["/v1/other-openings"] = {"post": added}


def add_an_optional_field_to_a_request(contract: dict[str, Any]) -> None:
    schema(contract, "LegalPlaysRequest")["properties"]["comment"] = {"type": "string"}


def add_a_field_to_an_answer(contract: dict[str, Any]) -> None:
    schema(contract, "LegalPlays")["properties"]["hits"] = {"type": "integer", "format": "int32"}


def add_a_code(contract: dict[str, Any]) -> None:
    schema(contract, "ProblemCode")["x-codes"].append("too_late")


def add_a_value_to_a_request(contract: dict[str, Any]) -> None:
    schema(contract, "RulesetId")["enum"].append("plakoto")


def loosen_a_bound(contract: dict[str, Any]) -> None:
    schema(contract, "BatchRequest")["properties"]["operations"]["maxItems"] += 1


def change_words(contract: dict[str, Any]) -> None:
    operation(contract, "/v1/plays")["description"] = "Other words."


def read_a_second_media_type(contract: dict[str, Any]) -> None:
    content = operation(contract, "/v1/plays")["requestBody"]["content"]
    content["application/cbor"] = content["application/json"]


def add_a_header_to_an_answer(contract: dict[str, Any]) -> None:
    headers = operation(contract, "/v1/plays")["responses"]["200"]["headers"]
    headers["X-Other"] = {"description": "Another.", "schema": {"type": "string"}}


def refuse_for_one_reason_less(contract: dict[str, Any]) -> None:
    del operation(contract, "/v1/plays")["responses"]["409"]


def write_out_how_a_query_is_written_anyway(contract: dict[str, Any]) -> None:
    for parameter in operation(contract, "/v1/plays", "get")["parameters"]:
        if parameter["name"] == "turn":
            parameter |= {"style": "form", "explode": True}


HARMLESS = [
    add_an_operation,
    add_an_optional_field_to_a_request,
    add_a_field_to_an_answer,
    add_a_code,
    add_a_value_to_a_request,
    loosen_a_bound,
    change_words,
    read_a_second_media_type,
    add_a_header_to_an_answer,
    refuse_for_one_reason_less,
    write_out_how_a_query_is_written_anyway,
]


def changed(change: Callable[[dict[str, Any]], None], version: str, folder: Path) -> Path:
    contract = copy.deepcopy(CONTRACT)
    change(contract)
    contract["info"]["version"] = version
    path = folder / "changed.json"
    path.write_text(json.dumps(contract), "utf-8")
    return path


@pytest.mark.parametrize("change", BREAKING, ids=lambda change: change.__name__)
def test_what_breaks_clients_is_refused(
    oasdiff: str, change: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    after = changed(change, CONTRACT["info"]["version"], tmp_path)
    assert main([oasdiff, str(REVISION), str(after)]) == 1


def test_a_new_major_version_may_break_clients(oasdiff: str, tmp_path: Path) -> None:
    after = changed(remove_an_operation, "1000.0.0", tmp_path)
    assert main([oasdiff, str(REVISION), str(after)]) == 0


@pytest.mark.parametrize("change", HARMLESS, ids=lambda change: change.__name__)
def test_what_old_clients_survive_is_not(
    oasdiff: str, change: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    after = changed(change, CONTRACT["info"]["version"], tmp_path)
    assert breaking_changes(oasdiff, REVISION, after) == []


def test_this_contract_breaks_no_client_of_the_last_release(oasdiff: str) -> None:
    assert main([oasdiff]) == 0
    assert RELEASED.exists()


@pytest.mark.parametrize(
    ("released", "revision", "allowed"),
    [
        ("0.1.0", "0.1.1", False),
        ("0.1.0", "0.2.0", True),
        ("0.9.3", "1.0.0", True),
        ("1.2.0", "1.3.0", False),
        ("1.2.0", "2.0.0", True),
        ("2.0.0", "1.9.0", False),
        ("1.9.0", "1.10.0", False),
        ("0.9.0", "0.10.0", True),
    ],
)
def test_versions_that_may_break(released: str, revision: str, allowed: bool) -> None:
    assert may_break(released, revision) is allowed
