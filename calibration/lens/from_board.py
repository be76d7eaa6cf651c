"""Views of the printed board itself, as a target to measure a lens by: its lines meet in hundreds of known places."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from calibration.board_pose import as_grey
from calibration.crossings import SeenCrossings, crossings_mm, seen_crossings
from calibration.lens.sharpness import Sharpness
from calibration.lens.views import View, ViewFailure, attitude, fill_share
from calibration.lines import find_lines
from calibration.reasons import blur_px
from calibration.sentences import measure

if TYPE_CHECKING:
    from calibration.board_pose import Image
    from calibration.finder import BoardFinder
    from calibration.pose import BoardPose
    from engine.board import Board

REACH_PX = 3.0
"""Half width of the strips in which lines are looked for: the pose is known by then, the lens only roughly."""
MIN_CROSSINGS = 40
"""Of some hundreds on a board: fewer mean that it is mostly covered or out of the picture."""
MOST_CROSSINGS = 200
"""More of them take time and tell little: neighbours are off by the same."""
MAX_BLUR_PX = 2.5
SAME_PX = 0.5
"""A board whose markers lie so near to where they were has not moved against the camera."""


class BoardLook:
    """Looks for one board in pictures; one that shows it where it lay in the picture before is not searched again."""

    def __init__(self, finder: BoardFinder) -> None:
        """No picture has been seen yet."""
        self._finder = finder
        self._before: tuple[BoardPose, View] | None = None

    def __call__(self, image: Image, name: str, *, thorough: bool = True) -> View | ViewFailure:  # noqa: ARG002 - always
        """The view (see ``view_of_board``), or why it is of no use."""
        if self._before is not None:
            pose, view = self._before
            check = self._finder.check(image, pose)
            if check and check.shift_px < SAME_PX:
                return replace(view, name=name)
        found = self._finder.find(image)
        if not found:
            return ViewFailure(name, "none", found.reason)
        seen = view_of_board(image, self._finder.board, found, name)
        self._before = (found, seen) if seen else None
        return seen


def view_of_board(image: Image, board: Board, pose: BoardPose, name: str) -> View | ViewFailure:
    """Where the lines of a board meet that was found in a picture; what lies on it does no harm."""
    grey = as_grey(image)
    blur = blur_px(grey)
    if blur > MAX_BLUR_PX:
        return ViewFailure(name, "blurred", measure("blurred.board", px=blur))
    seen = seen_crossings(find_lines(grey, pose, board.grid, REACH_PX).points, pose, board.grid)
    if len(seen) < MIN_CROSSINGS:
        return ViewFailure(name, "few", measure("few.board", count=len(seen)))
    seen = _thinned(seen)
    _, ids = cKDTree(crossings_mm(board.grid)).query(seen.at_mm)
    size_px = (grey.shape[1], grey.shape[0])
    corners_px = pose.project(seen.at_mm + seen.off_mm)
    tilt, lean = attitude(seen.at_mm, corners_px, size_px)
    return View(
        name,
        size_px,
        np.asarray(ids, np.int64),
        seen.at_mm,
        corners_px,
        Sharpness(blur, blur),
        tilt,
        lean,
        fill_share(corners_px, size_px),
    )


def _thinned(seen: SeenCrossings) -> SeenCrossings:
    step = -(-len(seen) // MOST_CROSSINGS)
    return SeenCrossings(seen.at_mm[::step], seen.off_mm[::step])
