"""What the measurements have in common: medians with quartiles, the machine, Markdown tables."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import median, quantiles
from typing import Any


class Absent(Exception):
    """Why something is not measured."""


def installed(distribution: str) -> str:
    """Name and version; raises `Absent`."""
    try:
        return f"{distribution} {importlib.metadata.version(distribution)}"
    except importlib.metadata.PackageNotFoundError:
        raise Absent("not installed") from None


def machine(distributions: Sequence[str]) -> dict[str, Any]:
    """The processor, the system, the interpreter and the versions of these packages."""
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    versions = []
    for distribution in distributions:
        try:
            versions.append(installed(distribution))
        except Absent:
            versions.append(f"{distribution} absent")
    return {
        "cores": os.cpu_count(),
        "processor": model,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "versions": versions,
    }


def machine_line(about: dict[str, Any]) -> str:
    return (
        f"{about['cores']} cores ({about['processor']}), {about['system']}, {about['python']}; "
        f"{', '.join(about['versions'])}."
    )


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median and quartiles; of a single value, that value."""
    if len(values) == 1:
        return {"median": values[0], "low": values[0], "high": values[0]}
    low, _, high = quantiles(values, n=4)
    return {"median": median(values), "low": low, "high": high}


def ratios(values: Sequence[float], reference: Sequence[float]) -> dict[str, float]:
    """How the values of each round stand to the reference of the same round."""
    return spread([one / other for one, other in zip(values, reference, strict=True)])


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed; the values are in rising order."""
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def shown(found: dict[str, float], digits: int = 2) -> str:
    """`median (low-high)`."""
    return f"{found['median']:.{digits}f} ({found['low']:.{digits}f}-{found['high']:.{digits}f})"


def table(header: list[str], rows: list[list[str]], texts: int = 2) -> str:
    """A Markdown table; all but the first ``texts`` columns are numbers."""
    lines = [header, ["---"] * texts + ["---:"] * (len(header) - texts), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
