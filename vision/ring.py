"""The squares printed round a field on which pieces stand and balls come to rest: what a view shows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.grid import SquareGrid
from vision.parallax import carry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board
    from vision.rectify import RectifiedView

_EDGE_MM = 1.2
"""The lines round the squares stay out."""


def ring_map(view: RectifiedView, board: Board, camera_mm: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(height, width): the ring's squares without their outlines; nothing on boards without a ring."""
    grid = board.grid
    inside = np.zeros(view.inside.shape, np.uint8)
    if not isinstance(grid, SquareGrid) or not grid.ring:
        return inside > 0
    half = (grid.width_mm / 2 - _EDGE_MM) * view.px_per_mm
    middles = view.to_px(carry([grid.centre_mm(space) for space in grid.ring_spaces], camera_mm, 0.0, view.height_mm))
    for x, y in middles:
        left, right, top, bottom = np.round((x - half, x + half, y - half, y + half)).astype(int)
        cv2.rectangle(inside, (int(left), int(top)), (int(right) - 1, int(bottom) - 1), 1, cv2.FILLED)
    return (inside > 0) & view.inside
