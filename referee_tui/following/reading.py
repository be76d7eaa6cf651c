"""Reading a table beside what people say: they are answered while it is read, which takes a part of a second."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Executor

    from calibration.pose import BoardPose
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from referee_tui.following.eyes import Eyes
    from vision.sources import Frame


class Reading:
    """Has eyes read one picture after the other, each until it is done; whoever waits can be woken meanwhile."""

    def __init__(self, eyes: Eyes, beside: Executor | None) -> None:
        """``beside`` runs the readings, one at a time; None: whoever begins one reads, and nobody is woken."""
        self._eyes, self._beside = eyes, beside
        self._woken = Event()

    def begin(self, frame: Frame, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> Future[Observation]:
        """Begin to read a picture; the arguments as for ``Eyes.read``. What that raises, ``result()`` raises."""
        if self._beside is None:
            done: Future[Observation] = Future()
            done.set_result(self._eyes.read(frame, pose, expected))
            return done
        reading = self._beside.submit(self._eyes.read, frame, pose, expected)
        reading.add_done_callback(lambda _: self._woken.set())
        return reading

    def wake(self) -> None:
        """Let whoever waits for a reading, or waits next, look at something else in between. From any thread."""
        self._woken.set()

    def woken_before(self, reading: Future[Observation]) -> bool:
        """Wait for a reading; whether somebody was woken before it was done."""
        if not reading.done():
            self._woken.wait()
        self._woken.clear()
        return not reading.done()
