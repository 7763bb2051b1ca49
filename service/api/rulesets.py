"""The rulesets and what each of their switches means."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service import RULES_VERSION
from service.api import http
from service.api.answers import refuse_where_not_accepted
from service.api.problems import Problem
from service.api.representations import respond_fixed
from service.api.ruleset_texts import SUMMARIES, SWITCH_TEXTS, TITLES
from service.rules.rulesets import INFERRED, PRESETS, SWITCHES

blueprint = Blueprint("rulesets", __name__)

BOTH = ", ".join(http.LANGUAGES)
"""The texts are answered in both languages at once."""


@blueprint.get("/v1/rulesets")
def list_rulesets() -> Response:
    rulesets = [document(ruleset_id) for ruleset_id in PRESETS]
    return _answer({"rulesets": rulesets, "rules_version": RULES_VERSION})


@blueprint.get("/v1/rulesets/<ruleset_id>")
def get_ruleset(ruleset_id: str) -> Response:
    if ruleset_id not in PRESETS:
        raise Problem(404, "unknown_ruleset", allowed=", ".join(PRESETS))
    return _answer(document(ruleset_id))


def _answer(document: dict[str, Any]) -> Response:
    asked = http.current_request()
    refuse_where_not_accepted(asked)
    return respond_fixed(asked, http.json_bytes(document), BOTH, http.MEDIA_TYPE)


def document(ruleset_id: str) -> dict[str, Any]:
    """One ruleset with its switches; a limit that there is not is left out."""
    ruleset = PRESETS[ruleset_id]
    inferred = INFERRED.get(ruleset_id, ())
    title, (summary, source) = TITLES[ruleset_id], SUMMARIES[ruleset_id]
    return {
        "ruleset_id": ruleset_id,
        "title": _both(title),
        "summary": _both(summary),
        "source": source,
        "options": {name: value for name, value in ruleset.values().items() if value is not None},
        "switches": [
            {
                "name": name,
                "title": _both(SWITCH_TEXTS[name][0]),
                "text": _both(SWITCH_TEXTS[name][1]),
                "source": "the service's own reading" if name in inferred else source,
                "inferred": name in inferred,
            }
            for name in SWITCHES
        ],
        "ruleset_hash": ruleset.digest(ruleset_id),
        "rules_version": RULES_VERSION,
    }


def _both(texts: tuple[str, str]) -> dict[str, str]:
    return {"en": texts[0], "el": texts[1]}
