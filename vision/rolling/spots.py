"""Spots of a picture that may be the rolling ball: of its colour, of its width, drawn out at most by its own motion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball_fit import measure_ball, measure_balls
from vision.rolling.ground import HALF, halved
from vision.silhouettes import sphere_outline_mm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.ball_fit import BallFit
    from vision.evidence import FloatMap
    from vision.rectify import Image
    from vision.rolling.ground import Ground

_COVERED = 0.3
"""A pixel that the ball covers so far belongs to a spot."""
_WIDTHS = (0.45, 1.7)
"""Narrowest and widest spot, in diameters of the ball."""
_LONGEST = 8.0
"""A fast ball in a dim room: so many diameters in one exposure."""
_ROUND = 1.35
"""Length over width up to which a ball is measured like one at rest."""
_MIDDLE_SD_MM, _BLUR_SD = 1.0, 0.12
"""Error of a spot's middle, and what its length in millimetres adds to it."""
_UNTOLD_SD_MM = 7.0
"""The same of white on white, where the shadow counts as ball."""
_UNTOLD_LEAST_SD_MM, _UNTOLD_SD = 1.2, 1.5
"""Least error of a rim measured there, and how much more than it looks it is."""
_PLAIN = 0.45
"""How good an outline must be there (see ``_plainness``); that of a shadow is worse."""
_STARTS = np.array(((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7)))
"""Where fits begin round the middle of ball and shadow, in radii of the ball."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that may be the ball."""

    x_mm: float
    y_mm: float
    sd_mm: float
    """Per axis; of a blurred ball: of where it was in the middle of the exposure."""
    length_mm: float
    """How far it is drawn out, its own diameter included."""


def find_spots(image: Image, ground: Ground, diameter_mm: float) -> list[Spot]:
    """All of them in a picture (height, width, 3) BGR that was taken with the ground's pose."""
    share = ground.share(halved(image))
    solid = cv2.morphologyEx((share > _COVERED).astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    found = []
    for label in range(1, count):
        x, y, width, height, area = (int(value) for value in stats[label])
        window = np.s_[max(0, y - 1) : y + height + 1, max(0, x - 1) : x + width + 1]
        patch = _Patch(window, labels[window] == label, share[window], area)
        spot = _spot(image, ground, diameter_mm, patch)
        if spot is not None:
            found.append(spot)
    return found


@dataclass(frozen=True, eq=False)
class _Patch:
    """A connected part of the picture at half size."""

    window: tuple[slice, slice]
    """Rows and columns of the box round it."""
    inside: NDArray[np.bool_]
    """(h, w) of the box."""
    share: FloatMap
    """(h, w): how much the ball covers."""
    area: int
    """Pixels."""


def _spot(image: Image, ground: Ground, diameter_mm: float, patch: _Patch) -> Spot | None:
    """One patch as a spot; None if it has not a ball's size."""
    window, inside, area = patch.window, patch.inside, patch.area
    weight = np.where(cv2.dilate(inside.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, patch.share, 0.0)
    rows, columns = np.indices(weight.shape)
    total = float(weight.sum())
    column, row = float((weight * columns).sum()) / total, float((weight * rows).sum()) / total
    middle_px = (np.array((window[1].start + column, window[0].start + row)) + 0.5) * HALF - 0.5
    radius = diameter_mm / 2
    x_mm, y_mm = (float(v) for v in ground.pose.to_board([middle_px], radius)[0])
    scale = ground.pose.px_per_mm(x_mm, y_mm, radius) / HALF
    if not 0.15 < area / (scale * diameter_mm) ** 2 < _LONGEST * _WIDTHS[1]:
        return None
    # A uniform bar of length l has a variance of l^2 / 12, a disc of diameter d of d^2 / 16.
    offsets = np.stack((columns - column, rows - row), axis=-1).reshape(-1, 2)
    spread = np.linalg.eigvalsh((offsets * weight.reshape(-1, 1)).T @ offsets / total)
    short, long = (float(4.0 * np.sqrt(max(v, 1e-3)) / scale) for v in spread)
    if not _WIDTHS[0] * diameter_mm < short < _WIDTHS[1] * diameter_mm or long > _LONGEST * diameter_mm:
        return None
    told = bool(ground.told[window][inside].mean() > 0.5)
    if told and long < _ROUND * short:
        fit = measure_ball(image, ground.pose, (x_mm, y_mm), radius)
        if fit:
            return Spot(*fit.centre_mm, fit.sd_mm, long)
    if not told and long < 2 * diameter_mm:
        plain = _plainest(image, ground.pose, (x_mm, y_mm), radius)
        if plain is not None:
            return Spot(*plain.centre_mm, max(_UNTOLD_LEAST_SD_MM, _UNTOLD_SD * plain.sd_mm), long)
    sd_mm = (_MIDDLE_SD_MM if told else _UNTOLD_SD_MM) + _BLUR_SD * max(0.0, long - diameter_mm)
    return Spot(x_mm, y_mm, math.hypot(sd_mm, ground.pose.field_sd_mm), long)


def _plainest(image: Image, pose: BoardPose, near_mm: tuple[float, float], radius_mm: float) -> BallFit | None:
    """The outline round the plainest light middle, of all that fits find near a place; None if that is no ball."""
    best: BallFit | None = None
    most = _PLAIN
    for fit in measure_balls(image, pose, np.asarray(near_mm) + _STARTS * radius_mm, radius_mm):
        if fit and (plain := _plainness(image, pose, fit, radius_mm)) > most:
            best, most = fit, plain
    return best


def _plainness(image: Image, pose: BoardPose, fit: BallFit, radius_mm: float) -> float:
    """1 for a whole outline round a plain light middle; what shadows draw has an uneven one, or a dark one."""
    camera_mm = pose.camera_position_mm()

    def levels(*shares: float) -> NDArray[np.float64]:
        rings = np.vstack(
            [sphere_outline_mm(fit.centre_mm, share * radius_mm, radius_mm, camera_mm, radius_mm) for share in shares]
        )
        at = np.round(pose.project(rings, radius_mm)).astype(int).clip(0, np.array(image.shape[1::-1]) - 1)
        return np.asarray(image[at[:, 1], at[:, 0]].mean(axis=1), np.float64)

    middle, round_it = levels(0.1, 0.3, 0.5, 0.7), levels(1.3)
    light = min(1.0, float(np.median(middle) / max(np.percentile(round_it, 75), 1.0)))
    uneven = float(middle.std() / max(middle.mean(), 1.0))
    return fit.share - 2.0 * fit.off_mm / radius_mm - 2.0 * uneven - 2.0 * max(0.0, 0.9 - light)
