"""A service of a later release, as far as clients of this one can tell.

    python clients/tolerance_server.py PORT

It answers the questions of tests/data/tolerance.json: each with what the service answers today, a
field added to every object, and codes that nobody knows yet. A client has to read that and keep
what it knows (`answer` in the same row). Any other question has the first answer of its path.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "tests" / "data" / "tolerance.json").read_text("utf-8")
)


class LaterService(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        here = [row for row in ROWS if row["path"] == self.path]
        if not here:
            self.send_error(404)
            return
        row = next((row for row in here if row["request"] == asked), here[0])
        content = json.dumps(row["sent"]).encode()
        kind = "json" if row["status"] < 400 else "problem+json"
        self.send_response(row["status"])
        self.send_header("Content-Type", f"application/{kind}")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: what a client makes of an answer is its own to tell."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), LaterService).serve_forever()
