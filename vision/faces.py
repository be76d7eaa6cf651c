"""The upper faces of discs, each as seen from straight above, for the number net.

A face is a square of FACE_SIZE_PX whose disc is inscribed but for FACE_MARGIN of the side all round: pixel p (an
integer is a pixel's centre) lies at ``(2 (p + 0.5) / FACE_SIZE_PX - 1) / (1 - 2 FACE_MARGIN)`` disc radii from the
disc's centre. ``face_grid`` gives these points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image


FACE_SIZE_PX = 40
"""Side of a face."""

FACE_MARGIN = 0.05
"""Free space on each side of the disc, over the face's side."""


def face_grid() -> NDArray[np.float64]:
    """(FACE_SIZE_PX, FACE_SIZE_PX, 2): where each pixel of a face lies, in disc radii (x right, y down)."""
    along = (2.0 * (np.arange(FACE_SIZE_PX) + 0.5) / FACE_SIZE_PX - 1.0) / (1.0 - 2.0 * FACE_MARGIN)
    return np.stack(np.meshgrid(along, along), axis=-1)


def rectify_faces(
    image: Image, pose: BoardPose, centres_mm: ArrayLike, heights_mm: ArrayLike, diameter_mm: float
) -> NDArray[np.uint8]:
    """(N, S, S, 3) BGR faces of discs with centres (N, 2) in the board frame and faces at heights (N,)."""
    centres = np.asarray(centres_mm, np.float64).reshape(-1, 2)
    if not len(centres):
        return np.zeros((0, FACE_SIZE_PX, FACE_SIZE_PX, 3), np.uint8)
    offsets = face_grid().reshape(-1, 2) * (diameter_mm / 2)
    points = (centres[:, None] + offsets[None]).reshape(-1, 2)
    heights = np.repeat(np.asarray(heights_mm, np.float64).reshape(-1), len(offsets))
    pixels = pose.project(points, heights).astype(np.float32).reshape(-1, FACE_SIZE_PX, 2)
    x, y = np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])
    faces = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(faces, np.uint8).reshape(len(centres), FACE_SIZE_PX, FACE_SIZE_PX, 3)
