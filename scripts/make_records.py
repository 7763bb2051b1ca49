"""Writes tests/data/records anew: matches that GNU Backgammon plays, in each of its formats.

    python scripts/make_records.py

It needs gnubg, Debian's 1.07.001 for the same games: its dice come of a seed, and its players look
no ply ahead. Beavers and an illegal play are entered by hand, for its players make none.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.gnubg import run  # noqa: E402 - after the path

RECORDS = ROOT / "tests" / "data" / "records"
NAMES = ("Zoë", "Νίκος")

DICE = [
    "set rng mersenne",
    "set automatic roll on",
    "set automatic bearoff on",
    "set automatic move on",
]
BY_HAND = [
    "set rng mersenne",
    "set automatic roll off",
    "set automatic move off",
    "set automatic game off",
]
HUMANS = ["set player 0 human", "set player 1 human"]


def named() -> list[str]:
    return [f"set player {player} name {name}" for player, name in enumerate(NAMES)]


def programs(cube_noise: float) -> list[str]:
    """Both players are the program, quick and, with the cube, rather bold."""
    commands = []
    for player in range(2):
        commands.append(f"set player {player} gnubg")
        for decision, noise in (("chequerplay", 0.03), ("cubedecision", cube_noise)):
            evaluation = f"set player {player} {decision} evaluation"
            commands += [f"{evaluation} plies 0", f"{evaluation} noise {noise}"]
    return commands


def match(length: int, seed: int) -> list[str]:
    """A whole match of the program against itself."""
    start = [f"set seed {seed}", f"new match {length}"]
    # A new match has other names; those at the time of writing are the ones that are written.
    return [*DICE, *programs(0.1), "set automatic game on", *start, *named()]


MONEY = [
    *BY_HAND,
    "set jacoby on",
    "set beavers 3",
    "set seed 10",
    *HUMANS,
    "new session",
    *named(),
    f"set turn {NAMES[0]}",
    "set dice 3 1",
    "move 8/5 6/5",
    "double",
    "redouble",
    "redouble",
    "accept",
    "set dice 6 1",
    "move 13/7 8/7",
    "set dice 5 2",
    "move 13/8 13/11",
    "resign gammon",
    "accept",
    *DICE,
    *programs(1.5),
    *["new game"] * 5,
    *named(),
]
ILLEGAL = [
    *BY_HAND,
    "set seed 5",
    *HUMANS,
    "new match 5",
    *named(),
    f"set turn {NAMES[0]}",
    "set dice 3 1",
    "move 8/5 6/5",
    "set dice 6 1",
    # 13/3 with 61, which is what was played at the table.
    "set board sGfwATDE5+ABMA",
    f"set turn {NAMES[0]}",
    "set dice 5 2",
    "move 13/8 6/4",
    "double",
    "accept",
    "set dice 6 3",
    "move 24/15",
]
MATCHES = {
    "crawford": match(5, 1),
    "long": match(15, 1),
    "money": MONEY,
    "illegal": ILLEGAL,
}


def exported(name: str, *, analysis: bool = False) -> list[str]:
    """Commands that write the match in all formats; .gam holds only its last game."""
    return [
        "set matchinfo event Athens Open",
        "set matchinfo date 2026-05-01",
        "analyse match" if analysis else "analyse clear match",
        f"save match {name}.sgf",
        f"export match mat {name}.mat",
        f"export match snowietxt {name}.txt",
        f"export game gam {name}.gam",
    ]


def main() -> None:
    RECORDS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, commands in MATCHES.items():
            run([*commands, *exported(name, analysis=name == "illegal")], Path(folder))
            for written in sorted(Path(folder).glob(f"{name}.*")):
                (RECORDS / written.name).write_bytes(written.read_bytes())
                print(written.name, written.stat().st_size)


if __name__ == "__main__":
    main()
