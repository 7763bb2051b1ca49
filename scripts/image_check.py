"""Builds the Dockerfile in an empty Debian, without a container engine, and proves what came of it.

    python -m scripts.image_check [--base DIRECTORY] [--build-arg NAME=VALUE]

Each stage is a copy of a root that debootstrap makes, which stands for the base image, and each RUN
a chroot into it. That needs root. All mounts are made in a namespace of the process that needs
them, so the kernel takes them away with it, however it ends.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from packaging.markers import default_environment
from packaging.requirements import Requirement

from scripts.sbom import normalized
from tests.servers import free_ports

ROOT = Path(__file__).resolve().parents[1]
DOCKERFILE = ROOT / "Dockerfile"
PACKAGES = "python3,python3-venv,python3-dev,ca-certificates"
"""What makes an empty Debian the like of the official image, which has Python's headers too."""

SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
_PROXIES = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
_KNOWN = "FROM ARG RUN COPY WORKDIR ENV LABEL USER EXPOSE STOPSIGNAL HEALTHCHECK CMD"
_INSTRUCTIONS = frozenset(_KNOWN.split(" "))
_PAIR = re.compile(r'(\S+?)=("(?:[^"\\]|\\.)*"|\S*)')
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")


class Failure(Exception):
    """What is wrong with the image, as a sentence."""


class Instruction(NamedTuple):
    name: str
    text: str


def parse(dockerfile: str) -> list[Instruction]:
    """The instructions in order, comments gone and continued lines joined.

    Raises Failure for one that is not interpreted here.
    """
    lines = [line for line in dockerfile.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    found = []
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, text = line.partition(" ")
        if name not in _INSTRUCTIONS:
            raise Failure(f"The instruction {name} is not interpreted here.")
        found.append(Instruction(name, text.strip()))
    return found


def substituted(text: str, values: Mapping[str, str]) -> str:
    """``$NAME`` and ``${NAME}`` replaced; what is not set is empty."""
    return _VARIABLE.sub(lambda match: values.get(match[1] or match[2], ""), text)


def pairs(text: str, values: Mapping[str, str]) -> dict[str, str]:
    """The names and values of an ENV, an ARG or a LABEL."""
    return {name: substituted(value.strip('"'), values) for name, value in _PAIR.findall(text)}


def is_sent(path: Path, patterns: list[str]) -> bool:
    """Whether .dockerignore lets the path, relative to the context, through; the last match wins.

    Known are ``*``, ``!path`` and ``**/name``.
    """
    sent = True
    for pattern in patterns:
        if pattern == "*":
            sent = False
        elif pattern.startswith("!"):
            sent = sent or path.is_relative_to(pattern[1:])
        elif pattern.startswith("**/"):
            sent = sent and not any(Path(part).match(pattern[3:]) for part in path.parts)
        else:
            raise Failure(f"The pattern {pattern} of .dockerignore is not interpreted here.")
    return sent


def copy_context(target: Path) -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    admitted = [pattern[1:] for pattern in patterns if pattern.startswith("!")]
    for top in (ROOT / name for name in admitted):
        for path in [top, *top.rglob("*")]:
            relative = path.relative_to(ROOT)
            if path.is_file() and is_sent(relative, patterns):
                (target / relative).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target / relative)


@dataclass
class Stage:
    """A root of its own, and what the instructions have set so far."""

    root: Path
    arguments: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": SEARCHED})
    labels: dict[str, str] = field(default_factory=dict)
    directory: str = "/"
    user: str = "0:0"
    stop_signal: str = "SIGTERM"
    command: list[str] = field(default_factory=list)

    @property
    def values(self) -> dict[str, str]:
        return self.arguments | self.environment

    def inside(self, path: str) -> Path:
        """The path, taken from the working directory, on this machine."""
        return self.root / os.path.normpath(os.path.join(self.directory, path)).lstrip("/")


