"""What a piece or a ball covers in a rectified view, and the matched filters made from it.

A disc is seen as its upper face and, towards the camera, its side wall. Both are the same colour, so a blob's centre
is not the disc's centre; the filter's outline is therefore that of the whole solid, with its origin at the centre of
the upper face. A pawn is its foot, which is a disc, and a body on it, which reaches away from the camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.parallax import carry, elevation

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from engine.board import PiecesTable

_CIRCLE = np.column_stack([f(np.linspace(0, 2 * np.pi, 48, endpoint=False)) for f in (np.cos, np.sin)])
CELL_MM = 16.0
"""Within a cell of this size a silhouette looks the same: a camera half a metre away sees it from 1 degree elsewhere,
and a wall of 5 mm a tenth of a millimetre longer or shorter."""
_FINE = 16
"""cv2 draws with 1/16 pixel here (shift = 4)."""


@dataclass(frozen=True)
class DiscShape:
    """A disc's size and the heights of its foot and its upper face above the board, in millimetres.

    With a body it is a pawn: the disc is its foot, and on the upper face stands a column.
    """

    diameter_mm: float
    foot_mm: float
    top_mm: float
    body_mm: float = 0.0
    """Diameter of the body; 0: there is none."""
    body_top_mm: float = 0.0
    """Height of the body's upper end above the board."""

    @property
    def columns(self) -> tuple[tuple[float, float, float], ...]:
        """(radius, lower end, upper end) of the upright columns that it is made of."""
        foot = (self.diameter_mm / 2, self.foot_mm, self.top_mm)
        return (foot, (self.body_mm / 2, self.top_mm, self.body_top_mm)) if self.body_mm > 0 else (foot,)


def piece_shape(pieces: PiecesTable) -> DiscShape:
    """A piece of a board file, standing on the board."""
    if pieces.form == "disc":
        return DiscShape(pieces.diameter_mm, 0.0, pieces.height_mm)
    return DiscShape(pieces.diameter_mm, 0.0, pieces.place_mm, pieces.body_diameter_mm, pieces.height_mm)


def cell_of(place_mm: ArrayLike) -> tuple[float, float]:
    """Middle of the cell of the table that a point (2,) lies in, board frame."""
    x, y = (np.floor(np.asarray(place_mm, np.float64).reshape(2) / CELL_MM) + 0.5) * CELL_MM
    return float(x), float(y)


def outside_mm(
    offsets_mm: NDArray[np.float64], seen_mm: ArrayLike, shape: DiscShape, camera_mm: ArrayLike, plane_mm: float
) -> NDArray[np.float64]:
    """How far points (..., 2) of a plane's view lie outside a piece's silhouette there; negative inside it.

    ``offsets_mm`` is relative to ``seen_mm`` (2,), where the middle of the face at ``shape.top_mm`` is seen. A column
    seen from an angle is all that its sliding and growing cross-section passes over: the points within its radius of
    the stretch between both ends.
    """
    seen, camera = np.asarray(seen_mm, np.float64), np.asarray(camera_mm, np.float64)
    axis_mm = carry(seen, camera, plane_mm, shape.top_mm)[0]
    nearest = np.full(offsets_mm.shape[:-1], np.inf)
    for radius, low_mm, high_mm in shape.columns:
        low, high = (carry(axis_mm, camera, end, plane_mm)[0] - seen for end in (low_mm, high_mm))
        grown = [radius * (camera[2] - plane_mm) / (camera[2] - end) for end in (low_mm, high_mm)]
        along = high - low
        to = offsets_mm - low
        share = np.clip(to @ along / max(float(along @ along), 1e-9), 0.0, 1.0)
        away = np.hypot(to[..., 0] - share * along[0], to[..., 1] - share * along[1])
        nearest = np.minimum(nearest, away - (grown[0] + share * (grown[1] - grown[0])))
    return nearest


def disc_outline_mm(
    centre_mm: ArrayLike, shape: DiscShape, camera_mm: ArrayLike, plane_mm: float
) -> NDArray[np.float64]:
    """Convex outline (N, 2) of a disc with its axis at ``centre_mm`` as it appears in the view of a plane."""
    rim = np.asarray(centre_mm, np.float64) + _CIRCLE * (shape.diameter_mm / 2)
    both = np.vstack([carry(rim, camera_mm, height, plane_mm) for height in (shape.top_mm, shape.foot_mm)])
    return np.asarray(cv2.convexHull(both.astype(np.float32)).reshape(-1, 2), np.float64)


