"""Schemathesis against the service in its real server; fails where the rules are not reached.

    python scripts/fuzz.py [--examples N] [--seconds S] [--seed N] [options of schemathesis run]

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
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
REPORTS = ROOT / "build" / "fuzz"
LOG = REPORTS / "server.log"
LEAST_SHARE = 0.5
"""Of the well-meant bodies of an operation that must reach the rules, or the hooks have stopped
working."""


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
        for _ in range(300):
            with suppress(OSError):
                urlopen(f"http://127.0.0.1:{port}/livez", timeout=5).close()
                break
            time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(timeout=60)


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
        "FUZZ_REACHED": str(REPORTS / "reached.json"),
        "PYTHONPATH": str(ROOT),
        "SCHEMATHESIS_HOOKS": "contract.hooks",
    }
    return subprocess.run(command, env=environment, check=False, cwd=REPORTS).returncode


def enough_reached() -> bool:
    """Prints how many of the fuzzed bodies reached the rules."""
    shares = json.loads((REPORTS / "reached.json").read_text("utf-8"))
    print("\nBodies of the fuzzing phase that reached the rules:")
    for name, (reached, asked) in shares.items():
        print(f"  {name:22} {reached:5} of {asked:5}  {reached / asked:4.0%}")
    return all(reached >= LEAST_SHARE * asked for reached, asked in shares.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--examples", type=int, default=100, help="cases an operation and phase")
    parser.add_argument("--seconds", type=int, help="go on until this time is spent")
    parser.add_argument("--seed", type=int, default=1)
    arguments, others = parser.parse_known_args()
    REPORTS.mkdir(parents=True, exist_ok=True)
    with serving() as port:
        failed = run(port, arguments, others)
    errors = [line for line in LOG.read_text("utf-8").splitlines() if '"error"' in line]
    print(*errors, sep="\n")
    if not enough_reached():
        print(f"the rules are reached by less than {LEAST_SHARE:.0%}: look at contract/bodies.py")
        return 1
    return failed or bool(errors)


if __name__ == "__main__":
    sys.exit(main())
