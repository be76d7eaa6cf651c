"""All words of the screen and of the sounds: ``en/SECTION.toml``, and a folder beside ``en`` for another language."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from engine import texts as tables
from engine.texts import ENGLISH, Texts

ROOT = resources.files(__name__)


@lru_cache(maxsize=64)
def texts(section: str, language: str = ENGLISH) -> Texts:
    """The words of a section (``match``, ``start``, ...); English where the language is silent. Raises TextsError."""
    return tables.read_texts(ROOT, section, language)


def languages() -> tuple[str, ...]:
    """The languages that can be chosen, English first."""
    return tables.languages(ROOT)
