"""Ctrl-C, SIGTERM and a terminal that is closed all stop a command in the same good order."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

BURST_S = 2.0
"""Signals this soon after one that was heeded are the same wish: closing the log is not broken by impatience."""

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


def stop_on_signals(clock: Callable[[], float] = time.monotonic) -> None:
    """From now on these signals raise KeyboardInterrupt in the main thread, once in BURST_S seconds.

    A signal that the process was started to ignore (``nohup``) stays ignored.
    """
    heeded_s: list[float] = []

    def stop(_number: int, _frame: FrameType | None) -> None:
        now_s = clock()
        if not heeded_s or now_s - heeded_s[-1] > BURST_S:
            heeded_s.append(now_s)
            raise KeyboardInterrupt

    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)
