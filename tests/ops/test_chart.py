"""The chart and the settings name the same things, with the same defaults and bounds.

What the chart makes of its values is tested with Helm itself, in tests/chart.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from scripts.chart_values import CHOSEN, is_file, plain_settings, rewritten, value_name
from service import gunicorn_conf
from service.ops.settings import SETTINGS, Setting, Settings, SettingsError

CHART = Path(__file__).parents[2] / "helm"
VALUES: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
SCHEMA: dict[str, Any] = json.loads((CHART / "values.schema.json").read_text("utf-8"))
PLAIN = {one.variable: one for one in plain_settings()}


@pytest.mark.parametrize("name", ["values.yaml", "values.schema.json", "README.md"])
def test_the_chart_says_what_the_settings_say(name: str) -> None:
    written = (CHART / name).read_text("utf-8")
    assert written == rewritten()[CHART / name], "make chart-values"


def test_every_setting_has_a_value_and_no_other() -> None:
    assert set(VALUES["settings"]) == {value_name(one) for one in PLAIN.values()}
    assert set(VALUES["secrets"]) == {value_name(one) for one in SETTINGS if one.secret}
    assert set(VALUES["files"]) == {value_name(one) for one in SETTINGS if is_file(one)}
    for group in ("settings", "secrets", "files"):
        assert set(SCHEMA["properties"][group]["properties"]) == set(VALUES[group])


@pytest.mark.parametrize("name", CHOSEN)
def test_what_the_chart_chooses_is_a_setting_with_a_value(name: str) -> None:
    assert name in {one.name for one in SETTINGS}
    value: Any = VALUES
    for step in CHOSEN[name].split("."):
        value = value[step]


@pytest.mark.parametrize("variable", sorted(PLAIN))
def test_values_have_the_defaults_of_the_settings(variable: str) -> None:
    one: Setting = PLAIN[variable]
    value = VALUES["settings"][value_name(one)]
    assert value == (one.default if one.default is not None else value or None)


@pytest.mark.parametrize("variable", sorted(PLAIN))
def test_the_schema_has_the_bounds_of_the_settings(variable: str) -> None:
    schema = SCHEMA["properties"]["settings"]["properties"][value_name(PLAIN[variable])]
    if "minimum" not in schema:
        return
    for bound in (schema["minimum"], schema["maximum"]):
        value = getattr(Settings.from_env({variable: str(bound)}), PLAIN[variable].name)
        assert value == bound
    for beyond in (schema["minimum"] - 1, schema["maximum"] + 1):
        with pytest.raises(SettingsError, match=variable):
            Settings.from_env({variable: str(beyond)})


def test_no_secret_is_a_value() -> None:
    for value in VALUES["secrets"].values():
        assert set(value) == {"name", "key"}
        assert value["name"] == ""


def test_the_values_are_what_the_schema_allows() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(VALUES, SCHEMA)


def test_the_chart_knows_how_long_gunicorn_lets_requests_end() -> None:
    helpers = (CHART / "templates/_helpers.tpl").read_text("utf-8")
    found = re.search(r'dig "gracefulSeconds" (\d+) ', helpers)
    assert found is not None
    assert int(found[1]) == Settings().graceful_seconds
    # What the worker adds to it lies within the five seconds that the chart adds.
    assert gunicorn_conf.graceful_timeout - int(found[1]) < 5
