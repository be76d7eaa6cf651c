"""What the kit is drawn on: filled shapes in millimetres, whether they become pixels or ink on a printed page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.kit.letters import lettering

if TYPE_CHECKING:
    from collections.abc import Sequence

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255, as OpenCV has them."""
Contour: TypeAlias = NDArray[np.float64]
"""(N, 2) corners of a closed line, millimetres."""
Box: TypeAlias = tuple[float, float, float, float]
"""West, north, east, south in millimetres."""

_ARC_STEPS = 180


class Surface(ABC):
    """A sheet to draw on, in millimetres, x right, y down; what is drawn later covers what was there.

    Two verbs are the sheet's own, ``fill`` and ``mosaic``; everything else is made of them.
    """

    @abstractmethod
    def fill(self, contours_mm: Sequence[Contour], colour: Colour, *, smooth: bool = True) -> None:
        """Fill what lies within an odd number of the contours, so that a contour within another is a hole.

        Without ``smooth`` a picture may be drawn faster with ragged edges: for what a line will be drawn around.
        """

    @abstractmethod
    def mosaic(self, corner_mm: ArrayLike, cell_mm: tuple[float, float], filled: ArrayLike, colour: Colour) -> None:
        """Fill those cells (width, height) of a lattice (rows, columns) that are true; neighbours join seamlessly."""

    def rectangle(self, west: float, north: float, east: float, south: float, colour: Colour) -> None:
        """Fill an upright rectangle."""
        self.mosaic((west, north), (east - west, south - north), ((True,),), colour)

    def polygon(self, points_mm: ArrayLike, colour: Colour, *, smooth: bool = True) -> None:
        """Fill a polygon (N, 2)."""
        self.fill((as_contour(points_mm),), colour, smooth=smooth)

    def line(self, start_mm: ArrayLike, end_mm: ArrayLike, width_mm: float, colour: Colour) -> None:
        """A straight line with square ends that reach half a width beyond both points."""
        a, b = np.asarray(start_mm, np.float64), np.asarray(end_mm, np.float64)
        if (np.abs(a - b) < 1e-9).any():
            (west, north), (east, south) = np.minimum(a, b) - width_mm / 2, np.maximum(a, b) + width_mm / 2
            self.rectangle(float(west), float(north), float(east), float(south), colour)
            return
        along = (b - a) / np.linalg.norm(b - a) * width_mm / 2
        across = np.array((-along[1], along[0]))
        self.polygon((a - along - across, b + along - across, b + along + across, a - along + across), colour)

    def dashes(
        self, start_mm: ArrayLike, end_mm: ArrayLike, width_mm: float, colour: Colour, dash_mm: float = 2.0
    ) -> None:
        """A dashed line; dashes and gaps are about ``dash_mm`` long, both ends are dashes."""
        a, b = np.asarray(start_mm, np.float64), np.asarray(end_mm, np.float64)
        pieces = 2 * max(0, round((float(np.linalg.norm(b - a)) / dash_mm - 1) / 2)) + 1
        for k in range(0, pieces, 2):
            self.line(a + (b - a) * k / pieces, a + (b - a) * (k + 1) / pieces, width_mm, colour)

    def outline(self, points_mm: ArrayLike, width_mm: float, colour: Colour) -> None:
        """The closed outline of a polygon (N, 2)."""
        corners = as_contour(points_mm)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            self.line(a, b, width_mm, colour)

    def frame(self, box: Box, width_mm: float, colour: Colour) -> None:
        """The outline of an upright rectangle, the line's middle on its edge."""
        west, north, east, south = box
        self.outline(((west, north), (east, north), (east, south), (west, south)), width_mm, colour)

    def arc(
        self,
        centre_mm: ArrayLike,
        radius_mm: float,
        width_mm: float,
        colour: Colour,
        degrees: tuple[float, float] = (0.0, 360.0),
    ) -> None:
        """Part of a circle's line, clockwise from east."""
        centre, turn = np.asarray(centre_mm, np.float64), abs(degrees[1] - degrees[0])
        angles = np.deg2rad(np.linspace(*degrees, max(8, round(_ARC_STEPS * turn / 360)) + 1))
        unit = np.column_stack((np.cos(angles), np.sin(angles)))
        inner, outer = centre + unit * (radius_mm - width_mm / 2), centre + unit * (radius_mm + width_mm / 2)
        # As one shape, for pieces of it would leave seams between them.
        if turn >= 360:
            self.fill((outer, inner), colour)
        else:
            self.polygon(np.vstack((outer, inner[::-1])), colour)

    def disc(self, centre_mm: ArrayLike, radius_mm: float, colour: Colour) -> None:
        """Fill a circle."""
        angles = np.linspace(0, 2 * np.pi, 120, endpoint=False)
        self.polygon(np.asarray(centre_mm) + radius_mm * np.column_stack((np.cos(angles), np.sin(angles))), colour)

    def text(
        self,
        words: str,
        at_mm: ArrayLike,
        height_mm: float,
        colour: Colour,
        *,
        weight: int = 700,
        max_width_mm: float | None = None,
        turn_deg: float = 0.0,
        align: Literal["middle", "west", "east"] = "middle",
    ) -> Box:
        """Write a line of text: the middle of its ink, or the middle of its west or east end, at a point.

        ``height_mm`` is the height of its capitals and digits; wider text than ``max_width_mm`` is condensed;
        ``turn_deg`` turns it clockwise about the point. Returns the ink's box as it was before it was turned.
        """
        letters = lettering(words, weight)
        width, height = letters.width * height_mm, letters.height * height_mm
        narrow = min(1.0, max_width_mm / width) if max_width_mm is not None and width > 0 else 1.0
        width *= narrow
        west = {"middle": -width / 2, "west": 0.0, "east": -width}[align]
        angle = np.deg2rad(turn_deg)
        turn = np.array(((np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))))
        at, scale = np.asarray(at_mm, np.float64), np.array((height_mm * narrow, height_mm))
        corner = np.array((west, -height / 2))
        self.fill([at + (contour * scale + corner) @ turn for contour in letters.contours], colour)
        x, y = at + corner
        return float(x), float(y), float(x + width), float(y + height)


def as_contour(points_mm: ArrayLike) -> Contour:
    """Points as an array (N, 2)."""
    return np.asarray(points_mm, np.float64).reshape(-1, 2)
