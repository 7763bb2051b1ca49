"""Refuses a contract that breaks the clients of the last released one without saying so.

    python scripts/check_compatibility.py OASDIFF [RELEASED REVISION]

OASDIFF is the program that compares; `make contract` builds it. What it calls an error or a
warning breaks somebody. A contract that breaks clients needs a new major version; while the major
version is 0, a new minor one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
RELEASED = ROOT / "contract" / "released" / "openapi.yaml"
REVISION = ROOT / "openapi.yaml"
METHODS = {"get", "put", "post", "delete", "patch"}


def breaking_changes(oasdiff: str, released: Path, revision: Path) -> list[str]:
    """What would break a client, a line each."""
    command = [oasdiff, "breaking", "--format", "json", str(released), str(revision)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    changes = [
        f"{change.get('operation', '')} {change.get('path', '')}: {change['text']}".strip()
        for change in json.loads(done.stdout or "[]") or []
    ]
    before, after = _read(released), _read(revision)
    return sorted(set(changes)) + _names_gone(before, after) + _exchange_changed(before, after)


def may_break(released: str, revision: str) -> bool:
    """Whether the version says that clients must look: another major one, or minor after 0."""
    old, new = (tuple(map(int, version.split(".")))[:2] for version in (released, revision))
    return new[0] > old[0] or (old[0] == new[0] == 0 and new[1] > old[1])


def _names_gone(released: dict[str, Any], revision: dict[str, Any]) -> list[str]:
    """What the comparing program does not look at: names that generated code is written with."""
    gone = []
    before, after = released["components"]["schemas"], revision["components"]["schemas"]
    for name, schema in before.items():
        if name not in after:
            gone.append(f"the schema {name} is gone: generated types have its name")
            continue
        fields = set(schema.get("properties", ())) - set(after[name].get("properties", ()))
        gone += [f"the field {field} is gone from {name}" for field in sorted(fields)]
        codes = set(schema.get("x-codes", ())) - set(after[name].get("x-codes", ()))
        gone += [f"the code {code} is gone from {name}" for code in sorted(codes)]
    for name, operation, now in _operations_in_both(released, revision):
        if now["operationId"] != operation["operationId"]:
            gone.append(f"{name}: its operationId is another: methods have it")
        if now["tags"] != operation["tags"]:
            gone.append(f"{name}: its tag is another: the classes of clients have it")
    return gone


def _exchange_changed(released: dict[str, Any], revision: dict[str, Any]) -> list[str]:
    """What the comparing program does not look at either: how the same things travel."""
    changed = []
    if [server["url"] for server in released["servers"]] != [
        server["url"] for server in revision["servers"]
    ]:
        changed.append("the server is another: clients have its path")
    for name, operation, now in _operations_in_both(released, revision):
        lost = _travelling(released, operation) - _travelling(revision, now)
        changed += [f"{name}: {what} is gone" for what in sorted(lost)]
    return changed


def _travelling(document: dict[str, Any], operation: dict[str, Any]) -> set[str]:
    """What a client of an operation relies on, each as a text: media types, headers, styles."""
    body = _resolved(document, operation.get("requestBody", {}))
    found = {f"the request's {media_type}" for media_type in body.get("content", ())}
    for parameter in map(partial(_resolved, document), operation.get("parameters", ())):
        # The defaults of a query's style, so that to write them out changes nothing.
        style = parameter.get("style", "form" if parameter["in"] == "query" else "simple")
        explode = parameter.get("explode", style == "form")
        found.add(f"the parameter {parameter['name']} as {style}, explode {explode}")
    for status, response in operation["responses"].items():
        # A refusal that is no longer made breaks nobody.
        if not status.startswith(("2", "3")):
            continue
        answer = _resolved(document, response)
        found |= {f"{media_type} of the {status}" for media_type in answer.get("content", ())}
        found |= {f"the header {header} of the {status}" for header in answer.get("headers", ())}
    return found


def _operations_in_both(
    released: dict[str, Any], revision: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for path, item in released["paths"].items():
        for method in METHODS & set(item):
            now = revision["paths"].get(path, {}).get(method)
            if now:
                yield f"{method.upper()} {path}", item[method], now


def _resolved(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        reference = node["$ref"].removeprefix("#/").split("/")
        node = document
        for part in reference:
            node = node[part]
    return node


def _read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    return document


def main(arguments: list[str]) -> int:
    oasdiff, *files = arguments
    released, revision = map(Path, files) if files else (RELEASED, REVISION)
    changes = breaking_changes(oasdiff, released, revision)
    old, new = (_read(path)["info"]["version"] for path in (released, revision))
    for change in changes:
        print(f"  breaks clients: {change}")
    if not changes:
        print(f"{new} breaks no client of {old}")
        return 0
    if may_break(old, new):
        print(f"{new} may break clients of {old}; say so in CHANGELOG.md")
        return 0
    print(
        f"{new} breaks clients of {old}: that needs a new major version (a minor one while it is 0)"
    )
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
