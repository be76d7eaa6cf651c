"""Pose, and lens where none was measured, from points of the board seen in one picture.

A robust least-squares fit over everything that was seen; how far the result can be trusted comes out of it as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.minimise import minimise, weights
from calibration.pose import BoardPose, FloatArray, Lens
from calibration.sighted_board import FOCAL_PER_LONG_SIDE, K1_MEAN, K2_PER_K1_SQUARED, LinePoints, SightedBoard

if TYPE_CHECKING:
    from collections.abc import Mapping

FIELD_STEPS = 15
"""Places along and across the field at which a fit's spread is looked at."""


@dataclass(frozen=True, eq=False)
class Fit:
    """A solved pose and how well it is known."""

    pose: BoardPose
    corners_px: Mapping[int, FloatArray]
    """The seen marker corners (4, 2) that it rests on, by id."""
    corner_errors_px: Mapping[int, float]
    """RMS distance between the seen and the expected corners of each marker (swelling taken out)."""
    spread: Spread
    """What the fit leaves open."""

    @property
    def field_sd_mm(self) -> float:
        """See BoardPose."""
        return self.pose.field_sd_mm


@dataclass(frozen=True, eq=False)
class Spread:
    """How far a fit may be off, by its own covariance."""

    problem: SightedBoard
    x: FloatArray
    covariance: FloatArray

    def px(self, points_mm: FloatArray) -> FloatArray:
        """One standard deviation (N,) of where board points (N, 2) lie in the picture, pixels."""
        _, slope = self.problem.project(self.x, points_mm)
        variance = ((slope @ self.covariance) * slope).sum(axis=(1, 2))
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)), np.float64)


def solve(
    corners_px: Mapping[int, FloatArray],
    corners_mm: Mapping[int, FloatArray],
    size_px: tuple[int, int],
    field_mm: tuple[float, float],
    *,
    lens: Lens | None = None,
    start: BoardPose | None = None,
    lines: LinePoints | None = None,
) -> Fit | None:
    """Fit the pose (and the lens, if ``lens`` is None) to seen marker corners and line points.

    ``corners_px`` and ``corners_mm``: (4, 2) by marker id. ``start`` saves the search for a first guess; with it and
    ``lines`` there need be no markers. None if no pose with the camera above the board fits.
    """
    ids = tuple(sorted(corners_px))
    if not ids and (start is None or not lines):
        return None
    seen = np.vstack([np.empty((0, 2)), *(corners_px[n] for n in ids)])
    flat = np.vstack([np.empty((0, 2)), *(corners_mm[n] for n in ids)])
    centres = np.repeat(seen.reshape(-1, 4, 2).mean(axis=1), 4, axis=0)
    outward = (seen - centres) / np.linalg.norm(seen - centres, axis=1, keepdims=True)
    problem = SightedBoard(ids, flat, seen, outward, lines or LinePoints(), size_px, lens)
    best: tuple[float, FloatArray] | None = None
    for guess in _guesses(problem, start):
        x, cost = minimise(problem, guess)
        if _camera_above(problem, x) and (best is None or cost < best[0]):
            best = cost, x
    return _fit(problem, best[1], field_mm) if best is not None else None


def _guesses(problem: SightedBoard, start: BoardPose | None) -> list[FloatArray]:
    """First guesses: where the camera was, else both poses that a flat object leaves open."""
    tail = [0.0]
    if problem.free_lens:
        width, height = problem.size_px
        focal = FOCAL_PER_LONG_SIDE * max(width, height)
        tail += [float(np.log(focal)), K1_MEAN, K2_PER_K1_SQUARED * K1_MEAN**2, 0.0, 0.0]
    if start is not None:
        if problem.free_lens:
            matrix = start.lens.camera_matrix
            centre = matrix[0, 2] - (problem.size_px[0] - 1) / 2, matrix[1, 2] - (problem.size_px[1] - 1) / 2
            tail = [0.0, float(np.log(matrix[0, 0])), *start.lens.distortion[:2], *centre]
        return [np.concatenate((start.rvec.ravel(), start.tvec.ravel(), tail))]
    matrix, distortion = problem.camera(np.concatenate((np.zeros(6), tail)))
    solid = np.column_stack((problem.corners_mm, np.zeros(len(problem.corners_mm))))
    _, rvecs, tvecs, _ = cv2.solvePnPGeneric(solid, problem.corners_px, matrix, distortion, flags=cv2.SOLVEPNP_IPPE)
    return [
        np.concatenate((np.ravel(rvec), np.ravel(tvec), tail))
        for rvec, tvec in zip(rvecs, tvecs, strict=True)
        if np.isfinite(rvec).all() and np.isfinite(tvec).all()
    ]


