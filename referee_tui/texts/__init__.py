"""All words of the screen and of the sounds: ``en/SECTION.toml``, and a folder beside ``en`` for another language.

``{key[ID]}`` in them is the key that does it now, by the ids of ``referee_tui.keys``; no key is written out.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from engine import texts as tables
from engine.texts import ENGLISH, Texts
from referee_tui.key_names import KeyNames

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = resources.files(__name__)

KEYS = "keys"
"""The section in which actions and keys have their names."""


def texts(section: str, language: str = ENGLISH, keys: Mapping[str, str] | None = None) -> Texts:
    """The words of a section (``match``, ``start``, ...); English where the language is silent. Raises TextsError.

    ``keys`` are those that the player has given actions, by id: sentences name them in place of the usual ones.
    """
    return _texts(section, language, tuple(sorted((keys or {}).items())))


@lru_cache(maxsize=64)
def _texts(section: str, language: str, keys: tuple[tuple[str, str], ...]) -> Texts:
    words = tables.read_texts(ROOT, section, language)
    if section == KEYS:
        return words
    return replace(words, always={"key": key_names(language, dict(keys))})


def key_names(language: str = ENGLISH, keys: Mapping[str, str] | None = None) -> KeyNames:
    """What the keys are called that are bound to the actions."""
    return KeyNames(texts(KEYS, language), keys or {})


def languages() -> tuple[str, ...]:
    """The languages that can be chosen, English first."""
    return tables.languages(ROOT)