def sphere_outline_mm(
    centre_mm: ArrayLike, radius_mm: float, centre_height_mm: float, camera_mm: ArrayLike, plane_mm: float
) -> NDArray[np.float64]:
    """Outline (N, 2) of a sphere: on the plane through its middle, a circle stretched away from the camera."""
    sine, bearing = elevation(centre_mm, camera_mm, centre_height_mm)
    along = np.array((np.cos(bearing), np.sin(bearing)))
    stretch = _CIRCLE[:, :1] / sine * along + _CIRCLE[:, 1:] * (-along[1], along[0])
    return carry(np.asarray(centre_mm, np.float64) + stretch * radius_mm, camera_mm, centre_height_mm, plane_mm)


def paint(outline_px: NDArray[np.float64], size_px: tuple[int, int]) -> NDArray[np.float32]:
    """Coverage 0..1 (height, width) of a convex outline (N, 2), pixel centres at integers, edges antialiased."""
    canvas = np.zeros(size_px[::-1], np.uint8)
    points = np.round(outline_px * _FINE).astype(np.int32)
    cv2.fillConvexPoly(canvas, points, 255, cv2.LINE_AA, 4)
    return canvas.astype(np.float32) / 255.0


def correlate(values: NDArray[np.float32], kernel: NDArray[np.float32]) -> NDArray[np.float32]:
    """Sums of products at every place where the kernel lies wholly inside (H - h + 1, W - w + 1)."""
    return np.asarray(cv2.matchTemplate(values, kernel, cv2.TM_CCORR), np.float32)


def correlate_in(
    values: NDArray[np.float32],
    kernel: NDArray[np.float32],
    part: tuple[slice, slice],
    beyond: int = cv2.BORDER_CONSTANT,
) -> NDArray[np.float32]:
    """Sums of products with the kernel's middle at every place of a part (rows, columns) of a map.

    As cv2.filter2D, which takes twice as long. ``beyond`` is what OpenCV calls the map's continuation over its border.
    """
    reach = [size // 2 for size in kernel.shape]
    wanted = [(side.start - far, side.stop + far) for side, far in zip(part, reach, strict=True)]
    (top, bottom), (left, right) = (
        (max(0, start), min(size, stop)) for (start, stop), size in zip(wanted, values.shape, strict=True)
    )
    piece = values[top:bottom, left:right]
    over = top - wanted[0][0], wanted[0][1] - bottom, left - wanted[1][0], wanted[1][1] - right
    return correlate(np.asarray(cv2.copyMakeBorder(piece, *over, beyond), np.float32), kernel)


def where_above(values: NDArray[np.float32], least: float, reach_px: int) -> tuple[slice, slice] | None:
    """The part (rows, columns) of a map that is within reach of what is above a level; None if nothing is.

    The response of a filter, averaging with what is round it taken off, is nowhere else above that level.
    """
    above = values > least
    ends = []
    for axis, size in ((1, values.shape[0]), (0, values.shape[1])):
        places = np.flatnonzero(above.any(axis=axis))
        if not len(places):
            return None
        ends.append(slice(max(0, int(places[0]) - reach_px), min(size, int(places[-1]) + 1 + reach_px)))
    return ends[0], ends[1]


def band_filter(
    outline_mm: Callable[[float], NDArray[np.float64]],
    px_per_mm: float,
    half_px: int,
    widths_mm: tuple[float, float, float],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Two averaging kernels (side 2 * half_px + 1): inside an outline, and in a band round it.

    ``outline_mm(grow)`` is the outline grown by so many millimetres, relative to the kernel's origin. ``widths_mm`` is
    (shrink of the inside, start of the band, end of the band).
    """
    side = 2 * half_px + 1

    def filled(grow_mm: float) -> NDArray[np.float32]:
        return paint(outline_mm(grow_mm) * px_per_mm + half_px, (side, side))

    inside = filled(-widths_mm[0])
    band = np.clip(filled(widths_mm[2]) - filled(widths_mm[1]), 0.0, 1.0)
    return inside / max(float(inside.sum()), 1e-6), band / max(float(band.sum()), 1e-6)
