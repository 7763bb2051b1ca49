"""The Dockerfile, read; `make image-check` builds it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from scripts.image_check import DOCKERFILE, ROOT, Failure, is_sent, is_writable, pairs, parse
from scripts.sbom import document

INSTRUCTIONS = parse(DOCKERFILE.read_text("utf-8"))
LAST_FROM = max(place for place, found in enumerate(INSTRUCTIONS) if found.name == "FROM")
FINAL = INSTRUCTIONS[LAST_FROM:]
PATTERNS = [
    line
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_every_source_of_a_copy_exists_and_is_sent() -> None:
    sources = [
        source
        for name, text in INSTRUCTIONS
        if name == "COPY" and not text.startswith("--from=")
        for source in text.split()[:-1]
    ]
    assert "service" in sources
    for source in sources:
        assert (ROOT / source).exists(), source
        assert is_sent(Path(source), PATTERNS), source


def test_the_last_user_is_a_number_that_is_not_root() -> None:
    users = [text for name, text in FINAL if name == "USER"]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1])


def test_the_command_needs_no_shell() -> None:
    [command] = [text for name, text in FINAL if name == "CMD"]
    assert json.loads(command)[:3] == ["python", "-m", "gunicorn"]


def test_the_final_stage_runs_and_installs_nothing() -> None:
    assert not [text for name, text in FINAL if name == "RUN"]
    assert not [text for _, text in FINAL if re.search(r"\bpip\b", text)]
    copied = [text for name, text in FINAL if name == "COPY"]
    assert copied == ["--from=build /opt/venv /opt/venv", "--from=build /app /app"]


def test_labels_take_version_and_revision() -> None:
    labels = pairs(
        " ".join(text for name, text in FINAL if name == "LABEL"),
        {"VERSION": "1.2.3", "REVISION": "abc"},
    )
    assert labels["org.opencontainers.image.version"] == "1.2.3"
    assert labels["org.opencontainers.image.revision"] == "abc"
    assert labels["org.opencontainers.image.title"] == "portes-referee"


@pytest.mark.parametrize("required", [False, True])
def test_only_a_kernel_that_is_required_fails_for_want_of_a_compiler(required: bool) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "compile_kernel.py")]
    ended = subprocess.run(
        command + ["--required"] * required,
        env={**os.environ, "CC": "no-such-compiler"},
        capture_output=True,
        check=False,
    )
    assert ended.returncode == (1 if required else 0)


def test_an_instruction_that_is_not_understood_is_refused() -> None:
    with pytest.raises(Failure, match="VOLUME"):
        parse("FROM a\nVOLUME /data\n")


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("service/app.py", True),
        ("service/api/__pycache__/pages.pyc", False),
        ("service/rules/kernel.cpython-311.so", False),
        ("serviceable.py", False),
        (".git/config", False),
        ("tests/servers.py", False),
    ],
)
def test_what_is_sent(path: str, sent: bool) -> None:
    assert is_sent(Path(path), PATTERNS) == sent


@pytest.mark.parametrize(
    ("mode", "owner", "group", "writable"),
    [
        (0o100644, 0, 0, False),
        (0o100664, 0, 0, False),
        (0o100664, 0, 65532, True),
        (0o100646, 0, 0, True),
        (0o100444, 65532, 0, True),
        (0o120777, 0, 0, False),
    ],
)
def test_who_may_write(mode: int, owner: int, group: int, writable: bool) -> None:
    status = os.stat_result((mode, 0, 0, 1, owner, group, 0, 0, 0, 0))
    assert is_writable(status, 65532, 65532) == writable


def test_the_bill_of_materials() -> None:
    bill = document([distribution("flask"), distribution("werkzeug")], "1.2.3")
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    flask, werkzeug = bill["components"]
    assert flask["purl"] == f"pkg:pypi/flask@{distribution('flask').version}"
    assert flask["licenses"] == [{"expression": "BSD-3-Clause"}]
    graph = {entry["ref"]: entry["dependsOn"] for entry in bill["dependencies"]}
    assert graph["portes-referee@1.2.3"] == [flask["bom-ref"], werkzeug["bom-ref"]]
    assert graph[flask["bom-ref"]] == [werkzeug["bom-ref"]]
