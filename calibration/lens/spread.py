"""How well a fitted lens is known, and what that does to where things are seen.

The covariance of the fit's parameters is worked out twice: from the noise of single crossings, and from how far each
view by itself pulls the lens (the sandwich estimate for clustered data, Liang & Zeger 1986). Curled paper shifts all
crossings of a view together, which the first takes for knowledge; of each quantity the larger spread is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.fit import TargetPose
    from calibration.lens.views import View
    from calibration.pose import FloatArray, Lens

GRID = (13, 9)
"""Places over the picture (columns, rows) at which the effect is looked at."""


@dataclass(frozen=True)
class Spread:
    """Standard deviations of a measured lens."""

    focal_px: float
    """Of the focal length, the larger of both directions."""
    centre_px: float
    """Of the principal point, the larger of both directions."""
    effect_px: float
    """Of where the lens puts a point in space, at the worst place among those where the target was seen.

    What a turn of the camera makes up for is taken out, since the pose is fitted to the board afterwards.
    """


def spread_of(
    lens: Lens, views: Sequence[View], poses: Sequence[TargetPose], *, with_k3: bool, other: Lens | None = None
) -> Spread:
    """What the views that a lens was fitted to leave open.

    ``other`` is the lens by another account of the same views: nothing is known better than the two agree.
    """
    free = 9 if with_k3 else 8
    information = np.zeros((free, free))
    pulls, squares, count = [], 0.0, 0
    for view, pose in zip(views, poses, strict=True):
        own, pull, square = _view_information(lens, view, pose, free)
        information += own
        pulls.append(pull)
        squares, count = squares + square, count + 2 * len(view.ids)
    inverse = np.linalg.pinv(information, hermitian=True)
    by_noise = inverse * squares / max(1, count - free - 6 * len(views))
    scores = np.array(pulls)
    by_views = inverse @ (scores.T @ scores) @ inverse * len(views) / max(1, len(views) - 1)
    moves = _moves_px(lens, np.vstack([view.corners_px for view in views]), free)
    covariances = [by_noise, by_views]
    if other is not None:
        apart = (_parameters(other) - _parameters(lens))[:free]
        covariances.append(np.outer(apart, apart))
    return Spread(
        max(_sd(covariance, index) for covariance in covariances for index in (0, 1)),
        max(_sd(covariance, index) for covariance in covariances for index in (2, 3)),
        max(_worst_px(moves, covariance) for covariance in covariances),
    )


def _parameters(lens: Lens) -> FloatArray:
    """fx, fy, cx, cy, k1, k2, p1, p2, k3."""
    return np.concatenate((lens.camera_matrix[(0, 1, 0, 1), (0, 1, 2, 2)], lens.distortion))


def _view_information(lens: Lens, view: View, pose: TargetPose, free: int) -> tuple[FloatArray, FloatArray, float]:
    """What one view says of the lens once its own pose is fitted: information, gradient, sum of squares."""
    pixels, jacobian = cv2.projectPoints(view.solid_mm, pose.rvec, pose.tvec, lens.camera_matrix, lens.distortion)
    residual = (view.corners_px - np.asarray(pixels).reshape(-1, 2)).ravel()
    slope = np.asarray(jacobian, np.float64)
    of_pose, of_lens = slope[:, :6], slope[:, 6 : 6 + free]
    # What a change of the lens does that a change of this view's pose does not make up for.
    made_up, *_ = np.linalg.lstsq(of_pose, of_lens, rcond=None)
    left = of_lens - of_pose @ made_up
    return left.T @ left, left.T @ residual, float(residual @ residual)


def _moves_px(lens: Lens, seen_px: FloatArray, free: int) -> FloatArray:
    """(K, 2, free) How each parameter moves points at K places within sight of the target, turns taken out."""
    width, height = lens.size_px
    across, down = np.meshgrid(np.linspace(0, width - 1, GRID[0]), np.linspace(0, height - 1, GRID[1]))
    grid = np.column_stack((across.ravel(), down.ravel())).astype(np.float32)
    hull = cv2.convexHull(seen_px.astype(np.float32))
    places = np.array([place for place in grid if cv2.pointPolygonTest(hull, place.tolist(), measureDist=False) >= 0])
    places = np.vstack((places.reshape(-1, 2), hull.reshape(-1, 2))).astype(np.float64)
    rays = cv2.undistortPoints(places.reshape(-1, 1, 2), lens.camera_matrix, lens.distortion).reshape(-1, 2)
    solid = np.column_stack((rays, np.ones(len(rays))))
    _, jacobian = cv2.projectPoints(solid, np.zeros(3), np.zeros(3), lens.camera_matrix, lens.distortion)
    slope = np.asarray(jacobian, np.float64)
    turn, of_lens = slope[:, :3], slope[:, 6 : 6 + free]
    made_up, *_ = np.linalg.lstsq(turn, of_lens, rcond=None)
    return (of_lens - turn @ made_up).reshape(-1, 2, free)


def _sd(covariance: FloatArray, index: int) -> float:
    return float(np.sqrt(max(covariance[index, index], 0.0)))


def _worst_px(moves: FloatArray, covariance: FloatArray) -> float:
    return float(np.sqrt(np.einsum("kdi,ij,kdj->k", moves, covariance, moves).max()))
