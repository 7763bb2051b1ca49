"""A control plane of Kubernetes on 127.0.0.1, without nodes, for `tests.chart.on_apiserver`.

etcd, kube-apiserver and kube-controller-manager are the real ones; certificates are made for the
occasion and thrown away. There is no kubelet: ``Nodes`` says of every pod what a kubelet would,
and runs nothing.
"""

from __future__ import annotations

import http.client
import json
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import trustme
import yaml

from tests.servers import free_ports

Object = dict[str, Any]
Found = TypeVar("Found")

CONTROLLERS = (
    *("deployment-controller", "replicaset-controller", "job-controller", "disruption-controller"),
    *("serviceaccount-controller", "garbage-collector-controller", "namespace-controller"),
    *("horizontal-pod-autoscaler-controller", "endpointslice-controller"),
)
NODE = "nowhere"
BROKEN = "broken"
"""The tag of an image whose pods never become ready."""


class ClusterError(Exception):
    """The cluster did not do what was waited for."""


def wait_for(what: str, ask: Callable[[], Found | None], seconds: float = 60) -> Found:
    """The first answer that is neither None nor false; ClusterError after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = ask()
        if found:
            return found
        time.sleep(0.05)
    raise ClusterError(f"waited {seconds:g} s for {what}")


@dataclass(frozen=True, slots=True)
class Api:
    """The API server, asked as an administrator."""

    port: int
    context: ssl.SSLContext
    kubeconfig: Path

    def ask(
        self,
        method: str,
        path: str,
        body: Object | None = None,
        content_type: str = "application/json",
    ) -> tuple[int, Object]:
        """Status and document of one request; OSError where nobody answers.

        What the server warns of, such as a name that will go, is under `warning`.
        """
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, context=self.context, timeout=30
        )
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": content_type})
            answer = connection.getresponse()
            raw = answer.read()
        finally:
            connection.close()
        is_json = answer.headers.get_content_type() == "application/json"
        document: Object = json.loads(raw) if is_json else {"text": raw.decode()}
        warning = answer.headers.get("Warning")
        return answer.status, document | ({"warning": warning} if warning else {})

    def get(self, path: str) -> Object:
        """What is there; ClusterError where nothing is."""

        def ask() -> tuple[int, Object] | None:
            answer = self.ask("GET", path)
            # A kind that was defined a moment ago is not served yet.
            return None if answer[0] == 429 else answer

        status, document = wait_for(path, ask)
        if status != 200:
            raise ClusterError(f"GET {path}: {status} {document.get('message')}")
        return document

    def create(self, path: str, body: Object) -> Object:
        """What was made of it; ClusterError where it is refused."""
        status, document = self.ask("POST", path, body)
        if status not in (200, 201):
            raise ClusterError(f"POST {path}: {status} {document.get('message')}")
        return document

    def pods(self, namespace: str) -> list[Object]:
        """The pods that are not on their way out."""
        items: list[Object] = self.get(f"/api/v1/namespaces/{namespace}/pods")["items"]
        return [one for one in items if "deletionTimestamp" not in one["metadata"]]


class Nodes(threading.Thread):
    """Binds pods to a node that is not there, and says that they run, are ready, or are done."""

    def __init__(self, api: Api) -> None:
        super().__init__(daemon=True)
        self._api = api
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(0.1):
            try:
                for pod in self._api.get("/api/v1/pods")["items"]:
                    self._attend(pod)
            except (OSError, ClusterError):
                continue  # gone meanwhile; the next round sees what there is

    def end(self) -> None:
        self._ended.set()
        self.join()

    def _attend(self, pod: Object) -> None:
        metadata = pod["metadata"]
        path = f"/api/v1/namespaces/{metadata['namespace']}/pods/{metadata['name']}"
        if "deletionTimestamp" in metadata:
            self._api.ask("DELETE", path, {"gracePeriodSeconds": 0})
        elif "nodeName" not in pod["spec"]:
            target = {"apiVersion": "v1", "kind": "Node", "name": NODE}
            binding = {"apiVersion": "v1", "kind": "Binding", "target": target}
            self._api.ask("POST", f"{path}/binding", {**binding, "metadata": metadata})
        elif pod["status"]["phase"] == "Pending":
            [container] = pod["spec"]["containers"]
            if not container["image"].endswith(f":{BROKEN}"):
                ends = pod["spec"]["restartPolicy"] == "Never"
                self._api.ask(
                    *("PATCH", f"{path}/status", {"status": _status(container, ends)}),
                    content_type="application/merge-patch+json",
                )


def _status(container: Object, ends: bool) -> Object:
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    conditions = [
        {"type": kind, "status": "True", "lastTransitionTime": now}
        for kind in ("PodScheduled", "Initialized", "ContainersReady", "Ready")
    ]
    ended = {"terminated": {"exitCode": 0, "startedAt": now, "finishedAt": now}}
    return {
        "phase": "Succeeded" if ends else "Running",
        "startTime": now,
        "podIP": "192.0.2.1",
        "podIPs": [{"ip": "192.0.2.1"}],
        "conditions": [] if ends else conditions,
        "containerStatuses": [
            {
                **{"name": container["name"], "image": container["image"], "imageID": ""},
                **{"ready": not ends, "started": not ends, "restartCount": 0},
                "state": ended if ends else {"running": {"startedAt": now}},
            }
        ],
    }


@contextmanager
def control_plane(programs: Path, directory: Path) -> Iterator[Api]:
    """Starts it from the programs of a directory, and ends it; what it writes is in the other.

    Raises ClusterError where it does not come up, with the end of what was logged.
    """
    client, peer, secure, managing = free_ports(4)
    authority = trustme.CA()
    authority.cert_pem.write_to_path(directory / "ca.pem")
    server = authority.issue_cert("127.0.0.1", "localhost")
    server.private_key_pem.write_to_path(directory / "server.key")
    server.cert_chain_pems[0].write_to_path(directory / "server.pem")
    # Who is of this organization may do anything.
    admin = authority.issue_cert(
        "admin@localhost", common_name="admin", organization_name="system:masters"
    )
    admin.private_key_pem.write_to_path(directory / "admin.key")
    admin.cert_chain_pems[0].write_to_path(directory / "admin.pem")
    kubeconfig = directory / "kubeconfig"
    kubeconfig.write_text(yaml.safe_dump(_kubeconfig(secure, directory)), "utf-8")
    kubeconfig.chmod(0o600)
    context = ssl.create_default_context(cafile=str(directory / "ca.pem"))
    context.load_cert_chain(directory / "admin.pem", directory / "admin.key")
    api = Api(secure, context, kubeconfig)
    etcd = f"http://127.0.0.1:{client}"
    commands = {
        "etcd": [
            *("server", "--data-dir", str(directory / "etcd"), "--unsafe-no-fsync"),
            *("--listen-client-urls", etcd, "--advertise-client-urls", etcd),
            *("--listen-peer-urls", f"http://127.0.0.1:{peer}"),
            *("--initial-advertise-peer-urls", f"http://127.0.0.1:{peer}"),
            *("--initial-cluster", f"default=http://127.0.0.1:{peer}"),
        ],
        "kube-apiserver": [
            *("kube-apiserver", "--etcd-servers", etcd, "--authorization-mode", "RBAC"),
            *("--bind-address", "127.0.0.1", "--advertise-address", "127.0.0.1"),
            *("--secure-port", str(secure), "--service-cluster-ip-range", "10.96.0.0/16"),
            *("--tls-cert-file", "server.pem", "--tls-private-key-file", "server.key"),
            *("--client-ca-file", "ca.pem", "--endpoint-reconciler-type", "none"),
            *("--service-account-issuer", "https://localhost"),
            *("--service-account-key-file", "server.key"),
            *("--service-account-signing-key-file", "server.key"),
        ],
        "kube-controller-manager": [
            *("kube-controller-manager", "--kubeconfig", str(kubeconfig)),
            *("--controllers", ",".join(CONTROLLERS), "--leader-elect=false"),
            *("--bind-address", "127.0.0.1", "--secure-port", str(managing)),
            *("--cert-dir", str(directory / "managing"), "--concurrent-deployment-syncs", "1"),
        ],
    }
    with ExitStack() as running:
        for name, (program, *arguments) in commands.items():
            log = running.enter_context((directory / f"{name}.log").open("wb"))
            process = subprocess.Popen(
                [str(programs / program), *arguments], cwd=directory, stdout=log, stderr=log
            )
            running.callback(_end, process)
            if name == "kube-apiserver":
                _wait_until_ready(api, process, directory / f"{name}.log")
        # Services lead only to pods whose node there is.
        api.create("/api/v1/nodes", {"metadata": {"name": NODE}})
        nodes = Nodes(api)
        nodes.start()
        running.callback(nodes.end)
        yield api


def _wait_until_ready(api: Api, process: subprocess.Popen[bytes], log: Path) -> None:
    def ready() -> bool:
        if process.poll() is not None:
            raise ClusterError(log.read_text("utf-8")[-2000:])
        try:
            return api.ask("GET", "/readyz")[0] == 200
        except OSError:
            return False

    wait_for("the API server", ready)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _kubeconfig(port: int, directory: Path) -> Object:
    files = {
        "client-certificate": str(directory / "admin.pem"),
        "client-key": str(directory / "admin.key"),
    }
    cluster = {
        "server": f"https://127.0.0.1:{port}",
        "certificate-authority": str(directory / "ca.pem"),
    }
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "here",
        "clusters": [{"name": "here", "cluster": cluster}],
        "users": [{"name": "admin", "user": files}],
        "contexts": [{"name": "here", "context": {"cluster": "here", "user": "admin"}}],
    }
