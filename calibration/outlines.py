"""The shape of spaces on the board, in millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.grid import HexGrid

if TYPE_CHECKING:
    from calibration.pose import FloatArray
    from engine.grid import Grid, Space


def corner_offsets_mm(grid: Grid) -> FloatArray:
    """Corners (N, 2) of a space as seen from its centre, clockwise: six, the first north, or four."""
    w = grid.width_mm
    if isinstance(grid, HexGrid):
        angles = np.deg2rad(np.arange(-90, 270, 60))
        return np.asarray(np.column_stack((np.cos(angles), np.sin(angles))) * (w / np.sqrt(3)), np.float64)
    return 0.5 * w * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)), np.float64)


def space_outline_mm(grid: Grid, space: Space, share: float = 1.0) -> FloatArray:
    """Corners (N, 2) of a space, clockwise, board frame; ``share`` shrinks it about its centre."""
    return np.asarray(grid.centre_mm(space), np.float64) + share * corner_offsets_mm(grid)
