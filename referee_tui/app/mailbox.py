"""From the thread that follows the match to the screen: one slot, the newest value wins."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

STOP_WITHIN_S = 2.0
"""The screen waits no longer than this for what the thread is doing when it closes."""


_RATE_OVER = 31
"""Values over which the rate is measured."""


@dataclass(frozen=True, slots=True)
class Traffic:
    """What came through a mailbox."""

    count: int = 0
    """Values that were put in."""
    replaced: int = 0
    """Of these, how many were replaced before anybody took them."""
    per_s: float = 0.0
    """How many come in a second, of late."""
    age_s: float | None = None
    """Seconds since the newest came; None before the first."""


class Mailbox(Generic[T]):
    """One slot: what was not taken is replaced. A slow screen shows fewer frames, never late ones."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._slot: T | None = None
        self._clock = clock
        self._count = self._replaced = 0
        self._put_s: deque[float] = deque(maxlen=_RATE_OVER)

    def put(self, value: T) -> None:
        """Replace what is in the slot."""
        with self._lock:
            self._count += 1
            self._replaced += self._slot is not None
            self._put_s.append(self._clock())
            self._slot = value

    def traffic(self) -> Traffic:
        """What came and went so far."""
        with self._lock:
            if not self._put_s:
                return Traffic()
            first, last = self._put_s[0], self._put_s[-1]
            rate = (len(self._put_s) - 1) / (last - first) if last > first else 0.0
            return Traffic(self._count, self._replaced, rate, self._clock() - last)

    def take(self) -> T | None:
        """Empty the slot; None if nothing new came."""
        with self._lock:
            value, self._slot = self._slot, None
            return value


class Follower(Generic[T]):
    """Runs through values in a thread of its own and puts each into the mailbox.

    The values must carry what may not be lost (the rulings so far), since the mailbox keeps only the newest.
    """

    def __init__(
        self, begin: Callable[[], Iterator[T]], wake: Callable[[], None], came: Callable[[T], None] = lambda _: None
    ) -> None:
        """Nothing runs before ``start``; ``wake`` ends a wait in ``begin()``'s values, from any thread.

        ``came`` is told of each value once it can be taken, in the thread of the run, and no more once it is to stop.
        """
        self.mailbox: Mailbox[T] = Mailbox()
        self.error: BaseException | None = None
        """What ended the run, if anything did."""
        self._begin, self._wake, self._came = begin, wake, came
        self._stop = threading.Event()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="match", daemon=True)

    @property
    def done(self) -> bool:
        """Whether the last value has been put."""
        return self._done.is_set()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def ask_to_stop(self) -> None:
        """Have it stop after the value that is being made."""
        self._stop.set()
        self._wake()

    def stop(self) -> None:
        """Stop after the value that is being made, and wait a little for that, unless it was asked to before."""
        asked = self._stop.is_set()
        self.ask_to_stop()
        if not asked:
            self.wait(STOP_WITHIN_S)

    def wait(self, most_s: float | None = None) -> bool:
        """Wait for the thread's end, however long what it does may take, or so long at most; whether it has ended."""
        if self._thread.is_alive():
            self._thread.join(most_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            for value in self._begin():
                self.mailbox.put(value)
                if self._stop.is_set():
                    break
                self._came(value)
        except BaseException as error:  # noqa: BLE001 - whatever it is, the screen's thread reports it
            self.error = error
        finally:
            self._done.set()
