"""Where a round ball's centre is, to fractions of a pixel, with the error to expect.

The outline of a ball of known size, resting on the board, is known for every place it may lie in. Across that outline
the picture is sampled in many directions, and each edge that is found pulls the outline to where it belongs. What the
edges disagree by is the measurement's error; lines, discs and shadows beside the ball disagree with the rest and lose
their say. Only the change across the edge counts, so that a white ball on white paper is measured by its shaded rim.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from vision.ball_edges import edges_of
from vision.parallax import elevation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from vision.ball_edges import Edges
    from vision.rectify import Image

_ROUNDS = 6
_STILL_MM = 0.02
_OUTLIER_MM = 0.9
"""Edges that miss the fitted outline by this have no say."""
_SIZE = np.diag((0.0, 0.0, 1.0 / 0.6**2))
"""Balls are so true to their size, 0.6 mm; blur and shade move all edges alike."""
_RIDGE = 1e-9 * np.eye(3)
_LEAST_SHARE = 0.5
"""Share of the outline with an edge in its place without which it is no measurement."""
_SPREAD = 2.0
"""Neighbouring directions see the same pixels, and shade errs to one side: so much more than of independent edges."""
_FLOOR_PX = 0.18
"""Error of the best edges."""
_UNEVEN_PX = 0.4
"""Error where the ball lies half on one colour, half on another: shade and blur move its edges unequally."""


@dataclass(frozen=True, slots=True)
class BallFit:
    """A measured ball."""

    centre_mm: tuple[float, float]
    """The point under its middle, board frame."""
    sd_mm: float
    """Standard deviation along each axis, the worse one, the pose's own error included."""
    share: float
    """Share of its outline where an edge lies in its place, 0..1."""
    off_mm: float
    """RMS distance of these edges from the fitted outline."""
    grown_mm: float
    """By how much it looks larger than it should."""

    def __bool__(self) -> Literal[True]:
        """A fit is a success; see BallUnmeasured."""
        return True


@dataclass(frozen=True, slots=True)
class BallUnmeasured:
    """No measurement, and why. Falsy."""

    reason: str

    def __bool__(self) -> Literal[False]:
        """A failure is a no."""
        return False


_AWAY = 1.5
"""In radii: an outline that leads further away is another thing's."""
_NO_OUTLINE = BallUnmeasured("the ball's outline does not stand out from what it lies on")
_AT_THE_EDGE = BallUnmeasured("the ball lies at the edge of the picture")
_LEADS_AWAY = BallUnmeasured("the ball's outline leads away from where it was seen")


def measure_ball(image: Image, pose: BoardPose, near_mm: ArrayLike, radius_mm: float) -> BallFit | BallUnmeasured:
    """Measure a ball on the board that lies within two millimetres of ``near_mm`` (2,), in a picture (h, w, 3) BGR."""
    return measure_balls(image, pose, np.asarray(near_mm, np.float64).reshape(1, 2), radius_mm)[0]


def measure_balls(
    image: Image, pose: BoardPose, near_mm: NDArray[np.float64], radius_mm: float
) -> list[BallFit | BallUnmeasured]:
    """The same of several places (B, 2), each on its own, in about the time of one."""
    found: list[BallFit | BallUnmeasured] = [_NO_OUTLINE] * len(near_mm)
    centres, camera_mm = near_mm.copy(), pose.camera_position_mm()
    at = np.arange(len(near_mm))
    for number in range(_ROUNDS):
        if not len(at):
            break
        edges = edges_of(image, pose, centres[at], radius_mm, camera_mm)
        for k in at[~edges.seen]:
            found[k] = _AT_THE_EDGE
        shifts = _solve(edges)
        solved = edges.seen & shifts.solved
        step = np.clip(shifts.shift_mm, -1.5, 1.5)
        centres[at[solved]] += step[solved]
        done = solved & ((np.abs(step).max(axis=1) < _STILL_MM) | (number == _ROUNDS - 1))
        if done.any():
            fits = _fits(shifts.of(done), edges.uneven[done], pose, centres[at[done]], radius_mm)
            for k, fit in zip(at[done], fits, strict=True):
                away = float(np.hypot(*(centres[k] - near_mm[k])))
                found[k] = _LEADS_AWAY if away > _AWAY * radius_mm else fit
        at = at[solved & ~done]
    return found


