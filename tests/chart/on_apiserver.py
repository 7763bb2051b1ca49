"""Installs the chart on a real API server, upgrades it, rolls it back and takes it away again.

    python -m tests.chart.on_apiserver

`make chart-apiserver` builds what this runs. The namespace has Pod Security's level "restricted".
No container runs, since there are no nodes: what the pods do is tested elsewhere. Prints what was
seen, step by step, and ends with 1 at the first that is not as it should be.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from tests.chart.cluster import BROKEN, Api, ClusterError, Object, control_plane, wait_for
from tests.chart.rendering import CASES, CHART, DEFINITIONS, HELM, ROOT, objects

PROGRAMS = ROOT / "build" / "apiserver"
NAMESPACE = "games"
NAME = "referee-portes-referee"
LABEL = "app.kubernetes.io/instance=referee"

COLLECTIONS = {
    "ConfigMap": "/api/v1/namespaces/{}/configmaps",
    "Pod": "/api/v1/namespaces/{}/pods",
    "Secret": "/api/v1/namespaces/{}/secrets",
    "Service": "/api/v1/namespaces/{}/services",
    "ServiceAccount": "/api/v1/namespaces/{}/serviceaccounts",
    "Deployment": "/apis/apps/v1/namespaces/{}/deployments",
    "ReplicaSet": "/apis/apps/v1/namespaces/{}/replicasets",
    "Job": "/apis/batch/v1/namespaces/{}/jobs",
    "HorizontalPodAutoscaler": "/apis/autoscaling/v2/namespaces/{}/horizontalpodautoscalers",
    "PodDisruptionBudget": "/apis/policy/v1/namespaces/{}/poddisruptionbudgets",
    "NetworkPolicy": "/apis/networking.k8s.io/v1/namespaces/{}/networkpolicies",
    "Ingress": "/apis/networking.k8s.io/v1/namespaces/{}/ingresses",
    "HTTPRoute": "/apis/gateway.networking.k8s.io/v1/namespaces/{}/httproutes",
    "ServiceMonitor": "/apis/monitoring.coreos.com/v1/namespaces/{}/servicemonitors",
    "PrometheusRule": "/apis/monitoring.coreos.com/v1/namespaces/{}/prometheusrules",
}
SERVED = {"HorizontalPodAutoscaler", "HTTPRoute", "NetworkPolicy", "ServiceMonitor"}


def require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ClusterError(otherwise)


class Release:
    """The chart in the cluster, as Helm and the API server see it."""

    def __init__(self, api: Api, directory: Path) -> None:
        self.api = api
        home = {"PATH": os.environ["PATH"], "HOME": str(directory)}
        self._environment = {**home, "KUBECONFIG": str(api.kubeconfig)}

    def helm(self, *arguments: str, values: Object | None = None) -> tuple[int, str]:
        """Helm's exit status, and what it said."""
        done = subprocess.run(
            [str(HELM), "--namespace", NAMESPACE, *arguments],
            input=yaml.safe_dump(values or {}),
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def apply(self, verb: str, values: Object | None = None, *arguments: str) -> None:
        """`helm install` or `helm upgrade` that must succeed, waiting for all pods."""
        status, said = self.helm(
            *(verb, "referee", str(CHART), "--values", "-", "--wait", "--timeout", "60s"),
            *arguments,
            values=values,
        )
        require(status == 0, said)

    def collection(self, kind: str) -> str:
        return COLLECTIONS[kind].format(NAMESPACE)

    def all(self, kind: str) -> list[Object]:
        """Objects of a kind that are the chart's."""
        found: list[Object] = self.api.get(f"{self.collection(kind)}?labelSelector={LABEL}")[
            "items"
        ]
        return found

    def one(self, kind: str, name: str = NAME) -> Object:
        return self.api.get(f"{self.collection(kind)}/{name}")

    def serving(self) -> list[Object]:
        pods = [
            pod
            for pod in self.api.pods(NAMESPACE)
            if pod["metadata"]["labels"].get("app.kubernetes.io/component") == "server"
        ]
        return [pod for pod in pods if pod["status"]["phase"] == "Running"]

    def checksum(self) -> str:
        annotations = self.one("Deployment")["spec"]["template"]["metadata"]["annotations"]
        return str(annotations["checksum/settings"])


class Watch(threading.Thread):
    """Counts the pods that serve, again and again, while something else goes on."""

    def __init__(self, release: Release) -> None:
        super().__init__(daemon=True)
        self._release = release
        self._ended = threading.Event()
        self.fewest = len(release.serving())

    def run(self) -> None:
        while not self._ended.is_set():
            self.fewest = min(self.fewest, len(self._release.serving()))

    def __enter__(self) -> Watch:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.join()


def prepare(release: Release) -> str:
    for path in sorted(DEFINITIONS.iterdir()):
        document = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        release.api.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", document)
    label = {"pod-security.kubernetes.io/enforce": "restricted"}
    release.api.create("/api/v1/namespaces", {"metadata": {"name": NAMESPACE, "labels": label}})
    release.api.create(
        release.collection("Secret"),
        {
            "metadata": {"name": "referee-redis"},
            "stringData": {"REDIS_URL": "redis://cache:6379/0", "CACHE_KEY": "k" * 16},
        },
    )
    for kind in SERVED:
        collection = release.collection(kind)
        wait_for(kind, lambda path=collection: release.api.ask("GET", path)[0] == 200)  # type: ignore[misc]
    wait_for(
        "the default account",
        lambda: release.api.ask("GET", f"{release.collection('ServiceAccount')}/default")[0] == 200,
    )
    version = release.api.get("/version")["gitVersion"]
    return f"Kubernetes {version}, the namespace is restricted"


def refuse_an_unrestricted_pod(release: Release) -> str:
    container = {"name": "any", "image": "any"}
    pod = {"metadata": {"name": "any"}, "spec": {"containers": [container]}}
    status, answer = release.api.ask("POST", release.collection("Pod"), pod)
    require(status == 403 and "restricted" in answer["message"], f"{status} {answer}")
    return "a pod that says nothing of its security is forbidden"


def try_every_case(release: Release) -> str:
    """Every rendered object, without keeping it: validated, defaulted and admitted for real."""
    number = 0
    for name, case in CASES.items():
        for one in objects(case).values():
            path = f"{release.collection(one['kind'])}?dryRun=All&fieldValidation=Strict"
            one["metadata"].pop("namespace", None)
            status, answer = release.api.ask("POST", path, one)
            require(status == 201, f"{name}: {one['kind']}: {answer}")
            require("warning" not in answer, f"{name}: {one['kind']}: {answer.get('warning')}")
            number += 1
    return f"{number} objects of {len(CASES)} cases are admitted, without a warning"


def install(release: Release) -> str:
    release.apply("install")
    pods = release.serving()
    require(len(pods) == 2, f"{len(pods)} pods")
    require({pod["spec"]["serviceAccountName"] for pod in pods} == {NAME}, "another account")
    require(
        all("kube-api-access" not in volume["name"] for volume in pods[0]["spec"]["volumes"]),
        "a token is mounted",
    )
    slices = (
        f"/apis/discovery.k8s.io/v1/namespaces/{NAMESPACE}/endpointslices"
        f"?labelSelector=kubernetes.io/service-name={NAME}"
    )

    def ports() -> dict[str, int]:
        [found] = release.api.get(slices)["items"]
        return {port["name"]: port["port"] for port in found["ports"] or ()}

    wait_for("the Service to lead there", lambda: ports() == {"http": 8080, "ops": 9090})
    return "2 pods are admitted, without a token; the Service leads to 8080 and 9090"


def run_the_tests(release: Release) -> str:
    status, said = release.helm("test", "referee", "--timeout", "60s")
    require(status == 0 and said.count("Phase:          Succeeded") == 2, said)
    return "both pods of helm test are admitted"


def upgrade_nothing(release: Release) -> str:
    before = {pod["metadata"]["uid"] for pod in release.serving()}
    release.apply("upgrade")
    require({pod["metadata"]["uid"] for pod in release.serving()} == before, "pods were replaced")
    return "the same values replace no pod"


def upgrade_a_setting(release: Release) -> str:
    before = {pod["metadata"]["uid"] for pod in release.serving()}
    checksum = release.checksum()
    release.apply("upgrade", {"settings": {"threads": 8}})
    require(release.one("ConfigMap")["data"]["THREADS"] == "8", "the ConfigMap is the old one")
    require(release.checksum() != checksum, "the annotation is the old one")
    after = {pod["metadata"]["uid"] for pod in release.serving()}
    require(len(after) == 2 and not after & before, "old pods are left")
    return "THREADS=8 replaces both pods"


def refuse_wrong_values(release: Release) -> str:
    status, said = release.helm(
        *("upgrade", "referee", str(CHART), "--values", "-"), values={"settings": {"threads": 0}}
    )
    require(status == 1 and "at '/settings/threads'" in said, said)
    require(release.one("ConfigMap")["data"]["THREADS"] == "8", "something was changed")
    return "threads: 0 is refused, and nothing is changed"


def fall_back_from_a_broken_image(release: Release) -> str:
    before = {pod["metadata"]["uid"] for pod in release.serving()}
    status, said = release.helm(
        *("upgrade", "referee", str(CHART), "--values", "-", "--rollback-on-failure"),
        *("--wait", "--timeout", "5s"),
        values={"settings": {"threads": 8}, "image": {"tag": BROKEN}},
    )
    require(status == 1, said)
    wait_for("the old pods alone", lambda: len(release.api.pods(NAMESPACE)) == 2)
    after = {pod["metadata"]["uid"] for pod in release.serving()}
    require(after == before, "pods that served were replaced")
    return "an image that never gets ready is rolled back, and no pod that serves was touched"


def roll_back(release: Release) -> str:
    status, said = release.helm("rollback", "referee", "1", "--wait", "--timeout", "60s")
    require(status == 0, said)
    require(release.one("ConfigMap")["data"]["THREADS"] == "4", "the ConfigMap is the newer one")
    pods = release.serving()
    require(len(pods) == 2, f"{len(pods)} pods")
    sets = [one for one in release.all("ReplicaSet") if one["spec"]["replicas"]]
    require(len(sets) == 1 and sets[0]["status"]["readyReplicas"] == 2, "more than one set")
    return "rollback 1 brings the first settings and the first ReplicaSet back"


def upgrade_to_production(release: Release) -> str:
    with Watch(release) as watch:
        release.apply("upgrade", None, "--values", str(CHART / "values-prod.yaml"))
        wait_for("three pods", lambda: len(release.serving()) == 3)
    require(watch.fewest >= 2, f"only {watch.fewest} pods were left on the way")
    for kind in sorted(SERVED):
        require(len(release.all(kind)) == 1, f"no {kind}")
    require(not release.all("Job"), "the job of warming is left")
    return (
        "values-prod.yaml: autoscaler, route, network policy, monitor, the job of warming;"
        " from 2 pods to 3, never fewer"
    )


def keep_what_the_autoscaler_wants(release: Release) -> str:
    scale = f"{release.collection('Deployment')}/{NAME}/scale"
    wanted = {"spec": {"replicas": 5}}
    status, answer = release.api.ask("PATCH", scale, wanted, "application/merge-patch+json")
    require(status == 200, f"{answer}")
    wait_for("five pods", lambda: len(release.serving()) == 5)
    production = ("--values", str(CHART / "values-prod.yaml"), "--set", "drainSeconds=20")
    release.apply("upgrade", None, *production)
    require(release.one("Deployment")["spec"]["replicas"] == 5, "Helm reset the replicas")
    require(len(release.serving()) == 5, "pods are missing")
    seconds = release.one("Deployment")["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
    require(seconds == 20 + 25 + 5, f"the pods have {seconds} s to end")
    return "5 pods stay 5 through an upgrade"


def evict(release: Release) -> str:
    budget = f"{release.collection('PodDisruptionBudget')}/{NAME}"
    wait_for(
        "the budget",
        lambda: release.api.get(budget)["status"].get("disruptionsAllowed") == 1,
    )
    first, second = release.serving()[:2]
    answers = []
    for pod in (first, second):
        name = pod["metadata"]["name"]
        eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}}
        path = f"{release.collection('Pod')}/{name}/eviction"
        answers.append(release.api.ask("POST", path, eviction)[0])
    require(answers == [201, 429], f"evictions were answered {answers}")
    return "of two evictions at once the second has to wait"


