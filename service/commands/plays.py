"""`portes plays`: the legal plays of a roll."""

from __future__ import annotations

import re

import click

from service.api.messages import message
from service.notation.errors import NotationError
from service.notation.play_notation import format_play
from service.notation.position_id import parse_position_id
from service.notation.xgid import parse_xgid
from service.rules.board import START, Position, Side
from service.rules.dice import Roll
from service.rules.plays import legal_plays
from service.rules.rulesets import DEFAULT_PRESET, PRESETS

_DICE = re.compile(r"([1-6])[-,]?([1-6])")


@click.command("plays")
@click.argument("dice")
@click.argument("position", required=False)
@click.option("--ruleset", default=DEFAULT_PRESET, type=click.Choice(tuple(PRESETS)))
def plays_command(dice: str, position: str | None, ruleset: str) -> None:
    """List the legal plays of a roll, as 31, one a line, in the order of the service.

    POSITION is a Position ID or an XGID, and the start where there is none. Nothing playable is
    the line `pass`.
    """
    rolled = _DICE.fullmatch(dice)
    if rolled is None:
        raise click.UsageError(f"{dice!r} is no roll: write two digits from 1 to 6")
    roll = Roll.of(int(rolled[1]), int(rolled[2]))
    plays = legal_plays(_position(position), roll, PRESETS[ruleset])
    for play in plays or ((),):
        click.echo(format_play(play) or "pass")


def _position(text: str | None) -> Position:
    if text is None:
        return START
    turn = Side.WHITE
    try:
        if ":" in text:
            read = parse_xgid(text)
            turn, setup = read.turn, read.setup
        else:
            setup = parse_position_id(text, turn)
    except NotationError as error:
        raise click.UsageError(message(error.code, "en", reason=error.detail)) from None
    faults = setup.faults()
    if faults:
        codes = ", ".join(fault.code.value for fault in faults)
        raise click.UsageError(f"this is no position: {codes}")
    position = setup.position_unchecked(turn)
    if position.is_over:
        raise click.UsageError(message("game_over", "en"))
    return position
