"""The language that a command without a screen speaks."""

from __future__ import annotations

from engine.texts import ENGLISH
from referee_tui.config.loading import Settings, load_settings


def spoken(given: str | None) -> str:
    """The language given on the command line, else the one that is set; English where the settings cannot be read.

    Raises ConfigError for one on the command line that there is not.
    """
    if given is not None:
        return Settings().with_given({"language": given}).config.language
    try:
        return load_settings().config.language
    except (ValueError, OSError):
        return ENGLISH
