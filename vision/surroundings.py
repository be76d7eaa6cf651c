"""Was it the camera that moved, or the board on the table? What lies round the sheet tells: it stays or goes along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np

from engine.board import sheet_bounds_mm
from vision.changes import lines_kept, small_size

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.changes import Mask
    from vision.rectify import Image

_BESIDE_SHEET_MM = 15.0
"""The sheet's own edge and shadow belong to the sheet."""
_LEAST_EDGES = 60
"""Pixels of the small picture; a plain table shows fewer and says nothing."""
_LEAD = 0.2
"""Share of the edges by which one explanation must be better than the other."""


def what_moved(
    before: tuple[Image, BoardPose], after: tuple[Image, BoardPose], board: Board
) -> Literal["camera", "board", "either"]:
    """Compare two small pictures (``vision.changes.shrink``) with the board's pose in each; ``either`` if unclear.

    If the camera moved, the table top moved in the picture as the board did; if the board moved, the table stayed.
    """
    (then, pose_then), (now, pose_now) = before, after
    if then.shape != now.shape:
        return "either"
    size_px = (now.shape[1], now.shape[0])
    sheet = _sheet(pose_then, board, size_px) | _sheet(pose_now, board, size_px)
    onto = _plane_motion(pose_then, pose_now, board)
    moved = cv2.warpPerspective(then, onto, size_px, flags=cv2.INTER_LINEAR)
    seen = cv2.warpPerspective(np.full(size_px[::-1], 255, np.uint8), onto, size_px) == 255
    table = ~sheet & cv2.erode(seen.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(np.bool_)
    stayed, went = _kept(now, then, table), _kept(now, np.asarray(moved, np.uint8), table)
    if stayed is None or went is None or abs(stayed - went) < _LEAD:
        return "either"
    return "board" if stayed > went else "camera"


def _kept(now: Image, then: Image, where: Mask) -> float | None:
    """Share of the edges that both pictures have; None where there are too few to tell."""
    drawn, kept = lines_kept(now, then)
    count = int((drawn & where).sum())
    return float((kept & where).sum()) / count if count >= _LEAST_EDGES else None


def _sheet(pose: BoardPose, board: Board, size_px: tuple[int, int]) -> Mask:
    """Where the sheet lies in the small picture."""
    outline = np.round(_outline_px(pose, board)).astype(np.int32)
    mask = np.zeros(size_px[::-1], np.uint8)
    cv2.fillPoly(mask, [outline], 1)
    return mask > 0


def _outline_px(pose: BoardPose, board: Board) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Corners (4, 2) of the sheet with its edge, in small pixels."""
    sheet_mm = sheet_bounds_mm(board)
    west, north = (edge - _BESIDE_SHEET_MM for edge in sheet_mm[:2])
    east, south = (edge + _BESIDE_SHEET_MM for edge in sheet_mm[2:])
    corners = ((west, north), (east, north), (east, south), (west, south))
    scale = small_size(*pose.lens.size_px)[0] / pose.lens.size_px[0]
    # A corner behind the camera's edge of view may be projected anywhere; the clip keeps it a number.
    return np.clip((pose.project(corners) + 0.5) * scale - 0.5, -3000.0, 3000.0)


def _plane_motion(
    before: BoardPose, after: BoardPose, board: Board
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """(3, 3) homography of the table's plane from the small picture before to the one after."""
    corners_then, corners_now = (_outline_px(pose, board).astype(np.float32) for pose in (before, after))
    return np.asarray(cv2.getPerspectiveTransform(corners_then, corners_now), np.float64)
