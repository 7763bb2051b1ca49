"""The kernel both ways: interpreted from its source, and compiled once a test run."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Protocol, cast

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAME = "service.rules.kernel"


class Kernel(Protocol):
    __file__: str

    def distinct_plays(
        self, board: list[int], larger: int, smaller: int, larger_die: bool = True
    ) -> list[int]: ...


def load_kernel(path: Path) -> Kernel:
    """The kernel of this file, whatever `import service.rules.kernel` would find."""
    spec = importlib.util.spec_from_file_location(NAME, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast(Kernel, module)


@pytest.fixture(scope="session")
def interpreted_kernel() -> Kernel:
    return load_kernel(ROOT / "service" / "rules" / "kernel.py")


@pytest.fixture(scope="session")
def compiled_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The import root of the compiled modules.

    Without a C compiler a test that needs this is skipped, but in CI it fails.
    """
    root = tmp_path_factory.mktemp("compiled")
    command = [sys.executable, str(ROOT / "scripts" / "compile_kernel.py"), "--output", str(root)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    if not list(root.rglob("*.so")):
        reason = result.stdout.strip()
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return root


@pytest.fixture(scope="session")
def compiled_kernel(compiled_root: Path) -> Kernel:
    [built] = compiled_root.glob("service/rules/kernel*.so")
    return load_kernel(built)
