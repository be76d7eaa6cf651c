"""No camera at all: a clock for matches in which everything is typed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from vision.sources.base import Frame, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NONE = "none"
"""The word for it on the command line; a file of that name is written ``./none``."""

BEAT_S = 0.25
"""How often the clock goes on while nobody says anything."""


class NoCamera(Source):
    """Beats without frames, one at once whenever somebody said something."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__("no camera")
        self._clock, self._start_t = clock, clock()
        self._said, self._stopped = threading.Event(), False

    @property
    def size_px(self) -> tuple[int, int]:
        """There are no pictures."""
        return 0, 0

    @property
    def blind(self) -> bool:
        """Nothing is ever seen."""
        return True

    def now_s(self) -> float:
        """Seconds since it was opened."""
        return self._clock() - self._start_t

    def __iter__(self) -> Iterator[Frame]:
        return iter(())

    def beats(self) -> Iterator[Frame | None]:
        """Nothing, again and again, until it is stopped."""
        while not self._stopped:
            yield None
            self._said.wait(BEAT_S)
            self._said.clear()

    def nudge(self) -> None:
        """Somebody said something: beat at once."""
        self._said.set()

    def stop(self) -> None:
        """Beat no more."""
        self._stopped = True
        self._said.set()
