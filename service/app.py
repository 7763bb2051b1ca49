"""The wiring, on one screen: which hooks run in which order, and what is mounted where."""

from __future__ import annotations

import platform

from flask import Flask

from service import RULES_VERSION, __version__
from service.api import contract, plays, rulesets
from service.api.problems import register_problems
from service.ops.cache import create_answer_cache
from service.ops.health import create_health_blueprint, create_port_guard
from service.ops.logs import configure_logging
from service.ops.request_log import register_request_log
from service.ops.settings import Settings
from service.rules import kernel


def create_app(settings: Settings) -> Flask:
    """The service as a WSGI application; everything it needs to know is in the settings."""
    configure_logging(settings.log_level)
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.extensions["answers"] = create_answer_cache(settings.cache_bytes)

    register_request_log(app)
    app.before_request(create_port_guard(settings.ops_port))
    register_problems(app)

    app.register_blueprint(create_health_blueprint(version()))
    app.register_blueprint(plays.blueprint)
    app.register_blueprint(rulesets.blueprint)
    app.register_blueprint(contract.create_blueprint())
    return app


def version() -> dict[str, str]:
    """What is running, as `/version` answers it."""
    return {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "python": platform.python_version(),
        "kernel": "interpreted" if (kernel.__file__ or "").endswith(".py") else "compiled",
    }
