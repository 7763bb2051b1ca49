"""Writes what the chart says of the settings, and the table of its values.

    python -m scripts.chart_values [--check]

A setting is one field of service/ops/settings.py; its value, its bounds and its comment in
helm/values.yaml and helm/values.schema.json are made from that. helm/README.md has a table of all
values, made from the comments of values.yaml. With ``--check`` nothing is written, and it ends
with 1 where something would be.

Secrets and files are references to objects of the cluster, so they are written by hand, under
`secrets` and `files` in both files; tests/ops/test_chart.py says which are missing.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from service.ops.settings import SETTINGS, Choice, Setting, Switch, Word

CHART = Path(__file__).resolve().parents[1] / "helm"
COLUMNS = 100

_NOTHING = object()

CHOSEN = {
    "host": "listen.host",
    "port": "listen.port",
    "ops_port": "listen.opsPort",
    "drain_seconds": "drainSeconds",
}
"""The settings that the chart itself has a use for, and so values of their own."""


def value_name(setting: Setting) -> str:
    """`maxBodyBytes` for MAX_BODY_BYTES; the template turns it back."""
    first, *others = setting.name.split("_")
    return first + "".join(word.capitalize() for word in others)


def is_file(setting: Setting) -> bool:
    """Whether it is the path of a file, which the chart has to mount."""
    return setting.name.endswith("_file")


def plain_settings() -> list[Setting]:
    """The settings that are no secret, no file, and not the chart's own."""
    return [
        one for one in SETTINGS if not one.secret and not is_file(one) and one.name not in CHOSEN
    ]


def settings_values() -> str:
    """The lines of values.yaml below `settings:`."""
    lines = []
    for one in plain_settings():
        comment = f"{_plain(one.meaning)} ({_plain(one.kind.unit)})"
        lines += textwrap.wrap(comment, COLUMNS, initial_indent="  # ", subsequent_indent="  # ")
        lines.append(f"  {value_name(one)}: {json.dumps(_default(one), ensure_ascii=False)}")
    return "".join(f"{line}\n" for line in lines)


def setting_schema(one: Setting) -> dict[str, Any]:
    """What the chart lets through for a setting; the service itself has the last word."""
    if isinstance(one.kind, Switch):
        return {"type": "boolean"}
    if isinstance(one.kind, Choice):
        return {"enum": list(one.kind.words)}
    least, most = (getattr(one.kind, name, None) for name in ("least", "most"))
    if least is not None and most is not None:
        integral = isinstance(least, int) and isinstance(most, int)
        kind: Any = "integer" if integral else "number"
        kind = [kind, "null"] if one.default is None else kind
        return {"type": kind, "minimum": least, "maximum": most}
    if isinstance(one.kind, Word):
        return {"type": "string", "pattern": f"^[!-~]{{0,{one.kind.longest}}}$"}
    # A kind of the setting's own, whose bounds are the service's business.
    return {"type": "number" if isinstance(one.default, float) else "string"}


def settings_schema() -> str:
    """The lines of values.schema.json with the properties of `settings`."""
    return ",\n".join(
        f'        "{value_name(one)}": {json.dumps(setting_schema(one))}'
        for one in plain_settings()
    )


def described_values(text: str) -> Iterator[tuple[str, Any, str]]:
    """Every value of a values.yaml that is no map of further ones: its path, default and comment.

    A value without a comment of its own has that of the map it is in.
    """
    tree = yaml.safe_load(text)
    path: list[tuple[int, str, str]] = []  # indentation, key, comment
    comment: list[str] = []
    for line in text.splitlines():
        indentation = len(line) - len(line.lstrip())
        if line.lstrip().startswith("# "):
            comment.append(line.strip()[2:])
            continue
        found = re.match(r" *([A-Za-z]\w*):", line)
        if found:
            while path and path[-1][0] >= indentation:
                path.pop()
            inherited = path[-1][2] if path else ""
            path.append((indentation, found[1], " ".join(comment) or inherited))
            keys = [key for _, key, _ in path]
            value = _at(tree, keys)
            if value is not _NOTHING and not (isinstance(value, dict) and value):
                yield ".".join(keys), value, path[-1][2]
        comment = []


def values_table(text: str) -> str:
    """The Markdown table of helm/README.md."""
    rows = ["| value | default | meaning |", "|---|---|---|"]
    for path, default, comment in described_values(text):
        shown = json.dumps(default, ensure_ascii=False).replace("|", "\\|")
        rows.append(f"| `{path}` | `{shown}` | {comment.replace('|', chr(92) + '|')} |")
    return "".join(f"{row}\n" for row in rows)


def rewritten() -> dict[Path, str]:
    """The files as they should be."""
    values = _between(
        (CHART / "values.yaml").read_text("utf-8"),
        r"(?m)^settings:\n",
        r"(?m)^  # end of the settings\n",
        settings_values(),
    )
    schema = _between(
        (CHART / "values.schema.json").read_text("utf-8"),
        r'(?m)^    "settings": \{\n(?: {6}.*\n)*? {6}"properties": \{',
        r"\}\n    \},",
        f"\n{settings_schema()}\n      ",
    )
    variables = json.dumps(sorted(one.variable for one in SETTINGS))
    schema = _between(schema, r'"not": \{"enum": ', r"\}\},", variables)
    readme = _between(
        (CHART / "README.md").read_text("utf-8"),
        r"<!-- values -->\n",
        r"<!-- end of the values -->",
        values_table(values),
    )
    return {
        CHART / "values.yaml": values,
        CHART / "values.schema.json": schema,
        CHART / "README.md": readme,
    }


def _at(tree: Any, keys: list[str]) -> Any:
    """What is there; what only looks like a key, within a list, is nothing."""
    for key in keys:
        if not isinstance(tree, dict) or key not in tree:
            return _NOTHING
        tree = tree[key]
    return tree


def _between(text: str, before: str, after: str, new: str) -> str:
    begin = re.search(before, text)
    assert begin is not None, f"nothing matches {before}"
    end = re.compile(after).search(text, begin.end())
    assert end is not None, f"nothing matches {after}"
    return text[: begin.end()] + new + text[end.start() :]


def _plain(markdown: str) -> str:
    """Without its links and its marks of code."""
    linked = re.sub(r" \(\[[^]]*\]\([^)]*\)\)", "", markdown)
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", linked).replace("`", "")


def _default(one: Setting) -> Any:
    # Nothing is an empty text, where a text is what it would be.
    return "" if one.default is None and setting_schema(one)["type"] == "string" else one.default


def main(arguments: list[str]) -> int:
    status = 0
    for path, text in rewritten().items():
        if path.read_text("utf-8") != text:
            if "--check" in arguments:
                print(f"{path.name} is not what `make chart-values` writes")
                status = 1
            else:
                path.write_text(text, "utf-8")
                print(f"{path.name} written")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
