"""The pictures that another screen is looking at, as a source: a camera can be opened only once."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from vision.sources import Frame, Source
from vision.sources.live import BEAT_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.rectify import Image

POLL_S = 0.03
"""How often it is looked whether there is a new picture; a camera has one every 0.03 s."""


class NewestPictures(Source):
    """Whatever ``newest`` hands out, each picture once; it is called from the reader's thread."""

    def __init__(
        self, name: str, newest: Callable[[], Image | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """``clock`` stamps the pictures, in seconds."""
        super().__init__(name)
        self._newest, self._clock = newest, clock
        self._stop = threading.Event()

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the newest picture; (0, 0) before the first."""
        image = self._newest()
        return (image.shape[1], image.shape[0]) if image is not None else (0, 0)

    def __iter__(self) -> Iterator[Frame]:
        return (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        """The newest pictures, and None every quarter of a second without one."""
        last: Image | None = None
        number, start = 0, self._clock()
        heard = start
        while not self._stop.is_set():
            image, now = self._newest(), self._clock()
            if image is not None and image is not last:
                last, heard = image, now
                yield Frame(number, now - start, image)
                number += 1
            elif now - heard >= BEAT_S:
                heard = now
                yield None
            self._stop.wait(POLL_S)

    def stop(self) -> None:
        """End the loop of whoever reads, at once."""
        self._stop.set()
