"""Lens and board pose: from pixels to millimetres at any height above the board, and back.

Frames. Board frame: millimetres, origin at the field's north-west corner, x east, y south, heights counted upwards.
OpenCV's right-handed object frame has z down, so a point at height h is (x, y, -h) there; only this module knows that.
Pixels: integer coordinates are pixel centres, as in OpenCV; pictures are as the camera delivers them (distorted).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.sentences import say

FloatArray: TypeAlias = NDArray[np.float64]

UNDISTORT_UNTIL = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 50, 1e-9)
"""OpenCV's own five rounds leave several pixels of error in the corners of a wide lens's picture."""

SAME_SHAPE = 0.01
"""Widths over heights that differ by a smaller share are the same shape: sizes are rounded to whole pixels."""

MANY_POINTS = 64
"""From so many points on OpenCV's way of projecting them is the slower one."""

FOLDED_MM = 1.0
"""A point whose pixel leads back to a place further off than this is not the point that is seen there."""


@dataclass(frozen=True, eq=False)
class Lens:
    """Intrinsics of a camera at one resolution (Brown-Conrady model, as cv2.calibrateCamera)."""

    camera_matrix: FloatArray
    """(3, 3), pixels."""
    distortion: FloatArray
    """(5,): k1, k2, p1, p2, k3."""
    size_px: tuple[int, int]
    """(width, height) of the pictures it holds for."""
    measured: bool = False
    """False if it was estimated from one picture of the board."""
    focal_sd_px: float = 0.0
    """One standard deviation of the focal length; 0 if it was not worked out."""
    k1_sd: float = 0.0
    """The same of the first radial term."""

    def at_size(self, size_px: tuple[int, int]) -> Lens | None:
        """The same lens at another resolution of the same shape; None if the shape differs (a cropped sensor)."""
        fx, fy = size_px[0] / self.size_px[0], size_px[1] / self.size_px[1]
        if abs(fx / fy - 1) > SAME_SHAPE:
            return None
        matrix = self.camera_matrix.copy()
        # Pixel centres are integers: the picture's edge lies at -0.5.
        matrix[:2, 2] += 0.5
        matrix[0] *= fx
        matrix[1] *= fy
        matrix[:2, 2] -= 0.5
        return replace(self, camera_matrix=matrix, size_px=size_px, focal_sd_px=self.focal_sd_px * fx)


