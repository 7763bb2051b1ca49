"""The alert rules and the dashboard, held to Prometheus' own tool and to the running service.

    python -m scripts.check_monitoring

The rules must load and pass their tests, each query of the dashboard must parse, and every metric
and label that either of them names must be on the `/metrics` page of a real server.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.servers import free_ports, serving

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "helm" / "rules" / "alerts.yaml"
RULE_TESTS = ROOT / "monitoring" / "alerts_test.yaml"
DASHBOARD = ROOT / "helm" / "dashboards" / "portes.json"

VARIABLES = {"$__rate_interval": "5m", "$job": "referee", "$instance": "a"}
"""What the dashboard fills in, and something that may stand there."""

FROM_PROMETHEUS = {"job", "instance"}
"""Labels that a scrape adds."""

_WORDS = {"and", "or", "unless", "by", "without", "on", "ignoring", "bool", "offset"}
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_GROUPED = re.compile(r"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)")
_MATCHERS = re.compile(r"\{([^}]*)\}")
_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")


def main() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        sys.exit("promtool is needed to check the alerts (Debian has it in the package prometheus)")
    rules = [rule["expr"] for rule in _rules()]
    dashboard = list(queries(json.loads(DASHBOARD.read_text("utf-8"))))
    _run(promtool, "check", "rules", str(RULES))
    _run(promtool, "test", "rules", str(RULE_TESTS))
    check_queries(promtool, dashboard)
    known = published()
    wrong = [fault for query in (*rules, *dashboard) for fault in strangers(query, known)]
    wrong += untested(_rules(), yaml.safe_load(RULE_TESTS.read_text("utf-8")))
    if wrong:
        sys.exit("\n".join(sorted(set(wrong))))
    print(
        f"{len(rules)} alerts and {len(dashboard)} queries of the dashboard name nothing but the"
        f" {len(known)} series of the service"
    )


def queries(dashboard: dict[str, Any]) -> Iterator[str]:
    """Every query of the dashboard, its variables filled in."""
    for panel in dashboard["panels"]:
        for target in panel.get("targets", ()):
            query = target["expr"]
            for variable, value in VARIABLES.items():
                query = query.replace(variable, value)
            yield query


def check_queries(promtool: str, found: list[str]) -> None:
    """Has them loaded as the rules that they could be."""
    rules = [{"record": f"query:{number}", "expr": query} for number, query in enumerate(found)]
    document = {"groups": [{"name": "dashboard", "rules": rules}]}
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "dashboard.yaml"
        path.write_text(yaml.safe_dump(document), "utf-8")
        _run(promtool, "check", "rules", str(path))


def published() -> dict[str, set[str]]:
    """The series of a real server, and the labels that each has been seen with."""
    port, redis = free_ports(2)
    # Nobody listens at that Redis: its series are there all the same.
    environment = {"PORT": str(port), "REDIS_URL": f"redis://127.0.0.1:{redis}"}
    with serving(environment):
        start = {"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}
        _ask(port, "POST", "/v1/plays/check", {**start, "notation": "3/off"})
        _ask(port, "POST", "/v1/plays/apply", {**start, "notation": "3/off"})
        page = _ask(port, "GET", "/metrics")
    known: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            known.setdefault(sample.name, set()).update(sample.labels)
    return known


def strangers(query: str, known: dict[str, set[str]]) -> Iterator[str]:
    """The metrics in a query that the service has not, and the labels that none of them has."""
    bare = _STRING.sub('""', query)
    labels = {name for group in _GROUPED.findall(bare) for name in _NAME.findall(group)}
    labels |= {name for group in _MATCHERS.findall(bare) for name in _NAME.findall(group)}
    bare = _MATCHERS.sub("", _GROUPED.sub("", bare))
    bare = re.sub(r"\[[^]]*\]", "", bare)
    metrics = {
        found[0]
        for found in _NAME.finditer(bare)
        if found[0] not in _WORDS and not bare[found.end() :].lstrip().startswith("(")
    }
    # The unit of a number, as in 5m, is no name.
    metrics -= {name for name in metrics if re.search(rf"\d{name}\b", bare)}
    yield from (f"no such metric: {name}" for name in metrics - known.keys())
    possible = FROM_PROMETHEUS.union(*(known.get(name, ()) for name in metrics))
    yield from (f"no such label: {name} in {query}" for name in labels - possible)


def untested(rules: list[dict[str, Any]], tests: dict[str, Any]) -> Iterator[str]:
    """The alerts that no test expects to fire."""
    fired = {
        case["alertname"]
        for test in tests["tests"]
        for case in test["alert_rule_test"]
        if case.get("exp_alerts")
    }
    yield from (f"no test of: {rule['alert']}" for rule in rules if rule["alert"] not in fired)


def _rules() -> list[dict[str, Any]]:
    document = yaml.safe_load(RULES.read_text("utf-8"))
    return [rule for group in document["groups"] for rule in group["rules"]]


def _ask(port: int, method: str, path: str, document: Any = None) -> str:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    body = None if document is None else json.dumps(document)
    connection.request(method, path, body, {"Content-Type": "application/json"})
    answer = connection.getresponse().read().decode()
    connection.close()
    return answer


def _run(*command: str) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(result.stdout + result.stderr)


if __name__ == "__main__":
    main()
