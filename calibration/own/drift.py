"""Is a board without markers still where it was? A look at small patches of its print, a few milliseconds a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.board_pose import as_grey
from calibration.drift import PoseCheck
from calibration.own.flat import to_mm
from calibration.own.looks import PX_PER_SPACE
from calibration.pose import PoseFailure
from calibration.sentences import say

if TYPE_CHECKING:
    from calibration.board_pose import Image
    from calibration.markers import Grey
    from calibration.own.proof import Proof
    from calibration.own.reference import Reference
    from calibration.pose import BoardPose, FloatArray

PATCHES = 24
PATCH_SPACES = 1.5
APART_SPACES = 2.0
REACH_SPACES = 0.6
"""How far around its place a patch is looked for."""
MAX_PATCH_PX = 28
"""Larger patches are compared at a reduced scale: the time a frame takes then has a bound."""
MIN_LIKENESS = 0.6
"""Correlation (-1 to 1) that counts as seeing a patch; one under a disc has less."""
MIN_SEEN_SHARE = 0.45
"""Of the patches in the picture; fewer are seen in their places when the lattice has moved by whole spaces."""
MIN_SEEN = 4
SMALL_SPACE_PX = 24
"""The reference is kept at this many pixels a space."""


@dataclass(frozen=True, eq=False)
class Patches:
    """Spots of the print that look like nothing a space beside them, spread over the board."""

    grey: Grey
    """The reference at ``scale``."""
    scale: float
    """Pixels a millimetre."""
    bounds_mm: tuple[float, float, float, float]
    middles_mm: FloatArray
    """(N, 2), the most distinctive first."""
    size_mm: float
    space_mm: float


def choose_patches(reference: Reference, proof: Proof) -> Patches:
    """The patches of a reference to look at."""
    w = reference.board.grid.width_mm
    scale = min(reference.scale, SMALL_SPACE_PX / w)
    shrink = scale / reference.scale
    small = cv2.resize(as_grey(reference.flat), None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    rows, columns = np.indices(proof.distinctness.shape)
    middles_px = (np.column_stack((columns.ravel(), rows.ravel())) + 0.5) * PX_PER_SPACE - 0.5
    middles = to_mm(np.asarray(middles_px, np.float64), reference.bounds_mm, PX_PER_SPACE / w)
    strength = proof.distinctness.ravel() * _cornered(np.asarray(small, np.uint8), middles, reference, scale)
    chosen: list[int] = []
    for at in np.argsort(-strength):
        if len(chosen) == PATCHES or strength[at] <= 0:
            break
        if all(np.linalg.norm(middles[at] - middles[other]) >= APART_SPACES * w for other in chosen):
            chosen.append(int(at))
    return Patches(np.asarray(small, np.uint8), scale, reference.bounds_mm, middles[chosen], PATCH_SPACES * w, w)


def track(image: Image, patches: Patches, pose: BoardPose) -> PoseCheck | PoseFailure:
    """Measure the patches' shift against a pose found before with the same camera.

    A failure says that hardly a patch is where it should be: something hides them, or the camera moved further than
    half a space.
    """
    half = patches.size_mm / 2
    square = np.array(((-half, -half), (half, -half), (half, half), (-half, half)))
    corners_mm = patches.middles_mm[:, None] + square
    corners_px = pose.project(corners_mm.reshape(-1, 2)).reshape(-1, 4, 2)
    height, width = image.shape[:2]
    expected, seen, shifts = [], [], []
    for number, place in enumerate(corners_px):
        if (place < 1).any() or (place > (width - 2, height - 2)).any():
            continue
        expected.append(number)
        shift = _shift_px(image, patches, corners_mm[number], place)
        if shift is not None:
            seen.append(number)
            shifts.append(shift)
    if len(seen) < max(MIN_SEEN, MIN_SEEN_SHARE * len(expected)):
        return PoseFailure(say("own.gone"))
    middles = patches.middles_mm[seen]
    at = pose.project(middles)
    off = np.asarray(shifts)
    moved_mm = np.linalg.norm(pose.to_board(at + off) - middles, axis=1)
    return PoseCheck(
        float(np.median(np.linalg.norm(off, axis=1))),
        float(np.median(moved_mm)) / patches.space_mm,
        tuple(seen),
        tuple(expected),
    )


def _shift_px(image: Image, patches: Patches, square_mm: FloatArray, place_px: FloatArray) -> FloatArray | None:
    """(x, y) from where a patch should be to where it is; None if it is not to be seen there."""
    side = float(np.sqrt(cv2.contourArea(place_px.astype(np.float32))))
    reach = REACH_SPACES / PATCH_SPACES * side + 2
    low = np.floor(place_px.min(axis=0) - reach).astype(int).clip(0)
    high = np.minimum(np.ceil(place_px.max(axis=0) + reach).astype(int) + 1, image.shape[1::-1])
    window = as_grey(image[low[1] : high[1], low[0] : high[0]])
    shrink = min(1.0, MAX_PATCH_PX / max(side, 1.0))
    if shrink < 1.0:
        window = np.asarray(cv2.resize(window, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    # Along the axes the scales differ by rounding; the exact ones keep the shift free of a bias.
    scale = np.array(window.shape[1::-1]) / (high - low)
    inside = (place_px - low + 0.5) * scale - 0.5
    source = (square_mm - np.array(patches.bounds_mm[:2])) * patches.scale - 0.5
    corner = np.floor(inside.min(axis=0))
    size = (np.ceil(inside.max(axis=0)) - corner).astype(int) + 1
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), (inside - corner).astype(np.float32))
    look = cv2.warpPerspective(patches.grey, matrix, (int(size[0]), int(size[1])), flags=cv2.INTER_LINEAR)
    if (np.array(window.shape) < look.shape).any():
        return None
    likeness = cv2.matchTemplate(window, np.asarray(look, np.uint8), cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(likeness)
    if best < MIN_LIKENESS:
        return None
    peaks = np.asarray(likeness, np.float64)
    x, y = column + _summit(peaks[row], column), row + _summit(peaks[:, column], row)
    return np.asarray((np.array((x, y), np.float64) - corner) / scale)


def _summit(values: FloatArray, at: int) -> float:
    """Where a parabola through a peak and its neighbours is highest, relative to the peak."""
    if not 0 < at < len(values) - 1:
        return 0.0
    bend = float(values[at - 1] - 2 * values[at] + values[at + 1])
    return 0.5 * float(values[at - 1] - values[at + 1]) / bend if bend < 0 else 0.0


def _cornered(grey: Grey, middles_mm: FloatArray, reference: Reference, scale: float) -> FloatArray:
    """How well each spot fixes both directions: the lesser eigenvalue of its gradients (Shi & Tomasi 1994)."""
    size = max(round(PATCH_SPACES * reference.board.grid.width_mm * scale), 3)
    lesser = cv2.cornerMinEigenVal(cv2.GaussianBlur(grey, (0, 0), 1.0), size, ksize=3)
    at = np.round((middles_mm - np.array(reference.bounds_mm[:2])) * scale - 0.5).astype(int)
    rows, columns = at[:, 1].clip(0, grey.shape[0] - 1), at[:, 0].clip(0, grey.shape[1] - 1)
    known = cv2.resize(reference.known.astype(np.uint8), grey.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    return np.asarray(np.sqrt(np.maximum(lesser[rows, columns], 0.0)) * known[rows, columns], np.float64)
