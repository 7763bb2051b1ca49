"""The files of several workers: the directory by itself, and in a real server."""

from __future__ import annotations

import fcntl
import http.client
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from prometheus_client.multiprocess import MultiProcessCollector

from service.ops.metrics_files import MetricsFiles
from tests.ops.test_metrics import samples
from tests.redis_servers import until
from tests.servers import free_ports, serving

QUESTION = b'{"position_id": "4HPwATDgc/ABMA", "turn": "white", "dice": [3, 1]}'


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


SET = ["counter_{}.db", "gauge_livemax_{}.db", "gauge_livesum_{}.db", "histogram_{}.db"]


def test_the_lowest_place_that_is_free_is_taken(tmp_path: Path) -> None:
    files = MetricsFiles.create([str(tmp_path)])
    assert [files.prepare(taken) for taken in ((), (0,), (1,), (0, 2))] == [0, 1, 0, 1]
    expected = [name.format(place) for name in SET for place in (0, 1)]
    assert names(files.directory) == sorted([*expected, "lock"])


def test_what_was_counted_is_taken_over_and_what_was_held_is_not(tmp_path: Path) -> None:
    files = MetricsFiles.create([str(tmp_path)])
    files.prepare(())
    for name in SET:
        path = files.directory / name.format(0)
        path.write_bytes(b"x" + path.read_bytes()[1:])
    files.leave(0)
    assert names(files.directory) == ["counter_0.db", "histogram_0.db", "lock"]
    files.prepare(())
    begin = {name: (files.directory / name.format(0)).read_bytes()[:1] for name in SET}
    assert list(begin.values()) == [b"x", b"\0", b"\0", b"x"]


def test_new_files_can_be_read_before_anything_is_in_them(tmp_path: Path) -> None:
    files = MetricsFiles.create([str(tmp_path)])
    files.prepare(())
    collector = MultiProcessCollector(None, str(files.directory))  # type: ignore[no-untyped-call]
    assert list(collector.collect()) == []  # type: ignore[no-untyped-call]


def test_the_directories_of_servers_that_are_gone_are_removed(tmp_path: Path) -> None:
    living = MetricsFiles.create([str(tmp_path)])
    gone = tmp_path / "portes-metrics-gone"
    gone.mkdir()
    (gone / "lock").touch()
    (gone / "counter_0.db").touch()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "lock").touch()
    (tmp_path / "portes-metrics-link").symlink_to(elsewhere)
    second = MetricsFiles.create([str(tmp_path)])
    assert names(tmp_path) == sorted(
        ["elsewhere", "portes-metrics-link", living.directory.name, second.directory.name]
    )
    assert names(elsewhere) == ["lock"]
    second.remove()
    assert not second.directory.exists()


def test_the_second_place_is_used_where_the_first_takes_nothing(tmp_path: Path) -> None:
    files = MetricsFiles.create([str(tmp_path / "missing"), str(tmp_path)])
    assert files.directory.parent == tmp_path
    with pytest.raises(OSError, match="missing"):
        MetricsFiles.create([str(tmp_path / "missing")])


def test_a_directory_is_locked_as_long_as_a_process_has_it(tmp_path: Path) -> None:
    script = (
        "import sys; from service.ops.metrics_files import MetricsFiles\n"
        f"files = MetricsFiles.create([{str(tmp_path)!r}])\n"
        "print(files.directory, flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    directory = Path(process.stdout.readline().strip())
    with (directory / "lock").open() as lock:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        process.kill()
        process.communicate()
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def ask(port: int, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """One answer on a connection of its own, which any worker may take."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json"} if body else {}
    try:
        connection.request("POST" if body else "GET", path, body, headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def scraped(port: int) -> dict[tuple[str, ...], float]:
    status, page = ask(port, "/metrics")
    assert status == 200
    return samples(page)


def workers_of(server: int) -> set[int]:
    children = Path(f"/proc/{server}/task/{server}/children").read_text("ascii")
    return {int(child) for child in children.split()}


def test_any_worker_answers_for_all_and_the_dead_leave_their_counts_and_no_files() -> None:
    port, ops = free_ports(2)
    environment = {"PORT": str(port), "OPS_PORT": str(ops), "WORKERS": "2", "LOG_LEVEL": "info"}
    rounds, asked = 10, 10
    with serving(environment, workers=2) as lines:
        pids = [int(found) for found in re.findall(r"Worker ready \(pid: (\d+)\)", "".join(lines))]
        server = int(Path(f"/proc/{pids[0]}/stat").read_text("ascii").rpartition(")")[2].split()[1])
        directory = metrics_directory(pids[0])
        held_at_first = sum(path.stat().st_size for path in directory.iterdir())
        total = 0
        for _ in range(rounds):
            for _ in range(asked):
                assert ask(port, "/v1/plays", QUESTION)[0] == 200
            total += asked
            before = workers_of(server)
            # The oldest is at another place each time.
            os.kill(min(before), signal.SIGKILL)
            until("another is there", partial(another_than, before, server))
            until("it serves", lambda: live_workers(ops) == 2)
        for _ in range(10):
            # Whichever answers: all that was ever asked, and the workers there are.
            found = scraped(ops)
            assert found["portes_http_requests_total", "POST", "/v1/plays", "200"] == total
            assert found["portes_http_request_duration_seconds_count", "/v1/plays"] == total
            assert found["portes_rulings_total", "list_legal_plays", "answered"] == total
            looked = [found["portes_cache_lookups_total", "request", it] for it in ("hit", "miss")]
            assert sum(looked) == total
            assert found["portes_worker_starts_total",] == 2 + rounds
            assert found["portes_redis_breaker", "off"] == 2
            assert not [key for key in found if key[0].startswith("process_")]
        expected = [name.format(place) for name in SET for place in (0, 1)]
        assert names(directory) == sorted([*expected, "lock"])
        assert sum(path.stat().st_size for path in directory.iterdir()) == held_at_first
    assert not directory.exists()


def metrics_directory(worker: int) -> Path:
    """The directory of the files that this process has open."""
    opened = [os.readlink(f"/proc/{worker}/fd/{fd}") for fd in os.listdir(f"/proc/{worker}/fd")]
    (directory,) = {Path(path).parent for path in opened if path.endswith(".db")}
    return directory


def another_than(before: set[int], server: int) -> bool:
    return len(workers_of(server) - before) == 1


def live_workers(port: int) -> float:
    return scraped(port)["portes_redis_breaker", "off"]


def test_a_server_without_a_place_for_metrics_says_so() -> None:
    script = (
        "import service.gunicorn_conf as conf; from service.ops import metrics_files\n"
        "def fail(): raise PermissionError('read-only')\n"
        "metrics_files.MetricsFiles.create = fail\n"
        "conf.on_starting(None)"
    )
    found = subprocess.run(
        [sys.executable, "-c", script],
        env={"WORKERS": "2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr.strip() == (
        "settings: WORKERS above 1 needs /dev/shm or TMPDIR for metrics: read-only"
    )
