"""What is said of the table before a match, by key in ``referee_tui/texts/en/start.toml``."""

from __future__ import annotations

from engine.sentences import Book
from referee_tui.texts import ROOT

say = Book(ROOT, "start")
"""A sentence by its key, with values."""
