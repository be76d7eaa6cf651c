"""Looks at a recording while play is held: what happened on it meanwhile is ruled upon once play goes on.

A camera's table waits for its players, so that what lies on it then is all there is; a film goes on by itself.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.observation import Observation

MOST_LOOKS = 2000
"""So many are kept, the newest: a quarter of an hour of film in which nothing is said."""


class HeldLooks:
    """Keeps them in order."""

    def __init__(self, *, recorded: bool) -> None:
        """Of a live source nothing is kept."""
        self._recorded = recorded
        self._looks: deque[Observation] = deque(maxlen=MOST_LOOKS)

    def saw(self, look: Observation, *, held: bool) -> None:
        """A look was taken in; ``held`` says whether play still is."""
        if held and self._recorded:
            self._looks.append(look)
        else:
            # The table itself showed that play goes on.
            self._looks.clear()

    def take(self) -> tuple[Observation, ...]:
        """Those since play was held; they are kept no longer."""
        looks = tuple(self._looks)
        self._looks.clear()
        return looks
