"""The chart and the settings name the same things, with the same defaults and bounds."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from service.ops.settings import Settings, SettingsError

ROOT = Path(__file__).parents[2]
DEPLOYMENT = (ROOT / "helm/templates/deployment.yaml").read_text("utf-8")
VALUES: dict[str, Any] = yaml.safe_load((ROOT / "helm/values.yaml").read_text("utf-8"))
SCHEMA = json.loads((ROOT / "helm/values.schema.json").read_text("utf-8"))

VARIABLES = {field.name.upper() for field in dataclasses.fields(Settings)}
# From a variable to the value that the template gives it: `settings.maxBodyBytes`.
FROM_VALUES = dict(re.findall(r"name: ([A-Z_]+), value: {{ \.Values\.([\w.]+) ", DEPLOYMENT))
FROM_SECRETS = dict(
    re.findall(
        r"name: ([A-Z_]+)\n +valueFrom:\n +secretKeyRef:\n +name: .*\n +key: (.*)", DEPLOYMENT
    )
)


def at(path: str, tree: dict[str, Any], between: str = "") -> Any:
    found: Any = tree
    for step in path.split("."):
        found = (found[between] if between else found)[step]
    return found


def test_the_chart_sets_every_variable_that_there_is_and_no_other() -> None:
    assert set(re.findall(r"name: ([A-Z_]+)\b", DEPLOYMENT)) == VARIABLES


@pytest.mark.parametrize("variable", sorted(FROM_VALUES))
def test_values_have_the_defaults_of_the_settings(variable: str) -> None:
    assert at(FROM_VALUES[variable], VALUES) == getattr(Settings(), variable.lower())


@pytest.mark.parametrize("variable", sorted(FROM_VALUES))
def test_the_schema_has_the_bounds_of_the_settings(variable: str) -> None:
    schema = at(FROM_VALUES[variable], SCHEMA, "properties")
    if schema.get("type") != "integer":
        return
    for bound in (schema["minimum"], schema["maximum"]):
        value = getattr(Settings.from_env({variable: str(bound)}), variable.lower())
        assert value == bound
    for beyond in (schema["minimum"] - 1, schema["maximum"] + 1):
        with pytest.raises(SettingsError, match=variable):
            Settings.from_env({variable: str(beyond)})


def test_secrets_come_from_secrets() -> None:
    hidden = {field.name.upper() for field in dataclasses.fields(Settings) if not field.repr}
    assert set(FROM_SECRETS) == hidden == {"REDIS_URL", "CACHE_KEY"}
    assert "urlKey" in FROM_SECRETS["REDIS_URL"]
    assert "cacheKeyKey" in FROM_SECRETS["CACHE_KEY"]


def test_the_values_are_what_the_schema_allows() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(VALUES, SCHEMA)
    assert VALUES["redis"]["secret"]["name"] == ""
