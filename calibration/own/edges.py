"""How far the printed board reaches beyond its field: what lies further out is table and must have no say.

A board's edge, or a printed frame near it, is a long straight step along a whole side of the field. The outermost such
step within reach is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.own.flat import flatten

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.own.flat import Bounds, Picture
    from calibration.pose import BoardPose
    from engine.board import Board

REACH_SPACES = 5.0
NEAREST_SPACES = 0.3
"""Nearer to the field only its own outline is to be found."""
DEFAULT_SPACES = 1.2
"""What a board is taken to have around its field where no edge is seen: room for the goals."""
PX_PER_SPACE = 12
MIN_STEP = 4.0
"""Units of CIE L*a*b* by which the two sides of an edge differ along most of it."""
MIN_SHARE = 0.4
"""A step that is this strong compared with the strongest counts as an edge as well."""


def sheet_bounds(image: Picture, pose: BoardPose, board: Board) -> Bounds:
    """West, north, east and south of the printed board, millimetres in the board frame."""
    w = board.grid.width_mm
    length, width = board.grid.field_size_mm
    reach = REACH_SPACES * w
    bounds = (-reach, -reach, length + reach, width + reach)
    flat, inside = flatten(image, pose, bounds, PX_PER_SPACE / w)
    lab = np.asarray(cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    # Each side in turn as strips that run outwards from the field: (along, outwards, 3).
    rim = round(REACH_SPACES * PX_PER_SPACE)
    sides = {
        "west": (lab[rim:-rim, :rim][:, ::-1], inside[rim:-rim, :rim][:, ::-1]),
        "north": (lab[:rim, rim:-rim][::-1].transpose(1, 0, 2), inside[:rim, rim:-rim][::-1].T),
        "east": (lab[rim:-rim, -rim:], inside[rim:-rim, -rim:]),
        "south": (lab[-rim:, rim:-rim].transpose(1, 0, 2), inside[-rim:, rim:-rim].T),
    }
    out = {name: _edge_spaces(strips, seen) * w for name, (strips, seen) in sides.items()}
    return -out["west"], -out["north"], length + out["east"], width + out["south"]


def _edge_spaces(strips: NDArray[np.floating], seen: NDArray[np.bool_]) -> float:
    """Distance from the field at which the board ends, in spaces."""
    steps = strips[:, 3:] - strips[:, :-3]
    visible = seen[:, 3:] & seen[:, :-3]
    strength = np.zeros(steps.shape[1])
    for at in range(steps.shape[1]):
        column = steps[:, at][visible[:, at]]
        if len(column) > 0.5 * len(steps):
            # The median along the side: an edge runs all along it, a flag or a die does not.
            strength[at] = float(np.linalg.norm(np.median(column, axis=0)))
    strength[: round(NEAREST_SPACES * PX_PER_SPACE)] = 0.0
    least = max(MIN_STEP, MIN_SHARE * float(strength.max()))
    peaks = np.flatnonzero(strength >= least)
    if not len(peaks):
        return DEFAULT_SPACES
    last = peaks[-1]
    run = strength[max(last - 3, 0) : last + 1]
    # Half a step short of the edge, so that no table comes in.
    return float(max(last - 3, 0) + int(run.argmax()) + 1) / PX_PER_SPACE
