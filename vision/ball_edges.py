"""Where the picture has edges across the outlines of supposed balls, direction by direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.ball_profiles import colours_at, ray_pixels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

_GROWTH_MM = np.arange(-2.6, 3.21, 0.2)
"""How far inside (negative) and outside its outline a ball is looked at."""
_INSIDE = (_GROWTH_MM > -1.7) & (_GROWTH_MM < -0.1)
"""At which of these the ball's own rim is looked at."""
_OUTSIDE = int((_GROWTH_MM > 1.7).sum())
"""At so many, the outermost, the ground beside it is."""
_NEAR = int((_GROWTH_MM < 1.7).sum())
"""An edge that is not among so many of them, the innermost, belongs to something else."""
_LEAST_CONTRAST = 7.0
"""Grey levels: less is paper's grain and the camera's noise."""
_UNEVEN_LEVELS = 40.0
"""Grey levels that the ground beside the ball has to vary by to be called uneven."""
_ANGLES = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_COSINES, _SINES = np.cos(_ANGLES), np.sin(_ANGLES)


@dataclass(frozen=True, eq=False)
class Edges:
    """One edge a direction, of B balls in N directions."""

    off_mm: NDArray[np.float64]
    """(B, N) how far outside the expected outline it lies; meaningless where ``weight`` is 0."""
    weight: NDArray[np.float64]
    """(B, N) 0 where no edge was found, else up to 1."""
    outward: NDArray[np.float64]
    """(B, N, 2) horizontal part of the outline's outward direction in space."""
    uneven: NDArray[np.float64]
    """(B,) 0..1: by how much the ground beside the ball varies from one side to another."""
    seen: NDArray[np.bool_]
    """(B,) False where the outline reaches out of the picture: nothing is known of its edges."""


def edges_of(
    image: Image, pose: BoardPose, centres_mm: NDArray[np.float64], radius_mm: float, camera_mm: NDArray[np.float64]
) -> Edges:
    """Sample the picture across the outlines of balls that rest on the board above points (B, 2)."""
    to = camera_mm[:2] - centres_mm
    across = np.hypot(to[:, 0], to[:, 1])
    up = float(camera_mm[2]) - radius_mm
    sine = (up / np.hypot(across, up))[:, None, None]
    bearing = np.arctan2(to[:, 1], to[:, 0])[:, None]
    east, south = np.cos(bearing), np.sin(bearing)
    along, aside = np.stack((east, south), axis=-1), np.stack((-south, east), axis=-1)
    aside = _SINES[:, None] * aside
    # On the plane through its middle a sphere's outline is a circle stretched away from the camera; a larger sphere's
    # is the same one, larger.
    outline = _COSINES[:, None] / sine * along + aside
    pixels = ray_pixels(pose, centres_mm, outline, radius_mm + _GROWTH_MM, radius_mm)
    colours, seen = colours_at(image, pixels)
    planes = np.ascontiguousarray(np.moveaxis(colours, 3, 0))
    ordered = np.sort(planes[:, :, -_OUTSIDE:], axis=2)
    ground = (ordered[:, :, (_OUTSIDE - 1) // 2] + ordered[:, :, _OUTSIDE // 2]) / 2
    planes -= ground[:, :, None]
    off, weight = _crossings(planes)
    uneven = np.minimum(1.0, np.linalg.norm(ground.std(axis=2), axis=0) / _UNEVEN_LEVELS)
    return Edges(off, weight, _COSINES[:, None] * sine * along + aside, uneven, seen)


def _crossings(change: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(B, N) where profiles are half way from the ground's colour to the rim's, from outside; and their weight.

    ``change`` (3, B, G, N) is by how much the profiles differ from the ground beside the ball.
    """
    rim = change[:, :, _INSIDE]
    best = (rim[0] ** 2 + rim[1] ** 2 + rim[2] ** 2).argmax(axis=1)[None, :, None]
    towards = np.take_along_axis(rim, best, axis=2)
    square = (towards[:, :, 0] ** 2).sum(axis=0)
    contrast = np.sqrt(square)
    near = change[:, :, : _NEAR + 1] * towards
    level = (near[0] + near[1] + near[2]) / np.maximum(square, 1e-12)[:, None]
    above = level[:, :_NEAR] >= 0.5
    some = above.any(axis=1)
    # The outermost sample that is half way, and the one outside it.
    last = np.where(some, _NEAR - 1 - above[:, ::-1].argmax(axis=1), 0)
    inner, outer = (np.take_along_axis(level, at[:, None], axis=1)[:, 0] for at in (last, last + 1))
    part = np.clip((inner - 0.5) / np.maximum(inner - outer, 1e-6), 0.0, 1.0)
    off = _GROWTH_MM[last] + part * (_GROWTH_MM[1] - _GROWTH_MM[0])
    usable = some & (contrast > _LEAST_CONTRAST) & (outer < 0.5)
    return off, np.where(usable, np.minimum(contrast / 60.0, 1.0), 0.0)
