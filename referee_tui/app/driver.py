"""Textual's terminal on Unix, which does not end at a byte that is no text, but does when the terminal is gone."""

from __future__ import annotations

import select
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from textual.app import App

_LOOK_MS = 500
"""How often it is looked whether the program has ended meanwhile."""


class _Output:
    """What is written to a terminal that has gone is lost: at an error Textual's writer ends, and the screen waits."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._terminal.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._terminal.flush()

    def fileno(self) -> int:
        return self._terminal.fileno()


class PatientDriver(LinuxDriver):
    """Reads on where a terminal sends what is no UTF-8: an older encoding, a mouse far to the right."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        """As Textual's own."""
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        if self._file is not None:
            self._file = cast("Any", _Output(self._file))

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal again after a stop, but not while the screen ends.

        Who closes a terminal sends SIGHUP and SIGCONT: the first has ended the loop by then that the second asks for.
        """
        if self._loop.is_running():
            super()._sigcont_application()

    def run_input_thread(self) -> None:
        """Hand over what is typed; what came together with such a byte is passed over."""
        Thread(target=self._wait_for_end, name="terminal", daemon=True).start()
        while True:
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return

    def _wait_for_end(self) -> None:
        """Leave when the terminal goes without sending SIGHUP, as it does if it is not this program's own.

        Without that, the screen would go on for ever, seen by nobody, and the reading of keys take a whole core.
        """
        terminal = select.poll()
        terminal.register(self.fileno, 0)
        while not self.exit_event.is_set():
            if any(told & select.POLLHUP for _, told in terminal.poll(_LOOK_MS)):
                self._loop.call_soon_threadsafe(self._app.exit)
                return
