"""Compiles the hot modules by mypyc, so that the shared objects are imported in their place.

    python scripts/compile_kernel.py              beside the source, for the service
    python scripts/compile_kernel.py --output D   as D/service/..., the sources left alone
    python scripts/compile_kernel.py --required   a missing compiler is a failure

Without a C compiler nothing is built, they stay interpreted, and the exit code is still 0, unless
they are required; where the compilation fails it is 1.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (
    ROOT / "service" / "rules" / "kernel.py",
    ROOT / "service" / "rules" / "every_die.py",
    ROOT / "service" / "notation" / "play_writer.py",
    ROOT / "service" / "api" / "plain_json.py",
)


def compiler() -> str | None:
    """The C compiler that builds extension modules here, or None."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0])


def compile_module(source: Path, output: Path) -> Path:
    """Builds the module's shared object below ``output``, an import root, and returns its path."""
    with tempfile.TemporaryDirectory() as directory:
        # A module without a package becomes one shared object; one with a package becomes two.
        shutil.copy2(source, Path(directory, source.name))
        command = [sys.executable, __file__, "--build", source.name]
        result = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise RuntimeError(f"mypyc failed:\n{result.stdout}{result.stderr}")
        [built] = Path(directory, "library").glob("*.so")
        place = output.resolve() / source.parent.relative_to(ROOT) / built.name
        place.parent.mkdir(parents=True, exist_ok=True)
        # Replaced, not overwritten: a process may have the old one loaded.
        fresh = place.with_suffix(".new")
        shutil.copy2(built, fresh)
        fresh.replace(place)
        return place


def _build(source: str) -> None:
    """In a process and a directory of its own: mypyc and setuptools write where they stand."""
    from mypyc.build import mypycify
    from setuptools import Distribution  # type: ignore[import-untyped]
    from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

    Path("mypy.ini").write_text("[mypy]\nstrict = true\n")
    extensions = mypycify(
        ["--config-file=mypy.ini", source],
        opt_level="3",
        debug_level="0",
        target_dir="sources",
    )
    command = build_ext(Distribution({"name": Path(source).stem, "ext_modules": extensions}))
    command.build_lib = "library"
    command.build_temp = "objects"
    command.ensure_finalized()
    command.run()


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the hot modules by mypyc.")
    parser.add_argument("--output", type=Path, default=ROOT, help="import root to write to")
    parser.add_argument("--required", action="store_true", help="fail without a C compiler")
    parser.add_argument("--build", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.build:
        _build(arguments.build)
    elif compiler() is None and arguments.required:
        print("no C compiler, and the kernel is to be compiled", file=sys.stderr)
        return 1
    elif compiler() is None:
        print("no C compiler: nothing compiled, all stays interpreted")
    else:
        try:
            for source in SOURCES:
                print(f"compiled {compile_module(source, arguments.output)}")
        except (OSError, RuntimeError) as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
