"""`python -m service`: the command line where `portes` is not installed, as in the image."""

from __future__ import annotations

from service.cli import main

main(prog_name="portes")
