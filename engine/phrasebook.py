"""English text back to the sentence that it was: what only a log has of a sentence can be said in another language.

Books are tried against the text: the fixed words of a message must all be there, in order, and what stands between them
must make the very same text again. Nothing is guessed: what no book says stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import Formatter
from typing import TYPE_CHECKING

from engine.sentences import Sentence, capital, joined
from engine.texts import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.sentences import Book

MOST_LETTERS = 1000
"""Longer texts are no sentences of the program."""
MOST_DEEP = 5
"""Sentences in sentences."""
MOST_PARTS = 120
"""Parts of a text that are looked for: logs come from outside, and one may be written to have no end of them."""
_LEAST_LETTERS = 3
"""Letters that a message has of its own: one of hardly any would be found in everything."""
_JOINS = (" · ", "; ", ": ", ", ")
"""What stands between sentences that are said together, whatever the language."""
_PARTS_END = ("; ", ": ", ". ")
_WORD = re.compile(r"\S+")
_DIGITS = re.compile(r"\.\{(\w+)\}f")
"""A value that says itself with how many decimals another is written."""


@dataclass(frozen=True)
class _Message:
    """A message of a book: its fixed words and what goes between them."""

    book: Book
    key: str
    pieces: tuple[str, ...]
    """The fixed words: before the first value, between each two, after the last; one more than there are values."""
    names: tuple[str, ...]
    specs: tuple[str, ...]
    """How each value is written."""

    @cached_property
    def letters(self) -> int:
        return sum(letter.isalpha() for piece in self.pieces for letter in piece)

    def values_in(self, text: str) -> dict[str, object] | None:
        """The values with which it is this text, if each ends where the next fixed words first come; else None."""
        first, *between, last = self.pieces
        if len(text) < len(first) + len(last) or not (text.startswith(first) and text.endswith(last)):
            return None
        at, end = len(first), len(text) - len(last)
        parts: list[str] = []
        for piece in between:
            found = text.find(piece, at + 1, end) if piece else -1
            if found < 0:
                return None
            parts.append(text[at:found])
            at = found + len(piece)
        parts.append(text[at:end])
        values: dict[str, object] = {}
        for name, spec, part in zip(self.names, self.specs, parts, strict=True):
            if (digits := _DIGITS.fullmatch(spec)) is not None:
                values[digits[1]] = len(part.partition(".")[2])
            value = _number(part, spec.format_map(values)) if spec else part
            if value is None or values.setdefault(name, value) != value:
                return None
        return values


class Phrasebook:
    """The messages of several books, found again by what they say in English."""

    def __init__(self, books: Iterable[Book]) -> None:
        """What an earlier book says goes before what a later one does."""
        fixed: dict[str, tuple[Book, str]] = {}
        filled: list[_Message] = []
        for book in books:
            for message in _messages(book):
                if message.names:
                    filled.append(message)
                else:
                    fixed.setdefault(message.pieces[0], (book, message.key))
        self._fixed = fixed
        self._joins = tuple(dict.fromkeys((*_JOINS, *(text for text in fixed if _stands_between(text)))))
        most_first = sorted((m for m in filled if m.letters >= _LEAST_LETTERS), key=lambda m: -m.letters)
        self._filled = tuple(most_first)

    def sentence(self, text: str) -> str:
        """The sentence that a text is, or the text itself where no book says it."""
        return _Search(self).value(text, MOST_DEEP) if len(text) <= MOST_LETTERS else text

    def fixed(self, text: str) -> Sentence | None:
        """The message without values that a text is."""
        found = self._fixed.get(text)
        return found[0](found[1]) if found is not None else None

    @property
    def filled(self) -> tuple[_Message, ...]:
        """The messages with values, those with most words of their own first: such a one says best what it is."""
        return self._filled

    @property
    def joins(self) -> tuple[str, ...]:
        """What may stand between sentences that are said together."""
        return self._joins


class _Search:
    """One text that is looked for; the same part of it only once, and not more parts than a sentence has."""

    def __init__(self, phrases: Phrasebook) -> None:
        self._phrases = phrases
        self._known: dict[tuple[str, int], str] = {}

    def value(self, text: str, deep: int) -> str:
        """What a text, or a part of one, is; the text itself if nothing is known that it could be."""
        at = text, deep
        if at not in self._known:
            if len(self._known) >= MOST_PARTS:
                return text
            self._known[at] = text
            self._known[at] = (
                self._said(text, deep) or self._with_capital(text, deep) or self._apart(text, deep) or text
            )
        return self._known[at]

    def _with_capital(self, text: str, deep: int) -> Sentence | None:
        if not text[:1].isupper():
            return None
        small = self._said(text[:1].lower() + text[1:], deep)
        return capital(small) if small is not None else None

    def _said(self, text: str, deep: int) -> Sentence | None:
        fixed = self._phrases.fixed(text)
        if fixed is not None or not deep:
            return fixed
        for message in self._phrases.filled:
            values = message.values_in(text)
            if values is None:
                continue
            told = {n: self.value(v, deep - 1) if isinstance(v, str) else v for n, v in values.items()}
            if all(map(_fit, told.values())) and (said := message.book(message.key, **told)) == text:
                return said
        return None

    def _apart(self, text: str, deep: int) -> Sentence | None:
        """Several sentences with something between them, all of them known, or single words such as ``B7``."""
        for between in self._phrases.joins if deep else ():
            parts = text.split(between)
            if len(parts) == 1:
                continue
            known = [self.value(part, deep - 1) for part in parts]
            if all(isinstance(part, Sentence) or _WORD.fullmatch(part) for part in known):
                return joined(self._phrases.fixed(between) or between, known)
        return None


@lru_cache(maxsize=32)
def _messages(book: Book) -> tuple[_Message, ...]:
    return tuple(_read(book))


def _read(book: Book) -> Iterator[_Message]:
    words = book.words(ENGLISH)
    for key, template in {**words.common, **words.words}.items():
        pieces, names, specs = [""], [], []
        for literal, name, spec, _ in Formatter().parse(template):
            pieces[-1] += literal
            if name is not None:
                names.append(name)
                specs.append(spec or "")
                pieces.append("")
        yield _Message(book, key, tuple(pieces), tuple(names), tuple(specs))


def _fit(value: object) -> bool:
    """Whether it may stand in a message: not a part of a sentence that belongs to another message."""
    return not isinstance(value, str) or isinstance(value, Sentence) or not any(part in value for part in _PARTS_END)


def _stands_between(text: str) -> bool:
    return text.endswith(" ") and bool(text.strip()) and text[0] in " ;,"


def _number(part: str, spec: str) -> float | None:
    """The number that is written so; None if none is."""
    try:
        value = float(part.removesuffix("%")) / (100 if part.endswith("%") else 1)
        return value if format(value, spec) == part else None
    except ValueError:
        return None
