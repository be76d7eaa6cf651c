"""The language that is set, for every part of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.texts import ENGLISH
from referee_tui.config import Config

if TYPE_CHECKING:
    from textual.app import App


def language_of(app: App[object]) -> str:
    """As the app's settings have it; English where it has none, as around a screen that is tried alone."""
    config = getattr(app, "config", None)
    return config.language if isinstance(config, Config) else ENGLISH
