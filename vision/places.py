"""From measured millimetres to spaces, and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.print_map import space_radius_mm

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import Board
    from engine.grid import Space
    from vision.rectify import RectifiedView

PLACE_SD_MM = 0.8
"""Standard deviation of a measured disc centre."""
_COARSE = 4
_BESIDE_MM = 2.5
"""A disc this far outside every space still belongs to the nearest one (players are not that exact)."""


@dataclass(frozen=True)
class Place:
    """A point of the table and the space it belongs to."""

    x_mm: float
    y_mm: float
    space: Space | None
    """None off the field."""
    other: Space | None
    """The second nearest space, if the point may as well belong to it."""
    confidence: float
    """Probability of the space."""


def locate(board: Board, centre_mm: NDArray[np.float64]) -> Place:
    """The space of a measured centre (2,)."""
    x, y = float(centre_mm[0]), float(centre_mm[1])
    nearest = board.grid.nearest(x, y)
    if nearest.distance_mm > space_radius_mm(board) + _BESIDE_MM:
        return Place(x, y, None, None, 1.0)
    # The border between two spaces is half the difference of the distances away, about.
    confidence = 0.5 * (1.0 + math.erf(nearest.margin_mm / 2 / PLACE_SD_MM / math.sqrt(2.0)))
    return Place(x, y, nearest.space, nearest.second if confidence < 0.99 else None, confidence)


def space_shares(mask: NDArray[np.bool_], view: RectifiedView, board: Board) -> dict[Space, float]:
    """Share 0..1 of each space's middle (the circle of half its width) that a mask of the view covers."""
    # A quarter of the resolution is plenty for shares of a space.
    small = mask[::_COARSE, ::_COARSE].astype(np.float32)
    radius = max(2, round(0.45 * board.grid.width_mm * view.px_per_mm / _COARSE))
    side = 2 * radius + 1
    shape = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.float32)
    shares = cv2.filter2D(small, -1, shape / shape.sum(), borderType=cv2.BORDER_REPLICATE)
    spaces = list(board.grid.spaces)
    pixels = np.round(view.to_px([board.grid.centre_mm(space) for space in spaces]) / _COARSE).astype(int)
    rows, columns = small.shape
    x, y = np.clip(pixels[:, 0], 0, columns - 1), np.clip(pixels[:, 1], 0, rows - 1)
    return {space: float(share) for space, share in zip(spaces, shares[y, x], strict=True)}
