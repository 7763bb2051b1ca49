"""Adds what pyproject.toml cannot say: the contract, kept at the top, is shipped in the package,
and where a C compiler is at hand a wheel holds its hot modules compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

COMPILE = Path("scripts", "compile_kernel.py")


class Build(build_py):
    """Puts `openapi.yaml` and the compiled modules into what is built; never into the tree.

    An editable install runs the sources as they are: a compiled module would hide their changes.
    """

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        shutil.copyfile("openapi.yaml", Path(self.build_lib, "service", "openapi.yaml"))
        if self.distribution.has_ext_modules():
            command = [sys.executable, str(COMPILE), "--output", self.build_lib]
            # Where it fails the wheel is whole all the same, and interpreted.
            subprocess.run(command, env={**os.environ, "PYTHONPATH": "."}, check=False)


class MaybeCompiled(Distribution):
    """A distribution for one platform where a compiler is at hand, for all of them elsewhere."""

    def has_ext_modules(self) -> bool:
        command = os.environ.get("CC", "cc").split()[0]
        return COMPILE.exists() and shutil.which(command) is not None


setup(cmdclass={"build_py": Build}, distclass=MaybeCompiled)
