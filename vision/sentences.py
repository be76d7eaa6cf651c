"""What a source says of its pictures, and what keeps one from being read, by key in ``texts/en/pictures.toml``."""

from __future__ import annotations

from importlib import resources

from engine.sentences import Book

say = Book(resources.files("vision") / "texts", "pictures")
"""A sentence by its key, with values."""
