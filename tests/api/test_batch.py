"""Many questions at once: the answers of single questions, each by itself."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api import batch
from tests.api.answers import OPERATIONS, validate_answer, validate_request
from tests.api.test_examples import EXAMPLES, REQUEST_ID, request_examples, send

START = {"position_id": "4HPwATDgc/ABMA", "turn": "white"}
# A name of the contract's operations and the name of the same in a batch.
NAMES = {
    "listLegalPlays": "list_legal_plays",
    "checkPlay": "check_play",
    "applyPlay": "apply_play",
    "scoreGame": "score_game",
    "listCubeActions": "list_cube_actions",
    "applyCubeAction": "apply_cube_action",
    "checkCrawford": "check_crawford",
    "judgeOpening": "judge_opening",
}


def results(client: FlaskClient, *operations: Any) -> list[dict[str, Any]]:
    response = client.post(
        "/v1/batch", json={"operations": operations}, headers={"X-Request-ID": REQUEST_ID}
    )
    assert response.status_code == 200, response.get_json()
    answer = response.get_json()
    validate_answer("judgeBatch", 200, answer)
    found: list[dict[str, Any]] = answer["results"]
    assert len(found) == len(operations)
    return found


def test_every_example_is_answered_as_alone(client: FlaskClient) -> None:
    asked = [
        (operation_id, request_examples(operation_id)[name])
        for operation_id, name in EXAMPLES
        if operation_id in NAMES
    ]
    assert {operation_id for operation_id, _ in asked} == set(NAMES)
    items = [{NAMES[operation_id]: request} for operation_id, request in asked]
    for (operation_id, request), result in zip(asked, results(client, *items), strict=True):
        if "sequences" in request.get("include", ()):
            assert result["status"] == 422
            assert result["problem"]["errors"][0]["pointer"].startswith("/include")
            continue
        status, alone = send(client, operation_id, request)
        member = NAMES[operation_id] if status == 200 else "problem"
        assert result == {"status": status, member: alone}


def test_the_operations_are_those_of_the_contract() -> None:
    assert set(batch.OPERATIONS) == set(NAMES.values())
    assert set(NAMES) <= set(OPERATIONS)


def test_one_bad_item_spoils_no_other(client: FlaskClient) -> None:
    good = {"list_legal_plays": {**START, "dice": [3, 1]}}
    found = results(
        client,
        good,
        17,
        {},
        {"play_chess": {}},
        {**good, "judge_opening": {}},
        {"list_legal_plays": None},
        {"list_legal_plays": {**START, "dice": [3, 9]}},
        {"check_play": {**START, "dice": [3, 1], "rules_version": "99", "moves": []}},
        good,
    )
    assert [result["status"] for result in found] == [200, *[422] * 6, 409, 200]
    assert found[0] == found[8]
    assert [result["problem"]["code"] for result in found[1:8]] == [
        "invalid_type",
        "one_operation_expected",
        "unknown_operation",
        "one_operation_expected",
        "invalid_type",
        "out_of_range",
        "rules_version_mismatch",
    ]
    assert found[3]["problem"]["errors"][0]["pointer"] == "/play_chess"
    assert found[6]["problem"]["errors"][0]["pointer"] == "/dice/1"


def test_each_item_has_its_own_language(client: FlaskClient) -> None:
    wrong = {**START, "dice": [3, 9]}
    found = results(
        client,
        {"list_legal_plays": {**wrong, "language": "el"}},
        {"list_legal_plays": wrong},
    )
    assert found[0]["problem"]["title"] != found[1]["problem"]["title"]
    assert found[1]["problem"]["title"].isascii()


@pytest.mark.parametrize("operations", [None, [], "all", [{}] * 1001, {}])
def test_what_is_no_batch(client: FlaskClient, operations: Any) -> None:
    response = client.post("/v1/batch", json={"operations": operations})
    assert response.status_code == 422
    validate_answer("judgeBatch", 422, response.get_json())
    assert response.get_json()["errors"][0]["pointer"] == "/operations"


def test_a_thousand_positions_fit(client: FlaskClient) -> None:
    position = {
        side: {"points": {str(point): 1 for point in range(24, 9, -1)}, "bar": 0, "borne_off": 0}
        for side in ("white",)
    } | {"black": {"points": {}, "bar": 0, "borne_off": 15}}
    # The widest position there is, and over already: no work, the most bytes.
    item = {"list_legal_plays": {"position": position, "turn": "white", "dice": [6, 6]}}
    validate_request("judgeBatch", {"operations": [item]})
    found = results(client, *[item] * 1000)
    assert {result["problem"]["code"] for result in found} == {"game_over"}


def test_work_is_bounded(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_WORK", 15)
    items = [{"list_legal_plays": {**START, "dice": [die, 1]}} for die in (3, 4, 5, 6)]
    # 16 plays, then 14, in some 150 bytes each, so 12 and 10 of what may be spent: the bound
    # is passed, and what was asked after it is not judged. Known answers cost the same.
    for _ in range(2):
        found = results(client, *items)
        assert [result["status"] for result in found] == [200, 200, 422, 422]
        assert found[2]["problem"]["code"] == "budget_exceeded"


def test_views_and_problems_cost_more(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_WORK", 20)
    plain = {"list_legal_plays": {**START, "dice": [6, 5]}}
    wrong = {"list_legal_plays": {f"field_{number}": 1 for number in range(30)}}
    tree = {"list_legal_plays": {**START, "dice": [6, 5], "include": ["tree"]}}
    for item, judged in ((plain, 3), (wrong, 1), (tree, 1)):
        found = results(client, item, item, item)
        answered = [each.get("problem", {}).get("code") != "budget_exceeded" for each in found]
        assert sum(answered) == judged, item


def test_a_problem_names_the_request_that_asked(client: FlaskClient) -> None:
    for request_id in ("first", "second"):
        answer = client.post(
            "/v1/batch",
            json={"operations": [{"list_legal_plays": {}}]},
            headers={"X-Request-ID": request_id},
        ).get_json()
        assert answer["results"][0]["problem"]["instance"] == f"urn:request:{request_id}"


def test_the_size_of_the_answer_is_bounded(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "MOST_BYTES", 2_000)
    item = {"list_legal_plays": {**START, "dice": [5, 1]}}
    # One answer is 1,500 bytes or so: the second passes the bound.
    assert [each["status"] for each in results(client, item, item, item)] == [200, 200, 422]
