"""The pure rooms stay pure: what they import is on a list, and the list is short.

import-linter (`make lint`) holds the layers; this holds the standard library as well.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SERVICE = Path(__file__).parents[1] / "service"
PURE = {
    "__future__",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "itertools",
    "math",
    "operator",
    "typing",
}
ALLOWED = {
    "rules": PURE | {"service.rules"},
    "notation": PURE
    | {"base64", "binascii", "re", "unicodedata", "service.rules", "service.notation"},
}


def imported(path: Path) -> set[str]:
    """What a module imports, as `room` for the standard library and `service.room` for ours."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            module = node.module or ""
            # `from service import X` may name a room or a value of the package itself.
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return {".".join(name.split(".")[: 2 if name.startswith("service.") else 1]) for name in names}


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_a_pure_room_imports_only_what_is_listed(room: str) -> None:
    modules = sorted((SERVICE / room).rglob("*.py"))
    assert modules
    strangers = {path.name: imported(path) - ALLOWED[room] for path in modules}
    assert not {name: found for name, found in strangers.items() if found}


@pytest.mark.parametrize("room", sorted(ALLOWED))
def test_a_pure_room_opens_no_file_and_prints_nothing(room: str) -> None:
    forbidden = {"open", "print", "input", "exec", "eval", "__import__"}
    for path in sorted((SERVICE / room).rglob("*.py")):
        called = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & forbidden, path
