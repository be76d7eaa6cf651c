"""Why a command cannot do what was asked, by key in ``referee_tui/texts/en/command.toml``."""

from __future__ import annotations

from engine.sentences import Book
from referee_tui.texts import ROOT

say = Book(ROOT, "command")
"""A sentence by its key, with values."""
