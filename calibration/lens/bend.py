"""Is the target flat? A fit in which the sheet may bend in each view, beside the one in which it may not.

A sheet that is always curled the same way does not look curled: the lens takes the bending up, and its focal length
comes out wrong by more than its spread says. Let bend, the sheet shows it, and how far the lens was misled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.lens.views import View, ViewFailure
from calibration.pose import Lens
from calibration.sentences import measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.fit import TargetPose
    from calibration.pose import FloatArray

BEND_SD = 0.02
"""How far sheets bend, as a share of their diagonal: holds the bending of views that do not show it near zero."""
CURLED_GAIN = 0.2
"""Letting the sheet bend takes away this share of the error: it is curled. Of flat ones it takes less than a tenth."""
MAX_BEND_SHARE = 0.006
"""A sheet bent by more of its diagonal (1.5 mm on A4) misleads the lens; less is told, and allowed for in its error."""
ROUNDS = 25
_OF_LENS, _OF_POSE, _OF_SHEET = 8, 6, 3


@dataclass(frozen=True, eq=False)
class Bends:
    """How the sheet is bent in each view."""

    shares: tuple[float, ...]
    """Greatest distance of a crossing from the sheet's mean plane, as a share of the sheet's diagonal, by view."""
    flat_rms_px: float
    bent_rms_px: float
    """Errors of the fit with flat and with bent sheets, what the bending's own numbers cost allowed for."""
    lens: Lens
    """That of the fit with bent sheets."""

    @property
    def gain(self) -> float:
        """Share of the error that bending takes away, 0 to 1."""
        return max(0.0, 1 - self.bent_rms_px / max(self.flat_rms_px, 1e-9))


def bent(name: str, share: float) -> ViewFailure:
    """The refusal of a view whose sheet is bent by a share of its diagonal."""
    return ViewFailure(name, "bent", measure("bent", share=share))


@dataclass(frozen=True, eq=False)
class _Sheets:
    """Lens, poses and bendings of all views as one vector of numbers: 8 of the lens, then 6 + 3 a view."""

    views: Sequence[View]
    shapes: tuple[FloatArray, ...]
    """(N, 3) of each view: what one unit of each bending lifts each crossing by, in mm."""
    k3: float

    def lens(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        fx, fy, cx, cy, *terms = x[:_OF_LENS]
        return np.array(((fx, 0, cx), (0, fy, cy), (0, 0, 1))), np.array((*terms, self.k3))

    def evaluate(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Residuals (pixels, and bendings in their standard deviations) and their derivative."""
        camera = self.lens(x)
        rows, residuals = [], []
        for number, (view, shape) in enumerate(zip(self.views, self.shapes, strict=True)):
            start = _OF_LENS + number * (_OF_POSE + _OF_SHEET)
            own = x[start : start + _OF_POSE + _OF_SHEET]
            pixels, slope = _project(view, own, shape @ own[6:], camera)
            # How a height moves a crossing: by a step of a tenth of a millimetre, as OpenCV does not tell.
            lifted, _ = _project(view, own, shape @ own[6:] + 0.1, camera)
            of_height = ((lifted - pixels) / 0.1)[:, :, None] * shape[:, None, :]
            block = np.zeros((2 * len(shape) + _OF_SHEET, len(x)))
            block[:-_OF_SHEET, :_OF_LENS] = slope[:, 6 : 6 + _OF_LENS]
            block[:-_OF_SHEET, start : start + _OF_POSE] = slope[:, :6]
            block[:-_OF_SHEET, start + _OF_POSE : start + _OF_POSE + _OF_SHEET] = of_height.reshape(-1, _OF_SHEET)
            block[-_OF_SHEET:, start + _OF_POSE : start + _OF_POSE + _OF_SHEET] = np.eye(_OF_SHEET)
            rows.append(block)
            residuals.append(np.concatenate(((pixels - view.corners_px).ravel(), own[6:])))
        return np.concatenate(residuals), np.vstack(rows)


def bends_of(views: Sequence[View], lens: Lens, poses: Sequence[TargetPose]) -> Bends:
    """Let the sheet be a surface of second order in each view, z = a u^2 + b u v + c v^2 (Levenberg-Marquardt)."""
    shapes = tuple(_shape(view) for view in views)
    sheets = _Sheets(views, shapes, float(lens.distortion[4]))
    matrix = lens.camera_matrix
    ofs = [np.concatenate((pose.rvec, pose.tvec, np.zeros(_OF_SHEET))) for pose in poses]
    start = np.array((matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2], *lens.distortion[:4]))
    x0 = np.concatenate((start, *ofs))
    x = _minimised(sheets, x0)
    seen = 2 * sum(len(view.ids) for view in views)
    used = _OF_LENS + _OF_POSE * len(views)
    flat, bent = (_square_px(sheets, each) for each in (x0, x))
    bent_matrix, bent_terms = sheets.lens(x)
    own = x[_OF_LENS:].reshape(len(views), -1)[:, _OF_POSE:]
    return Bends(
        tuple(_share(view, shape @ amount) for view, shape, amount in zip(views, shapes, own, strict=True)),
        float(np.sqrt(2 * flat / max(1, seen - used))),
        float(np.sqrt(2 * bent / max(1, seen - used - _OF_SHEET * len(views)))),
        Lens(bent_matrix, bent_terms, lens.size_px, measured=True),
    )


def _minimised(sheets: _Sheets, x: FloatArray) -> FloatArray:
    damping = 1e-3
    residuals, rows = sheets.evaluate(x)
    for _ in range(ROUNDS):
        normal, gradient = rows.T @ rows, rows.T @ residuals
        trial = x - np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), gradient)
        trial_residuals, trial_rows = sheets.evaluate(trial)
        gained = float(residuals @ residuals - trial_residuals @ trial_residuals)
        if not gained > 0:
            damping *= 10
            continue
        x, residuals, rows, damping = trial, trial_residuals, trial_rows, damping / 10
        if gained < 1e-6 * float(residuals @ residuals):
            break
    return x


def _square_px(sheets: _Sheets, x: FloatArray) -> float:
    residuals, _ = sheets.evaluate(x)
    bendings = x[_OF_LENS:].reshape(len(sheets.views), -1)[:, _OF_POSE:]
    return float((residuals**2).sum() - (bendings**2).sum())


def _shape(view: View) -> FloatArray:
    middle = (view.points_mm.min(axis=0) + view.points_mm.max(axis=0)) / 2
    diagonal = float(np.linalg.norm(np.ptp(view.points_mm, axis=0)))
    u, v = ((view.points_mm - middle) * 2 / diagonal).T
    return np.asarray(np.column_stack((u**2, u * v, v**2)) * diagonal * BEND_SD, np.float64)


def _share(view: View, height_mm: FloatArray) -> float:
    plane = np.column_stack((np.ones(len(height_mm)), view.points_mm))
    off = height_mm - plane @ np.linalg.lstsq(plane, height_mm, rcond=None)[0]
    return float(np.abs(off).max() / np.linalg.norm(np.ptp(view.points_mm, axis=0)))


def _project(
    view: View, pose: FloatArray, height_mm: FloatArray, camera: tuple[FloatArray, FloatArray]
) -> tuple[FloatArray, FloatArray]:
    solid = np.column_stack((view.points_mm, height_mm))
    pixels, jacobian = cv2.projectPoints(solid, pose[:3], pose[3:6], *camera)
    return np.asarray(pixels, np.float64).reshape(-1, 2), np.asarray(jacobian, np.float64)
