"""The settings as people read them: those in force, and all there are. No secret is ever shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.ops.settings import SETTINGS, Setting, Settings

HIDDEN = "(secret)"


def shown(settings: Settings) -> dict[str, Any]:
    """Every variable with its value, `(secret)` for a secret that is set; None is not set."""
    return {one.variable: _value(settings, one) for one in SETTINGS}


def table(settings: Settings, environment: Mapping[str, str]) -> str:
    """One line a setting: its variable, its value, and where that comes from."""
    lines = []
    for one in SETTINGS:
        value = _value(settings, one)
        origin = "environment" if environment.get(one.variable, "").strip() else "default"
        lines.append((one.variable, _written(value), origin))
    widths = [max(len(line[column]) for line in lines) for column in range(2)]
    return "\n".join(
        f"{variable:<{widths[0]}}  {value:<{widths[1]}}  {origin}"
        for variable, value, origin in lines
    )


def manual() -> str:
    """The table of docs/operations.md."""
    rows = [
        f"| `{one.variable}` | {_default(one)} | {one.kind.unit} | {one.meaning} |"
        for one in SETTINGS
    ]
    return "\n".join(["| variable | default | values | meaning |", "|---|---|---|---|", *rows])


def _value(settings: Settings, one: Setting) -> Any:
    value = getattr(settings, one.name)
    return HIDDEN if one.secret and value is not None else value


def _written(value: Any) -> str:
    """As it is written in the environment."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _default(one: Setting) -> str:
    return "none" if one.default in (None, "") else f"`{_written(one.default)}`"
