"""What clients are held to as the answers of a later release: today's, with additions."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import ValidationError

from tests.api.answers import OPERATIONS, validate_answer, validate_request
from tests.api.rows import assert_says, rows

TOLERANCE = rows("tolerance.json")


def without_additions(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if not key.startswith("added_")}
        return {key: without_additions(inner, key) for key, inner in kept.items()}
    if isinstance(value, list):
        return [without_additions(item, name) for item in value]
    return value.removeprefix("new_") if name in ("code", "kind") else value


@pytest.mark.parametrize("row", TOLERANCE, ids=lambda row: row["name"])
def test_without_the_additions_it_is_the_answer_of_today(
    client: FlaskClient, row: dict[str, Any]
) -> None:
    validate_request(row["operation"], row["request"])
    assert row["path"] == OPERATIONS[row["operation"]].path
    answer = client.post(row["path"], json=row["request"])
    today = {**answer.get_json(), "instance": row["sent"].get("instance")}
    sent = {**without_additions(row["sent"]), "instance": row["sent"].get("instance")}
    assert (answer.status_code, today) == (row["status"], sent)


@pytest.mark.parametrize("row", TOLERANCE, ids=lambda row: row["name"])
def test_the_contract_of_today_has_no_such_answer(row: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        validate_answer(row["operation"], row["status"], row["sent"])
    assert_says(row["sent"], row["answer"])


def test_every_kind_of_code_is_unknown_somewhere() -> None:
    unknown = str([row["answer"] for row in TOLERANCE])
    for code in ("hit_not_marked", "die_already_used", "single", "illegal_play"):
        assert f"'new_{code}'" in unknown
