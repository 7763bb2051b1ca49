"""What each part of the chart is for: what follows from the values, and when a part is there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from scripts.chart_values import is_file, plain_settings, setting_schema, value_name
from service import gunicorn_conf
from service.ops.settings import SETTINGS, Settings
from tests.chart.rendering import BARE, CASES, CHART, EVERYTHING, REDIS, Case, notes, objects
from tests.chart.test_manifests import definition

NAME = "referee-portes-referee"


def rendered(**values: Any) -> dict[str, dict[str, Any]]:
    return objects(Case(values))


def pod_spec(found: dict[str, dict[str, Any]], name: str = NAME) -> dict[str, Any]:
    spec: dict[str, Any] = found[f"Deployment/{name}"]["spec"]["template"]["spec"]
    return spec


def environment(found: dict[str, dict[str, Any]], name: str = NAME) -> dict[str, Any]:
    """The variables of the server's container; those from a Secret as its name and key."""
    [container] = pod_spec(found, name)["containers"]
    [source] = container["envFrom"]
    variables: dict[str, Any] = dict(
        found[f"ConfigMap/{source['configMapRef']['name']}"]["data"].items()
    )
    for one in container.get("env", []):
        assert one["name"] not in variables, "a variable that is there twice"
        reference = one.get("valueFrom", {}).get("secretKeyRef", {})
        variables[one["name"]] = one.get("value", (reference.get("name"), reference.get("key")))
    return variables


def kinds(found: dict[str, dict[str, Any]]) -> set[str]:
    return {name.partition("/")[0] for name in found}


def test_the_service_reads_the_defaults_as_its_own() -> None:
    settings = Settings.from_env(environment(rendered()))
    assert settings == Settings(host="0.0.0.0", port=8080, ops_port=9090, drain_seconds=8)


def test_every_setting_reaches_the_container() -> None:
    # What is not set by default has no variable: here it is given one.
    unset: dict[str, Any] = {
        value_name(one): setting_schema(one).get("minimum", "x")
        for one in plain_settings()
        if one.default in (None, "")
    }
    settings = {**unset, **EVERYTHING["settings"], "redisPrefix": "p:"}
    variables = environment(objects(Case({**EVERYTHING, "settings": settings})), "portes")
    assert set(variables) == {one.variable for one in SETTINGS} | {"TZ", "TOKEN"}
    assert variables["CACHE_BYTES"] == "134217728"
    assert variables["REDIS_PREFIX"] == "p:"
    assert (variables["HOST"], variables["PORT"], variables["OPS_PORT"]) == ("::", "8000", "9000")
    for one in SETTINGS:
        if one.secret:
            assert variables[one.variable] == (f"of-{value_name(one).lower()}", "key")
    assert variables["TOKEN"] == ("token", "value")
    assert variables["TZ"] == "UTC"


def test_numbers_are_written_out() -> None:
    variables = environment(objects(CASES["the largest numbers"]))
    assert variables["CACHE_BYTES"] == "1099511627776"
    assert variables["REDIS_TTL_SECONDS"] == "31536000"


def test_files_are_mounted_where_their_variables_say() -> None:
    for one in SETTINGS:
        if not is_file(one):
            continue
        found = objects(CASES["everything"])
        path = Path(environment(found, "portes")[one.variable])
        spec = pod_spec(found, "portes")
        [mount] = [
            mount
            for mount in spec["containers"][0]["volumeMounts"]
            if mount["mountPath"] == str(path.parent)
        ]
        assert mount["readOnly"] is True
        [volume] = [volume for volume in spec["volumes"] if volume["name"] == mount["name"]]
        [item] = volume["secret"]["items"]
        assert item["path"] == path.name
        assert volume["secret"]["defaultMode"] == 0o440
        assert spec["securityContext"]["fsGroup"] == spec["securityContext"]["runAsGroup"]


def test_a_file_may_come_from_a_config_map() -> None:
    found = objects(CASES["Redis with a CA from a ConfigMap"])
    assert environment(found)["REDIS_CA_FILE"] == "/etc/portes/redis-ca-file/ca.crt"
    [volume] = [one for one in pod_spec(found)["volumes"] if "configMap" in one]
    assert volume["configMap"]["name"] == "ca"


