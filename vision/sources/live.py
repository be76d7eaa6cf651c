"""Live sources: a thread reads the camera into a one-slot mailbox, so that the newest frame always wins."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.sentences import joined
from vision.sentences import say
from vision.sources.base import Frame, Source, SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.rectify import Image
    from vision.sources.locks import Refusal

    Clock: TypeAlias = Callable[[], float]

RETRY_S = 2.0
"""Pause between two attempts to open a lost camera."""
BEAT_S = 0.25
"""Without a new picture, whoever looks gets None this often."""
STALL_S = 3.0
"""A camera that is silent for this long is reported as lost."""
ENOUGH_PX = 1280 * 720
"""With fewer pixels than this the numbers of the pieces get hard to read."""
LOCK_AFTER_S = 2.0
"""Automatic exposure and white balance have found their values after about this long."""


class Grabber(Protocol):
    """An opened camera or stream."""

    def read(self) -> Image | None:
        """The next picture, waiting for it; None once the camera is lost."""

    def lock(self) -> tuple[Refusal, ...]:
        """Fix exposure, white balance and focus at what the camera has found; what it would not fix, and why."""

    def unlock(self) -> None:
        """Let the camera measure the light and focus anew."""

    def close(self) -> None:
        """Let go of the device."""


def _size_note(name: str, size_px: tuple[int, int]) -> str:
    width, height = size_px
    return say("size.little" if width * height < ENOUGH_PX else "size", name=name, width=width, height=height)


def _refusal_note(name: str, refusals: Sequence[Refusal]) -> str:
    """What this camera does not let be fixed, by reason."""
    reasons = dict.fromkeys(refusal.why for refusal in refusals)
    parts = []
    for why in reasons:
        names = [say(f"automatic.{each.name.replace(' ', '_')}") for each in refusals if each.why == why]
        parts.append(say("refused.what", names=joined(say("refused.and"), names), why=why))
    return say("refused", name=name, what=joined(say("refused.nor"), parts))


class Mailbox:
    """One slot between the reader thread and whoever looks: a new frame replaces one that nobody took."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._closed = self._woken = False

    def put(self, frame: Frame) -> None:
        """Replace what is there."""
        with self._changed:
            self._frame = frame
            self._changed.notify()

    def take(self, timeout_s: float) -> Frame | None:
        """Take the frame, waiting for one; None after the timeout, when woken, or once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None or self._closed or self._woken, timeout_s)
            frame, self._frame, self._woken = self._frame, None, False
            return frame

    def wake(self) -> None:
        """Let whoever waits, or waits next, go on without a frame."""
        with self._changed:
            self._woken = True
            self._changed.notify()

    @property
    def closed(self) -> bool:
        """Whether no frame will come any more."""
        return self._closed

    def close(self) -> None:
        """Wake whoever waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class LiveSource(Source):
    """A camera or network stream.

    ``open_grabber`` opens the device (SourceError if it cannot); it is called again after a loss. ``clock`` stamps
    the frames in seconds, for example ``time.monotonic``. Iterating raises SourceError if reading fails in a way that
    trying again will not mend.
    """

    def __init__(
        self,
        name: str,
        open_grabber: Callable[[], Grabber],
        clock: Clock,
        *,
        retry_s: float = RETRY_S,
        beat_s: float = BEAT_S,
    ) -> None:
        super().__init__(name)
        self._open_grabber, self._clock = open_grabber, clock
        self._retry_s, self._beat_s = retry_s, beat_s
        self._stop, self._nudged, self._mailbox = threading.Event(), threading.Event(), Mailbox()
        self._trouble: str | None = None
        self._notes: tuple[str, ...] = ()
        self._remeasure, self._adjusting, self._may_measure = threading.Event(), False, False
        self._fault: SourceError | None = None
        grabber = open_grabber()
        first = grabber.read()
        if first is None:
            grabber.close()
            raise SourceError(say("fault.silent", name=name))
        self._size = (first.shape[1], first.shape[0])
        self._notes = (_size_note(name, self._size),)
        self._start = clock()
        self._mailbox.put(Frame(0, 0.0, first))
        self._thread = threading.Thread(target=self._run, args=(grabber,), name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the first frame."""
        return self._size

    @property
    def trouble(self) -> str | None:
        """One sentence while the camera is lost or silent."""
        return self._trouble

    @property
    def notes(self) -> tuple[str, ...]:
        """The size of the pictures, and later what the camera would not fix (exposure, white balance, focus)."""
        return self._notes

    @property
    def adjusting(self) -> bool:
        """While the camera measures."""
        return self._adjusting

    def remeasure(self) -> bool:
        """Let the camera find exposure, white balance and focus anew, and fix them again."""
        if not self._may_measure or self._adjusting:
            return False
        self._adjusting = True
        self._remeasure.set()
        return True

    def __iter__(self) -> Iterator[Frame]:
        return (frame for frame in self.beats() if frame is not None)

    def beats(self) -> Iterator[Frame | None]:
        """The newest frames, and None every quarter of a second without one, and at once for whoever is nudged."""
        silent = 0
        while True:
            frame = self._mailbox.take(self._beat_s)
            if self._mailbox.closed:
                break
            silent = 0 if frame is not None else silent + (not self._nudged.is_set())
            self._nudged.clear()
            if silent * self._beat_s >= STALL_S and self._trouble is None:
                self._trouble = say("silent", name=self.name, seconds=STALL_S)
            yield frame
        if self._fault is not None:
            raise self._fault

    def nudge(self) -> None:
        """Somebody said something: it is not to wait for the next picture."""
        self._nudged.set()
        self._mailbox.wake()

    def stop(self) -> None:
        """End the loop of whoever reads, at once."""
        self._stop.set()
        self._mailbox.close()

    def close(self) -> None:
        """Stop the reader thread and let go of the camera."""
        self.stop()
        # A driver stuck in a read never returns; the thread is a daemon and dies with the program then.
        self._thread.join(timeout=STALL_S)

    def _run(self, grabber: Grabber) -> None:
        try:
            self._deliver(grabber)
        except Exception as error:  # noqa: BLE001 - whatever a driver raises, whoever reads the source has to hear of it
            self._fault = SourceError(say("fault.driver", name=self.name, why=f"{type(error).__name__}: {error}"))
            self._fault.__cause__ = error
        finally:
            self._mailbox.close()

    def _deliver(self, grabber: Grabber | None) -> None:
        number = 1
        while grabber is not None:
            try:
                number = self._read_until_lost(grabber, number)
            finally:
                grabber.close()
            grabber = None if self._stop.is_set() else self._reopened()

    def _read_until_lost(self, grabber: Grabber, number: int) -> int:
        """Pass on frames until the camera is lost or the source closed; the number of the next frame."""
        lock_at = self._clock() + LOCK_AFTER_S
        self._may_measure = self._adjusting = False
        self._remeasure.clear()
        while not self._stop.is_set():
            image = grabber.read()
            if image is None:
                break
            now = self._clock()
            self._mailbox.put(Frame(number, now - self._start, image))
            self._trouble = None
            number += 1
            if self._remeasure.is_set():
                self._remeasure.clear()
                grabber.unlock()
                lock_at = now + LOCK_AFTER_S
            if now >= lock_at:
                self._lock(grabber)
                lock_at = float("inf")
        return number

    def _lock(self, grabber: Grabber) -> None:
        refusals = grabber.lock()
        # What is not fixed the camera measures all the time.
        self._may_measure = "exposure" not in {refusal.name for refusal in refusals}
        self._adjusting = False
        told = [_refusal_note(self.name, refusals)] if refusals else []
        self._notes += tuple(note for note in told if note not in self._notes)

    def _reopened(self) -> Grabber | None:
        self._trouble = say("lost", name=self.name, seconds=self._retry_s)
        while not self._stop.wait(self._retry_s):
            try:
                return self._open_grabber()
            except SourceError:
                continue  # it has been reported as lost; what matters is when it comes back
        return None