@dataclass(frozen=True, eq=False)
class _Shifts:
    """Where the edges of B balls want their outlines to be."""

    shift_mm: NDArray[np.float64]
    """(B, 2)"""
    grown_mm: NDArray[np.float64]
    covariance: NDArray[np.float64]
    """(B, 2, 2) of the shift, for edges that err by one millimetre."""
    off_mm: NDArray[np.float64]
    share: NDArray[np.float64]
    solved: NDArray[np.bool_]
    """(B,) False where too little of the outline is left: nothing is known of that."""

    def of(self, which: NDArray[np.bool_]) -> _Shifts:
        """Those of some balls (B,)."""
        return _Shifts(
            self.shift_mm[which],
            self.grown_mm[which],
            self.covariance[which],
            self.off_mm[which],
            self.share[which],
            self.solved[which],
        )


def _solve(edges: Edges) -> _Shifts:
    """Least squares that stops listening to edges far off."""
    count, directions = edges.off_mm.shape
    design = np.concatenate((edges.outward, np.ones((count, directions, 1))), axis=2)
    turned = np.ascontiguousarray(design.transpose(0, 2, 1))
    weight, tolerance = edges.weight, 2.5
    solved = (weight > 0).mean(axis=1) >= _LEAST_SHARE
    found: NDArray[np.float64] = np.zeros((count, 3))
    missed = edges.off_mm
    for _ in range(8):
        weighted = turned * weight[:, None]
        normal = weighted @ design + _SIZE + _RIDGE
        found = np.asarray(np.linalg.solve(normal, weighted @ edges.off_mm[..., None])[..., 0], np.float64)
        missed = edges.off_mm - (design @ found[..., None])[..., 0]
        weight = edges.weight * np.maximum(1.0 - (missed / tolerance) ** 2, 0.0) ** 2
        tolerance = max(_OUTLIER_MM, 0.7 * tolerance)
    share = (weight > 0).mean(axis=1)
    off = np.sqrt((weight * missed**2).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-12))
    covariance = np.asarray(np.linalg.inv((turned * weight[:, None]) @ design + _SIZE + _RIDGE), np.float64)
    return _Shifts(found[:, :2], found[:, 2], covariance[:, :2, :2], off, share, solved & (share >= _LEAST_SHARE))


def _fits(
    found: _Shifts, uneven: NDArray[np.float64], pose: BoardPose, centres_mm: NDArray[np.float64], radius_mm: float
) -> list[BallFit]:
    """With the errors to expect: edges, pixels, the pose, and a ball of another size, whose middle is not so high."""
    camera_mm = pose.camera_position_mm()
    fits = []
    for k, centre in enumerate(centres_mm):
        sine, _ = elevation(centre, camera_mm, radius_mm)
        share, off, grown = (float(each[k]) for each in (found.share, found.off_mm, found.grown_mm))
        px_per_mm = pose.px_per_mm(float(centre[0]), float(centre[1]), radius_mm)
        floor = (_FLOOR_PX + _UNEVEN_PX * float(uneven[k])) / (px_per_mm * sine)
        edges = _SPREAD / share**2 * off * float(np.sqrt(np.linalg.eigvalsh(found.covariance[k])[-1]))
        height = 0.5 * max(0.0, abs(grown) - 0.5) * float(np.sqrt(1 - sine**2)) / sine
        sd_mm = float(np.sqrt(edges**2 + floor**2 + height**2 + pose.field_sd_mm**2))
        fits.append(BallFit((float(centre[0]), float(centre[1])), sd_mm, share, off, grown))
    return fits