def test_other_settings_are_other_pods_and_other_labels_are_not() -> None:
    def annotation(**values: Any) -> str:
        template = rendered(**values)[f"Deployment/{NAME}"]["spec"]["template"]
        checksum: str = template["metadata"]["annotations"]["checksum/settings"]
        return checksum

    before = annotation()
    assert annotation(settings={"threads": 8}) != before
    assert annotation(listen={"port": 8081}) != before
    assert annotation(replicaCount=5, podAnnotations={"a": "b"}) == before


@pytest.mark.parametrize("drain", [1, 8, 300])
def test_a_pod_has_the_time_to_end(drain: int) -> None:
    objects = rendered(drainSeconds=drain)
    assert objects[f"ConfigMap/{NAME}"]["data"]["DRAIN_SECONDS"] == str(drain)
    given = pod_spec(objects)["terminationGracePeriodSeconds"]
    # gunicorn's own patience has no drain here, as this process has none set.
    assert given == drain + gunicorn_conf.graceful_timeout + 5


def test_liveness_is_the_most_patient() -> None:
    [container] = pod_spec(rendered())["containers"]
    patience = {
        probe: container[probe]["periodSeconds"] * container[probe]["failureThreshold"]
        for probe in ("startupProbe", "readinessProbe", "livenessProbe")
    }
    assert patience["livenessProbe"] == 60
    assert patience["livenessProbe"] > patience["readinessProbe"]
    paths = {probe: container[probe]["httpGet"] for probe in patience}
    assert paths == {
        "startupProbe": {"path": "/startupz", "port": "ops"},
        "readinessProbe": {"path": "/readyz", "port": "ops"},
        "livenessProbe": {"path": "/livez", "port": "ops"},
    }


def test_all_that_is_written_is_memory_of_a_bounded_size() -> None:
    spec = pod_spec(rendered())
    [volume] = spec["volumes"]
    assert volume == {"name": "tmp", "emptyDir": {"medium": "Memory", "sizeLimit": "16Mi"}}
    [container] = spec["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"] is True


def test_who_scales_counts_the_instances() -> None:
    assert rendered(replicaCount=4)[f"Deployment/{NAME}"]["spec"]["replicas"] == 4
    found = rendered(replicaCount=4, autoscaling={"enabled": True})
    assert "replicas" not in found[f"Deployment/{NAME}"]["spec"]
    scaler = found[f"HorizontalPodAutoscaler/{NAME}"]["spec"]
    assert scaler["scaleTargetRef"]["name"] == NAME
    [metric] = scaler["metrics"]
    assert metric["resource"]["target"] == {"type": "Utilization", "averageUtilization": 70}


@pytest.mark.parametrize(
    ("values", "there"),
    [
        ({"replicaCount": 2}, True),
        ({"replicaCount": 1}, False),
        ({"replicaCount": 0}, False),
        ({"replicaCount": 1, "autoscaling": {"enabled": True, "minReplicas": 2}}, True),
        ({"replicaCount": 9, "autoscaling": {"enabled": True, "minReplicas": 1}}, False),
        ({"replicaCount": 9, "podDisruptionBudget": {"enabled": False}}, False),
    ],
)
def test_there_is_a_budget_where_one_may_be_away(values: dict[str, Any], there: bool) -> None:
    assert ("PodDisruptionBudget" in kinds(rendered(**values))) is there


def test_selectors_find_the_pods_that_serve_and_no_other() -> None:
    found = objects(CASES["everything"])
    selectors = [
        found["Service/portes"]["spec"]["selector"],
        found["Service/portes-ops"]["spec"]["selector"],
        found["Deployment/portes"]["spec"]["selector"]["matchLabels"],
        found["PodDisruptionBudget/portes"]["spec"]["selector"]["matchLabels"],
        found["NetworkPolicy/portes"]["spec"]["podSelector"]["matchLabels"],
        *(
            one["labelSelector"]["matchLabels"]
            for one in pod_spec(found, "portes")["topologySpreadConstraints"]
        ),
    ]
    server = found["Deployment/portes"]["spec"]["template"]["metadata"]["labels"]
    others = [
        *(one["metadata"]["labels"] for name, one in found.items() if name.startswith("Pod/")),
        found["Job/portes-warm"]["spec"]["template"]["metadata"]["labels"],
    ]
    assert len(others) == 3
    for selector in selectors:
        assert selector.items() <= server.items()
        assert not any(selector.items() <= labels.items() for labels in others)
    monitored = found["ServiceMonitor/portes"]["spec"]["selector"]["matchLabels"]
    assert monitored.items() <= found["Service/portes-ops"]["metadata"]["labels"].items()


