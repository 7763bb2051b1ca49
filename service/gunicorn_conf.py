"""How gunicorn serves the referee: `gunicorn -c python:service.gunicorn_conf service.wsgi:app`.

Reads the same settings as the service itself (docs/operations.md) and nothing of the application.
"""

from __future__ import annotations

import os
import sys

from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from service.ops import metrics_files, tracing
from service.ops.logs import JsonLines
from service.ops.settings import Settings, SettingsError


class JsonLogger(Logger):
    """gunicorn's own records in the shape of the service's, on stderr."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)  # type: ignore[no-untyped-call]
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())


# The server makes its own, and a lone worker needs none.
os.environ.pop(metrics_files.VARIABLE, None)

try:
    _settings = Settings.from_env(os.environ)
except SettingsError as error:
    sys.exit(str(error))


def _address(port: int) -> str:
    host = f"[{_settings.host}]" if ":" in _settings.host else _settings.host
    return f"{host}:{port}"


bind = [_address(_settings.port)]
if _settings.ops_port is not None:
    bind.append(_address(_settings.ops_port))

worker_class = "service.gunicorn_worker.RefereeWorker"
workers = _settings.workers
threads = _settings.threads
# A socket of its own for each worker: with a shared one all kept-alive connections can land on
# one worker. A single worker keeps the plain socket, so that a port in use is noticed at once.
reuse_port = workers > 1

worker_connections = _settings.max_connections

timeout = 30
# From the order to stop until gunicorn kills; a little more than the worker itself takes.
graceful_timeout = _settings.drain_seconds + _settings.graceful_seconds + 2
# Answers are collected and sent by the worker, which is not to be passed by.
sendfile = False
# Longer than the idle timeout of a usual gateway (60 s), so that the gateway is the one to close.
keepalive = 75
limit_request_line = 4094
limit_request_fields = 50

# The heartbeat file belongs in memory: on a slow disk it can block a worker.
if os.path.isdir("/dev/shm"):
    worker_tmp_dir = "/dev/shm"
# gunicorn would create a socket in HOME, which is read-only in the container.
control_socket_disable = True

accesslog = None  # the service writes one line a request itself
logger_class = JsonLogger
loglevel = _settings.log_level


_files: metrics_files.MetricsFiles | None = None
_places: dict[int, int] = {}
"""Of the living workers, by gunicorn's number of the worker, which is never given twice."""


def on_starting(arbiter: Arbiter) -> None:
    """Several workers count in files, of which there are as many as workers."""
    global _files
    if workers > 1:
        try:
            _files = metrics_files.MetricsFiles.create()
        except OSError as error:
            sys.exit(f"settings: WORKERS above 1 needs /dev/shm or TMPDIR for metrics: {error}")


def pre_fork(arbiter: Arbiter, worker: Worker) -> None:
    """Gives the worker a place among the living; without one it counts for itself alone."""
    living = {other.age for other in arbiter.WORKERS.values()}
    for gone in _places.keys() - living:
        del _places[gone]
    if _files is not None:
        try:
            _places[worker.age] = _files.prepare(_places.values())
        except OSError as error:
            worker.log.error("No room for the metrics of a worker: %s", error)


def post_fork(arbiter: Arbiter, worker: Worker) -> None:
    if _files is not None and worker.age in _places:
        metrics_files.enter(_files, _places[worker.age])


def worker_exit(arbiter: Arbiter, worker: Worker) -> None:
    """Sends the spans that still wait; in the worker, when it has answered its last request."""
    tracing.close_all()


def child_exit(arbiter: Arbiter, worker: Worker) -> None:
    if _files is not None and worker.age in _places:
        _files.leave(_places[worker.age])


def on_exit(arbiter: Arbiter) -> None:
    if _files is not None:
        _files.remove()


def post_worker_init(worker: Worker) -> None:
    """Says when a worker has its sockets and the application; gunicorn says only that it begins."""
    tracing.start_all()
    worker.log.info("Worker ready (pid: %s)", worker.pid)
