"""The printed lines between spaces, found again in a picture: hundreds of exact points where markers give a few.

Works for light lines on dark ground and the other way round; points under pieces, hands or glare drop out by
their contrast or are outvoted in the robust fit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.sighted_board import LinePoints
from engine.grid import HexGrid

if TYPE_CHECKING:
    from calibration.markers import Grey
    from calibration.pose import BoardPose, FloatArray
    from engine.grid import Grid

SAMPLES = (0.25, 0.5, 0.75)
"""Places along each line piece; the ends are left out, where three lines meet."""

STEP_PX = 0.25
SIDE_PX = 1.75
"""What lies so far to either side of a line is ground."""
FINE_SPACE_PX = 50.0
"""Where a space is wider, as in a telephone's picture, its lines are wider too and are looked at more coarsely."""
SURE_SDS = 2.5
"""So many standard deviations a line's expected place may be off."""
SUREST_SHARE = 0.08


@dataclass(frozen=True, eq=False)
class SeenLines:
    """Printed lines that were looked for around their expected places."""

    points: LinePoints
    """Those that stand out clearly."""
    agreement: float
    """Share of the places whose line lies in the middle quarter of the searched strip: about 0.25 by chance."""
    looked_at: int = 0
    """Number of these places."""


@lru_cache(maxsize=8)
def line_samples_mm(grid: Grid) -> tuple[FloatArray, FloatArray]:
    """Points (N, 2) on the lines between two field spaces and unit vectors (N, 2) across them, board frame.

    The line between two neighbours lies halfway between their centres; squares that touch at a corner have none.
    """
    w = grid.width_mm
    line_mm = w / np.sqrt(3) if isinstance(grid, HexGrid) else w
    points, across = [], []
    for space in grid.field_spaces:
        for neighbour in grid.neighbours(space).values():
            if neighbour < space or neighbour not in grid.field:
                continue
            here, there = np.asarray(grid.centre_mm(space)), np.asarray(grid.centre_mm(neighbour))
            apart = float(np.linalg.norm(there - here))
            if apart > 1.1 * w:
                continue
            normal = (there - here) / apart
            along = np.array((-normal[1], normal[0]))
            for share in SAMPLES:
                points.append((here + there) / 2 + (share - 0.5) * line_mm * along)
                across.append(normal)
    return np.asarray(points), np.asarray(across)


def find_lines(
    grey: Grey,
    pose: BoardPose,
    grid: Grid,
    reach_px: float,
    sd_px: FloatArray | None = None,
    *,
    steps: bool = False,
    every: int = 1,
) -> SeenLines:
    """Look for each line within ``reach_px`` of where the pose puts it.

    ``sd_px`` (N,): how uncertain the place of each of the samples is, one standard deviation. Lines that
    may lie further off than is searched are left out: another line would be taken for them. Where none is sure, the
    surest are looked at nevertheless. With ``steps`` spaces differ in shade and no line is printed between them. Only
    one in ``every`` samples is looked at, which takes as much less time.
    """
    points_mm, across_mm = (each[::every] for each in line_samples_mm(grid))
    if sd_px is not None:
        seen = pose.sees(points_mm)
        surest = np.quantile(sd_px[seen], SUREST_SHARE) if seen.any() else 0.0
        sure = sd_px <= max(reach_px / SURE_SDS, surest)
        points_mm, across_mm = points_mm[sure], across_mm[sure]
    at = pose.project(points_mm)
    # Seen askew, what runs across a line on the board does not cross it squarely in the picture.
    along = pose.project(points_mm + np.column_stack((-across_mm[:, 1], across_mm[:, 0]))) - at
    normals = np.column_stack((-along[:, 1], along[:, 0])) / np.maximum(np.linalg.norm(along, axis=1), 1e-9)[:, None]
    scale = np.abs(((pose.project(points_mm + across_mm) - at) * normals).sum(axis=1))
    height, width = grey.shape
    shown = pose.sees(points_mm)
    grain = line_grain(float(np.median(scale[shown])) * grid.width_mm) if shown.any() else 1.0
    margin = reach_px + 2 * grain + 1
    # Where a space is only a few pixels wide, the next line is closer than the strip searched.
    inside = (
        shown
        & (at > margin).all(axis=1)
        & (at[:, 0] < width - margin)
        & (at[:, 1] < height - margin)
        & (scale * grid.width_mm * 0.4 > reach_px)
    )
    points_mm, at = points_mm[inside], at[inside]
    if len(at) < 12:
        return SeenLines(LinePoints(), 0.0)
    normals = normals[inside]
    offsets, ridge = _ridges(grey, at, normals, reach_px, grain, steps=steps)
    peak = ridge[:, 1:-1].argmax(axis=1) + 1
    row = np.arange(len(at))
    height_at = ridge[row, peak]
    agreement = float((np.abs(offsets[peak]) <= reach_px / 4).mean())
    typical = float(np.median(height_at))
    good = (height_at > max(0.5 * typical, 0.8)) & (height_at < 3.0 * typical) & (peak > 1) & (peak < len(offsets) - 2)
    left, middle, right = ridge[row, peak - 1], height_at, ridge[row, peak + 1]
    bend = left - 2 * middle + right
    shift = np.where(np.abs(bend) > 1e-9, 0.5 * (left - right) / np.where(np.abs(bend) > 1e-9, bend, 1.0), 0.0)
    offset = offsets[peak] + np.clip(shift, -0.5, 0.5) * STEP_PX * grain
    seen = at + offset[:, None] * normals
    return SeenLines(LinePoints(points_mm[good], seen[good], normals[good]), agreement, len(at))


def line_grain(space_px: float) -> float:
    """By how much lines are looked at more coarsely than pixel by pixel where a space is so wide; 1 or more."""
    return max(space_px / FINE_SPACE_PX, 1.0)


def _ridges(
    grey: Grey, at: FloatArray, normals: FloatArray, reach_px: float, grain: float, *, steps: bool
) -> tuple[FloatArray, FloatArray]:
    """Offsets (K,) across the lines and how much like a line the picture is there (N, K), in grey levels."""
    reach = reach_px / grain
    at_px = grain * np.arange(-reach - 2.0, reach + 2.0 + 1e-6, STEP_PX)
    xy = (at[:, None, :] + at_px[None, :, None] * normals[:, None, :]).astype(np.float32)
    profile = cv2.remap(grey.astype(np.float32), xy[..., 0], xy[..., 1], cv2.INTER_LINEAR)
    smooth = cv2.GaussianBlur(np.asarray(profile, np.float64), (0, 0), sigmaX=0.7 / STEP_PX, sigmaY=1e-6)
    aside = round(SIDE_PX / STEP_PX)
    middle = smooth[:, aside:-aside]
    before, after = smooth[:, : -2 * aside], smooth[:, 2 * aside :]
    ridge = np.abs(after - before) if steps else middle - (before + after) / 2
    offsets = at_px[aside:-aside]
    keep = np.abs(offsets) <= reach_px + 1e-6
    ridge, offsets = ridge[:, keep], offsets[keep]
    if steps:
        return offsets, ridge
    # Light lines or dark ones: whichever the whole board shows more strongly.
    dark = np.median((-ridge).max(axis=1)) > np.median(ridge.max(axis=1))
    return offsets, -ridge if dark else ridge
