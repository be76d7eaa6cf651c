"""What lets a key be answered at once in a process of which another thread reads pictures all the time."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

HANDED_OVER_S = 0.0005
"""How long a thread that computes may go on once another wants to. A key takes half a dozen such turns, from the thread
that reads the terminal to the one that writes to it, and Python's own 5 ms would be waited for at each."""

YOUNG, MIDDLE, OLD = 10_000, 2, 5_000
"""When Python looks for rubbish by itself: often among little, for what came since takes 30 ms to look through once
100,000 things did, and hardly ever in all that is there, which takes 40 ms in the middle of what is being drawn."""

SEARCHED_EVERY_S = 30.0
"""How often all that is there is looked through instead: a key in a thousand meets it."""


def stay_prompt(app: App[None], searched_every_s: float = SEARCHED_EVERY_S) -> None:
    """See to it, in an app that has begun on a terminal, that nothing holds up a key for long."""
    sys.setswitchinterval(HANDED_OVER_S)
    # What is there by now stays, and need not be looked through.
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
    app.set_interval(searched_every_s, _search)


def _search() -> None:
    gc.collect()
