"""Measures the kernel beside other generators of backgammon plays, all in one process.

    python -m bench.generator [--json FILE]

Every generator gets the same positions and rolls in its own form, prepared before; OpenSpiel, which
takes no positions, gives a class of its own that the others are asked about too. In each round
every class comes up once, and within it every generator, both in a new random order; a ratio is
taken within the round, and what is printed are medians over the rounds. Time is CPU time of the
process.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from bench import depth_first, openspiel
from bench.report import Absent, installed, machine, machine_line, ratios, shown, spread, table
from bench.selfplay import PHASES, Board, corpus

ROOT = Path(__file__).resolve().parent.parent
SEED = 1
KINDS = {
    "mixed": [(larger, smaller) for larger in range(2, 7) for smaller in range(1, larger)],
    "double": [(die, die) for die in range(1, 7)],
}
CLASSES = [(name, kind) for name in PHASES for kind in KINDS]
AT_LEAST = 0.02
"""Seconds of CPU that one measurement takes, by repetition; the clock is far finer."""

INTERPRETED = "ours, interpreted"
COMPILED = "ours, compiled"
REFERENCE = "gnubg-nn, with paths"
PLAIN = "plain depth first"
OPENSPIEL = "OpenSpiel, actions"
OPENSPIEL_STATES = "OpenSpiel, actions and states"
OPENSPIEL_GAMES = ("OpenSpiel's games", "mixed")

Call = Callable[..., Any]
Prepare = Callable[[Board, int, int], tuple[Call, tuple[Any, ...]]]
Class = tuple[str, str]


@dataclass(frozen=True)
class Generator:
    name: str
    gives: str
    prepare: Prepare
    counts: bool = True
    """Whether it lists one play a final position, so that numbers of plays can be compared."""


def module_at(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kernel_generator(name: str, path: Path) -> Generator:
    distinct_plays = module_at("service.rules.kernel", path).distinct_plays
    return Generator(
        name,
        "packed plays",
        lambda board, larger, smaller: (distinct_plays, (list(board), larger, smaller)),
    )


def interpreted(_: Path) -> Generator:
    return kernel_generator(INTERPRETED, ROOT / "service" / "rules" / "kernel.py")


def compiled(directory: Path) -> Generator:
    script = ROOT / "scripts" / "compile_kernel.py"
    command = [sys.executable, str(script), "--output", str(directory)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    built = list(directory.glob("service/rules/kernel*.so"))
    if not built:
        raise Absent(result.stdout.strip())
    return kernel_generator(COMPILED, built[0])


def gnubg_nn(_: Path) -> Generator:
    installed("gnubg-nn")
    from gnubg_nn import moves

    def prepare(board: Board, larger: int, smaller: int) -> tuple[Call, tuple[Any, ...]]:
        own = [max(count, 0) for count in board[1:]]
        theirs = [max(-count, 0) for count in reversed(board[:25])]
        return moves, ([theirs, own], larger, smaller, 1)

    return Generator(REFERENCE, "position keys with moves", prepare)


def bgsage(_: Path) -> Generator:
    installed("bgsage")
    from bgsage import possible_moves

    def prepare(board: Board, larger: int, smaller: int) -> tuple[Call, tuple[Any, ...]]:
        return possible_moves, ([-board[0], *board[1:]], larger, smaller)

    return Generator(
        "bgsage", "positions, no moves; the one at hand if nothing can be played", prepare
    )


def gym_backgammon(_: Path) -> Generator:
    installed("gym-backgammon")
    # Its package wants gym for the environments; the generator is a module of its own.
    spec = importlib.util.find_spec("gym_backgammon")
    assert spec is not None
    assert spec.origin is not None
    rules = module_at("gym_backgammon_rules", Path(spec.origin).parent / "envs" / "backgammon.py")

    def prepare(board: Board, larger: int, smaller: int) -> tuple[Call, tuple[Any, ...]]:
        game = rules.Backgammon()
        game.board = [
            (count, rules.WHITE) if count > 0 else (-count, rules.BLACK) if count else (0, None)
            for count in board[1:25]
        ]
        game.bar = [board[25], -board[0]]
        game.off = [
            15 - sum(count for count in board if count > 0),
            15 + sum(count for count in board if count < 0),
        ]
        game.players_positions = game.get_players_positions()
        return game.get_valid_plays, (rules.WHITE, (-larger, -smaller))

    return Generator("gym-backgammon", "plays, several a position", prepare, counts=False)


def plain(_: Path) -> Generator:
    return Generator(
        PLAIN,
        "positions with moves",
        lambda board, larger, smaller: (
            depth_first.distinct_plays,
            (list(board), larger, smaller),
        ),
    )


GENERATORS = {
    INTERPRETED: interpreted,
    COMPILED: compiled,
    REFERENCE: gnubg_nn,
    "bgsage": bgsage,
    "gym-backgammon": gym_backgammon,
    PLAIN: plain,
}

Work = list[tuple[Call, tuple[Any, ...]]]


def cpu_seconds(work: Work, repetitions: int) -> float:
    start = time.process_time()
    for _ in range(repetitions):
        for call, arguments in work:
            call(*arguments)
    return time.process_time() - start


def open_spiel_cases(count: int) -> list[openspiel.Case]:
    """Questions from its own games; none where it is not installed."""
    try:
        return openspiel.cases(count * len(KINDS["mixed"]), SEED)
    except ImportError:
        return []


def measure(generators: list[Generator], per_phase: int, rounds: int) -> dict[str, Any]:
    found = corpus(per_phase, SEED)
    questions: dict[Class, list[tuple[Board, int, int]]] = {
        (name, kind): [
            (board, larger, smaller)
            for board in found.positions[name]
            for larger, smaller in KINDS[kind]
        ]
        for name, kind in CLASSES
    }
    own_cases = open_spiel_cases(per_phase)
    if own_cases:
        questions[OPENSPIEL_GAMES] = [case[1:] for case in own_cases]
    groups = list(questions)
    work: dict[tuple[str, Class], Work] = {
        (generator.name, group): [generator.prepare(*question) for question in asked]
        for generator in generators
        for group, asked in questions.items()
    }
    lengths = {
        key: [len(call(*arguments)) for call, arguments in items] for key, items in work.items()
    }
    differ = {
        generator.name: sum(
            one != other
            for group in groups
            for one, other in zip(
                lengths[generator.name, group], lengths[INTERPRETED, group], strict=True
            )
        )
        for generator in generators
        if generator.counts
    }
    wrong = [name for name in (COMPILED, PLAIN) if differ.get(name)]
    if wrong:
        raise SystemExit(f"not measured: the kernel disagrees with {', '.join(wrong)}")
    if own_cases:
        differ["OpenSpiel's final positions"] = sum(
            openspiel.final_positions(case.state) != max(count, 1)  # a pass is an action there
            for case, count in zip(own_cases, lengths[INTERPRETED, OPENSPIEL_GAMES], strict=True)
        )
        for name, list_all in (
            (OPENSPIEL, openspiel.actions),
            (OPENSPIEL_STATES, openspiel.children),
        ):
            work[name, OPENSPIEL_GAMES] = [(list_all, (case.state,)) for case in own_cases]

    # Also warms up: how often each is repeated so that a measurement is long enough.
    repetitions = {
        key: 1 + int(AT_LEAST / max(cpu_seconds(items, 1), 1e-6)) for key, items in work.items()
    }
    gc.collect()
    gc.freeze()
    random = Random(SEED)
    micros: dict[tuple[str, Class], list[float]] = {key: [] for key in work}
    for _ in range(rounds):
        for group in random.sample(groups, len(groups)):
            # What is compared is measured close together, whatever else the machine does.
            measured_here = [key for key in work if key[1] == group]
            for key in random.sample(measured_here, len(measured_here)):
                seconds = cpu_seconds(work[key], repetitions[key])
                micros[key].append(seconds / repetitions[key] / len(work[key]) * 1e6)
    gc.unfreeze()

    rows = []
    for group in groups:
        measured = {name: values for (name, where), values in micros.items() if where == group}
        reference = measured.get(REFERENCE)
        to_reference = {
            name: ratios(values, reference)
            for name, values in measured.items()
            if reference is not None
        }
        counts = lengths[INTERPRETED, group]
        rows.append(
            {
                "phase": group[0],
                "kind": group[1],
                "plays": sum(counts) / len(counts),
                "micros": {name: spread(values) for name, values in measured.items()},
                "ratio": to_reference,
            }
        )
    return {
        "positions": per_phase,
        "games": found.games,
        "rounds": rounds,
        "differ": differ,
        "calls": sum(len(work[INTERPRETED, group]) for group in groups),
        "open_spiel": bool(own_cases),
        "rows": rows,
    }


def shown_if(found: dict[str, float] | None) -> str:
    return "" if found is None else shown(found)


def report(result: dict[str, Any]) -> str:
    """Markdown."""
    about = result["machine"]
    names = list(result["gives"])
    parts = [
        machine_line(about),
        f"{result['positions']} positions a phase out of {result['games']} games x 21 rolls, "
        f"{result['rounds']} rounds.",
        "CPU µs a position and roll, median over the rounds (quartiles):",
        table(
            ["phase", "dice", "plays", *names],
            [
                [row["phase"], row["kind"], f"{row['plays']:.1f}"]
                + [shown_if(row["micros"].get(name)) for name in names]
                for row in result["rows"]
            ],
        ),
    ]
    if REFERENCE in names:
        others = [name for name in names if name != REFERENCE]
        parts += [
            f"Ratio to {REFERENCE}, median over the rounds (quartiles); below 1 is faster:",
            table(
                ["phase", "dice", *others],
                [
                    [row["phase"], row["kind"]]
                    + [shown_if(row["ratio"].get(name)) for name in others]
                    for row in result["rows"]
                ],
            ),
        ]
    parts.append("What each gives: " + "; ".join(f"{k}: {v}" for k, v in result["gives"].items()))
    parts.append(
        f"Of {result['calls']} lists another number of plays than ours: "
        + "; ".join(f"{k}: {v}" for k, v in result["differ"].items() if k != INTERPRETED)
    )
    parts += [f"Absent: {name} ({reason})" for name, reason in result["absent"].items()]
    return "\n\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the kernel beside its peers.")
    parser.add_argument("--json", type=Path, help="also write all figures to this file")
    parser.add_argument("--positions", type=int, default=60, help="positions a phase")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    generators: list[Generator] = []
    absent: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as directory:
        for name, make in GENERATORS.items():
            try:
                generators.append(make(Path(directory)))
            except (Absent, ImportError) as reason:
                absent[name] = str(reason)
        result = measure(generators, arguments.positions, arguments.rounds)
    result["machine"] = machine(("mypy", "gnubg-nn", "bgsage", "gym-backgammon", "open_spiel"))
    result["gives"] = {generator.name: generator.gives for generator in generators}
    if result["open_spiel"]:
        result["gives"] |= {
            OPENSPIEL: "numbers of actions, several a position",
            OPENSPIEL_STATES: "the same, and the state after each",
        }
    else:
        absent["OpenSpiel"] = "not installed"
    result["absent"] = absent
    print(report(result))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
