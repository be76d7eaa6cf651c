"""The referee's words: every sentence by its key in ``texts/en/referee.toml``, a folder beside ``en`` a language."""

from __future__ import annotations

from importlib import resources

from engine.sentences import Book

say = Book(resources.files("engine.referee") / "texts", "referee")
"""A sentence by its key, with values: ``say("event.goal", team=say("team.B"))``."""
