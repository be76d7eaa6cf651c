"""From a rough pose to the exact one: by points of the print first, then by the lines between the spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration.lines import find_lines, line_grain
from calibration.sighted_board import LinePoints
from calibration.solve import solve

if TYPE_CHECKING:
    from calibration.markers import Grey
    from calibration.pose import BoardPose, FloatArray, Lens
    from engine.board import Board

REACHES_SPACES = (0.36, 0.3, 0.22, 0.15, 0.1, 0.06)
"""Half widths of the strips searched for printed lines, one round of fitting each."""
MIN_REACH_PX, MAX_REACH_PX = 2.0, 24.0
MIN_LINE_POINTS = 40


def field_corners_mm(board: Board) -> FloatArray:
    """(4, 2) corners of the field, A1's first, clockwise."""
    length, width = board.grid.field_size_mm
    return np.array(((0.0, 0.0), (length, 0.0), (length, width), (0.0, width)))


def pose_of_corners(
    corners_px: FloatArray, board_mm: FloatArray, size_px: tuple[int, int], lens: Lens | None = None
) -> BoardPose | None:
    """The pose that puts four board points (4, 2) at four pixels (4, 2); None if the board would be seen from below."""
    field = np.ptp(board_mm, axis=0)
    fit = solve({0: corners_px}, {0: board_mm}, size_px, (float(field[0]), float(field[1])), lens=lens)
    return fit.pose if fit is not None else None


def pose_of_points(
    points_mm: FloatArray, seen_px: FloatArray, board: Board, start: BoardPose, lens: Lens | None
) -> BoardPose | None:
    """Fit to points (N, 2) whose places (N, 2) in the picture are known, some of them wrongly."""
    axes = np.repeat(np.eye(2), len(points_mm), axis=0)
    crosses = LinePoints(np.tile(points_mm, (2, 1)), np.tile(seen_px, (2, 1)), axes)
    fit = solve({}, {}, start.lens.size_px, board.grid.field_size_mm, lens=lens, start=start, lines=crosses)
    return fit.pose if fit is not None else None


def refine_on_lines(
    grey: Grey, board: Board, pose: BoardPose, lens: Lens | None, *, steps: bool = False
) -> tuple[BoardPose, float]:
    """Fit to the printed lines in ever narrower strips: the pose, and the share of lines that agree with it.

    With ``steps`` no lines are printed, and the edges between lighter and darker spaces are taken instead.
    """
    agreement = 0.0
    length, width = board.grid.field_size_mm
    for reach_spaces in REACHES_SPACES:
        space_px = pose.px_per_mm(length / 2, width / 2) * board.grid.width_mm
        reach_px = float(np.clip(reach_spaces * space_px, MIN_REACH_PX, MAX_REACH_PX * line_grain(space_px)))
        lines = find_lines(grey, pose, board.grid, reach_px, steps=steps)
        agreement = lines.agreement
        if len(lines.points) < MIN_LINE_POINTS:
            continue
        fit = solve({}, {}, pose.lens.size_px, board.grid.field_size_mm, lens=lens, start=pose, lines=lines.points)
        if fit is None:
            break
        pose = fit.pose
    return pose, agreement
