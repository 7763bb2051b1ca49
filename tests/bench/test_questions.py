from __future__ import annotations

import json

from bench.questions import digest_of, questions, with_header
from service.app import create_app
from service.ops.settings import Settings


def test_the_same_seed_makes_the_same_questions_and_answers() -> None:
    assert questions(40, 3) == questions(40, 3)
    assert questions(40, 3) != questions(40, 4)


def test_there_are_all_kinds_of_answers() -> None:
    asked = questions(400, 1)

    assert {question.status for question in asked} == {200, 400, 404, 422}
    assert 0.1 < sum(question.asks_redis for question in asked) / len(asked) < 0.3


def test_an_answer_is_that_of_the_service_asked_with_the_bytes_of_the_question() -> None:
    client = create_app(Settings(log_level="critical")).test_client()
    for question in questions(100, 2):
        head, _, body = question.request.partition(b"\r\n\r\n")
        line, *fields = head.decode().split("\r\n")
        method, target, _ = line.split(" ")
        headers = dict(field.split(": ", 1) for field in fields)
        answer = client.open(target, method=method, data=body, headers=headers)

        assert answer.status_code == question.status
        assert digest_of(answer.data) == question.digest
        assert len(answer.data) == question.size
        assert answer.headers["X-Request-ID"] == str(question.number)
        if question.status != 200:
            assert json.loads(answer.data)["instance"] == f"urn:request:{question.number}"


def test_a_header_is_added_to_the_head_and_nothing_to_the_body() -> None:
    request = b"POST / HTTP/1.1\r\nHost: x\r\n\r\na\r\nb"

    assert with_header(request, b"A: b") == b"POST / HTTP/1.1\r\nA: b\r\nHost: x\r\n\r\na\r\nb"
