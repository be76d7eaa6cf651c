"""What of a rectified view is grass: the field without the goal spaces that reach into it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board
    from vision.rectify import RectifiedView


def space_radius_mm(board: Board) -> float:
    """From a space's centre to its corners (hexagon) or half its diagonal (square)."""
    width = board.grid.width_mm
    return width / math.sqrt(3.0 if board.file.grid.kind == "hex" else 2.0)


def field_map(view: RectifiedView, board: Board) -> NDArray[np.bool_]:
    """(height, width): True on the field, goal spaces and their outline excepted, and inside the camera's picture."""
    length, width = board.grid.field_size_mm
    canvas = np.zeros(view.inside.shape, np.uint8)
    corners = view.to_px(((0, 0), (length, 0), (length, width), (0, width)))
    cv2.fillConvexPoly(canvas, np.round(corners).astype(np.int32), 1)
    return (canvas > 0) & view.inside & ~goal_map(view, board)


def goal_map(view: RectifiedView, board: Board) -> NDArray[np.bool_]:
    """(height, width): True on the goal spaces and their outline."""
    canvas = np.zeros(view.inside.shape, np.uint8)
    radius_px = (space_radius_mm(board) + 0.5) * view.px_per_mm
    sides, turn = (6, np.pi / 6) if board.file.grid.kind == "hex" else (4, np.pi / 4)
    angles = turn + np.arange(sides) * 2 * np.pi / sides
    shape = np.column_stack((np.cos(angles), np.sin(angles))) * radius_px
    for space in (*board.goals["left"], *board.goals["right"]):
        middle = view.to_px(board.grid.centre_mm(space))[0]
        cv2.fillConvexPoly(canvas, np.round(middle + shape).astype(np.int32), 1)
    return canvas > 0
