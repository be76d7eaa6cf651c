"""Rectified views: the table as seen from straight above, on the board plane or on the plane of the discs' tops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from calibration.pose import BoardPose

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
) -> RectifiedView:
    """Resample a picture onto the plane at ``height_mm``; ``bounds_mm`` is (west, north, east, south)."""
    west, north, east, south = bounds_mm
    width, height = round((east - west) * px_per_mm), round((south - north) * px_per_mm)
    source = _sampling_map(pose, (west, north), (width, height), px_per_mm, height_mm)
    x, y = np.ascontiguousarray(source[..., 0]), np.ascontiguousarray(source[..., 1])
    view = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows, columns = image.shape[:2]
    inside = (x >= 0) & (x <= columns - 1) & (y >= 0) & (y <= rows - 1)
    return RectifiedView(np.asarray(view, np.uint8), west, north, px_per_mm, height_mm, inside)


def _sampling_map(
    pose: BoardPose, origin_mm: tuple[float, float], size_px: tuple[int, int], px_per_mm: float, height_mm: float
) -> NDArray[np.float32]:
    """Camera pixel (x, y) for every view pixel. Projected on a coarse mesh and interpolated: exact to 0.01 px."""
    step = 16
    width, height = size_px
    xs, ys = np.arange(0, width + step, step), np.arange(0, height + step, step)
    mesh = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    points_mm = (mesh + 0.5) / px_per_mm + origin_mm
    coarse = pose.project(points_mm, height_mm).astype(np.float32).reshape(len(ys), len(xs), 2)
    # Mesh knot k lies at view pixel k * step: sample the coarse mesh there.
    sample_x, sample_y = np.meshgrid(
        np.arange(width, dtype=np.float32) / step, np.arange(height, dtype=np.float32) / step
    )
    return np.asarray(cv2.remap(coarse, sample_x, sample_y, cv2.INTER_LINEAR), np.float32)
