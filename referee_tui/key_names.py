"""What keys are called in a sentence: those that are bound now, by the ids of what they do."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee_tui.keys import USUAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.texts import Texts

_SIGNS = {
    "slash": "/", "backslash": "\\", "minus": "-", "plus": "+", "at": "@", "underscore": "_",
    "left": "←", "right": "→", "up": "↑", "down": "↓", "less_than_sign": "<", "greater_than_sign": ">",
}  # fmt: skip
"""Keys whose names are not those of their signs."""


@dataclass(frozen=True, slots=True)
class KeyNames:
    """In a sentence ``{key[match.pause]}`` is the first key of that action, ``{key[enter]}`` that key itself."""

    words: Texts
    """The section ``keys``: some keys have names of their own in a language."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Keys that the player has given actions, by id, in Textual's names, commas between several."""

    def __getitem__(self, name: str) -> str:
        """``p``, ``f5``, ``ctrl+p``, ``space``, ``?``. Raises KeyError for an action that there is not."""
        if "." not in name:
            return self.called(name)
        keys = self.own.get(name) or USUAL[name]
        return self.called(keys.partition(",")[0].strip())

    def called(self, key: str) -> str:
        """A key in Textual's name; a sign is called as it is."""
        return "+".join(map(self._part, key.split("+")))

    def _part(self, key: str) -> str:
        if f"key.{key}" in self.words:
            return self.words(f"key.{key}")
        return _SIGNS.get(key) or _sign(key) or key


def _sign(key: str) -> str:
    """``?`` for ``question_mark``; empty for what is no sign's name."""
    try:
        sign = unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return ""
    return sign if sign.isprintable() else ""
