"""The configuration in a real gunicorn, with a small application of the tests' own."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from flask import Flask

from service.ops.health import create_health_blueprint, create_port_guard
from tests.servers import command, free_ports, serving

HERE = f"{__name__}:app"

app = Flask(__name__)
app.before_request(create_port_guard(int(os.environ.get("OPS_PORT") or 0) or None))
app.register_blueprint(create_health_blueprint({"version": "0.1.0"}))
app.add_url_rule("/v1/pid", "pid", view_func=lambda: str(os.getpid()))


def get(port: int, path: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_operations_and_api_are_served_on_two_ports() -> None:
    api, ops = free_ports(2)
    with serving({"PORT": str(api), "OPS_PORT": str(ops)}, application=HERE) as lines:
        assert get(ops, "/livez") == (200, b'{"status":"ok"}')
        assert get(api, "/livez")[0] == 404
        assert get(api, "/v1/pid")[0] == 200
        assert get(ops, "/v1/pid")[0] == 404
    records = [orjson.loads(line) for line in lines]
    assert all({"ts", "level", "event"} <= record.keys() for record in records)
    assert not [record for record in records if record["level"] in ("warning", "error")]


def test_workers_share_a_port() -> None:
    (api,) = free_ports(1)
    with serving({"PORT": str(api), "WORKERS": "2"}, workers=2, application=HERE):
        answers = {get(api, "/v1/pid")[0] for _ in range(20)}
    assert answers == {200}


def test_a_request_line_beyond_the_limit_is_refused_before_the_service() -> None:
    (api,) = free_ports(1)
    with serving({"PORT": str(api)}, application=HERE):
        assert get(api, "/livez?" + "x" * 4_000)[0] == 200
        assert get(api, "/livez?" + "x" * 4_100)[0] == 414


def test_faulty_settings_are_all_named_and_nothing_starts() -> None:
    process = command({"PORT": "http", "THREADS": "0"}, HERE)
    said = process.communicate(timeout=30)[1]
    assert process.returncode != 0
    assert "PORT must be an integer" in said
    assert "THREADS must be from 1 to 256" in said
    assert "Traceback" not in said


def test_the_configuration_brings_no_application_with_it() -> None:
    script = "import sys, service.gunicorn_conf; print(*sorted(sys.modules))"
    found = subprocess.run(
        [sys.executable, "-c", script], env={}, capture_output=True, text=True, check=True
    )
    loaded = set(found.stdout.split())
    assert "service.ops.settings" in loaded
    assert not loaded & {"flask", "marshmallow", "service.app", "service.api"}


def test_gunicorn_waits_longer_for_a_worker_than_the_worker_for_its_clients() -> None:
    script = "import service.gunicorn_conf as conf; print(conf.graceful_timeout)"
    found = subprocess.run(
        [sys.executable, "-c", script],
        env={"DRAIN_SECONDS": "8", "GRACEFUL_SECONDS": "20"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(found.stdout) > 8 + 20


def test_tls_is_not_taken_for_granted(tmp_path: Path) -> None:
    (tmp_path / "certificate.pem").touch()
    (api,) = free_ports(1)
    arguments = f"--certfile {tmp_path}/certificate.pem"
    process = command({"PORT": str(api), "GUNICORN_CMD_ARGS": arguments}, HERE)
    said = process.communicate(timeout=30)[1]
    assert process.returncode != 0
    assert "TLS is not spoken here" in said


@pytest.mark.parametrize(("host", "bound"), [("0.0.0.0", "0.0.0.0:8080"), ("::1", "[::1]:8080")])
def test_the_host_is_bound_as_it_is_written(host: str, bound: str) -> None:
    script = "import service.gunicorn_conf as conf; print(*conf.bind)"
    found = subprocess.run(
        [sys.executable, "-c", script],
        env={"HOST": host},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == bound
