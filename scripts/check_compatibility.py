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
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
RELEASED = ROOT / "contract" / "released" / "openapi.yaml"
REVISION = ROOT / "openapi.yaml"


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
    return sorted(set(changes)) + _names_gone(_read(released), _read(revision))


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
    for path, item in released["paths"].items():
        for method, operation in item.items():
            now = revision["paths"].get(path, {}).get(method)
            if now and now["operationId"] != operation["operationId"]:
                gone.append(f"{method.upper()} {path}: its operationId is another: methods have it")
    return gone


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
