from __future__ import annotations

from itertools import islice
from random import Random

from bench.requests_mix import PLAYS, mixed, plays_body, position_id, positions, post
from service.app import create_app
from service.ops.settings import Settings


def test_the_same_seed_makes_the_same_requests() -> None:
    boards = list(islice(positions(3), 50))

    assert list(islice(positions(3), 50)) == boards
    assert mixed(boards, 100, 5) == mixed(boards, 100, 5)
    assert mixed(boards, 100, 5) != mixed(boards, 100, 6)


def test_no_position_comes_twice() -> None:
    boards = list(islice(positions(4), 2_000))

    assert len(set(boards)) == len(boards)


def test_position_and_id_are_the_same_question() -> None:
    client = create_app(Settings(log_level="critical")).test_client()
    random = Random(1)
    for board in islice(positions(5), 100):
        dice = [random.randint(1, 6), random.randint(1, 6)]
        by_id = {"turn": "white", "position_id": position_id(board), "dice": dice}
        first = client.post(PLAYS, json=plays_body(board, dice))

        assert first.status_code == 200
        assert first.data == client.post(PLAYS, json=by_id).data


def test_a_mixed_request_is_answered() -> None:
    client = create_app(Settings(log_level="critical")).test_client()
    for request in mixed(list(islice(positions(6), 50)), 200, 1):
        head, _, body = request.partition(b"\r\n\r\n")
        method, target = head.split(b" ", 2)[:2]
        answer = client.open(
            target.decode(), method=method.decode(), data=body, content_type="application/json"
        )

        assert answer.status_code == 200, answer.text


def test_a_body_has_its_length() -> None:
    head, _, body = post(PLAYS, {"language": "ελληνικά"}).partition(b"\r\n\r\n")

    assert f"Content-Length: {len(body)}".encode() in head
