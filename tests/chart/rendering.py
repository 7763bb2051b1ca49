"""The chart as the real Helm renders it, and the cases in which it is looked at.

`python -m tests.chart.rendering` writes the snapshots anew; see `make chart-snapshots`.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[2]
CHART = ROOT / "helm"
SNAPSHOTS = Path(__file__).parent / "snapshots"
HELM = ROOT / "build" / "helm"
POD_SECURITY = ROOT / "build" / "podsecurity"
DEFINITIONS = ROOT / "build" / "crds"

KUBERNETES = ("1.30", "1.34", "1.37")
"""The minor versions that manifests are held to: the oldest of Chart.yaml, and later ones."""

VALUES: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text("utf-8"))

REDIS = {"redisUrl": {"name": "redis"}}


class Case(NamedTuple):
    """Values to render with, above those of the files."""

    values: dict[str, Any]
    files: tuple[Path, ...] = ()


# The rules and the dashboard are tested by themselves: as a part of these they would hide the rest.
BARE: dict[str, Any] = {
    "replicaCount": 1,
    "serviceAccount": {"create": False},
    "podDisruptionBudget": {"enabled": False},
    "topologySpread": {"zone": "", "host": ""},
    "resources": None,
}
EVERYTHING: dict[str, Any] = {
    "fullnameOverride": "portes",
    "image": {"digest": "sha256:" + "0123456789abcdef" * 4},
    "imagePullSecrets": [{"name": "registry"}],
    "listen": {"host": "::", "port": 8000, "opsPort": 9000},
    "settings": {"cacheBytes": 134_217_728, "corsOrigins": "https://a.example https://b.example"},
    "secrets": {name: {"name": f"of-{name.lower()}", "key": "key"} for name in VALUES["secrets"]},
    "files": {name: {"secret": f"with-{name.lower()}", "key": "f.pem"} for name in VALUES["files"]},
    "extraEnv": {"TZ": "UTC", "TOKEN": {"secret": "token", "key": "value"}},
    "drainSeconds": 20,
    "service": {
        "type": "LoadBalancer",
        "port": 8443,
        "annotations": {"example.org/internal": "true"},
        "trafficDistribution": "PreferSameZone",
    },
    "serviceAccount": {"name": "referee", "annotations": {"example.org/role": "none"}},
    "autoscaling": {
        "enabled": True,
        "minReplicas": 2,
        "metrics": [
            {
                "type": "Pods",
                "pods": {
                    "metric": {"name": "requests_per_second"},
                    "target": {"type": "AverageValue", "averageValue": "200"},
                },
            }
        ],
    },
    "podDisruptionBudget": {"maxUnavailable": "25%"},
    "networkPolicy": {
        "enabled": True,
        "apiFrom": [{"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16"]}}],
        "opsFrom": [{"namespaceSelector": {"matchLabels": {"name": "monitoring"}}}],
        "redis": {"to": [{"podSelector": {"matchLabels": {"app": "redis"}}}], "ports": [6380]},
        "otlp": {"enabled": True},
    },
    "httpRoute": {
        "enabled": True,
        "annotations": {"example.org/owner": "games"},
        "parentRefs": [{"name": "public", "namespace": "gateways", "sectionName": "https"}],
        "hostnames": ["referee.example.org"],
        "pathPrefixes": ["/v1", "/problems"],
        "requestTimeout": "30s",
    },
    "ingress": {
        "enabled": True,
        "className": "public",
        "annotations": {"example.org/owner": "games"},
        "hosts": ["referee.example.org"],
        "tls": [{"secretName": "tls", "hosts": ["referee.example.org"]}],
    },
    "serviceMonitor": {"enabled": True, "labels": {"release": "prometheus"}},
    "warm": {"enabled": True},
    "podLabels": {"team": "games"},
    "podAnnotations": {"example.org/log": "json"},
    "priorityClassName": "high",
    "nodeSelector": {"kubernetes.io/arch": "amd64"},
    "tolerations": [{"key": "games", "operator": "Exists", "effect": "NoSchedule"}],
    "affinity": {
        "podAntiAffinity": {
            "preferredDuringSchedulingIgnoredDuringExecution": [
                {
                    "weight": 1,
                    "podAffinityTerm": {
                        "topologyKey": "kubernetes.io/hostname",
                        "labelSelector": {"matchLabels": {"app": "redis"}},
                    },
                }
            ]
        }
    },
    "resources": {
        "requests": {"cpu": "1", "memory": "512Mi"},
        "limits": {"memory": "512Mi"},
    },
}

SHOWN = {
    "defaults": Case({}),
    "bare": Case(BARE),
    "production": Case(
        {"prometheusRule": {"enabled": False}, "dashboard": {"enabled": False}},
        (CHART / "values-prod.yaml",),
    ),
    "everything": Case(EVERYTHING),
}
"""The cases that are kept as snapshots."""

PARTS: dict[str, dict[str, Any]] = {
    "one instance": {"replicaCount": 1},
    "none": {"replicaCount": 0},
    "autoscaling from one": {"autoscaling": {"enabled": True, "minReplicas": 1}},
    "autoscaling by other metrics": {
        "autoscaling": {
            "enabled": True,
            "cpuPercent": 0,
            "metrics": EVERYTHING["autoscaling"]["metrics"],
        }
    },
    "a node port": {"service": {"type": "NodePort"}},
    "a named account": {"serviceAccount": {"create": False, "name": "mine"}},
    "the closed network": {"networkPolicy": {"enabled": True}},
    "the closed network with Redis": {"networkPolicy": {"enabled": True}, "secrets": REDIS},
    "a route": {"httpRoute": {"enabled": True, "parentRefs": [{"name": "public"}]}},
    "an ingress": {"ingress": {"enabled": True, "hosts": ["*.example.org"]}},
    "scraped": {"serviceMonitor": {"enabled": True}},
    "Redis with a CA from a ConfigMap": {
        "secrets": REDIS,
        "files": {"redisCaFile": {"configMap": "ca"}},
    },
    "warmed": {"secrets": REDIS, "warm": {"enabled": True}},
    "the largest numbers": {
        "settings": {"cacheBytes": 1_099_511_627_776, "redisTtlSeconds": 31_536_000},
        "resources": {"limits": {"memory": "1025Gi"}},
    },
}
"""Each optional part by itself, and what changes the others."""

CASES = SHOWN | {name: Case(values) for name, values in PARTS.items()}


def helm(*arguments: str, values: dict[str, Any] | None = None) -> subprocess.CompletedProcess[str]:
    """Runs Helm; ``values`` come on its standard input, which an argument must name."""
    return subprocess.run(
        [str(HELM), *arguments],
        input=yaml.safe_dump(values or {}),
        capture_output=True,
        text=True,
        check=False,
    )


def template(case: Case, chart: Path = CHART) -> subprocess.CompletedProcess[str]:
    """What `helm template` says to a case."""
    files = [argument for file in case.files for argument in ("--values", str(file))]
    return helm(
        *("template", "referee", str(chart), "--namespace", "games"),
        *("--kube-version", KUBERNETES[-1], *files, "--values", "-"),
        values=case.values,
    )


def manifests(case: Case, chart: Path = CHART) -> str:
    """The manifests of a case that can be rendered, as text."""
    done = template(case, chart)
    assert done.returncode == 0, done.stderr
    return done.stdout


def notes(case: Case) -> str:
    """What Helm tells who has installed it."""
    done = helm(
        *("install", "referee", str(CHART), "--namespace", "games", "--dry-run=client"),
        *("--values", "-"),
        values=case.values,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.partition("\nNOTES:\n")[2]


def objects(case: Case, chart: Path = CHART) -> dict[str, dict[str, Any]]:
    """The objects of a case by `Kind/name`, each of which there is once."""
    loaded = [one for one in yaml.safe_load_all(manifests(case, chart)) if one]
    found = {f"{one['kind']}/{one['metadata']['name']}": one for one in loaded}
    assert len(found) == len(loaded)
    return found


def write_snapshots() -> None:
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, case in SHOWN.items():
        (SNAPSHOTS / f"{name}.yaml").write_text(manifests(case), "utf-8")


if __name__ == "__main__":
    write_snapshots()
