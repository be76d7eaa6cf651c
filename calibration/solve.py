"""Pose, and lens where none was measured, from points of the board seen in one picture.

A robust least-squares fit over everything that was seen. Marker corners give two equations each, printed lines one
(only across the line). One picture of a flat board leaves focal length and distortion half open, so both are held
by priors of ordinary webcams; how far the result can be trusted comes out of the fit as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.pose import BoardPose, FloatArray, Lens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FOCAL_PER_LONG_SIDE = 0.82
"""Middle of the range of webcams: 50 to 80 degrees of horizontal view are 1.07 to 0.60 picture widths."""
FOCAL_LOG_SD = 0.18
K1_MEAN, K1_SD = -0.08, 0.12
K2_PER_K1_SQUARED, K2_SD = 0.7, 0.03
"""Webcams have barrel distortion, slight or strong; lenses that bend more towards the edge bend back there, too."""
CENTRE_SD_PER_LONG_SIDE = 0.012
"""The lens's axis meets the picture near its middle."""
SWELL_SD_PX = 0.8
"""Over- and underexposure, ink and sharpening make a marker look larger or smaller all round, by about this."""
CORNER_SD_PX = 0.3
LINE_SD_PX = 0.3
SOFT = 2.0
"""Residuals beyond this many standard deviations count ever less: misread markers, lines under pieces."""
MAX_ROUNDS = 60
FIELD_STEPS = 15
"""Places along and across the field at which a fit's spread is looked at."""


@dataclass(frozen=True, eq=False)
class LinePoints:
    """Points on printed lines, of which only the position across the line was seen."""

    points_mm: FloatArray = field(default_factory=lambda: np.empty((0, 2)))
    """(N, 2) board points on the lines."""
    seen_px: FloatArray = field(default_factory=lambda: np.empty((0, 2)))
    """(N, 2) where each was seen, any place along the line."""
    normals_px: FloatArray = field(default_factory=lambda: np.empty((0, 2)))
    """(N, 2) unit vectors across the line, in the picture."""

    def __len__(self) -> int:
        return len(self.points_mm)

    def off_px(self, pose: BoardPose) -> FloatArray:
        """(N,) how far each was seen from where a pose puts its line, across the line, pixels."""
        off = ((pose.project(self.points_mm) - self.seen_px) * self.normals_px).sum(axis=1)
        return np.asarray(np.abs(off), np.float64)

    def only(self, chosen: NDArray[np.bool_]) -> LinePoints:
        """Those that are ``chosen`` (N,)."""
        return LinePoints(self.points_mm[chosen], self.seen_px[chosen], self.normals_px[chosen])


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

    problem: _Problem
    x: FloatArray
    covariance: FloatArray

    def px(self, points_mm: FloatArray) -> FloatArray:
        """One standard deviation (N,) of where board points (N, 2) lie in the picture, pixels."""
        _, slope = self.problem.project(self.x, points_mm)
        variance = ((slope @ self.covariance) * slope).sum(axis=(1, 2))
        return np.asarray(np.sqrt(np.maximum(variance, 0.0)), np.float64)


