"""The alerts and the dashboard without Prometheus; `make monitoring` does the rest."""

from __future__ import annotations

import copy
import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.check_monitoring import DASHBOARD, RULE_TESTS, RULES, queries, strangers, untested
from service.ops.metrics import FAMILIES

DOCUMENT: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
ALERTS: list[dict[str, Any]] = yaml.safe_load(RULES.read_text("utf-8"))["groups"][0]["rules"]
OPERATIONS = (Path(__file__).parents[1] / "docs/operations.md").read_text("utf-8")

KNOWN = {"requests_total": {"route", "status"}, "seconds_bucket": {"le"}, "up": set[str]()}


@pytest.mark.parametrize(
    "query",
    [
        'sum by (job, route) (rate(requests_total{status=~"5..", job="a"}[5m])) > 0.01',
        "histogram_quantile(0.9, sum without (instance) (rate(seconds_bucket[5m] offset 5m)))",
        'up{job="requests{x"} unless on (job) requests_total or vector(0)',
        "increase(requests_total[15m]) > 3\nor\n(changes(up[15m]) and on (job) requests_total) > 3",
    ],
)
def test_what_the_service_has_is_no_stranger(query: str) -> None:
    assert list(strangers(query, KNOWN)) == []


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("rate(request_total[5m])", "no such metric: request_total"),
        ("up > on (job) down", "no such metric: down"),
        ('requests_total{state="x"}', "no such label: state"),
        ("sum by (code) (requests_total)", "no such label: code"),
    ],
)
def test_a_stranger_is_named(query: str, fault: str) -> None:
    (found,) = strangers(query, KNOWN)
    assert found.startswith(fault)


def test_an_alert_that_no_test_sets_off_is_named() -> None:
    tests = yaml.safe_load(RULE_TESTS.read_text("utf-8"))
    assert list(untested(ALERTS, tests)) == []
    fewer = copy.deepcopy(tests)
    fewer["tests"] = [one for one in tests["tests"] if one["name"] != "two in a hundred fail"]
    assert list(untested(ALERTS, fewer)) == ["no test of: PortesErrors"]


def test_the_dashboard_shows_every_metric() -> None:
    text = " ".join(queries(DOCUMENT))
    missing = [one.name for one in FAMILIES if not re.search(rf"\b{one.name}(_bucket)?\b", text)]
    assert missing == []


def test_no_panel_covers_another_or_names_a_data_source() -> None:
    panels = DOCUMENT["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (panel["gridPos"]["x"] + right, panel["gridPos"]["y"] + down)
        for panel in panels
        for right, down in itertools.product(
            range(panel["gridPos"]["w"]), range(panel["gridPos"]["h"])
        )
    ]
    assert len(set(cells)) == len(cells)
    assert max(x for x, _ in cells) == 23
    charts = [panel for panel in panels if panel["type"] != "row"]
    sources = [one["datasource"] for panel in charts for one in (panel, *panel["targets"])]
    assert {source["uid"] for source in sources} == {"${datasource}"}
    assert all(panel["description"] for panel in charts)


def test_the_manual_says_what_to_do_about_each_alert() -> None:
    section = OPERATIONS.partition("\n## Alerts\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == [one["alert"] for one in ALERTS]
    severities = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", section, re.MULTILINE))
    assert severities == {one["alert"]: one["labels"]["severity"] for one in ALERTS}