def test_the_operations_port_is_never_offered_outside() -> None:
    inside = rendered()[f"Service/{NAME}"]["spec"]
    assert [port["name"] for port in inside["ports"]] == ["http", "ops"]
    assert {port["appProtocol"] for port in inside["ports"]} == {"http"}
    for outside in ("NodePort", "LoadBalancer"):
        found = rendered(service={"type": outside})
        assert [port["name"] for port in found[f"Service/{NAME}"]["spec"]["ports"]] == ["http"]
        operations = found[f"Service/{NAME}-ops"]["spec"]
        assert operations["type"] == "ClusterIP"
        assert [port["name"] for port in operations["ports"]] == ["ops"]


def test_the_closed_network_has_only_the_doors_that_were_named() -> None:
    def policy(**values: Any) -> dict[str, Any]:
        network = {"enabled": True, **values.pop("networkPolicy", {})}
        found = rendered(networkPolicy=network, **values)
        spec: dict[str, Any] = found[f"NetworkPolicy/{NAME}"]["spec"]
        assert spec["policyTypes"] == ["Ingress", "Egress"]
        return spec

    def ports(rules: list[dict[str, Any]]) -> list[list[int]]:
        return [[port["port"] for port in rule["ports"]] for rule in rules]

    closed = policy()
    assert ports(closed["ingress"]) == [[8080], [8080, 9090]]
    assert closed["ingress"][0]["from"] == [{"podSelector": {}}]
    # An empty list would be anybody.
    assert all(rule["from"] for rule in closed["ingress"])
    assert ports(closed["egress"]) == [[53, 53]]
    assert {port["protocol"] for port in closed["egress"][0]["ports"]} == {"UDP", "TCP"}

    opened = policy(
        secrets=REDIS,
        networkPolicy={
            "opsFrom": [{"podSelector": {"matchLabels": {"app": "prometheus"}}}],
            "otlp": {"enabled": True},
        },
    )
    assert ports(opened["ingress"]) == [[8080], [9090], [8080, 9090]]
    assert ports(opened["egress"]) == [[53, 53], [6379], [4317, 4318]]


def test_the_tests_may_pass_the_closed_network() -> None:
    found = objects(CASES["the closed network"])
    [peer] = found[f"NetworkPolicy/{NAME}"]["spec"]["ingress"][-1]["from"]
    for name, one in found.items():
        if name.startswith("Pod/"):
            labels = one["metadata"]["labels"]
            assert peer["podSelector"]["matchLabels"].items() <= labels.items()


def test_pods_of_a_roll_out_are_spread_by_themselves() -> None:
    constraints = pod_spec(rendered())["topologySpreadConstraints"]
    assert {one["topologyKey"] for one in constraints} == {
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
    }
    assert all(one["matchLabelKeys"] == ["pod-template-hash"] for one in constraints)
    only_zones = rendered(topologySpread={"host": ""})
    assert len(pod_spec(only_zones)["topologySpreadConstraints"]) == 1
    assert "topologySpreadConstraints" not in pod_spec(objects(Case(BARE)))


def test_no_pod_has_a_token() -> None:
    found = objects(CASES["everything"])
    assert found["ServiceAccount/referee"]["automountServiceAccountToken"] is False
    specs = [pod_spec(found, "portes"), found["Job/portes-warm"]["spec"]["template"]["spec"]]
    specs += [one["spec"] for name, one in found.items() if name.startswith("Pod/")]
    assert all(spec["automountServiceAccountToken"] is False for spec in specs)
    assert specs[0]["serviceAccountName"] == "referee"