class Machine:
    """What RUN is lent of this machine to reach its packages: nothing of it stays in the image."""

    def __init__(self, work: Path) -> None:
        proxies = {name: os.environ[name] for name in _PROXIES if name in os.environ}
        pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.environment = proxies | pip | {"SSL_CERT_FILE": CERTIFICATES}
        options = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True)
        acquire = [line for line in options.stdout.splitlines() if line.startswith("Acquire::")]
        apt = work / "apt.conf"
        apt.write_text("\n".join([*acquire, ""]))
        lent = {
            "/etc/resolv.conf": Path("/etc/resolv.conf"),
            CERTIFICATES: Path(os.environ.get("SSL_CERT_FILE", CERTIFICATES)),
            "/etc/pip.conf": Path("/etc/pip.conf"),
            "/etc/apt/apt.conf.d/99machine": apt,
        }
        if "PIP_FIND_LINKS" in pip and Path(pip["PIP_FIND_LINKS"]).is_absolute():
            lent[pip["PIP_FIND_LINKS"]] = Path(pip["PIP_FIND_LINKS"])
        self.lent = {place: source for place, source in lent.items() if source.exists()}

    @contextmanager
    def lending(self, root: Path) -> Iterator[str]:
        """Makes the places; gives the shell's lines that mount there, and clears up after them."""
        made = []
        lines = []
        for place, source in self.lent.items():
            target = root / place[1:]
            if not target.exists():
                made.append(target)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.mkdir() if source.is_dir() else target.touch()
            lines.append(f"mount --bind '{source.resolve()}' '{target}'")
        try:
            yield "\n".join(lines)
        finally:
            for target in made:
                target.rmdir() if target.is_dir() else target.unlink()


def in_namespace(script: str, *arguments: str) -> list[str]:
    """The command that runs a shell script as the first process of namespaces of its own."""
    unshared = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"]
    return [*unshared, "/bin/sh", "-ec", script, "sh", *arguments]


def run(stage: Stage, text: str, machine: Machine) -> None:
    with machine.lending(stage.root) as mounts:
        script = f"""{mounts}
mount -t proc proc "$1/proc"
exec chroot "$1" /bin/sh -c 'cd "$0" && eval "$1"' "$2" "$3"
"""
        result = subprocess.run(
            in_namespace(script, str(stage.root), stage.directory, text),
            env=machine.environment | {"DEBIAN_FRONTEND": "noninteractive"} | stage.values,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    if result.returncode != 0:
        end = "\n".join(result.stdout.splitlines()[-20:])
        raise Failure(f"RUN {text[:60]}… ended with {result.returncode}:\n{end}")


def copy(stage: Stage, text: str, context: Path, stages: Mapping[str, Stage]) -> None:
    origin = context
    words = substituted(text, stage.values).split()
    if words[0].startswith("--from="):
        origin = stages[words.pop(0).removeprefix("--from=")].root
    *sources, target = words
    for source in sources:
        found = origin / source.lstrip("/")
        place = stage.inside(target)
        if not found.exists():
            raise Failure(f"COPY {source}: there is none, or .dockerignore keeps it back.")
        if found.is_dir():
            shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)
        else:
            place = place / found.name if target.endswith("/") else place
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, place)


def build(base: Path, work: Path, given: Mapping[str, str]) -> Stage:
    """Follows the Dockerfile and returns its last stage."""
    context = work / "context"
    context.mkdir()
    copy_context(context)
    machine = Machine(work)
    arguments: dict[str, str] = {}
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for name, text in parse(DOCKERFILE.read_text("utf-8")):
        started = time.monotonic()
        if name == "FROM":
            image, _, alias = text.partition(" AS ")
            if substituted(image, arguments) != arguments.get("BASE"):
                raise Failure(f"FROM {image}: only the base image is known here.")
            stage = Stage(work / f"stage-{len(stages)}")
            subprocess.run(["cp", "-a", "--reflink=auto", base, stage.root], check=True)
            stages[alias or str(len(stages))] = stage
        elif name == "ARG":
            declared = pairs(text if "=" in text else f"{text}=", {})
            chosen = {key: given.get(key, value) for key, value in declared.items()}
            (arguments if stage is None else stage.arguments).update(chosen)
        elif stage is None:
            raise Failure(f"{name} comes before the first FROM.")
        elif name == "RUN":
            run(stage, text, machine)
        elif name == "COPY":
            copy(stage, text, context, stages)
        elif name == "WORKDIR":
            stage.directory = text
            stage.inside(".").mkdir(parents=True, exist_ok=True)
        elif name == "ENV":
            stage.environment.update(pairs(text, stage.values))
        elif name == "LABEL":
            stage.labels.update(pairs(text, stage.values))
        elif name == "USER":
            stage.user = text
        elif name == "STOPSIGNAL":
            stage.stop_signal = text
        elif name == "CMD":
            stage.command = json.loads(text)
        if name in {"RUN", "COPY"}:
            print(f"{time.monotonic() - started:6.1f} s  {name} {text[:70]}", flush=True)
    if stage is None:
        raise Failure("The Dockerfile has no FROM.")
    return stage


