"""Lines from standard input while something else goes on: read in a thread, taken when there is time for them."""

from __future__ import annotations

import os
import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_BYTES = 1000
"""Of a line; what is longer is nothing that anybody types, and is not taken."""
TOO_LONG = "\n"
"""Stands for such a line; no line has a line feed in it."""


class TypedLines:
    """The lines of a file descriptor, without their line feeds."""

    def __init__(self, descriptor: int, came: Callable[[], None] = lambda: None) -> None:
        """Begin to read; at the end of the input, or if it cannot be read, no more lines come.

        ``came`` is told that a line can be taken, or that the input has ended, in the thread that reads.
        """
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._ended, self._came = threading.Event(), came
        # Not through sys.stdin: a thread that waits in it holds a lock that the interpreter wants at its end.
        threading.Thread(target=self._read, args=(descriptor,), name="typed", daemon=True).start()

    def take(self) -> Iterator[str]:
        """The lines that have come since they were taken last, ``TOO_LONG`` for each that was."""
        while True:
            try:
                yield self._lines.get_nowait()
            except Empty:
                return

    def over(self) -> bool:
        """Whether the input has ended and every line of it was taken."""
        return self._ended.is_set() and self._lines.empty()

    def _read(self, descriptor: int) -> None:
        rest, too_long = b"", False
        while chunk := _chunk(descriptor):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self._put(line, too_long=too_long)
                too_long = False
            if len(rest) > MOST_BYTES:
                rest, too_long = b"", True
        if rest or too_long:
            self._put(rest, too_long=too_long)
        self._ended.set()
        self._came()

    def _put(self, line: bytes, *, too_long: bool) -> None:
        """A whole line, of which more may have been given up before."""
        too_long = too_long or len(line) > MOST_BYTES
        self._lines.put(TOO_LONG if too_long else line.decode("utf-8", "replace"))
        self._came()


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:
        return b""
