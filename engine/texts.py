"""Words for people, kept apart from the program: a folder a language, a TOML file a section, flat keys.

What a language does not say yet is said in English, so that a translation can grow key by key.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

ENGLISH = "en"

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
"""A language's folder: ``de``, ``pt-BR``; nothing that could lead out of the folder."""


class TextsError(ValueError):
    """A language that there is not, or a file of words that cannot be used; one plain sentence."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one section in one language."""

    section: str
    words: Mapping[str, str]
    """By key, with ``{name}`` where a value goes."""
    common: Mapping[str, str] = field(default_factory=dict)
    """What several sections say in the same words: no keys of this one, but said where it has none."""
    language: str = ENGLISH
    """The one that was asked for; what it does not say is said in English."""
    always: Mapping[str, object] = field(default_factory=dict)
    """Values that every sentence may name."""

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of a key, filled in. Raises KeyError for a key, or a value, that is missing."""
        return self.fill(self.template(key), values)

    def fill(self, template: str, values: Mapping[str, object]) -> str:
        """A template with its values in it, numbers as the language writes them. Raises KeyError for one missing."""
        values = {**self.always, **values}
        mark = decimal_mark(self.language)
        if mark == ".":
            return template.format_map(values)
        return template.format_map(
            {name: _Marked.of(value, mark) if isinstance(value, float) else value for name, value in values.items()}
        )

    def template(self, key: str) -> str:
        """The words of a key with ``{name}`` where a value goes. Raises KeyError."""
        words = self.words.get(key)
        return self.common[key] if words is None else words

    def __contains__(self, key: object) -> bool:
        return key in self.words

    def __iter__(self) -> Iterator[str]:
        """The keys, in the file's order."""
        return iter(self.words)


class _Marked(float):
    """A number that is written with another sign before its decimals."""

    __slots__ = ("_mark",)
    _mark: str

    @classmethod
    def of(cls, value: float, mark: str) -> Self:
        made = cls(value)
        made._mark = mark
        return made

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(".", self._mark)


@lru_cache(maxsize=64)
def decimal_mark(language: str) -> str:
    """The sign before a number's decimals in a language."""
    marks = tomllib.loads((resources.files("engine") / "decimal_marks.toml").read_text(encoding="utf-8"))
    return str(marks.get(language, "."))


def read_texts(root: Traversable, section: str, language: str = ENGLISH) -> Texts:
    """A section's words in a language, in English where that is silent.

    ``root`` is the folder with the languages; ``common.toml``, if there is one, has what several sections say in the
    same words. Raises TextsError.
    """
    if language not in languages(root):
        raise TextsError(f"{language!r} is not a language of the program; there are {', '.join(languages(root))}")
    words = _in_language(root, section, language)
    if words is None:
        raise TextsError(f"there are no words for {section!r}")
    return Texts(section, words, _in_language(root, "common", language) or {}, language)


def _in_language(root: Traversable, section: str, language: str) -> dict[str, str] | None:
    """One section's words; None if there are not even English ones. Raises TextsError."""
    words = _words(root, section, ENGLISH)
    if words is None or language == ENGLISH:
        return words
    return words | (_words(root, section, language) or {})


def languages(root: Traversable) -> tuple[str, ...]:
    """The languages that have a folder, English first."""
    found = sorted(each.name for each in root.iterdir() if each.is_dir() and _LANGUAGE.fullmatch(each.name))
    return (ENGLISH, *(name for name in found if name != ENGLISH))


def _words(root: Traversable, section: str, language: str) -> dict[str, str] | None:
    """One file's words; None if there is no such file. Raises TextsError."""
    file = root / language / f"{section}.toml"
    if not file.is_file():
        return None
    try:
        words = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TextsError(f"{language}/{section}.toml: {error}") from error
    for key, text in words.items():
        if not isinstance(text, str):
            raise TextsError(f"{language}/{section}.toml: {key}: words in quotation marks are wanted")
    return words
