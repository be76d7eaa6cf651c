"""The four corners being marked: which is chosen, how much is magnified, where each lies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from calibration.pose import FloatArray

ZOOMS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Screen pixels a picture pixel in the magnified view."""
INSET = 0.15
"""Where corners begin, as a share of the picture from its edges."""
COARSE, FINE = 4.0, 0.5
"""Screen pixels that a key moves a corner: the more it is magnified, the finer."""


@dataclass(frozen=True)
class Marks:
    """Corners of the field in a picture, A1's first, clockwise; immutable."""

    size_px: tuple[int, int]
    """(width, height) of the picture."""
    corners: tuple[tuple[float, float], ...]
    """Four (x, y), pixels of the picture."""
    chosen: int = 0
    zoom_step: int = 2

    @classmethod
    def begin(cls, size_px: tuple[int, int], proposed: FloatArray | None) -> Marks:
        """From corners that were found (4, 2), or well inside the picture."""
        width, height = size_px
        if proposed is None:
            near, far = INSET, 1 - INSET
            corners = tuple((x * width, y * height) for x, y in ((near, near), (far, near), (far, far), (near, far)))
        else:
            corners = tuple((float(x), float(y)) for x, y in proposed)
        return cls(size_px, corners)

    @property
    def zoom(self) -> float:
        """Screen pixels a picture pixel."""
        return ZOOMS[self.zoom_step]

    @property
    def current(self) -> tuple[float, float]:
        """The chosen corner."""
        return self.corners[self.chosen]

    def choose(self, corner: int) -> Marks:
        """Choose a corner, 0 to 3."""
        return replace(self, chosen=corner % 4)

    def magnify(self, steps: int) -> Marks:
        """See it larger or, with fewer than 0 steps, smaller."""
        return replace(self, zoom_step=min(max(self.zoom_step + steps, 0), len(ZOOMS) - 1))

    def nudge(self, right: int, down: int, *, fine: bool) -> Marks:
        """Move the chosen corner by a step of the magnified view."""
        step = (FINE if fine else COARSE) / self.zoom
        x, y = self.current
        return self.put(x + step * right, y + step * down)

    def put(self, x: float, y: float) -> Marks:
        """Put the chosen corner at a point of the picture; outside it, at its edge."""
        width, height = self.size_px
        point = min(max(x, -0.5), width - 0.5), min(max(y, -0.5), height - 0.5)
        return replace(self, corners=(*self.corners[: self.chosen], point, *self.corners[self.chosen + 1 :]))

    def turn(self) -> Marks:
        """Call the next corner A1's: the order goes on by one."""
        return replace(self, corners=(*self.corners[1:], self.corners[0]))

    def array(self) -> FloatArray:
        """(4, 2), A1's first."""
        return np.array(self.corners, np.float64)
