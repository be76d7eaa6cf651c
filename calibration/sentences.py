"""Why a board is not found, by key in ``texts/en/board.toml``, a folder beside ``en`` a language."""

from __future__ import annotations

from importlib import resources

from engine.sentences import Book

say = Book(resources.files("calibration") / "texts", "board")
"""A sentence by its key, with values."""
