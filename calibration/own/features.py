"""Distinctive spots of the print (SIFT, Lowe 2004), found again in a picture.

A slanted view squeezes the print; spots are therefore also taken from squeezed copies of the reference (as ASIFT does,
Morel & Yu 2009). The spots of a lattice are alike: a match counts only if no spot elsewhere on the board fits nearly
as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from calibration.own.flat import FlatView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from calibration.markers import Grey
    from calibration.own.flat import Picture
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
MIN_COLOUR = 24.0
"""Units of a* and b* that are stretched to the full range at least; less is noise."""


Channels: TypeAlias = tuple["Spots", ...]
"""Spots by lightness, and by two colours: chalk that is no darker than the lines is of another colour."""


@dataclass(frozen=True, eq=False)
class Spots:
    """Spots and what they look like."""

    places: FloatArray
    """(N, 2) pixels, or millimetres on the board."""
    looks: NDArray[np.float32]
    """(N, 128) square roots of normalised SIFT descriptors (RootSIFT, Arandjelovic & Zisserman 2012)."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Spots of the board and where they seem to be in a picture; many may be wrong."""

    points_mm: FloatArray
    seen_px: FloatArray
    ratios: FloatArray
    """(N,) 0 for a match without a rival to 1."""


def colours_of(image: Picture) -> Picture:
    """(height / 2, width / 2, 2): a* and b* of CIE L*a*b*, stretched; colour is never seen as sharply as lightness."""
    lab = cv2.cvtColor(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB)
    planes = []
    for plane in cv2.split(lab)[1:]:
        smooth = cv2.GaussianBlur(plane.astype(np.float32), (0, 0), 0.8)
        low, high = np.percentile(smooth, (1, 99))
        planes.append(np.clip((smooth - low) * (255 / max(float(high - low), MIN_COLOUR)), 0, 255))
    return np.asarray(np.dstack(planes), np.uint8)


def spots_of_picture(grey: Grey) -> Spots:
    """Spots of a picture by lightness, in its pixels."""
    return _spots(grey)


def colour_spots_of_picture(image: Picture) -> Channels:
    """Spots of a picture by its two colours, in its pixels."""
    colours = colours_of(image)
    found = (_spots(np.ascontiguousarray(colours[..., k])) for k in range(2))
    return tuple(Spots(2 * spots.places + 0.5, spots.looks) for spots in found)


def slanted_spots(grey: Grey) -> Spots:
    """Spots of a flattened reference as seen from four slants, in its pixels."""
    parts = []
    for angle in SQUEEZE_ANGLES_DEG:
        matrix, size_px = _squeezed(grey.shape, angle)
        smooth = cv2.GaussianBlur(_turned(grey, matrix, size_px), (0, 0), sigmaX=1e-6, sigmaY=0.4 * SQUEEZE)
        squeeze = np.array(((1.0, 0, 0), (0, 1 / SQUEEZE, 0)))
        small = cv2.warpAffine(smooth, squeeze, (size_px[0], round(size_px[1] / SQUEEZE)), flags=cv2.INTER_LINEAR)
        spots = _spots(np.asarray(small, np.uint8))
        back = np.linalg.inv(np.vstack((matrix, (0, 0, 1))))
        unsqueezed = np.column_stack((spots.places * (1, SQUEEZE), np.ones(len(spots.places))))
        parts.append(Spots((unsqueezed @ back.T)[:, :2], spots.looks))
    return joined(parts)


def joined(parts: Iterable[Spots]) -> Spots:
    """All spots of the parts."""
    every = tuple(parts)
    return Spots(np.vstack([part.places for part in every]), np.vstack([part.looks for part in every]))


def pair(seen: Spots, reference: Spots, apart_mm: float) -> Pairs:
    """Pair the picture's spots with the reference's (millimetres), where one place on the board fits best.

    ``apart_mm``: spots of the board nearer to one another than this count as the same place.
    """
    if not len(seen.places) or not len(reference.places):
        return Pairs(np.empty((0, 2)), np.empty((0, 2)), np.empty(0))
    alike = seen.looks @ reference.looks.T
    best = alike.argmax(axis=1)
    rows = np.arange(len(best))
    first, value = reference.places[best], alike[rows, best]
    ratio = np.sqrt(np.maximum(1 - value, 0) / np.maximum(1 - _rivals(alike, best, reference.places, apart_mm), 1e-9))
    good = ratio < MAX_RATIO
    return Pairs(first[good], seen.places[good], np.asarray(ratio[good], np.float64))


def flat_view(pairs: Iterable[Pairs], long_side_px: int) -> FlatView | None:
    """The flat view that most pairs agree on; None if too few do."""
    every = tuple(pairs)
    points_mm, seen_px = np.vstack([p.points_mm for p in every]), np.vstack([p.seen_px for p in every])
    if len(points_mm) < MIN_MATCHES:
        return None
    order = np.argsort(np.concatenate([p.ratios for p in every]))
    error_px = MAX_ERROR_SHARE * long_side_px
    matrix, kept = cv2.findHomography(
        points_mm[order], seen_px[order], cv2.USAC_MAGSAC, error_px, maxIters=5000, confidence=0.9999
    )
    # Where there is no homography OpenCV hands back nothing.
    if np.size(matrix) != 9 or int(np.sum(kept)) < MIN_MATCHES:
        return None
    return FlatView(np.asarray(matrix, np.float64))


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
