"""What was seen of a board in one picture, as residuals of a pose and a lens.

Marker corners give two equations each, printed lines one (only across the line). One picture of a flat board leaves
focal length and distortion half open, so both are held by priors of ordinary webcams.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.pose import BoardPose, FloatArray, Lens

if TYPE_CHECKING:
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
class SightedBoard:
    """What was seen of a board in one picture, and how badly a pose and a lens explain it.

    Parameters ``x``: rotation (3), translation (3, mm), swelling of markers (px); without a measured lens also the
    logarithm of the focal length (px), k1, k2, and the principal point's distance from the middle (x, y, px).
    """

    marker_ids: tuple[int, ...]
    corners_mm: FloatArray
    """(4 M, 2) of the markers seen, board frame."""
    corners_px: FloatArray
    """(4 M, 2) where they were seen."""
    outward: FloatArray
    """(4 M, 2) unit vectors from each marker's centre through its corners."""
    lines: LinePoints
    size_px: tuple[int, int]
    lens: Lens | None
    """The measured one; None: it is estimated as well."""

    @property
    def free_lens(self) -> bool:
        """Whether the lens is estimated as well."""
        return self.lens is None

    def camera(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Camera matrix (3, 3) and distortion (5,)."""
        if self.lens is not None:
            return self.lens.camera_matrix, self.lens.distortion
        width, height = self.size_px
        # A hopeless fit (not this board at all) may run away; it is thrown out afterwards.
        focal = float(np.exp(np.clip(x[7], 3.0, 12.0)))
        centre_x, centre_y = (width - 1) / 2 + x[10], (height - 1) / 2 + x[11]
        matrix = np.array(((focal, 0, centre_x), (0, focal, centre_y), (0, 0, 1)), np.float64)
        return matrix, np.array((x[8], x[9], 0.0, 0.0, 0.0))

    def lens_of(self, x: FloatArray) -> Lens:
        """The measured lens, or the one that the parameters describe."""
        return self.lens or Lens(*self.camera(x), self.size_px, measured=False)

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
