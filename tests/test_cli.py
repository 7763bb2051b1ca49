"""The command line as it is installed, against a real server of the shared cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.warm import common_positions
from service.app import create_app
from service.ops.settings import Settings
from service.ops.shared_cache import SharedCache
from service.rules.dice import ROLLS
from tests.redis_servers import Server, running

PORTES = Path(sys.executable).with_name("portes")


def portes(
    *arguments: str, given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    return subprocess.run(
        [str(PORTES), *arguments],
        input=given,
        errors="surrogateescape",
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def server() -> Iterator[Server]:
    with running() as started:
        yield started


def shared_of(client: FlaskClient) -> SharedCache:
    shared = client.application.extensions["listings"].far
    assert isinstance(shared, SharedCache)
    return shared


def test_a_key_is_printed_once_with_its_line(tmp_path: Path) -> None:
    made = portes("key", "board", "--scope", "rulings", "--scope", "records")
    assert made.returncode == 0, made.stderr
    key, line = (text.split()[1] for text in made.stdout.splitlines())
    assert line.endswith(":rulings,records")
    keys = tmp_path / "keys"
    keys.write_text(f"{line}\n")
    client = create_app(Settings(api_keys_file=str(keys), log_level="error")).test_client()
    for path in ("/v1/plays", "/v1/batch"):
        assert client.post(path, json={}, headers={"X-API-Key": key}).status_code == 422
        assert client.post(path, json={}).status_code == 401
    for wrong in (["two words"], ["board", "--scope", "admin"]):
        assert portes("key", *wrong).returncode == 2


def test_warm_fills_the_shared_cache_once(server: Server) -> None:
    positions = len(common_positions())
    # The start, and what 21 first rolls can make of it; docs/operations.md names the number.
    assert positions == 407
    # What a busy machine takes longer for is not lost here.
    patient = {"REDIS_URL": server.url, "REDIS_TIMEOUT_MS": "10000"}
    first = portes("warm", **patient)
    assert first.returncode == 0, first.stderr
    assert first.stdout == f"0 known already, {positions} written\n"
    # Again it changes nothing.
    assert portes("warm", **patient).stdout == f"{positions} known already, 0 written\n"

    # What a frontend asks at the start, and after an opening play, comes from there.
    settings = Settings(redis_url=server.url, redis_timeout_ms=10_000, log_level="error")
    client = create_app(settings).test_client()
    start = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "ruleset": "backgammon"}
    assert len(client.post("/v1/plays/all-rolls", json=start).get_json()["rolls"]) == len(ROLLS)
    for notation in ("8/5 6/5", "24/23 13/10"):
        played = client.post(
            "/v1/plays/apply", json={**start, "dice": [3, 1], "notation": notation}
        ).get_json()["next"]
        assert client.post("/v1/plays/all-rolls", json=played).status_code == 200
    counts = shared_of(client).counts
    assert (counts.hits, counts.misses, counts.writes) == (3, 0, 0)
    shared_of(client).close()


def test_a_service_may_warm_itself() -> None:
    client = create_app(Settings(warm_at_start=True, log_level="error")).test_client()
    near = client.application.extensions["listings"].near
    assert len(near) == len(common_positions()) + len(ROLLS)
    misses = near.misses
    start = {"position_id": "4HPwATDgc/ABMA", "turn": "black", "ruleset": "portes-match"}
    client.post("/v1/plays/all-rolls", json=start)
    client.post("/v1/plays", json={**start, "dice": [6, 4]})
    assert near.misses == misses


def test_without_a_shared_cache_there_is_nothing_to_warm() -> None:
    refused = portes("warm")
    assert refused.returncode == 2
    assert "REDIS_URL is not set" in refused.stderr


def test_a_server_that_is_away_is_said() -> None:
    refused = portes("warm", REDIS_URL="redis://127.0.0.1:1/0")
    assert refused.returncode == 1
    assert "Redis did not take all of them: connection" in refused.stderr


def test_what_the_service_would_not_look_for_is_not_written(server: Server) -> None:
    refused = portes("warm", REDIS_URL=server.url, REDIS_LEAST_COST_US="100000")
    assert refused.returncode == 1
    assert "REDIS_LEAST_COST_US is 100000" in refused.stderr
    assert server.client.dbsize() == 0


def test_wrong_settings_are_said_without_the_secret() -> None:
    refused = portes("warm", REDIS_URL="redis://127.0.0.1:1/0", CACHE_KEY="short-secret")
    assert refused.returncode == 1
    assert "CACHE_KEY" in refused.stderr
    assert "short-secret" not in refused.stderr


def test_config_prints_what_is_in_force() -> None:
    printed = portes("config", "--json", PORT="9000", CACHE_KEY="0123456789abcdef")
    assert printed.returncode == 0, printed.stderr
    settings = json.loads(printed.stdout)
    assert (settings["PORT"], settings["CACHE_KEY"]) == (9000, "(secret)")
    lines = portes("config", PORT="9000").stdout.splitlines()
    assert ["PORT", "9000", "environment"] in [line.split() for line in lines]
    assert portes("config", "--manual").stdout.startswith("| variable | default |")
    assert portes("config", "--manual", "--json").returncode == 2


def test_config_says_every_fault() -> None:
    refused = portes("config", PORT="http", THREADS="0")
    assert refused.returncode == 1
    assert refused.stderr == (
        "Error: settings:\n  PORT must be an integer, not 'http'\n"
        "  THREADS must be from 1 to 256, not 0\n"
    )


XGID = "XGID=aa---AD-C---eE---c-e----B-:0:0:-1:52:0:0:0:5:10"


def test_convert_prints_all_notations() -> None:
    printed = portes("convert", XGID)
    assert printed.returncode == 0, printed.stderr
    lines = dict(line.split(": ", 1) for line in printed.stdout.splitlines())
    assert list(lines) == ["position_id", "match_id", "gnubg_id", "xgid", "fibs_board", "json"]
    assert lines["xgid"] == XGID
    assert json.loads(lines["json"])["dice"] == [5, 2]
    assert printed.stderr == (
        "position_id leaves out: dice, cube, match\nmatch_id leaves out: position\n"
    )
    # Each of them says the same again, as far as it goes.
    assert portes("convert", lines["gnubg_id"], "--to", "xgid").stdout == f"{XGID}\n"
    assert portes("convert", lines["fibs_board"], "--to", "xgid").stdout == f"{XGID}\n"


def test_convert_reads_standard_input_and_says_what_it_assumed() -> None:
    printed = portes("convert", "--to", "xgid", "--turn", "black", given=" 4HPwATDgc_ABMA\n")
    assert printed.stdout == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10\n"
    assert printed.stderr == "assumed: dice\nassumed: cube\nassumed: match\n"
    assert "assumed: turn" in portes("convert", given="4HPwATDgc_ABMA").stderr


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["8/5 6/5"], "", "This notation is not known here"),
        (["--from", "xgid"], "4HPwATDgc/ABMA", "This is no XGID"),
        ([], "", "This notation is not known here"),
        (["x" * 401], "", "at most 400 characters"),
        ([], "\udcff\udcfe\0abc", "This notation is not known here"),
        ([], "x" * 1_000_000, "at most 400 characters"),
        (["4HPwATDgc/ABMA:cAkAAAAAAAAA", "--turn", "white"], "", "contradicts another field"),
        (["cAkAAAAAAAAA", "--to", "xgid"], "", "xgid cannot say this game"),
        ([XGID.replace("aa", "aO")], "", "This side has 30 checkers"),
    ],
)
def test_convert_ends_with_1_where_it_cannot(arguments: list[str], given: str, said: str) -> None:
    refused = portes("convert", *arguments, given=given)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert said in refused.stderr


def test_its_version() -> None:
    module = subprocess.run(
        [sys.executable, "-m", "service", "--version"], capture_output=True, text=True, check=True
    )
    assert module.stdout == portes("--version").stdout
    assert portes("--version").stdout.startswith("portes, version ")
