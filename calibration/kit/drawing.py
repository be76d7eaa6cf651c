"""A drawing that is kept as shapes, to be drawn again onto any surface: whole, shifted, or a part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from calibration.kit.surface import Box, Colour, Contour, Surface, as_contour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, eq=False)
class Filled:
    """Contours with their inside filled; see ``Surface.fill``."""

    contours_mm: tuple[Contour, ...]
    colour: Colour
    smooth: bool

    @property
    def box_mm(self) -> Box:
        """What it covers."""
        points = np.vstack(self.contours_mm)
        (west, north), (east, south) = points.min(axis=0), points.max(axis=0)
        return float(west), float(north), float(east), float(south)

    def draw_on(self, surface: Surface, shift_mm: tuple[float, float]) -> None:
        """Draw it again, moved."""
        surface.fill([contour + shift_mm for contour in self.contours_mm], self.colour, smooth=self.smooth)


@dataclass(frozen=True, eq=False)
class Mosaic:
    """Filled cells of a lattice; see ``Surface.mosaic``."""

    corner_mm: tuple[float, float]
    cell_mm: tuple[float, float]
    filled: NDArray[np.bool_]
    colour: Colour

    @property
    def box_mm(self) -> Box:
        """What its lattice covers."""
        (west, north), (rows, columns) = self.corner_mm, self.filled.shape
        return west, north, west + columns * self.cell_mm[0], north + rows * self.cell_mm[1]

    def draw_on(self, surface: Surface, shift_mm: tuple[float, float]) -> None:
        """Draw it again, moved."""
        corner = (self.corner_mm[0] + shift_mm[0], self.corner_mm[1] + shift_mm[1])
        surface.mosaic(corner, self.cell_mm, self.filled, self.colour)


Shape: TypeAlias = Filled | Mosaic


class Drawing(Surface):
    """Keeps what is drawn on it; ``size_mm`` is the sheet it is meant for, ``origin_mm`` where (0, 0) lies on it."""

    def __init__(self, size_mm: tuple[float, float], origin_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        """An empty sheet."""
        self.size_mm = size_mm
        self.origin_mm = origin_mm
        self.shapes: list[Shape] = []
        """In the order in which they were drawn; millimetres from the origin."""

    def fill(self, contours_mm: Sequence[Contour], colour: Colour, *, smooth: bool = True) -> None:
        """See Surface."""
        if contours_mm:
            self.shapes.append(Filled(tuple(as_contour(contour) for contour in contours_mm), colour, smooth))

    def mosaic(self, corner_mm: ArrayLike, cell_mm: tuple[float, float], filled: ArrayLike, colour: Colour) -> None:
        """See Surface."""
        x, y = as_contour(corner_mm)[0]
        self.shapes.append(Mosaic((float(x), float(y)), cell_mm, np.asarray(filled, np.bool_), colour))

    def draw_on(
        self, surface: Surface, shift_mm: tuple[float, float] = (0.0, 0.0), window_mm: Box | None = None
    ) -> None:
        """Draw it again with its sheet's corner at ``shift_mm``; only shapes that reach into a window of the sheet.

        Shapes that are drawn are drawn whole: the surface cuts them off if it has to.
        """
        x, y = shift_mm[0] + self.origin_mm[0], shift_mm[1] + self.origin_mm[1]
        for shape in self.shapes:
            if window_mm is None or _meet(shape.box_mm, window_mm, self.origin_mm):
                shape.draw_on(surface, (x, y))


def _meet(shape: Box, window: Box, origin: tuple[float, float]) -> bool:
    """Whether a shape, in the drawing's frame, reaches into a window of the sheet."""
    west, north, east, south = shape
    return (
        west + origin[0] < window[2]
        and east + origin[0] > window[0]
        and north + origin[1] < window[3]
        and south + origin[1] > window[1]
    )