def make_base(target: Path) -> None:
    if shutil.which("debootstrap") is None:
        subprocess.run(["apt-get", "install", "--yes", "--quiet", "debootstrap"], check=True)
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(target)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        raise Failure(f"debootstrap failed: {made.stdout[-500:]}{made.stderr[-500:]}")


def check_tree(stage: Stage) -> None:
    """No compiler, no pip but Debian's wheel for venv, nothing left of this machine or writable."""
    compilers = re.compile(r"(.*-)?(gcc|cc|cc1|clang|tcc|c99)(-\d+)?")
    pip = re.compile(r"pip([\d.]*|-.*\.(dist|egg)-info)")
    user, group = map(int, stage.user.split(":"))
    for directory, subdirectories, files in os.walk(stage.root):
        place = Path(directory)
        for name in (*subdirectories, *files):
            path = place / name
            shown = path.relative_to(stage.root)
            # Not the directories /usr/lib/gcc and the like: libraries stand there too.
            if name in files and compilers.fullmatch(name) and os.access(path, os.X_OK):
                raise Failure(f"There is a compiler in the image: /{shown}.")
            if pip.fullmatch(name) and not shown.is_relative_to("etc"):
                raise Failure(f"There is a pip in the image: /{shown}.")
            of_service = shown.parts[0] == "app" or shown.parts[:2] == ("opt", "venv")
            if of_service and is_writable(path.lstat(), user, group):
                raise Failure(f"The service's user may write to /{shown}.")
    for left in ("etc/pip.conf", "etc/apt/apt.conf.d/99machine", "build", "opt/tools"):
        if (stage.root / left).exists():
            raise Failure(f"/{left} was left in the image.")


def is_writable(status: os.stat_result, user: int, group: int) -> bool:
    """Whether the user, or the owner's right to change the mode, lets it be written."""
    if stat.S_ISLNK(status.st_mode):
        return False
    mode = status.st_mode
    return bool(
        status.st_uid == user
        or (status.st_gid == group and mode & stat.S_IWGRP)
        or mode & stat.S_IWOTH
    )


def check_kernel(stage: Stage, kernel: str) -> None:
    from scripts.compile_kernel import SOURCES

    for source in SOURCES:
        place = (stage.root / "app" / source.relative_to(ROOT)).parent
        if any(place.glob(f"{source.stem}.*.so")) != (kernel == "compiled"):
            raise Failure(f"{source.stem} is not {kernel} in the image.")


def locked(locks: list[str], version: str) -> set[tuple[str, str]]:
    """Name and version of what the locks pin for that Python, on this platform."""
    environment = {key: str(value) for key, value in default_environment().items()}
    environment |= {
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
    }
    found = set()
    for lock in locks:
        for line in (ROOT / lock).read_text("utf-8").splitlines():
            if line[:1].isalnum():
                requirement = Requirement(line.rstrip("\\ "))
                if requirement.marker is None or requirement.marker.evaluate(environment):
                    pinned = str(requirement.specifier).removeprefix("==")
                    found.add((normalized(requirement.name), pinned))
    return found


def check_bill(stage: Stage, locks: list[str]) -> int:
    """Holds the bill of materials to the locks; gives the number of its packages."""
    bill = json.loads((stage.root / "app" / "sbom.cdx.json").read_bytes())
    command = [
        "chroot",
        str(stage.root),
        "python",
        "-c",
        "import platform as p; print(p.python_version())",
    ]
    version = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    named = {(entry["name"], entry["version"]) for entry in bill["components"]}
    expected = locked(locks, version)
    if named != expected:
        raise Failure(f"The bill of materials and the locks differ: {sorted(named ^ expected)}.")
    return len(named)


