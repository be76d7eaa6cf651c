"""A white ball on the white paper of a goal: nothing of it stands out, but the outlines printed there are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.rectify import rectify

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from vision.evidence import FloatMap
    from vision.rectify import Image, RectifiedView

_PX_PER_MM = 2.0
_RADIUS_MM = 5.5
"""The flat ball covers this much of the space's middle however it lies on it; its own edge stays out of it."""
_LINE_SD_MM, _GROUND_SD_MM = 0.4, 1.2
"""Printed lines stand out between these two blurs; an edge further off than twice the second does not reach in."""
_LINE_FACTOR = 2.5
"""How much more contrast a space has through whose middle the goal line runs."""
_CLEAR = 0.005
"""Contrast from which the outlines are seen, and a missing one means something: less is burnt out, or too dark."""
_GONE = 0.45
"""Of the contrast that the other spaces of the same goal have."""


def goal_contrast(image: Image, pose: BoardPose, board: Board) -> dict[Space, float]:
    """How clearly the print of each goal space is seen: local contrast as a share of brightness (0.005 to 0.04)."""
    found: dict[Space, float] = {}
    length, _ = board.grid.field_size_mm
    for spaces in board.goals.values():
        centres = np.array([board.grid.centre_mm(space) for space in spaces])
        if not len(centres):
            continue
        (west, north), (east, south) = centres.min(axis=0) - 14.0, centres.max(axis=0) + 14.0
        view = rectify(image, pose, (west, north, east, south), _PX_PER_MM)
        local = _local_contrast(view)
        for space, centre in zip(spaces, centres, strict=True):
            on_line = min(abs(centre[0]), abs(centre[0] - length)) < 3.0
            found[space] = _mean_near(view, local, centre) / (_LINE_FACTOR if on_line else 1.0)
    return found


def _local_contrast(view: RectifiedView) -> FloatMap:
    """(height, width): how much stands out of its surroundings, as a share of the brightness."""
    grey = cv2.cvtColor(view.image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    sharp, soft = (cv2.GaussianBlur(grey, (0, 0), sd * view.px_per_mm) for sd in (_LINE_SD_MM, _GROUND_SD_MM))
    return np.asarray(np.abs(sharp - soft) / (grey + 10.0), np.float32)


def _mean_near(view: RectifiedView, values: FloatMap, centre_mm: NDArray[np.float64]) -> float:
    """Mean over the middle of a space."""
    middle, (rows, columns) = view.to_px(centre_mm)[0], values.shape
    y, x = np.arange(rows)[:, None] - middle[1], np.arange(columns) - middle[0]
    near = (np.hypot(x, y) < _RADIUS_MM * view.px_per_mm) & view.inside
    return float(values[near].mean()) if near.any() else 0.0


def covered_goal_space(contrast: Mapping[Space, float], board: Board) -> Space | None:
    """The one goal space whose print is gone while the others of its goal are clear, or None."""
    gone = []
    for spaces in board.goals.values():
        for space in spaces:
            others = [contrast[other] for other in spaces if other != space]
            if others and min(others) > _CLEAR and contrast[space] < _GONE * float(np.median(others)):
                gone.append(space)
    return gone[0] if len(gone) == 1 else None


def unseen_goal_spaces(contrast: Mapping[Space, float]) -> frozenset[Space]:
    """Goal spaces in which a white ball could not be told from the paper."""
    return frozenset(space for space, value in contrast.items() if value < _CLEAR)
