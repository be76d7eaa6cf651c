"""The board seen from straight above, at a scale of so many pixels a space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from calibration.pose import FloatArray

Bounds: TypeAlias = tuple[float, float, float, float]
"""West, north, east, south in millimetres, board frame."""
Picture: TypeAlias = NDArray[np.uint8]
"""(height, width, 3) BGR."""

_MESH_PX = 8


class View(Protocol):
    """Says where board points are seen; every BoardPose does."""

    def project(self, points_mm: ArrayLike) -> FloatArray:
        """Pixels (N, 2) of board points (N, 2)."""


@dataclass(frozen=True, eq=False)
class FlatView:
    """A view without lens or focal length: a homography, which four points fix exactly."""

    matrix: FloatArray
    """(3, 3) from board millimetres to pixels."""

    def project(self, points_mm: ArrayLike) -> FloatArray:
        """Pixels (N, 2) of board points (N, 2)."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, self.matrix), np.float64).reshape(-1, 2)


def px_per_mm(view: View, x_mm: float, y_mm: float) -> float:
    """Local scale at a board point: the geometric mean over both directions."""
    a, b, c = view.project(((x_mm, y_mm), (x_mm + 1.0, y_mm), (x_mm, y_mm + 1.0)))
    u, v = b - a, c - a
    return float(np.sqrt(abs(u[0] * v[1] - u[1] * v[0])))


def flatten(image: Picture, view: View, bounds_mm: Bounds, scale: float) -> tuple[Picture, NDArray[np.bool_]]:
    """Resample the board plane at ``scale`` pixels a millimetre.

    The picture is smoothed first where it is finer than the result, so that thin lines do not flicker in and out.

    Returns:
        The board plane, north up, and (height, width): False where the camera's picture ends.
    """
    west, north, east, south = bounds_mm
    size_px = (max(round((east - west) * scale), 1), max(round((south - north) * scale), 1))
    finer = px_per_mm(view, (west + east) / 2, (north + south) / 2) / scale
    if finer > 1.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 * finer), np.uint8)
    at = _sampling_map(view, (west, north), size_px, scale)
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    flat = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows, columns = image.shape[:2]
    return np.asarray(flat, np.uint8), (x >= 0) & (x <= columns - 1) & (y >= 0) & (y <= rows - 1)


def to_flat_px(points_mm: FloatArray, bounds_mm: Bounds, scale: float) -> FloatArray:
    """Pixels (N, 2) in a flattened picture of board points (N, 2); integers are pixel centres."""
    return np.asarray((points_mm - np.array(bounds_mm[:2])) * scale - 0.5)


def to_mm(points_px: FloatArray, bounds_mm: Bounds, scale: float) -> FloatArray:
    """Board points (N, 2) of pixels (N, 2) in a flattened picture."""
    return np.asarray((points_px + 0.5) / scale + np.array(bounds_mm[:2]))


def _sampling_map(
    view: View, origin_mm: tuple[float, float], size_px: tuple[int, int], scale: float
) -> NDArray[np.float32]:
    """(height, width, 2) camera pixel for every pixel of the result: projected on a mesh, interpolated between."""
    width, height = size_px
    columns, rows = width // _MESH_PX + 2, height // _MESH_PX + 2
    mesh = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * _MESH_PX
    seen = view.project((mesh + 0.5) / scale + origin_mm)
    # A hopeless pose may put points out at infinity; they lie outside the picture either way.
    coarse = np.clip(seen, -1e6, 1e6).astype(np.float32).reshape(rows, columns, 2)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(coarse, x / _MESH_PX, y / _MESH_PX, cv2.INTER_LINEAR), np.float32)
