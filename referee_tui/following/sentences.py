"""What a session itself has to say, by key in ``referee_tui/texts/en/session.toml``."""

from __future__ import annotations

from engine.sentences import Book
from referee_tui.texts import ROOT

say = Book(ROOT, "session")
"""A sentence by its key, with values; the log has it in English."""
