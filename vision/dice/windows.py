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
FINE_WINDOW_PX = 48
"""Side of a window in which dice of any make are looked at: numerals have finer strokes than pips."""
WINDOW_MM = 34.0
"""What it shows: a die of 16 mm in any turn, and a little of the table round it."""
FACE_HEIGHT_MM = 14.5
"""Height of the plane; a die of 12 or 16 mm appears only a millimetre or two off its place."""
_CORNERS = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
_FINE = 2
"""Resampled this much finer than delivered, and averaged, since resampling itself looks at four pixels only."""


def towards_camera(pose: BoardPose, centres_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """(N, 2, 2): rows are the windows' right and down axes in the board frame, down pointing to the camera's foot."""
    down = pose.camera_position_mm()[:2] - centres_mm
    length = np.hypot(down[:, 0], down[:, 1])[:, None]
    x, y = np.where(length > 1.0, down / np.maximum(length, 1.0), (0.0, 1.0)).T
    return np.stack((np.column_stack((y, -x)), np.column_stack((x, y))), axis=1)


def die_windows(
    image: Image, pose: BoardPose, centres_mm: NDArray[np.float64], side_px: int = WINDOW_PX
) -> NDArray[np.uint8]:
    """(N, side_px, side_px, 3) of a picture (BGR, as the camera delivers it) round board points (N, 2)."""
    corners_mm = centres_mm[:, None] + WINDOW_MM * _CORNERS @ towards_camera(pose, centres_mm)
    corners_px = pose.project(corners_mm.reshape(-1, 2), FACE_HEIGHT_MM).astype(np.float32).reshape(-1, 4, 2)
    windows = [resampled(image, corners, side_px) for corners in corners_px]
    return np.stack(windows) if windows else np.zeros((0, side_px, side_px, 3), np.uint8)


def resampled(image: Image, corners_px: NDArray[np.float32], side_px: int = WINDOW_PX) -> NDArray[np.uint8]:
    """The quadrangle with these corners (4, 2), clockwise from the upper left, as a window."""
    side = side_px * _FINE
    # Pixel coordinates are pixel centres, the corners are edges: half a pixel apart.
    square = (_CORNERS + 0.5).astype(np.float32) * side - np.float32(0.5)
    transform = cv2.getPerspectiveTransform(corners_px, square)
    fine = cv2.warpPerspective(image, transform, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)


def offset_mm(offsets: NDArray[np.float64], pose: BoardPose, centres_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Board points (N, 2) at offsets (N, 2: right, down; in window sides) from the windows' centres (N, 2)."""
    shifts = (offsets[:, None] @ towards_camera(pose, centres_mm))[:, 0]
    return np.asarray(centres_mm + WINDOW_MM * shifts, np.float64)
