"""One calibration by OpenCV, and how well it explains views, its own and others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.lens.views import View
    from calibration.pose import FloatArray

WITHOUT_K3, WITH_K3 = int(cv2.CALIB_FIX_K3), 0


@dataclass(frozen=True, eq=False)
class TargetPose:
    """Where a target lay as seen from the camera."""

    rvec: FloatArray
    """(3,) Rodrigues."""
    tvec: FloatArray
    """(3,) millimetres."""


@dataclass(frozen=True, eq=False)
class Fit:
    """What OpenCV found."""

    rms_px: float
    matrix: FloatArray
    """(3, 3)."""
    distortion: FloatArray
    """(5,)."""
    poses: tuple[TargetPose, ...]
    """Of the target in each view."""
    view_rms_px: FloatArray
    """(views,)."""

    def residuals_px(self, views: Sequence[View]) -> list[FloatArray]:
        """Distance of each crossing (N,) from where it should be, by view."""
        return [self._off_px(view, pose) for view, pose in zip(views, self.poses, strict=True)]

    def unseen_residuals_px(self, view: View) -> FloatArray:
        """(N,) The same of a view that had no part in the fit; only its pose is fitted here."""
        _, rvec, tvec = cv2.solvePnP(view.solid_mm, view.corners_px, self.matrix, self.distortion)
        rvec, tvec = cv2.solvePnPRefineLM(view.solid_mm, view.corners_px, self.matrix, self.distortion, rvec, tvec)
        return self._off_px(view, TargetPose(np.asarray(rvec, np.float64), np.asarray(tvec, np.float64)))

    def _off_px(self, view: View, pose: TargetPose) -> FloatArray:
        pixels, _ = cv2.projectPoints(view.solid_mm, pose.rvec, pose.tvec, self.matrix, self.distortion)
        return np.asarray(np.linalg.norm(np.reshape(pixels, (-1, 2)) - view.corners_px, axis=1), np.float64)


def calibrate(views: Sequence[View], size_px: tuple[int, int], flags: int) -> Fit | None:
    """OpenCV's fit with ``WITH_K3`` or ``WITHOUT_K3``; None where it finds none or one that no lens has."""
    solid = [view.solid_mm.astype(np.float32) for view in views]
    seen = [view.corners_px.astype(np.float32) for view in views]
    try:
        rms, matrix, distortion, rvecs, tvecs, _, _, per_view = cv2.calibrateCameraExtended(
            solid, seen, size_px, np.eye(3), np.zeros(5), flags=flags
        )
    except cv2.error:  # views that leave the lens open, such as all from straight above
        return None
    terms, camera = _flat(distortion)[:5], _flat(matrix).reshape(3, 3)
    if not (np.isfinite(camera).all() and np.isfinite(terms).all() and min(camera[0, 0], camera[1, 1]) > 0):
        return None
    poses = tuple(TargetPose(_flat(rvec), _flat(tvec)) for rvec, tvec in zip(rvecs, tvecs, strict=True))
    return Fit(float(rms), camera, terms, poses, _flat(per_view))


def _flat(values: object) -> FloatArray:
    return np.asarray(values, np.float64).ravel()
