"""A second opinion on a die whose place is known: the six layouts laid over its upper face in every turn."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice.faces import FACE_PX, face_scores
from vision.dice.windows import FACE_HEIGHT_MM

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

_SIZES_MM = (13.5, 15.2)
_TURNS_DEG = tuple(range(0, 90, 6))
_SLACK_PX = 4
"""Face pixels by which the upper face may lie off its expected place."""
_AWAY = 0.4
"""What it costs in correlation, per side's length."""
_MORE_PIPS = 0.02
"""Worth of each further pip explained: half of a six is a fair three, but never the other way round."""
_CORNERS = np.array(((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
_MARGIN_PX = 3
"""Round what is looked at of the picture: resampling looks at neighbours."""


def layout_scores(image: Image, pose: BoardPose, place_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """(6,) correlations of the values 1 to 6 with the upper face of a die at a board point (2,)."""
    side = FACE_PX + 2 * _SLACK_PX
    corners_mm = place_mm + side / FACE_PX * _turned_squares()
    corners_px = pose.project(corners_mm.reshape(-1, 2), FACE_HEIGHT_MM).reshape(-1, 4, 2)
    west, north = np.floor(corners_px.min(axis=(0, 1))).astype(int) - _MARGIN_PX
    east, south = np.ceil(corners_px.max(axis=(0, 1))).astype(int) + _MARGIN_PX
    left, top = max(0, int(west)), max(0, int(north))
    # Green is what red and blue bodies lack, and pale pips have, under any lamp.
    green = np.ascontiguousarray(image[top : max(top, int(south)), left : max(left, int(east)), 1])
    if not green.size:
        return np.asarray(_MORE_PIPS * np.arange(6), np.float64)
    square = (_CORNERS + 0.5).astype(np.float32) * side - np.float32(0.5)
    faces = []
    for corners in (corners_px - (left, top)).astype(np.float32):
        wide = cv2.warpPerspective(green, cv2.getPerspectiveTransform(corners, square), (side, side))
        shifted = np.lib.stride_tricks.sliding_window_view(wide, (FACE_PX, FACE_PX))[::2, ::2]
        faces.append(shifted.reshape(-1, FACE_PX, FACE_PX))
    steps = (np.arange(0, 2 * _SLACK_PX + 1, 2) - _SLACK_PX) / FACE_PX
    away = _AWAY * np.hypot(*np.meshgrid(steps, steps)).reshape(-1)
    scores, _ = face_scores(np.concatenate(faces).astype(np.float32))
    best = (scores - np.tile(away, len(faces))[:, None]).max(axis=0)
    return np.asarray(best + _MORE_PIPS * np.arange(6), np.float64)


@cache
def _turned_squares() -> NDArray[np.float64]:
    """(N, 4, 2) corners of upper faces of every size and turn, mm from their middle."""
    return np.array([size_mm * _CORNERS @ _spin(np.radians(turn)) for size_mm in _SIZES_MM for turn in _TURNS_DEG])


def _spin(turn: float) -> NDArray[np.float64]:
    return np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
