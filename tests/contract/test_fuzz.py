"""What the fuzzer is fed with: bodies of the contract that reach the rules, or are counted out."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.bodies import BODIES
from contract.reach import reaches_the_rules, too_seldom
from service.app import create_app
from service.ops.settings import Settings
from tests.api.answers import OPERATIONS, as_sent, validate_request


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(log_level="error")).test_client()


def test_every_question_with_a_body_is_asked_in_earnest() -> None:
    assert set(BODIES) == {
        name for name, (_, _, document) in OPERATIONS.items() if "requestBody" in document
    }


@pytest.mark.parametrize("operation_id", sorted(BODIES))
def test_bodies_are_of_the_contract_and_reach_the_rules(
    client: FlaskClient, operation_id: str
) -> None:
    reached = []

    @settings(
        max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        body = data.draw(BODIES[operation_id])
        validate_request(operation_id, body)
        answer = client.post(OPERATIONS[operation_id].path, **as_sent(operation_id, body))
        reached.append(reaches_the_rules(answer.status_code, answer.get_json()))

    ask()
    assert sum(reached) >= 0.8 * len(reached)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, {"plays": []}, True),
        (422, {"code": "illegal_play"}, True),
        (422, {"code": "missing_field"}, False),
        (422, {"code": "too_many_checkers"}, False),
        (409, {"code": "rules_version_mismatch"}, False),
    ],
)
def test_what_reaches_the_rules(status: int, body: dict[str, object], expected: bool) -> None:
    assert reaches_the_rules(status, body) is expected


def test_of_a_batch_most_questions_must_reach_them() -> None:
    answered = {"status": 200, "check_play": {}}
    judged = {"status": 422, "problem": {"code": "game_over"}}
    refused = {"status": 422, "problem": {"code": "missing_field"}}
    assert reaches_the_rules(200, {"results": [answered, judged, refused]})
    assert not reaches_the_rules(200, {"results": [answered, refused]})


def test_half_is_enough_and_less_is_not() -> None:
    assert too_seldom({"checkPlay": (50, 100), "applyPlay": (49, 100)}, ()) == ["applyPlay"]


def test_what_was_not_sent_does_not_reach_them() -> None:
    assert too_seldom({"checkPlay": (9, 9)}, ["checkPlay", "applyPlay"]) == ["applyPlay"]
