"""A sheet drawn as a picture: shapes with smooth edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.surface import Colour, Surface

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from calibration.kit.surface import Contour

_SHIFT = 6
"""Fractional bits of OpenCV's drawing coordinates: 1/64 px."""

_FINER = 8
"""Edges are smoothed by counting the covered points of an 8 x 8 grid in each pixel."""


class Canvas(Surface):
    """A picture of a sheet; millimetres from its upper left corner (or another origin), x right, y down."""

    def __init__(
        self,
        size_mm: tuple[float, float],
        px_per_mm: float,
        paper: Colour,
        origin_mm: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        """``origin_mm``: where on the sheet (0, 0) of the drawing lies."""
        width, height = round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm)
        self.image: NDArray[np.uint8] = np.full((height, width, 3), paper, np.uint8)
        """(height, width, 3) BGR."""
        self._px_per_mm = px_per_mm
        self._origin = np.asarray(origin_mm, np.float64)

    def _px(self, points_mm: ArrayLike) -> NDArray[np.float64]:
        """Pixel coordinates; integers are pixel centres, so that the sheet's corner is (-0.5, -0.5)."""
        return (np.asarray(points_mm, np.float64).reshape(-1, 2) + self._origin) * self._px_per_mm - 0.5

    def fill(self, contours_mm: Sequence[Contour], colour: Colour, *, smooth: bool = True) -> None:
        """See Surface."""
        if not contours_mm:
            return
        contours = [self._px(contour) for contour in contours_mm]
        if not smooth:
            cv2.fillPoly(self.image, [np.round(contour).astype(np.int32) for contour in contours], colour)
            return
        corners = np.vstack(contours)
        low = np.floor(corners.min(axis=0)).astype(int).clip(0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, self.image.shape[1::-1])
        if (high <= low).any():
            return
        # OpenCV's own smooth edges make shapes half a pixel fatter; coverage counted on a finer grid does not.
        width, height = high - low
        fine = np.zeros((height * _FINER, width * _FINER), np.uint8)
        within = [((contour - low + 0.5) * _FINER - 0.5) * (1 << _SHIFT) for contour in contours]
        cv2.fillPoly(fine, [np.round(contour).astype(np.int32) for contour in within], 255, cv2.LINE_8, _SHIFT)
        self._blend(np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), np.uint8), low, colour)

    def _blend(self, coverage: NDArray[np.uint8], low: NDArray[np.int_], colour: Colour) -> None:
        """Lay a colour over the picture, (h, w) coverage 0 to 255, its upper left pixel at ``low`` (x, y)."""
        start = np.maximum(low, 0)
        stop = np.minimum(low + coverage.shape[::-1], self.image.shape[1::-1])
        if (start >= stop).any():
            return
        (x0, y0), (x1, y1) = start, stop
        share = coverage[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0]]
        below = self.image[y0:y1, x0:x1]
        below[share == 255] = colour  # most of a large shape, and quickly done
        edge = (share > 0) & (share < 255)
        part = share[edge][:, None] / np.float32(255.0)
        below[edge] = np.round(below[edge] * (1 - part) + np.asarray(colour, np.float32) * part).astype(np.uint8)

    def mosaic(self, corner_mm: ArrayLike, cell_mm: tuple[float, float], filled: ArrayLike, colour: Colour) -> None:
        """See Surface; each pixel takes the share of it that is covered."""
        pattern = np.asarray(filled, np.float64)
        x0, y0 = self._px(corner_mm)[0] + 0.5
        rows, columns = pattern.shape
        xs = x0 + cell_mm[0] * self._px_per_mm * np.arange(columns + 1)
        ys = y0 + cell_mm[1] * self._px_per_mm * np.arange(rows + 1)
        coverage = np.round(255 * (_shares(ys).T @ pattern @ _shares(xs))).astype(np.uint8)
        self._blend(coverage, np.array((int(np.floor(xs[0])), int(np.floor(ys[0])))), colour)


def _shares(edges_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much of each pixel each cell covers (cells, pixels), along one axis; pixels from the first edge's on."""
    first, last = int(np.floor(edges_px[0])), int(np.ceil(edges_px[-1]))
    pixels = np.arange(first, last + 1, dtype=np.float64)
    return np.diff(np.clip(pixels[None, :], edges_px[:-1, None], edges_px[1:, None]), axis=1)
