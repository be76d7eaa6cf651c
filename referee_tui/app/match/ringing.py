"""What is heard of a match: bells and a voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee_tui.sound.sounder import Sounder

if TYPE_CHECKING:
    from textual.screen import Screen

    from engine.referee import Say
    from referee_tui.config import Config

BELLS_APART_S = 0.3
"""Closer together they are heard as one."""


class Ringing:
    """Lets each thing that is said be heard once; what there is to say of the voice itself is shown on the screen."""

    def __init__(self, screen: Screen[None], config: Config) -> None:
        self._screen = screen
        self._sounder = Sounder(config, self._ring)
        self._heard = 0

    def hear(self, said: tuple[Say, ...]) -> None:
        """All that was said so far; what is new in it is heard."""
        self._sounder.hear(said[self._heard :])
        self._heard = len(said)
        if news := self._sounder.news():
            self._screen.notify(news, timeout=10, markup=False)

    def close(self) -> None:
        """Nothing is heard any more."""
        self._sounder.close()

    def _ring(self, times: int) -> None:
        """Ring the terminal's bell, with pauses by which it can be counted."""
        for number in range(times):
            self._screen.set_timer(max(number * BELLS_APART_S, 0.001), self._screen.app.bell)