@dataclass(frozen=True, eq=False)
class BoardPose:
    """Where the board lies as seen from the camera."""

    lens: Lens
    rvec: FloatArray
    """(3,) rotation of the object frame, Rodrigues."""
    tvec: FloatArray
    """(3,) millimetres."""
    reprojection_px: float
    """RMS distance between the seen marker corners and where this pose puts them."""
    markers_used: tuple[int, ...] = ()
    """Ids of the markers it rests on."""
    field_sd_mm: float = 0.0
    """Expected error (one standard deviation) of the field's least certain point in the picture; 0 if unknown."""

    def __bool__(self) -> Literal[True]:
        """A pose is a success; see PoseFailure."""
        return True

    def project(self, points_mm: ArrayLike, height_mm: ArrayLike = 0.0) -> FloatArray:
        """Pixels (N, 2) of board points (N, 2) at a height (one for all, or (N,))."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
        down = np.broadcast_to(-np.asarray(height_mm, np.float64), flat.shape[:1])
        return self._distort(np.column_stack((flat, down)))

    def _distort(self, solid: FloatArray) -> FloatArray:
        if not len(solid):
            return np.empty((0, 2))
        if len(solid) >= MANY_POINTS:
            return self._distort_many(solid)
        projected, _ = cv2.projectPoints(solid, self.rvec, self.tvec, self.lens.camera_matrix, self.lens.distortion)
        return np.asarray(projected, np.float64).reshape(-1, 2)

    def _distort_many(self, solid: FloatArray) -> FloatArray:
        """As OpenCV does it, without the derivatives that it works out unasked and that take thirty times as long."""
        rotation, _ = cv2.Rodrigues(self.rvec)
        x, y, depth = rotation @ solid.T + self.tvec.reshape(3, 1)
        scale = 1.0 / np.where(depth == 0.0, 1.0, depth)
        x, y = x * scale, y * scale
        k1, k2, p1, p2, k3 = (float(value) for value in self.lens.distortion.ravel())
        square, both = x * x + y * y, 2.0 * x * y
        radial = 1.0 + square * (k1 + square * (k2 + square * k3))
        bent_x = x * radial + p1 * both + p2 * (square + 2.0 * x * x)
        bent_y = y * radial + p1 * (square + 2.0 * y * y) + p2 * both
        matrix = self.lens.camera_matrix
        return np.column_stack((matrix[0, 0] * bent_x + matrix[0, 2], matrix[1, 1] * bent_y + matrix[1, 2]))

    def to_board(self, points_px: ArrayLike, height_mm: float = 0.0) -> FloatArray:
        """Board points (N, 2) in millimetres where the pixels' rays (N, 2) cross the plane at a height."""
        pixels = np.asarray(points_px, np.float64).reshape(-1, 1, 2)
        matrix, distortion = self.lens.camera_matrix, self.lens.distortion
        rays = cv2.undistortPoints(pixels, matrix, distortion, criteria=UNDISTORT_UNTIL).reshape(-1, 2)
        plane = np.linalg.inv(self._plane_to_normalised(height_mm))
        crossing = np.column_stack((rays, np.ones(len(rays)))) @ plane.T
        return np.asarray(crossing[:, :2] / crossing[:, 2:], np.float64)

    def sees(self, points_mm: ArrayLike) -> NDArray[np.bool_]:
        """Whether board points (N, 2) lie in front of the camera and in its picture.

        Far outside the picture a lens's model folds back into it: such points do not count.
        """
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
        rotation, _ = cv2.Rodrigues(self.rvec)
        ahead = flat @ rotation[2, :2] + self.tvec.reshape(3)[2] > 0
        at = self.project(flat)
        inside = ahead & (at > -0.5).all(axis=1) & (at < np.array(self.lens.size_px) - 0.5).all(axis=1)
        if inside.any():
            back = self.to_board(at[inside])
            inside[inside] = np.linalg.norm(back - flat[inside], axis=1) < FOLDED_MM
        return np.asarray(inside, np.bool_)

    def _plane_to_normalised(self, height_mm: float) -> FloatArray:
        rotation, _ = cv2.Rodrigues(self.rvec)
        offset = self.tvec.reshape(3) - height_mm * rotation[:, 2]
        return np.column_stack((rotation[:, 0], rotation[:, 1], offset))

    def camera_position_mm(self) -> FloatArray:
        """(x, y, height) of the camera, board frame."""
        rotation, _ = cv2.Rodrigues(self.rvec)
        x, y, z = -rotation.T @ self.tvec.reshape(3)
        return np.array((x, y, -z))

    def px_per_mm(self, x_mm: float, y_mm: float, height_mm: float = 0.0) -> float:
        """Local scale: the geometric mean over both directions of the plane."""
        a, b, c = self.project(((x_mm, y_mm), (x_mm + 1.0, y_mm), (x_mm, y_mm + 1.0)), height_mm)
        u, v = b - a, c - a
        return float(np.sqrt(abs(u[0] * v[1] - u[1] * v[0])))


@dataclass(frozen=True)
class PoseFailure:
    """No pose, and why. Falsy, so that ``if pose := find_board_pose(...)`` reads well."""

    reason: str
    """One sentence: what is wrong and what to do."""

    def __bool__(self) -> Literal[False]:
        """A failure is a no."""
        return False


def lens_at(lens: Lens | None, size_px: tuple[int, int]) -> Lens | PoseFailure | None:
    """A lens (None: not known) for pictures of a size, or why it says nothing about them."""
    if lens is None or lens.size_px == size_px:
        return lens
    return lens.at_size(size_px) or PoseFailure(
        say("lens_size", lens="x".join(map(str, lens.size_px)), picture="x".join(map(str, size_px)))
    )
