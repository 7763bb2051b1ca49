"""Adds what pyproject.toml cannot say: the contract, kept at the top, is shipped in the package."""

from __future__ import annotations

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithContract(build_py):
    """Copies `openapi.yaml` to `service/openapi.yaml` of what is built; never into the tree."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            shutil.copyfile("openapi.yaml", Path(self.build_lib, "service", "openapi.yaml"))


setup(cmdclass={"build_py": BuildWithContract})
