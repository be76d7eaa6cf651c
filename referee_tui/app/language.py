"""The language that is set, for every part of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.config import DEFAULT, Config
from referee_tui.texts import texts

if TYPE_CHECKING:
    from textual.app import App

    from engine.texts import Texts


def settings_of(app: App[object]) -> Config:
    """The app's settings; the defaults where it has none, as around a screen that is tried alone."""
    config = getattr(app, "config", None)
    return config if isinstance(config, Config) else DEFAULT


def language_of(app: App[object]) -> str:
    """As the app's settings have it."""
    return settings_of(app).language


def texts_of(app: App[object], section: str) -> Texts:
    """The words of a section in the language that is set, with the keys that are bound."""
    config = settings_of(app)
    return texts(section, config.language, config.keys)
