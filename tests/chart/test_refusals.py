"""Values that can not be meant are refused before anything is installed, with what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
import yaml

from service.ops.settings import SETTINGS
from tests.chart.rendering import CHART, REDIS, Case, helm, template

VALUES: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
SCHEMA: dict[str, Any] = json.loads((CHART / "values.schema.json").read_text("utf-8"))

# Maps whose names are the installer's own.
NAMED_FREELY = {
    *("extraEnv", "service.annotations", "serviceAccount.annotations", "httpRoute.annotations"),
    *("ingress.annotations", "serviceMonitor.labels", "prometheusRule.labels", "dashboard.labels"),
    *("dashboard.annotations", "podLabels", "podAnnotations", "nodeSelector"),
    *("resources.requests", "resources.limits"),
}

REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown name": ({"replicas": 3}, "additional properties 'replicas' not allowed"),
    "an unknown setting": ({"settings": {"cacheByte": 1}}, "'cacheByte' not allowed"),
    "a secret written down": (
        {"secrets": {"redisUrl": {"value": "redis://:password@host"}}},
        "'value' not allowed",
    ),
    "a text for a number": ({"replicaCount": "3"}, "at '/replicaCount'"),
    "a number for a text": ({"image": {"tag": 1.5}}, "at '/image/tag'"),
    "a yes for a switch": ({"settings": {"docs": "yes"}}, "at '/settings/docs'"),
    "beyond a bound": ({"settings": {"threads": 257}}, "at '/settings/threads'"),
    "no such level": ({"settings": {"logLevel": "loud"}}, "at '/settings/logLevel'"),
    "a port of root's": ({"listen": {"port": 80}}, "at '/listen/port'"),
    "a digest that is none": ({"image": {"digest": "latest"}}, "at '/image/digest'"),
    "a tag in the repository": ({"image": {"repository": "a:1"}}, "at '/image/repository'"),
    "a setting once more": ({"extraEnv": {"PORT": "1"}}, "invalid propertyName 'PORT'"),
    "a secret setting in the open": (
        {"extraEnv": {"REDIS_URL": "redis://host"}},
        "invalid propertyName 'REDIS_URL'",
    ),
    "a name of the chart's own": (
        {"podLabels": {"app.kubernetes.io/name": "other"}},
        "invalid propertyName 'app.kubernetes.io/name'",
    ),
    "a file from two places": (
        {"secrets": REDIS, "files": {"redisCaFile": {"secret": "a", "configMap": "b"}}},
        "at '/files/redisCaFile'",
    ),
    "a route without a gateway": ({"httpRoute": {"enabled": True}}, "at '/httpRoute/parentRefs'"),
    "an ingress without a host": ({"ingress": {"enabled": True}}, "at '/ingress/hosts'"),
    "a peer of two kinds": (
        {"networkPolicy": {"apiFrom": [{"ipBlock": {"cidr": "10.0.0.0/8"}, "podSelector": {}}]}},
        "at '/networkPolicy/apiFrom/0'",
    ),
    "no drain": ({"drainSeconds": 0}, "at '/drainSeconds'"),
    "more at least than at most": (
        {"autoscaling": {"enabled": True, "minReplicas": 5, "maxReplicas": 4}},
        "autoscaling.minReplicas (5) is more than autoscaling.maxReplicas (4)",
    ),
    "nothing to scale by": (
        {"autoscaling": {"enabled": True, "cpuPercent": 0}},
        "set autoscaling.cpuPercent or autoscaling.metrics",
    ),
    "a part of nothing": (
        {"autoscaling": {"enabled": True}, "resources": {"requests": None}},
        "a part of resources.requests.cpu, which is not set",
    ),
    "a key for no cache": (
        {"secrets": {"cacheKey": {"name": "seal"}}},
        "secrets.cacheKey is for the cache of secrets.redisUrl, which is not set",
    ),
    "a certificate for no server": (
        {"files": {"redisCaFile": {"configMap": "ca"}}},
        "files.redisCaFile is for the server of secrets.redisUrl, which is not set",
    ),
    "no cache to warm": ({"warm": {"enabled": True}}, "warm fills the cache of secrets.redisUrl"),
    "two listeners on a port": (
        {"listen": {"port": 9090}},
        "listen.port and listen.opsPort are both 9090",
    ),
    "two services on a port": (
        {"service": {"port": 9090}},
        "service.port and service.opsPort are both 9090",
    ),
    "a cache larger than the memory": (
        {"settings": {"cacheBytes": 268_435_456}},
        "resources.limits.memory is 256Mi, and settings.workers times settings.cacheBytes with "
        "64 MiB each need 320Mi",
    ),
    "workers without memory": ({"settings": {"workers": 3}}, "need 384Mi"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_helm_refuses(name: str) -> None:
    values, reason = REFUSED[name]
    done = template(Case(values))
    assert done.returncode == 1
    assert reason in done.stderr


def maps(tree: dict[str, Any], path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    yield path, tree
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from maps(value, f"{path}.{name}".removeprefix("."))


def test_an_unknown_name_is_refused_everywhere() -> None:
    validator = jsonschema.Draft202012Validator(SCHEMA)
    refusing = set()
    values = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))
    for path, found in maps(values):
        found["aNameThatIsNone"] = None
        faults = list(validator.iter_errors(values))
        del found["aNameThatIsNone"]
        if any("Additional properties are not allowed" in fault.message for fault in faults):
            refusing.add(path)
    assert {path for path, _ in maps(VALUES)} - refusing == NAMED_FREELY


def test_every_object_of_the_schema_says_what_it_may_hold() -> None:
    def open_objects(schema: Any, path: str) -> Iterator[str]:
        if isinstance(schema, list):
            for one in schema:
                yield from open_objects(one, path)
        elif isinstance(schema, dict):
            if schema.get("type") == "object" and "additionalProperties" not in schema:
                yield path
            for name, one in schema.items():
                yield from open_objects(one, f"{path}/{name}")

    # What parents of this chart share, and the parts of a metric, which the API server checks.
    assert list(open_objects(SCHEMA, "")) == ["/properties/global", "/$defs/kubernetes"]


def test_no_setting_can_be_given_twice() -> None:
    refused = SCHEMA["properties"]["extraEnv"]["propertyNames"]["not"]["enum"]
    assert set(refused) == {one.variable for one in SETTINGS}


def test_an_older_kubernetes_is_refused() -> None:
    done = helm("template", "referee", str(CHART), "--kube-version", "1.29.14")
    assert done.returncode == 1
    assert "chart requires kubeVersion: >=1.30.0-0" in done.stderr
