"""Is the target flat? What bending the sheet would explain of a view that a flat one leaves unexplained."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from calibration.lens.fit import TargetPose
    from calibration.lens.views import View
    from calibration.pose import FloatArray, Lens

ROUNDS = 8
PARAMETERS = 9
"""Six of the pose, three of the bending."""


@dataclass(frozen=True)
class Bend:
    """How much a sheet is bent in one view."""

    share: float
    """Greatest height of the sheet above and below its mean plane, as a share of its diagonal."""
    flat_rms_px: float
    bent_rms_px: float
    """Errors of the view with a flat and with a bent sheet."""

    @property
    def gain(self) -> float:
        """Share of the error that bending takes away, 0 to 1, the parameters that it costs allowed for."""
        return max(0.0, 1 - self.bent_rms_px / max(self.flat_rms_px, 1e-9))


def bend_of(view: View, lens: Lens, pose: TargetPose) -> Bend:
    """Fit the view once flat and once as a surface of second order: z = a u^2 + b u v + c v^2 (Gauss-Newton)."""
    middle = (view.points_mm.min(axis=0) + view.points_mm.max(axis=0)) / 2
    diagonal = float(np.linalg.norm(np.ptp(view.points_mm, axis=0)))
    u, v = ((view.points_mm - middle) * 2 / diagonal).T
    shape = np.column_stack((u**2, u * v, v**2))
    flat = _fit(view, lens, pose, shape[:, :0])
    bent = _fit(view, lens, pose, shape)
    freedom = 2 * len(view.ids)
    heights = shape @ bent[1]
    plane = np.column_stack((np.ones(len(u)), u, v))
    heights -= plane @ np.linalg.lstsq(plane, heights, rcond=None)[0]
    flat_rms, bent_rms = (
        float(np.sqrt(2 * square / max(1, freedom - used))) for square, used in ((flat[0], 6), (bent[0], PARAMETERS))
    )
    return Bend(float(np.abs(heights).max()) / diagonal, flat_rms, bent_rms)


def _fit(view: View, lens: Lens, pose: TargetPose, shape: FloatArray) -> tuple[float, FloatArray]:
    """Sum of squares (px^2) and heights (mm) of the shapes (N, K) after fitting pose and heights."""
    rvec, tvec = pose.rvec, pose.tvec
    amount = np.zeros(shape.shape[1])
    best = (np.inf, amount)
    for _ in range(ROUNDS):
        pixels, slope = _project(view, lens, rvec, tvec, shape @ amount)
        residual = (view.corners_px - pixels).ravel()
        square = float(residual @ residual)
        if square < best[0]:
            best = (square, amount)
        # How a height moves a crossing: by a small step, as OpenCV does not tell.
        lifted, _ = _project(view, lens, rvec, tvec, shape @ amount + 1.0)
        of_height = (lifted - pixels)[:, :, None] * shape[:, None, :]
        rows = np.hstack((slope[:, :6], of_height.reshape(len(slope), -1)))
        step, *_ = np.linalg.lstsq(rows, residual, rcond=None)
        rvec, tvec, amount = rvec + step[:3], tvec + step[3:6], amount + step[6:]
    return best


def _project(
    view: View, lens: Lens, rvec: FloatArray, tvec: FloatArray, height_mm: FloatArray
) -> tuple[FloatArray, FloatArray]:
    solid = np.column_stack((view.points_mm, np.broadcast_to(height_mm, len(view.points_mm))))
    pixels, jacobian = cv2.projectPoints(solid, rvec, tvec, lens.camera_matrix, lens.distortion)
    return np.asarray(pixels, np.float64).reshape(-1, 2), np.asarray(jacobian, np.float64)
