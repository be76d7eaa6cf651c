"""What is set for sound, carried out: silence, the bell, or the voice with the bell to fall back on."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from referee_tui.sound.cues import cue_of
from referee_tui.sound.voice import Speaker, find_voice
from referee_tui.texts import texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.referee import Say
    from referee_tui.config import Config
    from referee_tui.sound.voice import Voice


class Sounder:
    """Lets a match be heard. Never makes whoever calls it wait."""

    def __init__(
        self, config: Config, ring: Callable[[int], None], voice: Callable[[], Voice | None] | None = None
    ) -> None:
        """``ring`` rings the bell so many times; ``voice`` finds a voice if one is wanted, by default the system's."""
        self._sound, self._language = config.sound, config.language
        self._ring = ring
        found = (voice or partial(find_voice, self._language))() if self._sound == "voice" else None
        self._speaker = Speaker(found) if found is not None else None
        told = texts("sound", self._language)
        self._news = told("no_voice") if self._sound == "voice" and found is None else ""

    def news(self) -> str:
        """A sentence about the voice that is to be shown, once; mostly there is none."""
        if self._speaker is not None and self._speaker.trouble:
            why, name = self._speaker.trouble, self._speaker.name
            self._speaker = None
            self._news = texts("sound", self._language)("voice_failed", name=name, why=why)
        news, self._news = self._news, ""
        return news

    def hear(self, says: Iterable[Say]) -> None:
        """Let be heard what was said at one moment."""
        if self._sound == "off":
            return
        cue = cue_of(says, self._language)
        if self._speaker is not None and not self._speaker.trouble:
            if cue.words:
                self._speaker.speak(cue.words)
        elif cue.bells:
            self._ring(cue.bells)

    def close(self) -> None:
        """Fall silent."""
        if self._speaker is not None:
            self._speaker.close()
