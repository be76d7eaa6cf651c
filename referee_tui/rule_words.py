"""What a rule says, by its id, in the words of the game's page in docs."""

from __future__ import annotations

from engine.texts import ENGLISH
from referee_tui.texts import texts


def rule_words(game: str, rule: str, language: str = ENGLISH) -> str:
    """One sentence without its full stop; empty for a rule that the game does not list. Raises TextsError."""
    words = texts(f"rules-{game}", language)
    return words(rule) if rule in words else ""
