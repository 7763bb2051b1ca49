"""One request outside of any measurement, to find out what a server has."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any


def ask(
    port: int, method: str, target: str, body: bytes | None = None
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers by their names in lower case, and body."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, target, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, answer.read()
    finally:
        connection.close()


def ask_post(port: int, path: str, body: Any) -> int:
    """The status of the answer to a POST."""
    return ask(port, "POST", path, json.dumps(body).encode())[0]


def why_absent(status: int) -> str | None:
    """Why an endpoint that answered so is not measured, or None where it is."""
    if status == 200:
        return None
    return "no such endpoint" if status in (404, 405) else f"answers {status}"
