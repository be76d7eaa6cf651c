"""The settings as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from engine.empty import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping

Sound: TypeAlias = Literal["off", "bell", "voice"]
Preview: TypeAlias = Literal["off", "still", "live"]

OWN_THEMES = ("touchline", "touchline-light", "touchline-contrast", "touchline-colour-blind")
"""The program's own themes: dark, light, high contrast, and one without red and green."""

SOUNDS: tuple[Sound, ...] = get_args(Sound)
PREVIEWS: tuple[Preview, ...] = get_args(Preview)


class ConfigError(ValueError):
    """A setting that cannot be used; one plain sentence with file and line, or variable, and key."""


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting."""

    theme: str = OWN_THEMES[0]
    """Colours of the screen, by the name of a theme."""
    sound: Sound = "bell"
    """``voice`` speaks through the system, and rings where that cannot."""
    preview: Preview = "live"
    """The camera's picture on the screen: never, renewed when the table rests, or running."""
    language: str = "en"
    """Of the screen: a folder of referee_tui/texts."""
    game: str = "regista"
    """For commands that are told no game; ``auto`` knows it by the board in sight."""
    camera: str = ""
    """What is watched unless a source is named: a number, a device, an address, or what the system calls the camera."""
    dice: str = "see"
    """``see`` or ``ask``."""
    logs: str = ""
    """Folder of new logs; empty for the user's data folder."""
    names: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Players by side, ``B`` and ``R``; a side without a name is left out."""
    teams: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """What the sides are called, the same way."""
    boards: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Board files by game."""
    options: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: EMPTY)
    """Options by game and name, as JSON values."""
    keys: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Keys by binding id (``match.pause``), in Textual's names, commas between several."""


DEFAULT = Config()
