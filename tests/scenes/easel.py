"""The picture in the making: twice as fine as the camera's, with a note of which thing each point shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose

FINER = 2
_MESH_PX = 4
"""Between its knots the view is taken to be straight: of a strong barrel, 16 would leave half a pixel of error."""
_FAR_MM = 5000.0
_OUT_OF_SIGHT_PX = 1e6


class Easel:
    """Paints in the fine picture's pixels; ``project`` leads there from millimetres."""

    def __init__(self, camera: BoardPose) -> None:
        self.camera = camera
        width, height = camera.lens.size_px
        self.size_px = (width * FINER, height * FINER)
        self.image: NDArray[np.uint8] = np.zeros((height * FINER, width * FINER, 3), np.uint8)
        self.owner: NDArray[np.int16] = np.zeros((height * FINER, width * FINER), np.int16)
        """0 = ground; else the number of the thing seen there."""

    def project(self, points_mm: ArrayLike, height_mm: ArrayLike = 0.0) -> NDArray[np.float64]:
        # Of points beside or behind the camera come numbers beyond all bounds, or none.
        at = np.nan_to_num(self.camera.project(points_mm, height_mm), nan=_OUT_OF_SIGHT_PX)
        return np.clip((at + 0.5) * FINER - 0.5, -_OUT_OF_SIGHT_PX, _OUT_OF_SIGHT_PX)

    def in_view(self, points_mm: ArrayLike, height_mm: float) -> bool:
        """Whether all points lie within 60 degrees of where the camera looks: beyond, a lens model folds."""
        flat = np.asarray(points_mm, np.float64).reshape(-1, 2)
        rotation, _ = cv2.Rodrigues(self.camera.rvec)
        seen = np.column_stack((flat, np.full(len(flat), -height_mm))) @ rotation.T + self.camera.tvec
        return bool((seen[:, 2] > 0.5 * np.linalg.norm(seen, axis=1)).all())

    def ground_mm(self, finer: int = 1) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Board x and y seen at every pixel of the camera's picture (or one ``finer`` times as fine)."""
        width, height = self.camera.lens.size_px
        step = _MESH_PX * finer
        columns, rows = width * finer // step + 2, height * finer // step + 2
        mesh = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * float(step)
        seen = self._far_in_sight(self.camera.to_board((mesh + 0.5) / finer - 0.5))
        coarse = seen.astype(np.float32).reshape(rows, columns, 2)
        x, y = np.meshgrid(
            np.arange(width * finer, dtype=np.float32) / step, np.arange(height * finer, dtype=np.float32) / step
        )
        fine = cv2.remap(coarse, x, y, cv2.INTER_LINEAR)
        return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])

    def _far_in_sight(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """No point further than _FAR_MM; lines of sight above the horizon, which meet the plane behind, lead there."""
        rotation, _ = cv2.Rodrigues(self.camera.rvec)
        eye = self.camera.camera_position_mm()[:2]
        behind = points_mm @ rotation[2, :2] + self.camera.tvec[2] <= 0
        ahead = np.where(behind[:, None], eye - points_mm, points_mm - eye)
        away = np.linalg.norm(ahead, axis=1, keepdims=True)
        reach = np.where(behind[:, None], _FAR_MM, np.minimum(away, _FAR_MM))
        return np.asarray(eye + ahead / np.maximum(away, 1e-9) * reach)

    def fill(self, outline_px: NDArray[np.float64], colour: ArrayLike, owner: int) -> None:
        """Fill a convex shape given by its outline (N, 2)."""
        corners = np.round(outline_px * 16).astype(np.int32)
        shade = tuple(float(c) for c in np.asarray(colour))
        cv2.fillConvexPoly(self.image, corners, shade, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(self.owner, corners, owner, cv2.LINE_8, 4)

    def paste(
        self, picture: NDArray[np.uint8], coverage: NDArray[np.uint8], corners_px: NDArray[np.float64], owner: int
    ) -> None:
        """Lay a flat picture (h, w, 3) with its coverage (h, w) onto its four corners (clockwise from top left)."""
        low = np.floor(corners_px.min(axis=0)).astype(int) - 1
        high = np.ceil(corners_px.max(axis=0)).astype(int) + 2
        low, high = low.clip(0), np.minimum(high, self.size_px)
        if (high <= low).any():
            return
        height, width = picture.shape[:2]
        source = np.array(((-0.5, -0.5), (width - 0.5, -0.5), (width - 0.5, height - 0.5), (-0.5, height - 0.5)))
        across = float(np.linalg.norm(corners_px[1] - corners_px[0]))
        shrink = max(1.0, width / max(across, 4.0))
        if shrink > 1.5:  # sampled coarser than it was drawn: average first
            small = (max(4, round(width / shrink)), max(4, round(height / shrink)))
            picture = np.asarray(cv2.resize(picture, small, interpolation=cv2.INTER_AREA), np.uint8)
            coverage = np.asarray(cv2.resize(coverage, small, interpolation=cv2.INTER_AREA), np.uint8)
            source = (source + 0.5) * (small[0] / width, small[1] / height) - 0.5
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), (corners_px - low).astype(np.float32))
        size = (int(high[0] - low[0]), int(high[1] - low[1]))
        top = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        share = cv2.warpPerspective(coverage, matrix, size, flags=cv2.INTER_LINEAR)
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        part = (share / np.float32(255.0))[..., None]
        self.image[window] = np.round(self.image[window] * (1 - part) + top * part).astype(np.uint8)
        self.owner[window][share > 127] = owner

    def darken(self, shadow: NDArray[np.float32]) -> None:
        """Multiply by (1 - shadow), given at the camera's resolution."""
        fine = cv2.resize(1 - shadow, self.size_px, interpolation=cv2.INTER_LINEAR)
        self.image = np.round(self.image * fine[..., None]).astype(np.uint8)

    def reduced(self) -> NDArray[np.float32]:
        """At the camera's resolution, grey levels as floats."""
        small = cv2.resize(self.image, self.camera.lens.size_px, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32)