@dataclass(frozen=True, eq=False)
class _Problem:
    marker_ids: tuple[int, ...]
    corners_mm: FloatArray
    corners_px: FloatArray
    outward: FloatArray
    """(4 M, 2) unit vectors from each marker's centre through its corners."""
    lines: LinePoints
    size_px: tuple[int, int]
    lens: Lens | None

    @property
    def free_lens(self) -> bool:
        return self.lens is None

    def camera(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        if self.lens is not None:
            return self.lens.camera_matrix, self.lens.distortion
        width, height = self.size_px
        # A hopeless fit (not this board at all) may run away; it is thrown out afterwards.
        focal = float(np.exp(np.clip(x[7], 3.0, 12.0)))
        centre_x, centre_y = (width - 1) / 2 + x[10], (height - 1) / 2 + x[11]
        matrix = np.array(((focal, 0, centre_x), (0, focal, centre_y), (0, 0, 1)), np.float64)
        return matrix, np.array((x[8], x[9], 0.0, 0.0, 0.0))

    def project(self, x: FloatArray, points_mm: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Pixels (N, 2) and their derivative (N, 2, len(x))."""
        matrix, distortion = self.camera(x)
        solid = np.column_stack((points_mm, np.zeros(len(points_mm))))
        pixels, jacobian = cv2.projectPoints(solid, x[0:3], x[3:6], matrix, distortion)
        full = np.asarray(jacobian, np.float64).reshape(len(points_mm), 2, -1)
        derivative = np.zeros((len(points_mm), 2, len(x)))
        derivative[..., 0:6] = full[..., 0:6]
        if self.free_lens:
            derivative[..., 7] = (full[..., 6] + full[..., 7]) * matrix[0, 0]
            derivative[..., 8:10] = full[..., 10:12]
            derivative[..., 10:12] = full[..., 8:10]
        return np.asarray(pixels, np.float64).reshape(-1, 2), derivative

    def evaluate(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Residuals in standard deviations, and their derivative: corners, lines, priors."""
        residuals, rows = [], []
        if self.marker_ids:
            pixels, derivative = self.project(x, self.corners_mm)
            residuals.append((pixels + x[6] * self.outward - self.corners_px).ravel() / CORNER_SD_PX)
            derivative[..., 6] = self.outward
            rows.append(derivative.reshape(-1, len(x)) / CORNER_SD_PX)
        if len(self.lines):
            at, slope = self.project(x, self.lines.points_mm)
            across = self.lines.normals_px
            residuals.append(((at - self.lines.seen_px) * across).sum(axis=1) / LINE_SD_PX)
            rows.append((slope * across[:, :, None]).sum(axis=1) / LINE_SD_PX)
        prior, prior_rows = self._priors(x)
        return np.concatenate((*residuals, prior)), np.vstack((*rows, prior_rows))

    def _priors(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        held = [(6, 0.0, SWELL_SD_PX)]
        if self.free_lens:
            long_side = max(self.size_px)
            held += [
                (7, float(np.log(FOCAL_PER_LONG_SIDE * long_side)), FOCAL_LOG_SD),
                (8, K1_MEAN, K1_SD),
                (9, K2_PER_K1_SQUARED * float(x[8]) ** 2, K2_SD),
                (10, 0.0, CENTRE_SD_PER_LONG_SIDE * long_side),
                (11, 0.0, CENTRE_SD_PER_LONG_SIDE * long_side),
            ]
        rows = np.zeros((len(held), len(x)))
        values = np.empty(len(held))
        for row, (index, mean, sd) in enumerate(held):
            values[row] = (x[index] - mean) / sd
            rows[row, index] = 1 / sd
        if self.free_lens:
            rows[3, 8] = -2 * K2_PER_K1_SQUARED * float(x[8]) / K2_SD
        return values, rows


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
    problem = _Problem(ids, flat, seen, outward, lines or LinePoints(), size_px, lens)
    best: tuple[float, FloatArray] | None = None
    for guess in _guesses(problem, start):
        x, cost = _minimise(problem, guess)
        if _camera_above(problem, x) and (best is None or cost < best[0]):
            best = cost, x
    return _fit(problem, best[1], field_mm) if best is not None else None


def _minimise(problem: _Problem, guess: FloatArray) -> tuple[FloatArray, float]:
    """Levenberg-Marquardt with soft-L1 weights: the parameters and their cost.

    Thousands of residuals but ten parameters at most: the normal equations take a hundredth of the time that
    scipy.optimize.least_squares spends on decomposing the whole derivative.
    """
    x, damping = guess.copy(), 1e-3
    residuals, rows = problem.evaluate(x)
    cost = _cost(residuals)
    for _ in range(MAX_ROUNDS):
        weight = _weights(residuals)
        weighted = rows * weight[:, None]
        normal, gradient = weighted.T @ rows, weighted.T @ residuals
        scale = np.diag(normal) + 1e-12
        trial = x - np.linalg.solve(normal + damping * np.diag(scale), gradient)
        trial_residuals, trial_rows = problem.evaluate(trial)
        trial_cost = _cost(trial_residuals)
        if not trial_cost < cost:
            damping *= 8
            if damping > 1e8:
                break
            continue
        gained = cost - trial_cost
        x, residuals, rows, cost = trial, trial_residuals, trial_rows, trial_cost
        damping = max(damping / 5, 1e-9)
        if gained < 1e-7 * cost:
            break
    return x, cost


def _cost(residuals: FloatArray) -> float:
    """Soft-L1: squares near zero, absolute values beyond SOFT standard deviations."""
    return float((SOFT**2 * (np.sqrt(1 + (residuals / SOFT) ** 2) - 1)).sum())


def _weights(residuals: FloatArray) -> FloatArray:
    """What soft-L1 leaves of each residual's weight."""
    return np.asarray(1 / np.sqrt(1 + (residuals / SOFT) ** 2))


def _guesses(problem: _Problem, start: BoardPose | None) -> list[FloatArray]:
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


def _camera_above(problem: _Problem, x: FloatArray) -> bool:
    """Whether the printed side faces the camera and what was seen lies ahead of it; the board's origin need not.

    The object frame's z points down, away from the viewer.
    """
    rotation, _ = cv2.Rodrigues(x[0:3])
    seen_mm = np.vstack((problem.corners_mm, problem.lines.points_mm))
    ahead = seen_mm @ rotation[2, :2] + x[5] > 0
    return bool((rotation.T @ x[3:6])[2] > 0 and ahead.all())


def _fit(problem: _Problem, x: FloatArray, field_mm: tuple[float, float]) -> Fit:
    if not problem.marker_ids:
        return _line_fit(problem, x, field_mm)
    pixels, _ = problem.project(x, problem.corners_mm)
    raw = np.linalg.norm(pixels - problem.corners_px, axis=1)
    rest = np.linalg.norm(pixels + x[6] * problem.outward - problem.corners_px, axis=1).reshape(-1, 4)
    matrix, distortion = problem.camera(x)
    lens = problem.lens or Lens(matrix, distortion, problem.size_px, measured=False)
    pose = BoardPose(lens, x[0:3].copy(), x[3:6].copy(), float(np.sqrt((raw**2).mean())), problem.marker_ids)
    errors = np.sqrt((rest**2).mean(axis=1))
    by_id = {number: float(error) for number, error in zip(problem.marker_ids, errors, strict=True)}
    corners = {n: problem.corners_px[4 * k : 4 * k + 4] for k, n in enumerate(problem.marker_ids)}
    spread = _spread(problem, x)
    return Fit(_with_spread(pose, spread, field_mm), corners, by_id, spread)


def _line_fit(problem: _Problem, x: FloatArray, field_mm: tuple[float, float]) -> Fit:
    """The pose of a board without markers; its reprojection error is the RMS distance across the lines."""
    at, _ = problem.project(x, problem.lines.points_mm)
    off = ((at - problem.lines.seen_px) * problem.lines.normals_px).sum(axis=1)
    matrix, distortion = problem.camera(x)
    lens = problem.lens or Lens(matrix, distortion, problem.size_px, measured=False)
    pose = BoardPose(lens, x[0:3].copy(), x[3:6].copy(), float(np.sqrt((off**2).mean())))
    spread = _spread(problem, x)
    return Fit(_with_spread(pose, spread, field_mm), {}, {}, spread)


def _spread(problem: _Problem, x: FloatArray) -> Spread:
    """From the curvature of the cost, scaled by how badly the fit fits."""
    residuals, rows = problem.evaluate(x)
    weight = _weights(residuals)
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