def test_an_account_that_is_not_made_is_named() -> None:
    found = objects(CASES["a named account"])
    assert "ServiceAccount" not in kinds(found)
    assert pod_spec(found)["serviceAccountName"] == "mine"
    assert pod_spec(objects(Case(BARE)))["serviceAccountName"] == "default"


def test_routes_lead_to_the_api() -> None:
    route = objects(CASES["a route"])[f"HTTPRoute/{NAME}"]["spec"]
    [rule] = route["rules"]
    assert rule["backendRefs"] == [{"name": NAME, "port": 80}]
    assert rule["matches"] == [{"path": {"type": "PathPrefix", "value": "/"}}]
    ingress = objects(CASES["an ingress"])[f"Ingress/{NAME}"]["spec"]
    [path] = ingress["rules"][0]["http"]["paths"]
    assert path["backend"]["service"] == {"name": NAME, "port": {"name": "http"}}


def test_nothing_optional_is_there_by_default() -> None:
    assert kinds(rendered()) == {
        *("ConfigMap", "Deployment", "Pod", "PodDisruptionBudget", "Service", "ServiceAccount")
    }
    assert kinds(objects(Case(BARE))) == {"ConfigMap", "Deployment", "Pod", "Service"}


ALERTS = """\
groups:
  - name: portes
    rules:
      - alert: PortesDown
        expr: up{job="referee"} == 0
        annotations:
          summary: "{{ $labels.pod }} is {{ $value | humanize }}"
"""
DASHBOARD = '{"title": "{{pod}}", "panels": []}\n'


def test_rules_and_dashboard_are_taken_as_they_are(tmp_path: Path) -> None:
    chart = tmp_path / "helm"
    shutil.copytree(CHART, chart)
    for name, text in (("rules/alerts.yaml", ALERTS), ("dashboards/portes.json", DASHBOARD)):
        (chart / name).parent.mkdir(exist_ok=True)
        (chart / name).write_text(text, "utf-8")
    values = {
        "prometheusRule": {"enabled": True, "labels": {"release": "prometheus"}},
        "dashboard": {"enabled": True, "annotations": {"grafana_folder": "Games"}},
    }
    found = objects(Case(values), chart)
    rule = found[f"PrometheusRule/{NAME}"]
    assert rule["spec"] == yaml.safe_load(ALERTS)
    assert rule["metadata"]["labels"]["release"] == "prometheus"
    jsonschema.validate(rule, definition(rule["apiVersion"], "PrometheusRule"))
    board = found[f"ConfigMap/{NAME}-dashboard"]
    assert json.loads(board["data"]["portes.json"]) == json.loads(DASHBOARD)
    assert board["metadata"]["labels"]["grafana_dashboard"] == "1"
    assert board["metadata"]["annotations"] == {"grafana_folder": "Games"}
    assert kinds(objects(Case({}), chart)) == kinds(rendered())


@pytest.mark.parametrize(
    ("file", "values", "kind"),
    [
        ("rules/alerts.yaml", {"prometheusRule": {"enabled": True}}, "PrometheusRule"),
        ("dashboards/portes.json", {"dashboard": {"enabled": True}}, "ConfigMap"),
    ],
)
def test_what_the_chart_carries_of_them_is_valid(
    file: str, values: dict[str, Any], kind: str
) -> None:
    found = rendered(**values)
    more = {name: one for name, one in found.items() if name not in rendered()}
    assert bool(more) is (CHART / file).exists()
    for one in more.values():
        assert one["kind"] == kind
        if kind == "PrometheusRule":
            jsonschema.validate(one, definition(one["apiVersion"], kind))


def test_the_notes_say_what_to_do_next() -> None:
    said = notes(Case({"fullnameOverride": "portes"}))
    assert "http://portes.games:80\n" in said
    assert "helm --namespace games test referee" in said
    assert "port-forward service/portes 8080:80" in said
    assert "There is no shared cache" in said
    assert "one instance" not in said
    everything = notes(CASES["everything"])
    assert "https://referee.example.org" in everything
    assert "shared cache" not in everything
    bare = notes(Case({**BARE, "secrets": REDIS}))
    assert "Entries of the shared cache are not authenticated" in bare
    assert "With one instance" in bare
