"""Live sources: a thread reads the camera into a one-slot mailbox, so that the newest frame always wins."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vision.sources.base import Frame, Source, SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vision.rectify import Image

    Clock: TypeAlias = Callable[[], float]

RETRY_S = 2.0
"""Pause between two attempts to open a lost camera."""
STALL_S = 3.0
"""A camera that is silent for this long is reported as lost."""
LOCK_AFTER_S = 2.0
"""Automatic exposure and white balance have found their values after about this long."""


class Grabber(Protocol):
    """An opened camera or stream."""

    def read(self) -> Image | None:
        """The next picture, waiting for it; None once the camera is lost."""

    def lock(self) -> tuple[str, ...]:
        """Fix exposure, white balance and focus; the names of those that the camera would not fix."""

    def close(self) -> None:
        """Let go of the device."""


class Mailbox:
    """One slot between the reader thread and whoever looks: a new frame replaces one that nobody took."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._closed = False

    def put(self, frame: Frame) -> None:
        """Replace what is there."""
        with self._changed:
            self._frame = frame
            self._changed.notify()

    def take(self, timeout_s: float) -> Frame | None:
        """Take the frame, waiting for one; None after the timeout or once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None or self._closed, timeout_s)
            frame, self._frame = self._frame, None
            return frame

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
    the frames in seconds, for example ``time.monotonic``. ``on_trouble`` is told from the reader thread when the
    camera is lost (one sentence) and when it is back (None).
    """

    def __init__(
        self,
        name: str,
        open_grabber: Callable[[], Grabber],
        clock: Clock,
        on_trouble: Callable[[str | None], None] | None = None,
        *,
        retry_s: float = RETRY_S,
    ) -> None:
        super().__init__(name)
        self._open_grabber, self._clock, self._on_trouble = open_grabber, clock, on_trouble
        self._retry_s = retry_s
        self._stop, self._mailbox = threading.Event(), Mailbox()
        self._trouble: str | None = None
        self._unlocked: tuple[str, ...] | None = None
        grabber = open_grabber()
        first = grabber.read()
        if first is None:
            grabber.close()
            raise SourceError(f"{name}: opened, but delivers no picture; another program may be using the camera.")
        self._size = (first.shape[1], first.shape[0])
        self._start = clock()
        self._mailbox.put(Frame(0, 0.0, first))
        self._thread = threading.Thread(target=self._run, args=(grabber,), name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def live(self) -> bool:
        """Always."""
        return True

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) of the first frame."""
        return self._size

    @property
    def trouble(self) -> str | None:
        """One sentence while the camera is lost or silent."""
        return self._trouble

    @property
    def unlocked(self) -> tuple[str, ...] | None:
        """What the camera would not fix (``exposure``, ``white balance``, ``focus``); None until it was asked to."""
        return self._unlocked

    def __iter__(self) -> Iterator[Frame]:
        while not self._mailbox.closed:
            frame = self._mailbox.take(STALL_S)
            if frame is not None:
                yield frame
            elif self._trouble is None and not self._stop.is_set():
                self._tell(f"{self.name}: no picture for {STALL_S:g} s; check the cable or the network.")

    def close(self) -> None:
        """Stop the reader thread and let go of the camera."""
        self._stop.set()
        self._mailbox.close()
        # A driver stuck in a read never returns; the thread is a daemon and dies with the program then.
        self._thread.join(timeout=STALL_S)

    def _tell(self, trouble: str | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            if self._on_trouble is not None:
                self._on_trouble(trouble)

    def _run(self, grabber: Grabber | None) -> None:
        number = 1
        while grabber is not None:
            try:
                number = self._read_until_lost(grabber, number)
            finally:
                grabber.close()
            grabber = None if self._stop.is_set() else self._reopened()
        self._mailbox.close()

    def _read_until_lost(self, grabber: Grabber, number: int) -> int:
        """Pass on frames until the camera is lost or the source closed; the number of the next frame."""
        lock_at = self._clock() + LOCK_AFTER_S
        while not self._stop.is_set():
            image = grabber.read()
            if image is None:
                break
            now = self._clock()
            self._mailbox.put(Frame(number, now - self._start, image))
            self._tell(None)
            number += 1
            if now >= lock_at:
                self._unlocked, lock_at = grabber.lock(), float("inf")
        return number

    def _reopened(self) -> Grabber | None:
        self._tell(f"{self.name}: the camera is lost; check the cable, it is tried again every {self._retry_s:g} s.")
        while not self._stop.wait(self._retry_s):
            try:
                return self._open_grabber()
            except SourceError:
                continue  # it has been reported as lost; what matters is when it comes back
        return None
