"""Where dice are looked for: the sheet and the table round it, coarsely, without the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.board import marker_corners_mm, sheet_bounds_mm
from vision.changes import SURROUNDINGS_MM
from vision.rectify import rectify

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from vision.rectify import Image, RectifiedView

PX_PER_MM = 0.5
"""Of the view that is searched: a die is seven pixels wide in it."""
_MARKER_RIM_MM = 3.0
"""A sheet that is not quite flat shows its print that far off."""
_HALF_HEIGHT_MM = 7.0
"""Seen on the plane through their middles, dice appear where they stand."""


def search_view(image: Image, pose: BoardPose, board: Board) -> RectifiedView:
    """The sheet and its surroundings."""
    sheet, (origin_x, origin_y) = board.file.sheet.size_mm, board.file.sheet.field_origin_mm
    west, north = -origin_x - SURROUNDINGS_MM, -origin_y - SURROUNDINGS_MM
    bounds = (west, north, west + sheet[0] + 2 * SURROUNDINGS_MM, north + sheet[1] + 2 * SURROUNDINGS_MM)
    length_mm, width_mm = board.grid.field_size_mm
    # The view is coarser than the picture: averaged first, so that no pixel's noise stands for its neighbours.
    side = max(1, round(pose.px_per_mm(length_mm / 2, width_mm / 2) / PX_PER_MM)) | 1
    return rectify(np.asarray(cv2.blur(image, (side, side)), np.uint8), pose, bounds, PX_PER_MM, _HALF_HEIGHT_MM)


def is_off_field(place_mm: NDArray[np.float64], board: Board) -> bool:
    """Whether a board point (2,) lies where dice count."""
    return not bool(_on_field(place_mm[:1], place_mm[1:], board)[0, 0])


def is_on_sheet(place_mm: NDArray[np.float64], board: Board) -> bool:
    """Whether a board point (2,) lies on the sheet, and not on the bare table."""
    (west, north, east, south), (x, y) = sheet_bounds_mm(board), place_mm
    return bool(west <= x <= east and north <= y <= south)


def is_on_marker(place_mm: NDArray[np.float64], board: Board) -> bool:
    """Whether a point (2,) of the sheet lies on one of the printed markers, or so near that it may be a part of one."""
    markers = board.file.markers
    if markers is None:
        return False
    boxes = np.array(list(marker_corners_mm(markers).values()))
    low, high = boxes.min(axis=1) - _MARKER_RIM_MM, boxes.max(axis=1) + _MARKER_RIM_MM
    return bool(((place_mm > low) & (place_mm < high)).all(axis=1).any())


def off_field(view: RectifiedView, board: Board) -> NDArray[np.bool_]:
    """(height, width) of a view: where dice count."""
    rows, columns = view.inside.shape
    x = view.to_mm(np.column_stack((np.arange(columns), np.zeros(columns))))[:, 0]
    y = view.to_mm(np.column_stack((np.zeros(rows), np.arange(rows))))[:, 1]
    return ~_on_field(x, y, board)


def _on_field(x_mm: NDArray[np.float64], y_mm: NDArray[np.float64], board: Board) -> NDArray[np.bool_]:
    """(len(y), len(x)) for every pair of coordinates."""
    length_mm, width_mm = board.grid.field_size_mm
    across = (x_mm > 0) & (x_mm < length_mm)
    down = (y_mm > 0) & (y_mm < width_mm)
    return np.asarray(down[:, None] & across[None, :], np.bool_)
