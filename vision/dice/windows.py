"""Windows: small pictures of the table round a place where a die may lie, all seen the same way.

A window is the plane at the height of dice' upper faces, straight from above, turned so that the camera stands at its
lower edge: an upper face is a square of any turn in it, with the side faces below. Pixel p (an integer is a pixel's
centre) lies at ``((p + 0.5) / WINDOW_PX - 0.5) * WINDOW_MM`` from the window's centre.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

WINDOW_PX = 40
"""Side of a window."""
WINDOW_MM = 34.0
"""What it shows: a die of 16 mm in any turn, and a little of the table round it."""
FACE_HEIGHT_MM = 14.5
"""Height of the plane; a die of 12 or 16 mm appears only a millimetre or two off its place."""
_CORNERS = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
_FINE = 2
"""Resampled this much finer than delivered, and averaged, since resampling itself looks at four pixels only."""


def towards_camera(pose: BoardPose, centre_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 2): rows are the window's right and down axes in the board frame, down pointing to the camera's foot."""
    down = pose.camera_position_mm()[:2] - centre_mm
    length = float(np.hypot(*down))
    x, y = down / length if length > 1.0 else (0.0, 1.0)
    return np.array(((y, -x), (x, y)))


def die_window(image: Image, pose: BoardPose, centre_mm: NDArray[np.float64]) -> NDArray[np.uint8]:
    """(WINDOW_PX, WINDOW_PX, 3) of a picture (BGR, as the camera delivers it) round a board point (2,)."""
    corners_mm = centre_mm + WINDOW_MM * _CORNERS @ towards_camera(pose, centre_mm)
    corners_px = pose.project(corners_mm, FACE_HEIGHT_MM).astype(np.float32)
    return resampled(image, corners_px)


def resampled(image: Image, corners_px: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The quadrangle with these corners (4, 2), clockwise from the upper left, as a window."""
    side = WINDOW_PX * _FINE
    # Pixel coordinates are pixel centres, the corners are edges: half a pixel apart.
    square = (_CORNERS + 0.5).astype(np.float32) * side - np.float32(0.5)
    transform = cv2.getPerspectiveTransform(corners_px, square)
    fine = cv2.warpPerspective(image, transform, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, (WINDOW_PX, WINDOW_PX), interpolation=cv2.INTER_AREA), np.uint8)


def offset_mm(offset: NDArray[np.float64], pose: BoardPose, centre_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Board point (2,) at an offset (right, down; in window sides) from a window's centre."""
    return np.asarray(centre_mm + WINDOW_MM * offset @ towards_camera(pose, centre_mm), np.float64)
