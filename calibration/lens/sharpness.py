"""How sharp the squares' edges are in a picture, along each of the target's two directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from calibration.lens.targets import Sighting
    from calibration.markers import Grey
    from calibration.pose import FloatArray

REACH_SQUARES = 0.3
"""How far an edge is followed to either side: the white margin round a marker lies within it."""
MIN_CONTRAST = 20.0
"""Grey levels between black and white below which an edge says nothing of sharpness."""
STEP_PX = 0.25


@dataclass(frozen=True)
class Sharpness:
    """Widths of the edges as the sigma of a Gaussian, pixels; what a lens in focus leaves is below 1.5."""

    blur_px: float
    """In the worse of the two directions; 0 where no edge could be measured."""
    other_px: float
    """In the better one: much less than ``blur_px`` where the camera or the target moved."""


def edge_sharpness(grey: Grey, seen: Sighting, columns: int) -> Sharpness:
    """Measure the edges between neighbouring crossings; ``columns`` is how many crossings a row has."""
    at = dict(zip(seen.ids.tolist(), seen.corners_px, strict=True))
    rows = [(at[n], at[n + 1]) for n in at if (n + 1) % columns and n + 1 in at]
    downs = [(at[n], at[n + columns]) for n in at if n + columns in at]
    widths = sorted(_width_px(grey, np.asarray(edges)) for edges in (rows, downs) if edges)
    return Sharpness(widths[-1], widths[0]) if widths else Sharpness(0.0, 0.0)


def _width_px(grey: Grey, edges: FloatArray) -> float:
    """Median over edges (N, 2 ends, 2): a Gaussian edge of height A has the slope A / (sigma sqrt(2 pi))."""
    along = edges[:, 1] - edges[:, 0]
    length = np.linalg.norm(along, axis=1)
    normals = np.column_stack((-along[:, 1], along[:, 0])) / length[:, None]
    # A fifth of the way along: in the middle a marker's margin is as narrow, and lens distortion bends the line most.
    places = np.concatenate((edges[:, 0] + 0.2 * along, edges[:, 0] + 0.8 * along))
    normals, reach = np.tile(normals, (2, 1)), float(np.median(length)) * REACH_SQUARES
    steps = np.arange(-reach, reach + STEP_PX / 2, STEP_PX)
    xy = (places[:, None, :] + steps[None, :, None] * normals[:, None, :]).astype(np.float32)
    profiles = np.asarray(cv2.remap(grey, xy[..., 0], xy[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE))
    profiles = profiles.astype(np.float64)
    height = profiles.max(axis=1) - profiles.min(axis=1)
    # Over one pixel: noise makes a finer slope meaningless.
    span = round(1 / STEP_PX)
    if profiles.shape[1] <= span + 1:
        return 0.0
    slope = np.abs(profiles[:, span:] - profiles[:, :-span]).max(axis=1)
    clear = (height > MIN_CONTRAST) & (slope > 0)
    if not clear.any():
        return 0.0
    return float(np.median(height[clear] / slope[clear])) / float(np.sqrt(2 * np.pi))
