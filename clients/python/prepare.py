"""The contract as openapi-python-client reads it best: three things are written otherwise.

    python prepare.py openapi.yaml OUTPUT.json

A list in a link would be sent as one parameter an item, whatever `explode` says: it becomes the
text that goes over the wire (`positions,tree`). And an answer without a body, 304, would have the
type `Any`, in the answer of every link: it goes, since only a cache under the client asks for it.
And it sends no body as plain text, so the text of a match record goes as the bytes of a file, which
the service reads as well.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TypeAlias

from ruamel.yaml import YAML

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def prepared(node: Json) -> Json:
    if isinstance(node, list):
        return [prepared(item) for item in node]
    if not isinstance(node, dict):
        return node
    if node.get("in") == "query" and node.get("explode") is False:
        node = {**node, "explode": True, "schema": {"type": "string"}}
    body = node.get("requestBody")
    sent = body.get("content") if isinstance(body, dict) else None
    if isinstance(body, dict) and isinstance(sent, dict) and "text/plain" in sent:
        file: Json = {"schema": {"type": "string", "format": "binary"}}
        node = {**node, "requestBody": {**body, "content": {"application/octet-stream": file}}}
    return {name: prepared(inner) for name, inner in node.items() if name != "304"}


if __name__ == "__main__":
    contract: Json = YAML(typ="safe").load(Path(sys.argv[1]))
    Path(sys.argv[2]).write_text(json.dumps(prepared(contract)), "utf-8")
