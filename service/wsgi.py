"""What gunicorn loads: the application with the settings of the environment."""

from __future__ import annotations

import os

from service.app import create_app
from service.ops.settings import Settings

app = create_app(Settings.from_env(os.environ))
