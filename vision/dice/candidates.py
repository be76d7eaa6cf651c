"""Patches of a team's colour that could be a die, at several levels of colour, so that one of them has its outline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.match import Team
    from vision.rectify import Image

FloatMap: TypeAlias = NDArray[np.float32]

_LEVELS = (0.12, 0.22, 0.32, 0.42, 0.52, 0.62)
"""Thresholds of purity, lowest first."""
_DARK = 0.08
"""Brightness, of white, below which a webcam's colours mean little."""
_SOLID = 0.8
"""Least share of its convex hull that a patch fills; a cube with pips and a glare spot fills more."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A connected patch of one team's colour."""

    team: Team
    outline_px: NDArray[np.float32]
    """(n, 2) convex outline."""
    purity: float
    """The level it was found at, 0 to 1."""


def balanced(image: Image, white_bgr: NDArray[np.float64]) -> FloatMap:
    """(height, width, 3) with white at 1 in every channel."""
    return np.asarray(image.astype(np.float32) / white_bgr.astype(np.float32), np.float32)


def white_of(image: Image, mask: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """The (3,) BGR level of white paper in this light: the bright end of each channel, clipped pixels left out."""
    pixels = image[::2, ::2].reshape(-1, 3) if mask is None else image[mask]
    clear = pixels[pixels.max(axis=1) < 250]
    pixels = clear if len(clear) > 0.02 * len(pixels) else pixels
    if len(pixels) == 0:
        return np.full(3, 255.0)
    luminance = pixels.astype(np.float32).mean(axis=1)
    bright = pixels[luminance >= np.percentile(luminance, 90)]
    return np.asarray(np.maximum(np.median(bright, axis=0), 16.0), np.float64)


def purity(light: FloatMap) -> dict[Team, FloatMap]:
    """How purely red or blue each pixel of a balanced picture is, 0 to 1, by team."""
    # Dark pixels of a webcam are noisy, and in colour most of all.
    smooth = cv2.GaussianBlur(light, (0, 0), 0.8)
    blue, green, red = (np.ascontiguousarray(smooth[..., k]) for k in range(3))
    return {
        "B": np.asarray((blue - np.maximum(red, green)) / (blue + _DARK), np.float32),
        "R": np.asarray((red - np.maximum(blue, green)) / (red + _DARK), np.float32),
    }


def patches(strength: FloatMap, team: Team, size_px: tuple[float, float], gap_px: float) -> list[Patch]:
    """Compact patches between two areas (pixels), at every level of purity, no outline twice.

    Gaps up to ``gap_px`` are bridged in half of them: pips at a die's edge would cut its outline open.
    """
    found: dict[tuple[int, int, int], Patch] = {}
    opened = np.ones((3, 3), np.uint8)
    side = max(3, round(gap_px)) | 1
    bridge = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    for level in _LEVELS:
        mask = (strength > level).astype(np.uint8)
        for shape in (cv2.morphologyEx(mask, cv2.MORPH_CLOSE, bridge), mask):
            contours, _ = cv2.findContours(
                cv2.morphologyEx(shape, cv2.MORPH_OPEN, opened), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
            )
            for contour in contours:
                if (hull := _compact(np.asarray(contour, np.int32), size_px, strength.shape)) is not None:
                    x, y = hull.mean(axis=0)
                    key = (round(x), round(y), round(float(cv2.contourArea(hull)) ** 0.5))
                    found.setdefault(key, Patch(team, hull, level))
    return list(found.values())


def _compact(
    contour: NDArray[np.int32], size_px: tuple[float, float], shape: tuple[int, ...]
) -> NDArray[np.float32] | None:
    """The hull of a contour that may be a die's: its size right, well filled, and not cut by the picture's edge."""
    hull = cv2.convexHull(contour)
    # A contour runs through pixel centres: half a pixel all round belongs to the patch.
    margin = cv2.arcLength(hull, closed=True) / 2 + 1
    area = cv2.contourArea(hull) + margin
    if not size_px[0] <= area <= size_px[1] or cv2.contourArea(contour) + margin < _SOLID * area:
        return None
    x, y, width, height = cv2.boundingRect(hull)
    if x <= 1 or y <= 1 or x + width >= shape[1] - 1 or y + height >= shape[0] - 1:
        return None
    return _grown(hull.reshape(-1, 2).astype(np.float32))


def _grown(hull: NDArray[np.float32]) -> NDArray[np.float32]:
    """The hull of the pixels' own squares instead of their centres."""
    corners = (hull[:, None, :] + np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))).reshape(-1, 2)
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32).reshape(-1, 2)
