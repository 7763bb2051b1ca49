"""Every case is what Kubernetes takes, in the versions it may be installed on.

Kinds that are not Kubernetes' own are held to the definitions that their projects release.
"""

from __future__ import annotations

import subprocess
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
import yaml

from tests.chart.rendering import CASES, DEFINITIONS, KUBERNETES, POD_SECURITY, manifests, objects

FOREIGN = {"HTTPRoute", "ServiceMonitor", "PrometheusRule"}


def definition(api_version: str, kind: str) -> dict[str, Any]:
    """The schema of a kind, which refuses unknown names as the API server does."""
    version = api_version.partition("/")[2]
    for path in DEFINITIONS.iterdir():
        document = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        if document["spec"]["names"]["kind"] == kind:
            [found] = [one for one in document["spec"]["versions"] if one["name"] == version]
            schema: dict[str, Any] = strict(found["schema"]["openAPIV3Schema"])
            return schema
    raise AssertionError(f"no definition of {kind}")


def strict(schema: Any) -> Any:
    """An OpenAPI schema of a definition as a JSON Schema that refuses unknown names."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    converted = {
        key: {name: strict(one) for name, one in value.items()}
        if key == "properties"
        else strict(value)
        for key, value in schema.items()
        if key not in ("description", "default", "format")
    }
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and "(?i)" in pattern:
        # Go has such flags anywhere, Python only in front.
        converted["pattern"] = "(?i)" + pattern.replace("(?i)", "")
    if "properties" in schema and schema.get("type") == "object":
        converted.setdefault("additionalProperties", False)
    return converted


@pytest.mark.parametrize("name", CASES)
def test_manifests_are_valid(name: str) -> None:
    for one in objects(CASES[name]).values():
        if one["kind"] in FOREIGN:
            jsonschema.validate(one, definition(one["apiVersion"], one["kind"]))
            continue
        for version in KUBERNETES:
            assert kubernetes_validate.validate(one, version, strict=True) == version


def test_a_name_that_no_definition_has_is_found() -> None:
    route = objects(CASES["a route"])["HTTPRoute/referee-portes-referee"]
    route["spec"]["rules"][0]["backendRefs"][0]["prot"] = 80
    with pytest.raises(jsonschema.ValidationError, match="prot"):
        jsonschema.validate(route, definition(route["apiVersion"], "HTTPRoute"))


@pytest.mark.parametrize("name", CASES)
def test_all_pods_are_restricted(name: str) -> None:
    done = subprocess.run(
        [str(POD_SECURITY)],
        input=manifests(CASES[name]),
        capture_output=True,
        text=True,
        check=False,
    )
    pods = 4 if CASES[name].values.get("warm") or name == "production" else 3
    assert (done.returncode, done.stdout) == (0, f"{pods} pods looked at\n"), done.stderr


def test_a_pod_that_is_not_restricted_is_found() -> None:
    text = manifests(CASES["defaults"]).replace("drop: [ALL]", "add: [NET_ADMIN]")
    done = subprocess.run(
        [str(POD_SECURITY)], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Deployment referee-portes-referee: unrestricted capabilities" in done.stdout
