"""Measures how fast whole match records are judged, beside GNU Backgammon's import of them.

    python -m bench.records [--rounds N] [--json FILE]

Both work on one core, in turns. GNU Backgammon starts anew in each round, so that what it takes to
start, measured apart, is taken off. It reads what was played, and judges nothing but plays.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench.report import Absent, machine, machine_line, spread

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "tests" / "data" / "records"
NAMES = ("crawford.mat", "long.mat", "money.mat")
REPEATS = 20
"""How often a round goes through the files."""

VERSIONS = ("mypy",)
_OURS = """
import sys, time
sys.path.insert(0, sys.argv[1])
from service.notation.record_text import read_record
from service.rules import every_die
from service.rules.rulesets import PRESETS, with_options
from service.transcripts.verify import verify
rules = with_options(
    PRESETS["backgammon"], {"jacoby": True, "beavers": True, "raccoons": True}
)
files = [open(path, "rb").read() for path in sys.argv[3:]]
def once():
    reports = [verify(read_record(file), rules) for file in files]
    assert all(report.legal for report in reports)
    return sum(report.plays for report in reports)
once()
begun = time.perf_counter()
plays = sum(once() for _ in range(int(sys.argv[2])))
print(plays, time.perf_counter() - begun, every_die.__file__)
"""


def files() -> list[str]:
    return [str(RECORDS / name) for name in NAMES]


def ours(imports: Path) -> tuple[int, float]:
    """Plays judged, and the seconds that took, in a process that imports the service from there."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", _OURS, str(imports), str(REPEATS), *files()],
        capture_output=True,
        text=True,
        check=True,
    )
    plays, seconds, _ = done.stdout.split()
    return int(plays), float(seconds)


def gnubg(repeats: int) -> float:
    """Seconds that GNU Backgammon takes from its start to its end; raises `Absent`."""
    program = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if program is None:
        raise Absent("not installed")
    with tempfile.TemporaryDirectory() as home:
        commands = Path(home, "commands")
        imports = [f"import mat {path}" for path in files()] * repeats
        commands.write_text("\n".join(("set confirm new off", *imports, "exit")) + "\n")
        begun = time.perf_counter()
        subprocess.run(
            [program, "-t", "-q", "-r", "-c", str(commands)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, "HOME": home},
            check=False,
            timeout=300,
        )
        return time.perf_counter() - begun


def compiled(directory: Path) -> Path:
    """An import root with the service compiled."""
    shutil.copytree(
        ROOT / "service",
        directory / "service",
        ignore=shutil.ignore_patterns("*.so", "__pycache__"),
    )
    script = ROOT / "scripts" / "compile_kernel.py"
    subprocess.run(
        [sys.executable, str(script), "--output", str(directory)], check=True, capture_output=True
    )
    return directory


def interpreted(directory: Path) -> Path:
    """An import root with nothing compiled."""
    shutil.copytree(
        ROOT / "service",
        directory / "service",
        ignore=shutil.ignore_patterns("*.so", "__pycache__"),
    )
    return directory


def measure(rounds: int) -> dict[str, Any]:
    """Plays a second, and the ratios to GNU Backgammon's, of each round."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        roots = {"compiled": compiled(Path(one)), "interpreted": interpreted(Path(other))}
        cases: dict[str, Callable[[], float]] = {
            name: partial(_rate, root) for name, root in roots.items()
        }
        plays, _ = ours(roots["compiled"])
        try:
            gnubg(1)
            cases["GNU Backgammon's import"] = lambda: plays / max(gnubg(REPEATS) - gnubg(0), 1e-9)
        except Absent as absent:
            print(f"GNU Backgammon: {absent}", file=sys.stderr)
        rates: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(rounds):
            for name in random.sample(list(cases), len(cases)):
                rates[name].append(cases[name]())
    return {"plays": plays // REPEATS, "rates": rates}


def _rate(root: Path) -> float:
    plays, seconds = ours(root)
    return plays / seconds


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the judging of whole records.")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    arguments = parser.parse_args()
    # One core for all of them.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = measure(arguments.rounds)
    about = machine(VERSIONS)
    print(f"{found['plays']} plays in {', '.join(NAMES)}, on one core. {machine_line(about)}\n")
    print("| judged by | plays a second | quartiles |\n|---|---:|---|")
    for name, rates in found["rates"].items():
        at = spread(rates)
        print(f"| {name} | {at['median']:,.0f} | {at['low']:,.0f}–{at['high']:,.0f} |")
    theirs = found["rates"].get("GNU Backgammon's import")
    if theirs:
        ratios = [a / b for a, b in zip(found["rates"]["compiled"], theirs, strict=True)]
        print(f"\nCompiled, {spread(ratios)['median']:.2f} times GNU Backgammon's import.")
    if arguments.json:
        arguments.json.write_text(json.dumps({"about": about, **found}, indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
