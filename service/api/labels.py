"""What a won game is called: the standard term in English, the players' own term in Greek."""

from __future__ import annotations

from service.rules.scoring import GameKind

_ENGLISH = {
    GameKind.SINGLE: "single game",
    GameKind.GAMMON: "gammon",
    GameKind.BACKGAMMON: "backgammon",
    GameKind.DROP: "drop",
}
_GREEK = {
    GameKind.SINGLE: "απλή νίκη",
    GameKind.GAMMON: "μαρς",
    GameKind.BACKGAMMON: "τριπλή νίκη",
    GameKind.DROP: "άρνηση διπλασιασμού",
}
_GREEK_BY_RULESET = {
    "portes-online": {GameKind.GAMMON: "διπλό", GameKind.BACKGAMMON: "τριπλό"},
    "portes-cube": {GameKind.GAMMON: "γκάμον", GameKind.BACKGAMMON: "μπακγκάμον"},
    "portes-match": {GameKind.BACKGAMMON: "κοκς"},
}


def label(kind: GameKind, ruleset_id: str, language: str) -> str:
    """The name of the win as the ruleset's players use it."""
    if language == "el":
        return _GREEK_BY_RULESET.get(ruleset_id, {}).get(kind, _GREEK[kind])
    return _ENGLISH[kind]
