"""Settings from the file, the environment and the command line, each with the place that it came from."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import platformdirs

from engine.empty import EMPTY
from engine.text_file import read_small_text, where_in_toml
from referee_tui.config.checks import WrongValueError, checked
from referee_tui.config.values import DEFAULT, Config, ConfigError
from referee_tui.places import from_home

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FILE_NAME = "config.toml"
MOST_BYTES = 64 * 1024
PREFIX = "TOUCHLINE_"
FILE_VARIABLE = "TOUCHLINE_CONFIG"
"""Names another file; empty for none at all."""

_PLAIN = ("theme", "sound", "preview", "language", "game", "camera", "dice", "logs")
"""Settings that the environment has as they are: ``TOUCHLINE_SOUND``."""
_PAIRS = ("names", "teams")
"""Settings that it has for blue and red: ``TOUCHLINE_NAMES=Ann,Ben``."""
COMMAND_LINE = "command line"
_DEEPEST = 6
"""Tables within tables."""


class Set(NamedTuple):
    """A setting as somebody made it."""

    value: Any
    origin: str
    """``command line``, the variable, or file and line."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force, and where each that is no default came from."""

    config: Config = DEFAULT
    made: Mapping[str, Set] = field(default_factory=lambda: EMPTY)
    """By dotted key: ``sound``, ``names.B``, ``keys.match.pause``."""

    def with_given(self, given: Mapping[str, Any]) -> Settings:
        """The same with what the command line says, by dotted key; None is not said. Raises ConfigError."""
        said = {key: Set(value, COMMAND_LINE) for key, value in given.items() if value is not None}
        return _settled({**self.made, **_checked(said)})


def config_path(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Where the file is, or would be; None if the environment says that there is none."""
    named = environment.get(FILE_VARIABLE)
    if named is not None:
        return from_home(named) if named else None
    return platformdirs.user_config_path("touchline", appauthor=False) / FILE_NAME


def load_settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """What the file and the environment say. Raises ConfigError; a file that is not there is none, unless named."""
    path = config_path(environment)
    from_file: dict[str, Set] = {}
    if path is not None and (FILE_VARIABLE in environment or path.exists()):
        from_file = read_config_file(path)
    return _settled({**from_file, **_checked(dict(_from_environment(environment)))})


def read_config_file(path: Path) -> dict[str, Set]:
    """The settings of a file by dotted key, each checked. Raises ConfigError with file, line and key."""
    if path.is_fifo():
        # Every command reads them: one that waited for somebody to write would seem to hang.
        raise ConfigError(f"{path}: is a pipe; settings are kept in a file")
    text = read_small_text(path, MOST_BYTES, ConfigError, what="the settings", kind="a file of settings")
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise ConfigError(f"{path}: is not valid TOML: {error}") from error
    return _checked({key: Set(value, where_in_toml(str(path), text, key)) for key, value in _flat(raw)})


def pair(text: str) -> dict[str, str]:
    """``Ann,Ben`` for blue and red by side; one alone is blue's. Raises WrongValueError."""
    blue, comma, red = text.partition(",")
    if "," in red:
        raise WrongValueError(f"{text!r} will not do; write blue's and red's with a comma between, for example Ann,Ben")
    return {"B": blue.strip(), **({"R": red.strip()} if comma else {})}


def by_side(key: str, text: str | None) -> dict[str, str]:
    """``{"names.B": "Ann", "names.R": "Ben"}`` of a command line's ``Ann,Ben``. Raises ConfigError."""
    if text is None:
        return {}
    try:
        return {f"{key}.{side}": name for side, name in pair(text).items()}
    except WrongValueError as error:
        raise ConfigError(f"{COMMAND_LINE}: {key}: {error}") from error


def unknown_variables(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Variables that look as if they were meant for the program, and are not."""
    known = {f"{PREFIX}{name.upper()}" for name in (*_PLAIN, *_PAIRS, "keys", "config", "debug")}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Set]]:
    """What the variables say, by dotted key; an empty one says nothing. Raises ConfigError."""
    for name in (*_PLAIN, *_PAIRS, "keys"):
        variable = f"{PREFIX}{name.upper()}"
        text = environment.get(variable)
        if not text:
            continue
        if name in _PLAIN:
            yield name, Set(text, variable)
            continue
        try:
            entries = pair(text) if name in _PAIRS else _keys(text)
        except WrongValueError as error:
            raise ConfigError(f"{variable}: {error}") from error
        for entry, value in entries.items():
            yield f"{name}.{entry}", Set(value, variable)


def _keys(text: str) -> dict[str, str]:
    """``match.pause=f5;match.undo=u,ctrl+z`` by action. Raises WrongValueError."""
    pairs = [part.strip().partition("=") for part in text.split(";") if part.strip()]
    if not all(equals for _, equals, _ in pairs):
        raise WrongValueError(f"{text!r} will not do; write it as match.pause=f5;match.undo=u,ctrl+z")
    return {action.strip(): keys.strip() for action, _, keys in pairs}


def _flat(table: Mapping[str, Any], above: str = "", depth: int = 1) -> Iterator[tuple[str, Any]]:
    """The values of nested tables by dotted key; an empty table has none, one nested too deeply is no setting."""
    for key, value in table.items():
        if isinstance(value, dict) and depth >= _DEEPEST:
            yield f"{above}{key}", {}
        elif isinstance(value, dict):
            yield from _flat(value, f"{above}{key}.", depth + 1)
        else:
            yield f"{above}{key}", value


def _checked(made: Mapping[str, Set]) -> dict[str, Set]:
    """The same with values to be used. Raises ConfigError."""
    good = {}
    for key, said in made.items():
        try:
            good[key] = Set(checked(key, said.value), said.origin)
        except WrongValueError as error:
            raise ConfigError(f"{said.origin}: {key}: {error}") from error
    return good


def _settled(made: Mapping[str, Set]) -> Settings:
    plain = {key: said.value for key, said in made.items() if "." not in key}
    tables: dict[str, Any] = {"names": {}, "teams": {}, "boards": {}, "options": {}, "keys": {}}
    for key, said in made.items():
        table, dot, entry = key.partition(".")
        if not dot:
            continue
        if table == "options":
            game, _, option = entry.partition(".")
            tables[table].setdefault(game, {})[option] = said.value
        elif said.value:
            # A name that is emptied on the command line is none.
            tables[table][entry] = said.value
    return Settings(Config(**plain, **tables), made)
