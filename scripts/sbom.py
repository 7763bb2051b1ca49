"""Writes what is installed beside the running Python as a bill of materials in CycloneDX 1.6.

    /opt/venv/bin/python scripts/sbom.py > sbom.cdx.json

The standard library alone is used, so that nothing must be installed for it. The same packages give
the same bytes: the document has no time and no serial number, both of which are optional.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_LICENSE_CLASSIFIER = "License :: "


def normalized(name: str) -> str:
    """The name as package URLs and indexes have it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def reference(distribution: Distribution) -> str:
    """The package URL, which also serves as the component's reference within the document."""
    return f"pkg:pypi/{normalized(distribution.name)}@{distribution.version}"


def licenses(distribution: Distribution) -> list[dict[str, Any]]:
    """An SPDX expression where the package has one, else the names that its classifiers give."""
    if "License-Expression" in distribution.metadata:
        return [{"expression": distribution.metadata["License-Expression"]}]
    named = [
        classifier.rsplit(" :: ", 1)[1]
        for classifier in distribution.metadata.get_all("Classifier") or []
        if classifier.startswith(_LICENSE_CLASSIFIER)
    ]
    return [{"license": {"name": name}} for name in named]


def component(distribution: Distribution) -> dict[str, Any]:
    described: dict[str, Any] = {
        "type": "library",
        "bom-ref": reference(distribution),
        "name": normalized(distribution.name),
        "version": distribution.version,
        "purl": reference(distribution),
    }
    known = licenses(distribution)
    return described | ({"licenses": known} if known else {})


def required(distribution: Distribution, installed: dict[str, Distribution]) -> list[str]:
    """References of what the package asks for and has; what only an extra asks for is left out."""
    names = set()
    for requirement in distribution.requires or []:
        name = _NAME.match(requirement)
        if name and "extra" not in requirement.partition(";")[2]:
            names.add(normalized(name[0]))
    return sorted(reference(installed[name]) for name in names & installed.keys())


def document(found: Iterable[Distribution], version: str) -> dict[str, Any]:
    """The bill of the service of that version, standing on these packages."""
    installed = {normalized(distribution.name): distribution for distribution in found}
    ordered = [installed[name] for name in sorted(installed)]
    service = f"portes-referee@{version}"
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": service,
                "name": "portes-referee",
                "version": version,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [component(distribution) for distribution in ordered],
        "dependencies": [
            {"ref": service, "dependsOn": [reference(distribution) for distribution in ordered]},
            *(
                {"ref": reference(distribution), "dependsOn": required(distribution, installed)}
                for distribution in ordered
            ),
        ],
    }


def main() -> None:
    version = _VERSION.search((ROOT / "service" / "__init__.py").read_text("utf-8"))
    if version is None:
        sys.exit("service/__init__.py has no version")
    json.dump(document(distributions(), version[1]), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
