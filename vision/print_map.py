"""What of a rectified view is grass: the field without the goal spaces that reach into it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.parallax import carry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board
    from vision.rectify import RectifiedView


def space_radius_mm(board: Board) -> float:
    """From a space's centre to its corners (hexagon) or half its diagonal (square)."""
    width = board.grid.width_mm
    return width / math.sqrt(3.0 if board.file.grid.kind == "hex" else 2.0)


def field_map(view: RectifiedView, board: Board, camera_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(height, width): True on the field, goal spaces and their outline excepted, and inside the camera's picture.

    ``camera_mm`` is the camera's (x, y, height): in a view of a higher plane the print is seen further away from it.
    """
    length, width = board.grid.field_size_mm
    canvas = np.zeros(view.inside.shape, np.uint8)
    corners_mm = ((0, 0), (length, 0), (length, width), (0, width))
    corners = view.to_px(carry(corners_mm, camera_mm, 0.0, view.height_mm))
    cv2.fillConvexPoly(canvas, np.round(corners).astype(np.int32), 1)
    return (canvas > 0) & view.inside & ~goal_map(view, board, camera_mm)


def goal_map(view: RectifiedView, board: Board, camera_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(height, width): True on the goal spaces and their outline; see ``field_map``."""
    canvas = np.zeros(view.inside.shape, np.uint8)
    radius_px = (space_radius_mm(board) + 0.5) * view.px_per_mm
    sides, turn = (6, np.pi / 6) if board.file.grid.kind == "hex" else (4, np.pi / 4)
    angles = turn + np.arange(sides) * 2 * np.pi / sides
    shape = np.column_stack((np.cos(angles), np.sin(angles))) * radius_px
    for space in (*board.goals["left"], *board.goals["right"]):
        middle_mm = carry([board.grid.centre_mm(space)], camera_mm, 0.0, view.height_mm)
        cv2.fillConvexPoly(canvas, np.round(view.to_px(middle_mm) + shape).astype(np.int32), 1)
    return canvas > 0
