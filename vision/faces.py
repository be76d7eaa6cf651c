"""The upper faces of discs, each as seen from straight above, for the number net."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.numbers import FACE_SIZE_PX, face_grid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image


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
