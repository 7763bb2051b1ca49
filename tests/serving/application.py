"""A small application behind the real worker: slow when it is told to be, large when asked."""

from __future__ import annotations

import os
import time
from pathlib import Path

from flask import Flask, abort, request
from werkzeug.exceptions import HTTPException

from service.ops.health import create_health_blueprint, create_port_guard

HERE = f"{__name__}:app"
LARGE = 8_000_000
"""Bytes; more than the system's buffers take."""

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 65_536
app.before_request(create_port_guard(int(os.environ.get("OPS_PORT") or 0) or None))
app.register_blueprint(create_health_blueprint({"version": "0.1.0"}))


@app.get("/v1/pid")
def get_pid() -> str:
    return str(os.getpid())


@app.post("/v1/echo")
def post_echo() -> bytes:
    try:
        return request.get_data()
    except HTTPException:
        raise
    except Exception:  # whatever the server raises where a body breaks off
        abort(400)


@app.get("/v1/large")
def get_large() -> bytes:
    return b"x" * LARGE


@app.get("/v1/held/<name>")
def get_held(name: str) -> str:
    """Says that it has begun, and answers when it is let go."""
    folder = Path(os.environ["HOME"])
    (folder / f"{name}.begun").write_text(str(os.getpid()))
    end = time.monotonic() + 30
    while not (folder / f"{name}.let-go").exists():
        if time.monotonic() > end:
            abort(500)
        time.sleep(0.01)
    return str(os.getpid())