def _camera_above(problem: SightedBoard, x: FloatArray) -> bool:
    """Whether the printed side faces the camera and what was seen lies ahead of it; the board's origin need not.

    The object frame's z points down, away from the viewer.
    """
    rotation, _ = cv2.Rodrigues(x[0:3])
    seen_mm = np.vstack((problem.corners_mm, problem.lines.points_mm))
    ahead = seen_mm @ rotation[2, :2] + x[5] > 0
    return bool((rotation.T @ x[3:6])[2] > 0 and ahead.all())


def _fit(problem: SightedBoard, x: FloatArray, field_mm: tuple[float, float]) -> Fit:
    if not problem.marker_ids:
        return _line_fit(problem, x, field_mm)
    pixels, _ = problem.project(x, problem.corners_mm)
    raw = np.linalg.norm(pixels - problem.corners_px, axis=1)
    rest = np.linalg.norm(pixels + x[6] * problem.outward - problem.corners_px, axis=1).reshape(-1, 4)
    pose = BoardPose(
        problem.lens_of(x), x[0:3].copy(), x[3:6].copy(), float(np.sqrt((raw**2).mean())), problem.marker_ids
    )
    errors = np.sqrt((rest**2).mean(axis=1))
    by_id = {number: float(error) for number, error in zip(problem.marker_ids, errors, strict=True)}
    corners = {n: problem.corners_px[4 * k : 4 * k + 4] for k, n in enumerate(problem.marker_ids)}
    spread = _spread(problem, x)
    return Fit(_with_spread(pose, spread, field_mm), corners, by_id, spread)


def _line_fit(problem: SightedBoard, x: FloatArray, field_mm: tuple[float, float]) -> Fit:
    """The pose of a board without markers; its reprojection error is the RMS distance across the lines."""
    at, _ = problem.project(x, problem.lines.points_mm)
    off = ((at - problem.lines.seen_px) * problem.lines.normals_px).sum(axis=1)
    pose = BoardPose(problem.lens_of(x), x[0:3].copy(), x[3:6].copy(), float(np.sqrt((off**2).mean())))
    spread = _spread(problem, x)
    return Fit(_with_spread(pose, spread, field_mm), {}, {}, spread)


def _spread(problem: SightedBoard, x: FloatArray) -> Spread:
    """From the curvature of the cost, scaled by how badly the fit fits."""
    residuals, rows = problem.evaluate(x)
    weight = weights(residuals)
    information = (rows * weight[:, None]).T @ rows
    chi2 = float((weight * residuals**2).sum()) / max(1, len(residuals) - len(x))
    return Spread(problem, x, np.asarray(np.linalg.pinv(information) * max(1.0, chi2), np.float64))


def _with_spread(pose: BoardPose, spread: Spread, field_mm: tuple[float, float]) -> BoardPose:
    """The pose with what the fit leaves open: of the field, and of an estimated lens."""
    lens, covariance = pose.lens, spread.covariance
    if spread.problem.free_lens:
        log_focal_sd, k1_sd = (float(np.sqrt(max(covariance[index, index], 0.0))) for index in (7, 8))
        lens = replace(lens, focal_sd_px=log_focal_sd * float(lens.camera_matrix[0, 0]), k1_sd=k1_sd)
    return replace(pose, lens=lens, field_sd_mm=_field_sd_mm(pose, spread, field_mm))


def _field_sd_mm(pose: BoardPose, spread: Spread, field_mm: tuple[float, float]) -> float:
    """Spread of the field's least certain point in the picture (of its corners if the picture shows none of it)."""
    steps = np.linspace(0, 1, FIELD_STEPS)
    places = np.stack(np.meshgrid(steps * field_mm[0], steps * field_mm[1]), axis=-1).reshape(-1, 2)
    inside = pose.sees(places)
    if not inside.any():
        inside[[0, FIELD_STEPS - 1, -FIELD_STEPS, -1]] = True
    places = places[inside]
    at, east, south = (pose.project(places + step) for step in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    px_per_mm = np.sqrt(np.abs(np.linalg.det(np.stack((east - at, south - at), axis=1))))
    return float((spread.px(places) / np.maximum(px_per_mm, 1e-6)).max())
