"""The command line: `portes`."""

from __future__ import annotations

import json
import os
import sys

import click

from service import __version__
from service.api import http, notations
from service.api.faults import Faults
from service.api.listings import Listings
from service.api.problems import invalid_request
from service.api.schemas import LONGEST_NOTATION, NOTATION_FORMATS, SIDES, load
from service.api.warm import common_positions, estimated_cost, warm
from service.commands.plays import plays_command
from service.commands.verify import verify_command
from service.notation.formats import FORMATS
from service.ops import metrics
from service.ops.api_keys import KeysFileError, Scope, new_key
from service.ops.cache import NullCache
from service.ops.settings import Settings, SettingsError
from service.ops.shared_cache import SharedCache, create_shared_cache
from service.ops.shown_settings import manual, shown, table


@click.group()
@click.version_option(__version__, prog_name="portes")
def main() -> None:
    """The referee of Portes and backgammon."""


main.add_command(verify_command)
main.add_command(plays_command)


@main.command("config")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.option("--manual", "as_manual", is_flag=True, help="What can be set, as a Markdown table.")
def config_command(as_json: bool, as_manual: bool) -> None:
    """Print the settings in force, and where each comes from.

    They are read from the environment, as the service does; a secret is not shown. Ends with 1, and
    every fault, where the service would not start.
    """
    if as_json and as_manual:
        raise click.UsageError("--json and --manual exclude each other")
    if as_manual:
        click.echo(manual())
        return
    settings = _settings()
    click.echo(json.dumps(shown(settings), indent=2) if as_json else table(settings, os.environ))


@main.command("metrics")
def metrics_command() -> None:
    """Print what is counted, as a Markdown table."""
    click.echo(metrics.manual())


@main.command("warm")
def warm_command() -> None:
    """Fill the shared cache with the openings and the replies to them.

    REDIS_URL and the other settings are read from the environment, as the service does. What is
    there already stays; running it again is harmless.
    """
    settings = _settings()
    shared = create_shared_cache(settings)
    if not isinstance(shared, SharedCache):
        raise click.UsageError("REDIS_URL is not set: there is no shared cache to fill")
    if estimated_cost() < settings.redis_least_cost_us:
        raise click.ClickException(
            f"REDIS_LEAST_COST_US is {settings.redis_least_cost_us}, and these answers cost about"
            f" {estimated_cost()}: the service does not look for them in Redis"
        )
    listings = Listings(NullCache(), shared, 0)
    with click.progressbar(
        warm(listings), length=len(common_positions()), label="positions", file=sys.stderr
    ) as positions:
        for _ in positions:
            # In step with the server: what waits in a full queue would be dropped.
            shared.flush()
    counts = shared.counts
    shared.close()
    click.echo(f"{counts.hits} known already, {counts.writes} written")
    if counts.hits + counts.writes < len(common_positions()):
        failures = {**counts.read_errors, **counts.write_errors}
        kinds = ", ".join(sorted(kind.value for kind, number in failures.items() if number))
        raise click.ClickException(f"Redis did not take all of them: {kinds or 'unavailable'}")


@main.command("convert")
@click.argument("text", required=False)
@click.option(
    "--from",
    "source",
    type=click.Choice(NOTATION_FORMATS),
    default=notations.AUTO,
    help="What the text is written in; told by its looks otherwise.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice((*FORMATS, "json", "all")),
    default="all",
    help="What to print; json is the game state.",
)
@click.option("--turn", type=click.Choice(SIDES), help="The side on roll, for a position id.")
def convert_command(text: str | None, source: str, target: str, turn: str | None) -> None:
    """Print a notation of a game in other notations.

    Reads TEXT, or standard input: a position id, a match id, both with a colon between, an XGID or
    a board line of FIBS. What had to be assumed, and what each notation printed leaves out, goes to
    standard error. Ends with 1 where the text cannot be read, or not be said in that notation.
    """
    if text is None:
        # No more than is needed to see that it is too long, whatever the bytes are.
        given = sys.stdin.buffer.read(4 * LONGEST_NOTATION + 4)
        text = given.decode("utf-8", "replace")
    text = text.encode("utf-8", "replace").decode("utf-8").strip()
    question = {"text": text, "format": source, **({"turn": turn} if turn else {})}
    faults = Faults()
    shaped, wrong = load(notations.CONVERT.schema, question)
    faults.add_nested(wrong)
    answer = notations.CONVERT.judge(shaped, faults, http.LANGUAGES[0])
    if faults:
        errors = invalid_request(faults, http.LANGUAGES[0]).members["errors"]
        details = [error["detail"] for error in errors]
        raise click.ClickException("\n  ".join(("convert:", *details)))
    for part in answer["assumed"]:
        click.echo(f"assumed: {part}", err=True)
    written = {**answer["notations"], "json": json.dumps(answer["state"])}
    if target != "all" and target not in written:
        parts = ", ".join(answer["lost"][target])
        raise click.ClickException(f"{target} cannot say this game: {parts}")
    for name in written if target == "all" else (target,):
        click.echo(f"{name}: {written[name]}" if target == "all" else written[name])
        parts = answer["lost"].get("state" if name == "json" else name, ())
        if parts:
            click.echo(f"{name} leaves out: {', '.join(parts)}", err=True)


@main.command("key")
@click.argument("name", metavar="ID")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice([scope.value for scope in Scope]),
    help="May be given again.",
)
def key_command(name: str, scopes: tuple[str, ...]) -> None:
    """Make a random key for ID, and print it with the line for API_KEYS_FILE.

    The key is shown this once and kept nowhere: it goes to the client, the line into the file.
    Without a scope the key is good for rulings.
    """
    try:
        key, line = new_key(name, scopes)
    except KeysFileError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"key   {key}\nline  {line}")


def _settings() -> Settings:
    try:
        return Settings.from_env(os.environ)
    except SettingsError as error:
        raise click.ClickException("\n  ".join(("settings:", *error.faults))) from None
