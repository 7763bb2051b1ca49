"""Generates the clients, checks them, and has them ask a live service the vectors of tests/data.

    python scripts/check_clients.py [--markdown] [LANGUAGE...]

For each language: what generates it, whether it passes its strictest compiler or type checker, and
how many vectors the service answers as they say. `--markdown` prints the rows of docs/clients.md.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.servers import free_ports, serving  # noqa: E402

LANGUAGES = ("typescript", "python", "go", "java", "csharp")
ON_CI = ("typescript", "python", "go", "java")
