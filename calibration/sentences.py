"""What calibrating says, by key in ``texts/en/``, a folder beside ``en`` a language."""

from __future__ import annotations

from importlib import resources

from engine.sentences import Book

_ROOT = resources.files("calibration") / "texts"

say = Book(_ROOT, "board")
"""Why a board is not found, by key in ``board.toml``, with values."""

find = Book(_ROOT, "findings")
"""What is wrong with the view of a board, and its cure, by key in ``findings.toml``: halves of a sentence."""

measure = Book(_ROOT, "lens")
"""What is said while a lens is measured, by key in ``lens.toml``: parts of a sentence."""
