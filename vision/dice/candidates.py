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

_LEVELS = (0.08, 0.15, 0.22, 0.30, 0.40, 0.50)
"""Thresholds of purity, lowest first."""
_DARK = 0.2
"""Brightness, of white, below which a webcam's colours mean little; shadows and black print stay below it."""
_SPOT = 0.08
"""Least brightness of a pip over its body; blurred pips in a dim picture have 0.1."""
_SOLID = 0.8
"""Least share of its convex hull that a patch fills; a cube with pips and a glare spot fills more."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A connected patch of one team's colour, of a die's size and with something bright in it."""

    team: Team
    outline_px: NDArray[np.float32]
    """(n, 2) convex outline."""
    compact: bool
    """Whether it fills its outline, as a die seen whole and clear of its shadow does."""


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


def bright_spots(whiteness: FloatMap, pip_px: float) -> FloatMap:
    """How much brighter than all round it each spot of about a pip's size is; white paper is 1."""
    side = max(5, 2 * round(pip_px) + 1)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx(whiteness, cv2.MORPH_TOPHAT, disc), np.float32)


def patches(
    strength: FloatMap, spots: FloatMap, team: Team, size_px: tuple[float, float], pip_px: float
) -> list[Patch]:
    """Patches between two areas (pixels) that hold a bright spot, at every level of purity, no outline twice.

    Gaps as wide as a pip are bridged in half of them: pips at a die's edge would cut its outline open.
    """
    found: dict[tuple[int, int, int], Patch] = {}
    opened = np.ones((3, 3), np.uint8)
    side = max(3, round(pip_px)) | 1
    bridge = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    for level in _LEVELS:
        mask = (strength > level).astype(np.uint8)
        for shape in (cv2.morphologyEx(mask, cv2.MORPH_CLOSE, bridge), mask):
            contours, _ = cv2.findContours(
                cv2.morphologyEx(shape, cv2.MORPH_OPEN, opened), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
            )
            for contour in contours:
                patch = _patch(np.asarray(contour, np.int32), spots, team, size_px)
                if patch is not None:
                    x, y = patch.outline_px.mean(axis=0)
                    key = (round(x), round(y), round(float(cv2.contourArea(patch.outline_px)) ** 0.5))
                    found.setdefault(key, patch)
    return list(found.values())


def _patch(contour: NDArray[np.int32], spots: FloatMap, team: Team, size_px: tuple[float, float]) -> Patch | None:
    """A contour as a patch: its size right, not cut by the picture's edge, a bright spot in it."""
    hull = cv2.convexHull(contour)
    # A contour runs through pixel centres: half a pixel all round belongs to the patch.
    margin = cv2.arcLength(hull, closed=True) / 2 + 1
    area = cv2.contourArea(hull) + margin
    if not size_px[0] <= area <= size_px[1]:
        return None
    x, y, width, height = cv2.boundingRect(hull)
    if x <= 1 or y <= 1 or x + width >= spots.shape[1] - 1 or y + height >= spots.shape[0] - 1:
        return None
    inside = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(inside, hull - np.array((x, y), np.int32), 1)
    if float((spots[y : y + height, x : x + width] * inside).max()) < _SPOT:
        return None
    compact = cv2.contourArea(contour) + margin >= _SOLID * area
    return Patch(team, _grown(np.asarray(hull, np.float32).reshape(-1, 2)), compact)


def _grown(hull: NDArray[np.float32]) -> NDArray[np.float32]:
    """The hull of the pixels' own squares instead of their centres."""
    corners = (hull[:, None, :] + np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))).reshape(-1, 2)
    return np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32).reshape(-1, 2)
