"""Generates the clients, checks them, and has them ask a live service the vectors of tests/data.

    python scripts/check_clients.py [--generate] [--markdown] [LANGUAGE...]

For each language: what generates it, whether it passes its strictest compiler or type checker, and
how many vectors the service answers as they say. `--generate` stops after the generating.
The table goes to the standard output, all else to the standard error; with `--markdown` only the
rows, for docs/clients.md.
"""

from __future__ import annotations

import argparse
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
STARTING = 30.0
"""Seconds after which a server that does not listen has failed."""


class Generator(NamedTuple):
    name: str
    lock: str
    version: str
    """What matches the version in the lock file."""


_OPENAPI_GENERATOR = Generator(
    "openapi-generator", "requirements-dev.lock", r"(?m)^openapi-generator-cli==(\S+)"
)
GENERATORS = {
    "typescript": Generator(
        "openapi-typescript",
        "clients/typescript/package.json",
        r'"openapi-typescript": "([^"]+)"',
    ),
    "python": Generator(
        "openapi-python-client",
        "clients/python/requirements.lock",
        r"(?m)^openapi-python-client==(\S+)",
    ),
    "go": Generator(
        "oapi-codegen",
        "clients/go/generator/go.mod",
        r"github\.com/oapi-codegen/oapi-codegen/v2 v(\S+)",
    ),
    "java": _OPENAPI_GENERATOR,
    "csharp": _OPENAPI_GENERATOR,
}
ON_CI = ("typescript", "python", "go", "java")


class Result(NamedTuple):
    language: str
    compiled: bool = False
    right: int = 0
    vectors: int = 0
    went_well: bool = False
    """The example and the answers of a later service as well."""

    @property
    def passed(self) -> bool:
        return self.compiled and self.went_well and 0 < self.right == self.vectors

    def row(self) -> str:
        generator = GENERATORS[self.language]
        lock = ROOT / generator.lock
        found = re.search(generator.version, lock.read_text("utf-8")) if lock.exists() else None
        version = found[1] if found else "of no lock"
        checked = "yes" if self.compiled else "no"
        return (
            f"| {self.language} | {generator.name} {version} | {checked} "
            f"| {self.right} of {self.vectors} |"
        )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


@contextmanager
def listening(command: list[str], port: int, **environment: str) -> Iterator[str]:
    """A server of ours that takes connections; gives its base URL, and ends it."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=kept | environment, stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(process, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=STARTING)


def _wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + STARTING
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{process.args!r} does not listen on {port}") from None
            time.sleep(0.1)


def run(language: str, *arguments: str) -> tuple[bool, str]:
    """One verb of a client: whether it went well, and what it printed, which is shown too."""
    tell(f"-- {language}: {' '.join(arguments)}\n")
    process = subprocess.Popen(
        [str(ROOT / "clients" / language / "run"), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        tell(line)
        lines.append(line)
    return process.wait() == 0, "".join(lines)


def tell(text: str) -> None:
    print(text, end="", file=sys.stderr, flush=True)


def check(language: str, service: str, later_service: str) -> Result:
    result = Result(language)
    if not run(language, "generate")[0]:
        return result
    result = result._replace(compiled=run(language, "check")[0])
    went_well, printed = run(language, "vectors", service, later_service)
    found = re.search(rf"^{language}: (\d+) of (\d+) vectors\n?\Z", printed, re.MULTILINE)
    if found is None:
        return result
    return result._replace(right=int(found[1]), vectors=int(found[2]), went_well=went_well)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", default=[*ON_CI])
    parser.add_argument("--generate", action="store_true")
    parser.add_argument("--markdown", action="store_true")
    asked = parser.parse_args()
    unknown = set(asked.languages) - set(GENERATORS)
    if unknown:
        parser.error(f"there is no client in {', '.join(sorted(unknown))}")
    if asked.generate:
        return 0 if all(run(language, "generate")[0] for language in asked.languages) else 1
    port, later_port = free_port(), free_port()
    gunicorn = ["-m", "gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
    with (
        listening(gunicorn, port, PORT=str(port), LOG_LEVEL="error") as service,
        listening(["clients/tolerance_server.py", str(later_port)], later_port) as later_service,
    ):
        results = [check(language, service, later_service) for language in asked.languages]
    if not asked.markdown:
        print("| language | generator | strictly checked | vectors |\n|---|---|---|---|")
    for result in results:
        print(result.row())
    failed = [result.language for result in results if not result.passed]
    if failed:
        tell(f"not as it should be: {', '.join(failed)}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
