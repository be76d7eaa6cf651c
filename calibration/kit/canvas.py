"""A sheet of paper drawn in millimetres: filled shapes with smooth edges, text in OpenCV's own font (Rubik, OFL)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red, 0 to 255, as OpenCV has them."""

_SHIFT = 6
"""Fractional bits of OpenCV's drawing coordinates: 1/64 px."""

_FINER = 8
"""Edges are smoothed by counting the covered points of an 8 x 8 grid in each pixel."""


class Canvas:
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

    def polygon(self, points_mm: ArrayLike, colour: Colour, *, smooth: bool = True) -> None:
        """Fill a polygon (N, 2); without ``smooth`` faster, for what a line will be drawn around."""
        corners = self._px(points_mm)
        if not smooth:
            cv2.fillPoly(self.image, [np.round(corners).astype(np.int32)], colour)
            return
        low = np.floor(corners.min(axis=0)).astype(int).clip(0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 2, self.image.shape[1::-1])
        if (high <= low).any():
            return
        # OpenCV's own smooth edges make shapes half a pixel fatter; coverage counted on a finer grid does not.
        width, height = high - low
        fine = np.zeros((height * _FINER, width * _FINER), np.uint8)
        within = (corners - low + 0.5) * _FINER - 0.5
        cv2.fillPoly(fine, [np.round(within * (1 << _SHIFT)).astype(np.int32)], 255, cv2.LINE_8, _SHIFT)
        self._blend(np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), np.uint8), low, colour)

    def _blend(self, coverage: NDArray[np.uint8], low: NDArray[np.int_], colour: Colour) -> None:
        """Lay a colour over the picture, (h, w) coverage 0 to 255, its upper left pixel at ``low`` (x, y)."""
        start = np.maximum(low, 0)
        stop = np.minimum(low + coverage.shape[::-1], self.image.shape[1::-1])
        if (start >= stop).any():
            return
        (x0, y0), (x1, y1) = start, stop
        share = coverage[y0 - low[1] : y1 - low[1], x0 - low[0] : x1 - low[0], None] / np.float32(255.0)
        below = self.image[y0:y1, x0:x1]
        below[:] = np.round(below * (1 - share) + np.asarray(colour, np.float32) * share).astype(np.uint8)

    def rectangle(self, west: float, north: float, east: float, south: float, colour: Colour) -> None:
        """Fill an upright rectangle; each pixel by the share of it that is covered."""
        (x0, y0), (x1, y1) = self._px(((west, north), (east, south))) + 0.5
        self._mosaic_px(np.array((x0, x1)), np.array((y0, y1)), np.ones((1, 1)), colour)

    def mosaic(self, corner_mm: ArrayLike, cell_mm: float, filled: ArrayLike, colour: Colour) -> None:
        """Fill those cells of a chequered square (rows, columns) that are true; neighbours join without a seam."""
        pattern = np.asarray(filled, np.float64)
        (x0, y0), cell = self._px(corner_mm)[0] + 0.5, cell_mm * self._px_per_mm
        rows, columns = pattern.shape
        self._mosaic_px(x0 + cell * np.arange(columns + 1), y0 + cell * np.arange(rows + 1), pattern, colour)

    def _mosaic_px(
        self, xs: NDArray[np.float64], ys: NDArray[np.float64], filled: NDArray[np.float64], colour: Colour
    ) -> None:
        coverage = np.round(255 * (_shares(ys).T @ filled @ _shares(xs))).astype(np.uint8)
        self._blend(coverage, np.array((int(np.floor(xs[0])), int(np.floor(ys[0])))), colour)

    def line(self, start_mm: ArrayLike, end_mm: ArrayLike, width_mm: float, colour: Colour) -> None:
        """A straight line with square ends that reach half a width beyond both points."""
        a, b = np.asarray(start_mm, np.float64), np.asarray(end_mm, np.float64)
        if (np.abs(a - b) < 1e-9).any():
            (west, north), (east, south) = np.minimum(a, b) - width_mm / 2, np.maximum(a, b) + width_mm / 2
            self.rectangle(west, north, east, south, colour)
            return
        along = (b - a) / np.linalg.norm(b - a) * width_mm / 2
        across = np.array((-along[1], along[0]))
        self.polygon((a - along - across, b + along - across, b + along + across, a - along + across), colour)

    def outline(self, points_mm: ArrayLike, width_mm: float, colour: Colour) -> None:
        """The closed outline of a polygon (N, 2)."""
        corners = np.asarray(points_mm, np.float64).reshape(-1, 2)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            self.line(a, b, width_mm, colour)

    def arc(
        self,
        centre_mm: ArrayLike,
        radius_mm: float,
        width_mm: float,
        colour: Colour,
        degrees: tuple[float, float] = (0.0, 360.0),
    ) -> None:
        """Part of a circle's line, clockwise from east."""
        # As one shape, for pieces of it would leave seams between them.
        angles = np.deg2rad(np.linspace(*degrees, 181))
        unit = np.column_stack((np.cos(angles), np.sin(angles)))
        centre = np.asarray(centre_mm, np.float64)
        inner, outer = centre + unit * (radius_mm - width_mm / 2), centre + unit * (radius_mm + width_mm / 2)
        self.polygon(np.vstack((outer, inner[::-1])), colour)

    def disc(self, centre_mm: ArrayLike, radius_mm: float, colour: Colour) -> None:
        """Fill a circle."""
        angles = np.linspace(0, 2 * np.pi, 120, endpoint=False)
        self.polygon(np.asarray(centre_mm) + radius_mm * np.column_stack((np.cos(angles), np.sin(angles))), colour)

    def text(
        self,
        words: str,
        centre_mm: ArrayLike,
        height_mm: float,
        colour: Colour,
        *,
        weight: int = 700,
        max_width_mm: float | None = None,
    ) -> tuple[float, float, float, float]:
        """Write a line of text with the middle of its ink at a point.

        ``height_mm`` is the height of its capitals and digits; wider text than ``max_width_mm`` is condensed.
        Returns the ink's (west, north, east, south).
        """
        mask = text_mask(words, height_mm * self._px_per_mm, weight)
        if max_width_mm is not None and mask.shape[1] > max_width_mm * self._px_per_mm:
            narrow = (round(max_width_mm * self._px_per_mm), mask.shape[0])
            mask = np.asarray(cv2.resize(mask, narrow, interpolation=cv2.INTER_AREA), np.uint8)
        low = np.round(self._px(centre_mm)[0] - (np.array(mask.shape[::-1]) - 1) / 2).astype(int)
        self._blend(mask, low, colour)
        west, north = low / self._px_per_mm - self._origin
        east, south = (low + mask.shape[::-1]) / self._px_per_mm - self._origin
        return float(west), float(north), float(east), float(south)


def _shares(edges_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much of each pixel each cell covers (cells, pixels), along one axis; pixels from the first edge's on."""
    first, last = int(np.floor(edges_px[0])), int(np.ceil(edges_px[-1]))
    pixels = np.arange(first, last + 1, dtype=np.float64)
    return np.diff(np.clip(pixels[None, :], edges_px[:-1, None], edges_px[1:, None]), axis=1)


def text_mask(words: str, capital_height_px: float, weight: int = 700) -> NDArray[np.uint8]:
    """Coverage (height, width), 0 to 255, of a line of text, cropped to its ink."""
    font = cv2.FontFace("sans")
    # Capitals of this font are 0.7 of its nominal size.
    size = max(4, round(capital_height_px / 0.7))
    paper = np.zeros((2 * size + 8, (len(words) + 2) * size + 8, 3), np.uint8)
    cv2.putText(paper, words, (size // 2, size + size // 2), (255, 255, 255), font, size, weight)
    ink = paper[..., 0]
    rows, columns = np.flatnonzero(ink.max(axis=1)), np.flatnonzero(ink.max(axis=0))
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()
