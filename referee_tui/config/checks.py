"""What each setting may be: one check a key, which returns the value to be used or says what may stand there."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game_names import GAMES
from engine.json_values import shown
from referee_tui.config.values import PREVIEWS, SOUNDS
from referee_tui.texts import languages
from referee_tui.words import MOST_OF_A_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

MOST_LETTERS = 200
"""Of a path or an address."""
MOST_KEYS = 8
"""For one action."""

_THEME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_BINDING = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)+")
_OPTION = re.compile(r"[a-z][a-z0-9_]{0,39}")
_KEY = re.compile(r"[A-Z]|[a-z0-9_]+(\+[a-z0-9_]+)*")

_SIGNS = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
    "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""Where Textual's name of a key is not that of its sign."""


class WrongValueError(ValueError):
    """What may stand there instead."""


class Key(NamedTuple):
    """A setting, or all settings of a table."""

    pattern: str
    """``sound``; ``names.*`` for every entry of a table."""
    check: Callable[[Any], Any]
    """Value to value; raises WrongValueError."""
    entries: Callable[[str], bool] = bool
    """Which entries the table may have."""
    entries_words: str = ""
    """The same in words."""


def _one_of(choices: Collection[str]) -> Callable[[Any], str]:
    def check(value: object) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise WrongValueError(f"{shown(value)} will not do; there is {', '.join(choices)}")

    return check


def _matching(pattern: re.Pattern[str], wanted: str) -> Callable[[Any], str]:
    def check(value: object) -> str:
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        raise WrongValueError(f"{shown(value)} will not do; {wanted}")

    return check


def _text(most: int) -> Callable[[Any], str]:
    """Any one line of up to so many letters."""

    def check(value: object) -> str:
        if not isinstance(value, str):
            raise WrongValueError(f"{shown(value)} will not do; a text in quotation marks is wanted")
        text = value.strip()
        if len(text) > most:
            raise WrongValueError(f"{shown(text)} is too long; there is room for {most} letters")
        if not text.isprintable():
            raise WrongValueError("signs that steer a terminal are no part of it")
        return text

    return check


def _language(value: object) -> str:
    """A language that there is a folder for."""
    return _one_of(languages())(value)


def _option(value: object) -> object:
    """An option as the games have them; the game itself checks it."""
    if isinstance(value, bool | int) or (isinstance(value, str) and len(value) <= MOST_LETTERS):
        return value
    raise WrongValueError(f"{shown(value)} will not do; an option is true, false, a whole number or a word")


def _keys(value: object) -> str:
    """Keys in Textual's names, commas between several; a sign (``?``) is named."""
    if not isinstance(value, str) or not value.strip():
        raise WrongValueError(f"{shown(value)} will not do; name keys, for example p or f5,ctrl+p")
    keys = [_key_name(word.strip()) for word in value.split(",")]
    if len(keys) > MOST_KEYS:
        raise WrongValueError(f"{len(keys)} keys are too many for one action; there is room for {MOST_KEYS}")
    for key in keys:
        if not _KEY.fullmatch(key):
            raise WrongValueError(f"{shown(key)} is no key; keys are named p, P, f5, ctrl+p, space or question_mark")
    return ",".join(keys)


def _key_name(key: str) -> str:
    if len(key) != 1 or key.isalnum():
        return key
    name = unicodedata.name(key, "").lower().replace("-", "_").replace(" ", "_")
    return _SIGNS.get(name, name)


def _is_option(name: str) -> bool:
    game, _, option = name.partition(".")
    return game in GAMES and bool(_OPTION.fullmatch(option))


_SIDES = "B and R"
KEYS = (
    Key("theme", _matching(_THEME, "a theme's name is small letters, digits and dashes")),
    Key("sound", _one_of(SOUNDS)),
    Key("preview", _one_of(PREVIEWS)),
    Key("language", _language),
    Key("game", _one_of((*GAMES, "auto"))),
    Key("camera", _text(MOST_LETTERS)),
    Key("dice", _one_of(("see", "ask"))),
    Key("logs", _text(MOST_LETTERS)),
    Key("names.*", _text(MOST_OF_A_NAME), {"B", "R"}.__contains__, _SIDES),
    Key("teams.*", _text(MOST_OF_A_NAME), {"B", "R"}.__contains__, _SIDES),
    Key("boards.*", _text(MOST_LETTERS), set(GAMES).__contains__, ", ".join(GAMES)),
    Key("options.*", _option, _is_option, "a table for each game, for example [options.regista]"),
    Key("keys.*", _keys, lambda name: bool(_BINDING.fullmatch(name)), "actions by their id, for example match.pause"),
)
"""Every setting there is; docs/config.md explains them."""

_BY_PATTERN = {key.pattern: key for key in KEYS}


def known_words() -> str:
    """``theme, sound, ..., [names], ...`` for a message."""
    return ", ".join(f"[{key.pattern[:-2]}]" if key.pattern.endswith(".*") else key.pattern for key in KEYS)


def checked(name: str, value: object) -> object:
    """The value to be used for a dotted key. Raises WrongValueError: an unknown key, or what may stand there."""
    table, _, entry = name.partition(".")
    key = _BY_PATTERN.get(name) or _BY_PATTERN.get(f"{table}.*")
    if key is None:
        raise WrongValueError(f"there is no such setting; there are {known_words()}")
    if key.pattern.endswith(".*"):
        if not entry:
            raise WrongValueError(f"this is a table; it has {key.entries_words}")
        if not key.entries(entry):
            raise WrongValueError(f"{shown(entry)} is no entry of this table; it has {key.entries_words}")
    return key.check(value)
