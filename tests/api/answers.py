"""Holds an answer to the contract: status, shape and codes, and nothing that is not documented."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from jsonschema import Draft4Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

CONTRACT_FILE = Path(__file__).parents[2] / "openapi.yaml"
CONTRACT: dict[str, Any] = yaml.safe_load(CONTRACT_FILE.read_text("utf-8"))
SCHEMAS: dict[str, Any] = CONTRACT["components"]["schemas"]

METHODS = ("get", "put", "post", "delete", "patch")
_URI = "urn:contract"


class Operation(NamedTuple):
    path: str
    method: str
    document: dict[str, Any]


def operations() -> Iterator[Operation]:
    for path, item in CONTRACT["paths"].items():
        for method in METHODS:
            if method in item:
                yield Operation(path, method, item[method])


OPERATIONS = {operation.document["operationId"]: operation for operation in operations()}


def resolved(node: dict[str, Any]) -> dict[str, Any]:
    """The node itself, or the component that it refers to."""
    while "$ref" in node:
        name = node["$ref"].removeprefix("#/")
        node = CONTRACT
        for part in name.split("/"):
            node = node[part]
    return node


def walk(
    node: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value of a document with its path."""
    yield path, node
    if isinstance(node, dict):
        for key, inner in node.items():
            yield from walk(inner, (*path, key))
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield from walk(inner, (*path, index))


def body_schema(operation_id: str) -> tuple[str, dict[str, Any]]:
    """The media type of an operation's body, and what the contract says of it."""
    ((media_type, content),) = OPERATIONS[operation_id].document["requestBody"]["content"].items()
    return media_type, content


def as_sent(operation_id: str, request: Any) -> dict[str, Any]:
    """A request as the test client takes it: as JSON, as a query, or as text beside a query."""
    if OPERATIONS[operation_id].method != "post":
        return {"query_string": as_query(request)}
    media_type, _ = body_schema(operation_id)
    if media_type == "application/json":
        return {"json": request}
    query = as_query({name: value for name, value in request.items() if name != "text"})
    return {"query_string": query, "data": request["text"], "content_type": media_type}


def as_query(request: Any) -> Any:
    """Lists parted by commas, as the contract has them."""
    if not isinstance(request, dict):
        return request
    words = {True: "true", False: "false"}
    return {
        name: ",".join(value) if isinstance(value, list) else words.get(value, value)
        for name, value in request.items()
    }


def validate_answer(operation_id: str, status: int, body: Any) -> None:
    """Raises jsonschema's ValidationError or AssertionError where the contract has no such answer.

    Stricter than clients should be: fields and codes that are not documented are refused.
    """
    responses = OPERATIONS[operation_id].document["responses"]
    response = resolved(responses.get(str(status), responses["default"]))
    if "content" not in response:
        assert body in (None, "", b""), f"{operation_id} {status} has no body"
        return
    # Beside JSON there may be a page for people.
    contents = response["content"]
    (content,) = [contents[name] for name in contents if name != "text/html" or len(contents) == 1]
    _validate(content["schema"], body, _ANSWERS)


def validate_request(operation_id: str, body: Any) -> None:
    """Raises jsonschema's ValidationError where a request has not the shape of the contract."""
    media_type, content = body_schema(operation_id)
    if media_type != "application/json":
        body = body["text"]
    _validate(content["schema"], body, _REQUESTS)


def _validate(schema: dict[str, Any], body: Any, registry: Registry[Any]) -> None:
    shown = copy.deepcopy(schema)
    for _, node in walk(shown):
        if isinstance(node, dict) and "$ref" in node:
            node["$ref"] = _URI + node["$ref"]
    Draft4Validator(shown, registry=registry).validate(body)


def _registry(*, closed: bool) -> Registry[Any]:
    """The components as JSON schemas, which know `null` as a type and not as a flag.

    ``closed`` refuses undocumented fields and codes also where the contract leaves room for them.
    """
    schemas = copy.deepcopy(SCHEMAS)
    for path, node in walk(schemas):
        # A mapping of names to schemas is no schema itself, whatever the names are.
        if not isinstance(node, dict) or not path or path[-1] == "properties":
            continue
        if node.get("nullable"):
            node["type"] = [node["type"], "null"]
        if closed and "properties" in node:
            node.setdefault("additionalProperties", False)
        if closed and "x-codes" in node:
            node["enum"] = node["x-codes"]
    document = {"components": {"schemas": schemas}}
    resource = Resource.from_contents(document, default_specification=DRAFT4)
    registry: Registry[Any] = Registry().with_resource(_URI, resource)
    return registry


_REQUESTS = _registry(closed=False)
_ANSWERS = _registry(closed=True)
