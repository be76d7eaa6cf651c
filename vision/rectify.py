"""Rectified views: the table as seen from straight above, on the board plane or on the plane of the discs' tops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from calibration.pose import BoardPose

_STEP_PX = 16
_WAYS_KEPT = 6
"""Views of one pose that are looked at in each reading; 6 MB for one of a whole sheet."""

Image: TypeAlias = NDArray[np.uint8]
"""(height, width, 3), 8 bits, BGR as OpenCV reads it."""


@dataclass(frozen=True, eq=False)
class RectifiedView:
    """A picture of one horizontal plane with a fixed scale, x east and y south."""

    image: Image
    west_mm: float
    """Board x of the view's left edge (the outer edge of its first pixels)."""
    north_mm: float
    """Board y of the view's upper edge."""
    px_per_mm: float
    height_mm: float
    """Height of the plane above the board."""
    inside: NDArray[np.bool_]
    """(height, width): False where the camera's picture ends."""

    def to_px(self, points_mm: ArrayLike) -> NDArray[np.float64]:
        """View pixels (N, 2) of board points (N, 2); integers are pixel centres."""
        return (np.asarray(points_mm, np.float64).reshape(-1, 2) - (self.west_mm, self.north_mm)) * self.px_per_mm - 0.5

    def to_mm(self, points_px: ArrayLike) -> NDArray[np.float64]:
        """Board points (N, 2) of view pixels (N, 2)."""
        return (np.asarray(points_px, np.float64).reshape(-1, 2) + 0.5) / self.px_per_mm + (self.west_mm, self.north_mm)


def rectify(
    image: Image,
    pose: BoardPose,
    bounds_mm: tuple[float, float, float, float],
    px_per_mm: float,
    height_mm: float = 0.0,
    *,
    part: tuple[slice, slice] | None = None,
) -> RectifiedView:
    """Resample a picture onto the plane at ``height_mm``; ``bounds_mm`` is (west, north, east, south).

    ``part``: rows and columns, with their starts, of that view alone.
    """
    west, north, _, _ = bounds_mm
    ways = _ways(pose, bounds_mm, px_per_mm, height_mm, image.shape[:2])
    rows, columns = part or (slice(0, None), slice(0, None))
    at = ways.whole_px[rows, columns], ways.parts[rows, columns]
    view = cv2.remap(image, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return RectifiedView(
        np.asarray(view, np.uint8),
        west + columns.start / px_per_mm,
        north + rows.start / px_per_mm,
        px_per_mm,
        height_mm,
        ways.inside[rows, columns],
    )


def view_shape(bounds_mm: tuple[float, float, float, float], px_per_mm: float) -> tuple[int, int]:
    """(rows, columns) of a view with these bounds (west, north, east, south)."""
    west, north, east, south = bounds_mm
    return round((south - north) * px_per_mm), round((east - west) * px_per_mm)


@dataclass(frozen=True, eq=False)
class _Ways:
    """From where in the picture each pixel of a view comes, in OpenCV's form of whole pixels and 32nds."""

    whole_px: NDArray[np.int16]
    parts: NDArray[np.uint16]
    inside: NDArray[np.bool_]


@lru_cache(maxsize=_WAYS_KEPT)
def _ways(
    pose: BoardPose,
    bounds_mm: tuple[float, float, float, float],
    px_per_mm: float,
    height_mm: float,
    size_px: tuple[int, int],
) -> _Ways:
    """For a camera that stays where it is; ``size_px`` is the picture's (rows, columns)."""
    west, north, _, _ = bounds_mm
    height, width = view_shape(bounds_mm, px_per_mm)
    x, y = _sources(pose, (west, north), (width, height), px_per_mm, height_mm)
    rows, columns = size_px
    inside = (x >= 0) & (x <= columns - 1) & (y >= 0) & (y <= rows - 1)
    # Readers share it from one picture to the next.
    inside.flags.writeable = False
    whole, parts = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return _Ways(np.asarray(whole, np.int16), np.asarray(parts, np.uint16), inside)


def _sources(
    pose: BoardPose, origin_mm: tuple[float, float], size_px: tuple[int, int], px_per_mm: float, height_mm: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Camera x and y for every view pixel. Projected on a coarse mesh and interpolated: exact to 0.03 px."""
    width, height = size_px
    # One knot more on each side, for beyond its outermost knots a resized picture is flat.
    across, down = width // _STEP_PX + 3, height // _STEP_PX + 3
    # Knot k stands for the middle of the pixels k * step to (k + 1) * step - 1, as resizing takes it.
    knots = [(np.arange(count) - 0.5) * _STEP_PX - 0.5 for count in (across, down)]
    mesh = np.stack(np.meshgrid(*knots), axis=-1).reshape(-1, 2)
    coarse = pose.project((mesh + 0.5) / px_per_mm + origin_mm, height_mm).astype(np.float32)
    fine_size = across * _STEP_PX, down * _STEP_PX
    x, y = (
        cv2.resize(values.reshape(down, across), fine_size, interpolation=cv2.INTER_LINEAR)[
            _STEP_PX : _STEP_PX + height, _STEP_PX : _STEP_PX + width
        ]
        for values in (coarse[:, 0], coarse[:, 1])
    )
    return np.ascontiguousarray(x), np.ascontiguousarray(y)
