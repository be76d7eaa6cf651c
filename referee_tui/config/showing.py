"""Settings as lines of a file, each with where it came from."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import tomli_w

from referee_tui.config.values import Config

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from referee_tui.config.loading import Settings


def settings_lines(settings: Settings) -> list[str]:
    """A TOML file of every setting in force; behind each, as a comment, where it came from."""
    rows = list(_rows(settings))
    width = max(len(text) for text, origin in rows if origin)
    return [f"{text:<{width}}  # {origin}" if origin else text for text, origin in rows]


def _rows(settings: Settings) -> Iterator[tuple[str, str]]:
    """``(line, origin)``; headers of tables have no origin. Plain values come first, as TOML wants it."""
    values = {field.name: getattr(settings.config, field.name) for field in fields(Config)}
    for name, value in values.items():
        if isinstance(value, str):
            yield _pair(name, value), _origin(settings, name)
    for name, value in values.items():
        if not isinstance(value, str):
            yield from _table(settings, name, value)


def _table(settings: Settings, name: str, entries: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    tables = {f"{name}.{key}": inner for key, inner in entries.items() if not isinstance(inner, str | int)}
    plain = {key: value for key, value in entries.items() if f"{name}.{key}" not in tables}
    if plain:
        yield f"[{name}]", ""
    for key, value in plain.items():
        yield _pair(key, value), _origin(settings, f"{name}.{key}")
    for inner_name, inner in tables.items():
        yield from _table(settings, inner_name, inner)


def _pair(key: str, value: object) -> str:
    return tomli_w.dumps({key: value}).strip()


def _origin(settings: Settings, key: str) -> str:
    made = settings.made.get(key)
    return made.origin if made is not None else "default"