def turn_the_autoscaler_off(release: Release) -> str:
    """Back to a number of Helm's, which by then is the autoscaler's."""
    back = ("upgrade", "referee", str(CHART), "--reset-values", "--wait", "--timeout", "60s")
    status, said = release.helm(*back)
    require(status == 1 and "conflict" in said and ".spec.replicas" in said, said)
    status, said = release.helm(*back, "--force-conflicts")
    require(status == 0, said)
    wait_for("two pods", lambda: len(release.serving()) == 2)
    require(not release.all("HorizontalPodAutoscaler"), "the autoscaler is left")
    return "without the autoscaler Helm wants --force-conflicts, and then there are 2 pods"


def uninstall(release: Release) -> str:
    status, said = release.helm("uninstall", "referee", "--wait", "--timeout", "60s")
    require(status == 0, said)

    def left() -> dict[str, int]:
        return {kind: len(found) for kind in COLLECTIONS if (found := release.all(kind))}

    wait_for("nothing to be left", lambda: not left())
    return "nothing is left"


STEPS: tuple[Callable[[Release], str], ...] = (
    prepare,
    refuse_an_unrestricted_pod,
    try_every_case,
    install,
    run_the_tests,
    upgrade_nothing,
    upgrade_a_setting,
    refuse_wrong_values,
    fall_back_from_a_broken_image,
    roll_back,
    upgrade_to_production,
    keep_what_the_autoscaler_wants,
    evict,
    turn_the_autoscaler_off,
    uninstall,
)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="chart-") as made:
        directory = Path(made)
        begun = time.monotonic()
        with control_plane(PROGRAMS, directory) as api:
            print(f"{time.monotonic() - begun:6.1f} s  the API server is ready")
            release = Release(api, directory)
            for step in STEPS:
                begun = time.monotonic()
                try:
                    seen = step(release)
                except ClusterError as error:
                    print(f"failed: {step.__name__}: {error}")
                    return 1
                print(f"{time.monotonic() - begun:6.1f} s  {seen}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