def ask(port: int, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        sent = None if body is None else json.dumps(body)
        connection.request(method, path, sent, {"Content-Type": "application/json"} if sent else {})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def until(found: Callable[[], bool], process: subprocess.Popen[bytes], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not found():
        if process.poll() is not None:
            raise Failure(f"The server ended with {process.returncode}.")
        if time.monotonic() > deadline:
            raise Failure(f"The server did not answer within {seconds:g} s.")
        time.sleep(0.05)


# /var/tmp is everybody's on a root that is not read-only.
_SERVE = r"""
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
mount -o remount,bind,ro "$1"
root=$1 user=$2 group=$3 directory=$4
shift 4
exec chroot "$root" setpriv --reuid "$user" --regid "$group" --clear-groups --no-new-privs \
    --bounding-set=-all /bin/sh -c \
    'cd "$0" && ! touch /var/tmp/denied 2>/dev/null && exec "$@"' "$directory" "$@"
"""


def check_service(stage: Stage, kernel: str, log: Path) -> None:
    """Runs CMD as the image's user and process 1 on a root that is read-only."""
    [port] = free_ports(1)
    (stage.root / "dev" / "shm").mkdir(exist_ok=True)
    arguments = [str(stage.root), *stage.user.split(":"), stage.directory, *stage.command]
    environment = stage.environment | {"HOST": "127.0.0.1", "PORT": str(port)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            in_namespace(_SERVE, *arguments), env=environment, stdout=output, stderr=output
        )
    try:
        until(lambda: _lives(port), process, 60)
        status, answer = ask(port, "POST", "/v1/plays", _OPENING)
        if (status, len(answer.get("plays", ()))) != (200, 16):
            raise Failure(f"The plays of 3-1 came as {status} {str(answer)[:200]}.")
        status, answer = ask(port, "GET", "/version")
        if answer.get("kernel") != kernel:
            raise Failure(f"/version tells of no {kernel} kernel: {status} {answer}.")
        [first] = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        owner = Path(f"/proc/{first}").stat()
        if f"{owner.st_uid}:{owner.st_gid}" != stage.user:
            raise Failure(f"The server runs as {owner.st_uid}:{owner.st_gid}.")
        os.kill(int(first), signal.Signals[stage.stop_signal])
        try:
            ended = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            raise Failure(f"{stage.stop_signal} did not end the server within 60 s.") from None
        if ended != 0:
            raise Failure(f"After {stage.stop_signal} the server ended with {ended}, not 0.")
    except Failure as failure:
        raise Failure(f"{failure}\n{log.read_text('utf-8', 'replace')[-2000:]}") from None
    finally:
        process.kill()
        process.wait()


_OPENING = {
    "position": {
        "white": {"points": {"24": 2, "13": 5, "8": 3, "6": 5}},
        "black": {"points": {"24": 2, "13": 5, "8": 3, "6": 5}},
    },
    "turn": "white",
    "dice": [3, 1],
}


def _lives(port: int) -> bool:
    try:
        return ask(port, "GET", "/livez")[0] == 200
    except (OSError, HTTPException):
        return False


def size(path: Path) -> float:
    """Of the files below, in MB."""
    return sum(found.lstat().st_size for found in path.rglob("*") if found.is_file()) / 1e6


def check(base: Path | None, given: Mapping[str, str]) -> None:
    started = time.monotonic()
    build_directory = ROOT / "build"
    build_directory.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="image-", dir=build_directory) as directory:
        work = Path(directory)
        if base is None:
            base = work / "base"
            make_base(base)
            print(f"{time.monotonic() - started:6.1f} s  an empty Debian", flush=True)
        python = base / "usr" / "local" / "bin" / "python"
        if not python.is_symlink():
            python.symlink_to("/usr/bin/python3")
        stage = build(base, work, given)
        kernel = given.get("KERNEL", "compiled")
        locks = f"{given.get('LOCK', 'requirements.lock')} {given.get('EXTRA_LOCK', '')}".split()
        check_tree(stage)
        check_kernel(stage, kernel)
        packages = check_bill(stage, locks)
        check_service(stage, kernel, work / "log")
        print(
            f"/opt/venv {size(stage.root / 'opt' / 'venv'):.1f} MB,"
            f" /app {size(stage.root / 'app'):.1f} MB, {packages} packages as in the bill;"
            f" {kernel}, answers as {stage.user} on a read-only root and ends with 0;"
            f" {time.monotonic() - started:.0f} s in all"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the image without an engine and prove it.")
    parser.add_argument("--base", type=Path, help="a root that debootstrap made before")
    parser.add_argument("--build-arg", action="append", default=[], metavar="NAME=VALUE")
    arguments = parser.parse_args()
    if os.geteuid() != 0:
        sys.exit("Root is needed: the stages of the image are run by chroot.")
    # So that what was made is removed then too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit("Ended by SIGTERM."))
    try:
        check(arguments.base, dict(given.split("=", 1) for given in arguments.build_arg))
    except Failure as failure:
        sys.exit(str(failure))


if __name__ == "__main__":
    main()
