from __future__ import annotations

import json
from pathlib import Path

from service.ops.settings import SETTINGS, Settings
from service.ops.shown_settings import manual, shown, table

MANUAL = (Path(__file__).parents[2] / "docs/operations.md").read_text("utf-8")
SECRETS = {"REDIS_URL": "redis://:hunter2@cache", "CACHE_KEY": "hunter2 hunter2 hunter2"}


def test_the_manual_has_the_table_that_the_code_gives() -> None:
    # After a change of the settings: portes config --manual.
    assert f"\n{manual()}\n" in MANUAL


def test_the_table_says_what_may_be_written() -> None:
    rows = dict(zip((one.variable for one in SETTINGS), manual().splitlines()[2:], strict=True))
    assert rows["WORKERS"].startswith("| `WORKERS` | `1` | processes, 1–64 | ")
    assert rows["CACHE_BYTES"].startswith(
        "| `CACHE_BYTES` | `67108864` | bytes, 0–1099511627776; 0 is off | "
    )
    assert rows["REDIS_URL"].startswith("| `REDIS_URL` | none | URL, secret | ")
    assert rows["DOCS"].startswith("| `DOCS` | `true` | `true` or `false` | ")
    assert rows["CORS_ORIGINS"].startswith("| `CORS_ORIGINS` | none | ")


def test_what_is_in_force_and_where_it_comes_from() -> None:
    environment = {"PORT": "9000", "THREADS": " ", **SECRETS}
    lines = table(Settings.from_env(environment), environment).splitlines()
    read = {line.split()[0]: line.split()[1:] for line in lines}
    assert list(read) == [one.variable for one in SETTINGS]
    assert read["PORT"] == ["9000", "environment"]
    assert read["THREADS"] == ["4", "default"]
    assert read["REDIS_URL"] == ["(secret)", "environment"]
    assert read["OPS_PORT"] == ["default"]
    assert read["DOCS"] == ["true", "default"]


def test_no_form_shows_a_secret() -> None:
    settings = Settings.from_env(SECRETS)
    document = shown(settings)
    assert document["REDIS_URL"] == document["CACHE_KEY"] == "(secret)"
    assert document["PORT"] == 8080
    assert document["OPS_PORT"] is None
    assert "hunter2" not in json.dumps(document) + table(settings, SECRETS)
