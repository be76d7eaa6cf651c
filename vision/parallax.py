"""Where something at one height appears in a view of another: exact, since rectified views know no lens distortion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def carry(points_mm: ArrayLike, camera_mm: ArrayLike, from_mm: float, to_mm: float) -> NDArray[np.float64]:
    """Move board points (N, 2) along their rays from the plane at one height to the plane at another.

    ``camera_mm`` is the camera's (x, y, height), above both planes. A point at height ``from_mm`` is seen, in the view
    of the plane at ``to_mm``, where this puts it.
    """
    x, y, height = np.asarray(camera_mm, np.float64)
    foot = np.array((x, y))
    points = np.asarray(points_mm, np.float64).reshape(-1, 2)
    return np.asarray(foot + (points - foot) * (height - to_mm) / (height - from_mm), np.float64)


def elevation(point_mm: ArrayLike, camera_mm: ArrayLike, height_mm: float = 0.0) -> tuple[float, float]:
    """Sine of the camera's elevation seen from a board point, and its bearing there (radians, 0 = east, clockwise)."""
    x, y = np.asarray(point_mm, np.float64).reshape(2)
    camera_x, camera_y, camera_height = np.asarray(camera_mm, np.float64)
    across = np.hypot(camera_x - x, camera_y - y)
    up = camera_height - height_mm
    return float(up / np.hypot(across, up)), float(np.arctan2(camera_y - y, camera_x - x))
