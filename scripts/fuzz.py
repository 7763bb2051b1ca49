"""Schemathesis against the service in its real server; fails where the rules are not reached.

    python -m scripts.fuzz [--examples N] [--seconds S] [--seed N] [options of schemathesis run]

Reports go to build/fuzz/.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from urllib.request import urlopen

from contract.bodies import BODIES
from contract.reach import LEAST_SHARE, too_seldom

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "fuzz"
LOG = REPORTS / "server.log"
REACHED = REPORTS / "reached.json"
"""Written by the hooks: of each operation how many bodies reached the rules, of how many."""


@contextmanager
def serving() -> Iterator[int]:
    """The service on a port of its own; what it logs from a warning on is in a file."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf"]
    with LOG.open("wb") as log:
        server = subprocess.Popen(
            [*command, "service.wsgi:app"],
            env=os.environ | {"PORT": str(port), "LOG_LEVEL": "warning"},
            cwd=ROOT,
            stdout=log,
            stderr=log,
        )
    try:
        _wait_for(server, port)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=60)


def _wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(300):
        with suppress(OSError):
            urlopen(f"http://127.0.0.1:{port}/livez", timeout=5).close()
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise SystemExit(f"the service has not started:\n{LOG.read_text('utf-8')}")


def run(port: int, arguments: argparse.Namespace, others: list[str]) -> int:
    command = [
        *(str(Path(sys.executable).with_name("schemathesis")), "--config-file"),
        *(str(ROOT / "contract" / "schemathesis.toml"), "run", str(ROOT / "openapi.yaml")),
        *("--url", f"http://127.0.0.1:{port}", "--checks", "all", "--seed", str(arguments.seed)),
        *("--max-examples", str(arguments.examples), "--continue-on-failure"),
        *("--report", "junit,har", "--report-dir", str(REPORTS)),
        *(("--max-time", str(arguments.seconds)) if arguments.seconds else ()),
        *others,
    ]
    environment = os.environ | {
        "FUZZ_REACHED": str(REACHED),
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(ROOT),
        "SCHEMATHESIS_HOOKS": "contract.hooks",
    }
    return subprocess.run(command, env=environment, check=False, cwd=REPORTS).returncode


def shares() -> dict[str, tuple[int, int]]:
    """What the hooks counted; nothing where they did not run."""
    if not REACHED.exists():
        return {}
    return {name: (met, asked) for name, (met, asked) in json.loads(REACHED.read_bytes()).items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--examples", type=int, default=100, help="cases an operation and phase")
    parser.add_argument("--seconds", type=int, help="go on until this time is spent")
    parser.add_argument("--seed", type=int, default=1)
    arguments, others = parser.parse_known_args()
    # With what an earlier run has left, the same seed would not mean the same cases.
    rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    with serving() as port:
        failed = run(port, arguments, others)
    errors = [line for line in LOG.read_text("utf-8").splitlines() if '"error"' in line]
    print(*errors, sep="\n")
    print("Bodies of the fuzzing phase that reached the rules:")
    found = shares()
    for name, (met, asked) in found.items():
        print(f"  {name:22} {met:5} of {asked:5}  {met / asked:4.0%}")
    # Options of schemathesis may leave operations out; then only those that were asked count.
    seldom = too_seldom(found, () if found and others else BODIES)
    if seldom:
        print(f"less than {LEAST_SHARE:.0%}, or none: {', '.join(seldom)}; see contract/bodies.py")
    return failed or int(bool(errors or seldom))


if __name__ == "__main__":
    sys.exit(main())
