"""Sentences that can be said in another language: English text that knows from which words and values it was made.

A ``Sentence`` is a ``str``, its English text, and is compared, kept and written as such; ``in_language`` says it in the
words of another language. A sentence made of others by ``joined`` or ``capital`` knows its parts. What is put together
by hand (``f"{a}: {b}"``) is plain text and stays English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Self, TypeAlias

from engine.texts import ENGLISH, Texts, languages, read_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from importlib.resources.abc import Traversable


Call: TypeAlias = "Callable[[str], str]"
"""What a piece, a space, a side is called; anything else is given back as it is."""

_AS_TYPED = "_typed"
_TYPED = re.compile(r"[=@]\{\w+\}|\bx\{\w+\}|\{\w+\}[-~>^*!@/x]\S*|fix \{\w+\} \{\w+\}")
"""``={first}``, ``{piece}*2``, ``{piece}@{space}``: what is written so is for typing."""


class Sentence(str):
    """English text that can be said in other languages."""

    __slots__ = ()

    def said_in(self, language: str) -> str:
        """The same in a language; English where it has no words for it."""
        del language
        return str(self)

    def reworded(self, call: Call) -> str:
        """The same with what ``call`` calls the things in it that are named: pieces, spaces, sides."""
        return call(self)


class _Told(Sentence):
    """From a book's key and the values in it."""

    __slots__ = ("_book", "_values", "key")
    _book: Book
    key: str
    """The message, whatever its values and its language."""
    _values: Mapping[str, object]

    def __new__(cls, book: Book, key: str, values: Mapping[str, object]) -> Self:
        # Judges say thousands a second of which nobody reads one: straight to the words.
        told = super().__new__(cls, book.words(ENGLISH).template(key).format_map(values))
        told._book, told.key, told._values = book, key, values
        return told

    def value(self, name: str) -> object:
        """What stands in it under a name; None if nothing does."""
        return self._values.get(name)

    def said_in(self, language: str) -> str:
        values = {name: _value_in(value, language) for name, value in self._values.items()}
        return self._book.words(language)(self.key, **values)

    def reworded(self, call: Call) -> str:
        called = call(self)
        return called if called is not self else _Reworded(self, call)

    def filled(self, language: str, call: Call) -> str:
        """In a language with its values called otherwise, but where they are an example of what is typed."""
        words = self._book.words(language)
        template = words.template(self.key)
        typed = {f"{name}{_AS_TYPED}": _value_in(value, language) for name, value in self._values.items()}
        called = {name: _value_in(_reworded(value, call), language) for name, value in self._values.items()}
        return words.fill(_with_typed(template), typed | called)


class _Reworded(Sentence):
    """One in which pieces, spaces and sides have other names."""

    __slots__ = ("_call", "_of")
    _of: _Told
    _call: Call

    def __new__(cls, of: _Told, call: Call) -> Self:
        made = super().__new__(cls, of.filled(ENGLISH, call))
        made._of, made._call = of, call
        return made

    def said_in(self, language: str) -> str:
        return self._of.filled(language, self._call)


class _Joined(Sentence):
    """Several, with something between them."""

    __slots__ = ("_between", "_parts")
    _between: str
    _parts: tuple[str, ...]

    def __new__(cls, between: str, parts: tuple[str, ...]) -> Self:
        made = super().__new__(cls, between.join(parts))
        made._between, made._parts = between, parts
        return made

    def said_in(self, language: str) -> str:
        return in_language(self._between, language).join(in_language(part, language) for part in self._parts)

    def reworded(self, call: Call) -> str:
        return _Joined(self._between, tuple(reworded(part, call) for part in self._parts))


class _Capital(Sentence):
    """One that begins with a capital letter."""

    __slots__ = ("_of",)
    _of: str

    def __new__(cls, of: str) -> Self:
        made = super().__new__(cls, of[:1].upper() + of[1:])
        made._of = of
        return made

    def said_in(self, language: str) -> str:
        text = in_language(self._of, language)
        return text[:1].upper() + text[1:]

    def reworded(self, call: Call) -> str:
        return _Capital(reworded(self._of, call))


@dataclass(frozen=True, slots=True)
class Book:
    """The sentences of a part of the program, a folder a language."""

    root: Traversable
    section: str
    shared: Book | None = None
    """The sentences of several parts: what this one does not say itself is said in these."""
    _read: dict[str, Texts] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was read of it, by language."""

    def __call__(self, key: str, /, **values: object) -> Sentence:
        """The sentence of a key, filled in; values may be sentences. Raises KeyError for a key or value missing."""
        return _Told(self, key, values)

    def __contains__(self, key: object) -> bool:
        words = self.words(ENGLISH)
        return key in words or key in words.common

    def words(self, language: str) -> Texts:
        """The words in a language, in English where there are none."""
        known = self._read.get(language)
        if known is None:
            known = self._read[language] = self._words(language)
        return known

    def _words(self, language: str) -> Texts:
        own = read_texts(self.root, self.section, language if language in languages(self.root) else ENGLISH)
        return own if self.shared is None else replace(own, common=self.shared.words(language).words)


def same_message(one: str, other: str, *names: str) -> bool:
    """Whether two sentences are one message with equal values of ``names``; what else is in them may differ."""
    if not isinstance(one, _Told) or not isinstance(other, _Told) or one.key != other.key:
        return False
    return all(one.value(name) == other.value(name) for name in names)


def joined(between: str, parts: Iterable[str]) -> Sentence:
    """Sentences, or parts of one, with something between them."""
    return _Joined(between, tuple(parts))


def capital(text: str) -> Sentence:
    """The same with a capital letter at its beginning."""
    return _Capital(text)


def in_language(text: str, language: str) -> str:
    """A text in a language, as plain text; English if that is all there is."""
    return text.said_in(language) if isinstance(text, Sentence) and language != ENGLISH else str(text)


def reworded(text: str, call: Call) -> str:
    """A text with what ``call`` calls the things that are named in it; plain text is such a name, or nothing."""
    return text.reworded(call) if isinstance(text, Sentence) else call(text)


def _reworded(value: object, call: Call) -> object:
    return reworded(value, call) if isinstance(value, str) else value


@lru_cache(maxsize=1024)
def _with_typed(template: str) -> str:
    """A template in which values that stand in an example of what is typed have names of their own."""
    return _TYPED.sub(lambda found: re.sub(r"\{(\w+)\}", rf"{{\1{_AS_TYPED}}}", found[0]), template)


def _value_in(value: object, language: str) -> object:
    return in_language(value, language) if isinstance(value, str) else value
