"""The wiring, on one screen: which hooks run in which order, and what is mounted where."""

from __future__ import annotations

import logging
import platform
from functools import partial

from flask import Flask, Response, request

from service import RULES_VERSION, __version__
from service.api import (
    batch,
    contract,
    cube,
    docs,
    games,
    http,
    matches,
    notations,
    openings,
    plays,
    problem_pages,
    replay,
    rulesets,
    transcripts,
)
from service.api.admission import register_admission
from service.api.cross_origin import register_cross_origin
from service.api.listings import Listings
from service.api.problems import register_problems
from service.api.warm import warm, warm_start
from service.ops.api_keys import ApiKeys
from service.ops.cache import create_answer_cache
from service.ops.client_address import client_address
from service.ops.health import OPS_PATHS, create_health_blueprint, create_port_guard
from service.ops.logs import FIELDS, configure_logging
from service.ops.metrics import Metrics, create_metrics_blueprint
from service.ops.rate_limits import create_rate_limits
from service.ops.request_log import register_request_log
from service.ops.security_headers import add_security_headers
from service.ops.settings import Settings
from service.ops.shared_cache import create_shared_cache
from service.ops.tracing import create_tracing
from service.rules import kernel

_log = logging.getLogger(__name__)


def create_app(settings: Settings) -> Flask:
    """The service as a WSGI application; everything it needs to know is in the settings."""
    configure_logging(settings.log_level)
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes
    app.config["MAX_RECORD_BYTES"] = settings.max_record_bytes
    metrics = Metrics(version())
    # Half for answers by the bytes that asked, half for the plays in them by what was asked.
    most = settings.cache_bytes // 2
    answers = create_answer_cache(most, metrics.cache("request", most))
    listings = create_answer_cache(most, metrics.cache("ruling", most))
    app.extensions["answers"] = answers
    shared = create_shared_cache(settings, metrics.shared_cache())
    app.extensions["listings"] = Listings(listings, shared, settings.redis_least_cost_us)

    register_request_log(
        app, metrics.observe, tracing=create_tracing(settings), log_bodies=settings.log_bodies
    )
    app.after_request(add_security_headers)
    app.before_request(create_port_guard(settings.ops_port))
    register_problems(app)

    keys = ApiKeys(settings.api_keys_file) if settings.api_keys_file else None
    limits = create_rate_limits(settings, metrics.limiter)
    app.extensions["rate_limits"] = limits
    address_of = partial(client_address, trusted_proxies=settings.trusted_proxies)
    register_admission(app, keys, limits, address_of, OPS_PATHS)
    app.after_request(describe_options)
    register_cross_origin(app, settings.cors_origins.split())

    app.register_blueprint(create_health_blueprint(version()))
    app.register_blueprint(create_metrics_blueprint(metrics))
    for area in (
        plays,
        games,
        cube,
        matches,
        openings,
        replay,
        transcripts,
        notations,
        batch,
        rulesets,
        problem_pages,
    ):
        app.register_blueprint(area.blueprint)
    app.register_blueprint(contract.create_blueprint())
    if settings.docs:
        app.register_blueprint(docs.blueprint)
    if settings.warm_at_start:
        warm_start(app.extensions["listings"])
        for _ in warm(app.extensions["listings"]):
            pass
    _log.info("started", extra={FIELDS: version()})
    return app


def describe_options(response: Response) -> Response:
    """The framework answers OPTIONS with an empty page; 204 says the same without a media type, and
    `Allow` does not say which bodies are read."""
    if request.method == "OPTIONS" and response.status_code == 200:
        response.status_code = 204
        response.headers.remove("Content-Type")
        if "POST" in response.allow:
            text = request.endpoint == "transcripts.verify_transcript_text"
            response.headers.extend(http.accepted(http.TEXT if text else http.MEDIA_TYPE))
    return response


def version() -> dict[str, str]:
    """What is running, as `/version` answers it."""
    return {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "python": platform.python_version(),
        "kernel": "interpreted" if (kernel.__file__ or "").endswith(".py") else "compiled",
    }
