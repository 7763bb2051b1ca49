"""The referee of Portes and backgammon: legal plays, verdicts and applied plays over HTTP."""

__version__ = "0.1.0"

RULES_VERSION = "1"
"""Changes whenever any ruling, or the order of listed plays, can differ from an earlier release."""
