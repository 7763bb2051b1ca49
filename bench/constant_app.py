"""The service with one more endpoint, `POST /constant`, as gunicorn loads it.

It takes the place of `service.wsgi`, so that both endpoints run in one process, behind the same
hooks.
"""

from __future__ import annotations

import os

from bench.constant import SIZE, add_constant
from service.app import create_app
from service.ops.settings import Settings

app = create_app(Settings.from_env(os.environ))
add_constant(app, int(os.environ[SIZE]))
