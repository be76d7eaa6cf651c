"""Distinctive spots of the print (SIFT, Lowe 2004), found again in a picture.

A slanted view squeezes the print; spots are therefore also taken from squeezed copies of the reference (as ASIFT does,
Morel & Yu 2009). The spots of a lattice are alike: a match counts only if no spot elsewhere on the board fits nearly
as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.markers import Grey
    from calibration.pose import FloatArray

MAX_SPOTS = 2500
"""Spots a picture or a copy of the reference gives at most, the strongest."""
SQUEEZE = 2.0
"""A view from 30 degrees above the table."""
SQUEEZE_ANGLES_DEG = (0.0, 45.0, 90.0, 135.0)
MAX_RATIO = 0.85
"""Distance of the best match over that of the best elsewhere on the board."""
CANDIDATES = 12
MAX_ERROR_SHARE = 0.006
"""Distance, as a share of the picture's long side, that lens distortion may bend a match off a flat view."""
MIN_MATCHES = 8


@dataclass(frozen=True, eq=False)
class Spots:
    """Spots and what they look like."""

    places: FloatArray
    """(N, 2) pixels, or millimetres on the board."""
    looks: NDArray[np.float32]
    """(N, 128) square roots of normalised SIFT descriptors (RootSIFT, Arandjelovic & Zisserman 2012)."""


@dataclass(frozen=True, eq=False)
class Matches:
    """Spots of the board seen in a picture, as far as one flat view explains them."""

    points_mm: FloatArray
    seen_px: FloatArray
    matrix: FloatArray
    """(3, 3) from board millimetres to pixels."""


def spots_of_picture(grey: Grey) -> Spots:
    """Spots of a picture, in its pixels."""
    return _spots(grey)


def spots_of_reference(grey: Grey) -> list[Spots]:
    """Spots of the flattened reference, in its pixels: as seen from above, then from four slants."""
    parts = [_spots(grey)]
    for angle in SQUEEZE_ANGLES_DEG:
        matrix, size_px = _squeezed(grey.shape, angle)
        smooth = cv2.GaussianBlur(_turned(grey, matrix, size_px), (0, 0), sigmaX=1e-6, sigmaY=0.4 * SQUEEZE)
        squeeze = np.array(((1.0, 0, 0), (0, 1 / SQUEEZE, 0)))
        small = cv2.warpAffine(smooth, squeeze, (size_px[0], round(size_px[1] / SQUEEZE)), flags=cv2.INTER_LINEAR)
        spots = _spots(np.asarray(small, np.uint8))
        back = np.linalg.inv(np.vstack((matrix, (0, 0, 1))))
        unsqueezed = np.column_stack((spots.places * (1, SQUEEZE), np.ones(len(spots.places))))
        parts.append(Spots((unsqueezed @ back.T)[:, :2], spots.looks))
    return parts


def match(seen: Spots, reference: Spots, apart_mm: float, long_side_px: int) -> Matches | None:
    """Pair the picture's spots with the reference's (millimetres); None if no flat view explains enough of them.

    ``apart_mm``: spots of the board nearer to one another than this count as the same place.
    """
    if len(seen.places) < MIN_MATCHES or len(reference.places) < MIN_MATCHES:
        return None
    alike = seen.looks @ reference.looks.T
    best = alike.argmax(axis=1)
    rows = np.arange(len(best))
    first, value = reference.places[best], alike[rows, best]
    ratio = np.sqrt(np.maximum(1 - value, 0) / np.maximum(1 - _rivals(alike, best, reference.places, apart_mm), 1e-9))
    good = np.flatnonzero(ratio < MAX_RATIO)
    if len(good) < MIN_MATCHES:
        return None
    good = good[np.argsort(ratio[good])]
    return _flat_view(first[good], seen.places[good], MAX_ERROR_SHARE * long_side_px)


def _rivals(
    alike: NDArray[np.float32], best: NDArray[np.intp], places: FloatArray, apart_mm: float
) -> NDArray[np.float32]:
    """(N,) likeness of each spot's best match that lies elsewhere than its very best; spoils ``alike`` (N, M)."""
    rows, first = np.arange(len(best)), places[best]
    rival = np.full(len(best), -1.0, np.float32)
    pending = np.ones(len(best), np.bool_)
    for _ in range(CANDIDATES):
        alike[rows, best] = -1.0
        best = alike.argmax(axis=1)
        # Where every candidate lies beside the best one, the last of them has to do.
        rival = np.where(pending, alike[rows, best], rival)
        pending &= np.linalg.norm(places[best] - first, axis=1) <= apart_mm
        if not pending.any():
            break
    return rival


def _flat_view(points_mm: FloatArray, seen_px: FloatArray, error_px: float) -> Matches | None:
    matrix, kept = cv2.findHomography(points_mm, seen_px, cv2.USAC_MAGSAC, error_px, maxIters=5000, confidence=0.9999)
    if np.size(matrix) != 9 or np.size(kept) != len(points_mm):  # no homography: OpenCV hands back nothing
        return None
    inlier = np.ravel(kept).astype(bool)
    if inlier.sum() < MIN_MATCHES:
        return None
    return Matches(points_mm[inlier], seen_px[inlier], np.asarray(matrix, np.float64))


def _spots(grey: Grey) -> Spots:
    points, looks = cv2.SIFT.create(nfeatures=MAX_SPOTS, contrastThreshold=0.02).detectAndCompute(grey, None)
    if not points:
        return Spots(np.empty((0, 2)), np.empty((0, 128), np.float32))
    roots = np.sqrt(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-9))
    return Spots(np.array([p.pt for p in points], np.float64), np.asarray(roots, np.float32))


def _squeezed(shape: tuple[int, ...], angle_deg: float) -> tuple[FloatArray, tuple[int, int]]:
    """(2, 3) turn of a picture so that all of it stays in view, and the size (width, height) that takes."""
    height, width = shape[:2]
    turn = np.deg2rad(angle_deg)
    matrix = np.array(((np.cos(turn), np.sin(turn), 0.0), (-np.sin(turn), np.cos(turn), 0.0)))
    corners = np.array(((0, 0), (width, 0), (width, height), (0, height))) @ matrix[:, :2].T
    matrix[:, 2] = -corners.min(axis=0)
    across, down = np.ceil(np.ptp(corners, axis=0)).astype(int)
    return matrix, (int(across), int(down))


def _turned(grey: Grey, matrix: FloatArray, size_px: tuple[int, int]) -> Grey:
    flags = cv2.INTER_LINEAR
    return np.asarray(cv2.warpAffine(grey, matrix, size_px, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
