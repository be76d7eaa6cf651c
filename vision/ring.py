"""The squares printed round a field on which pieces stand and balls come to rest: what is ground there.

The ring is one square wide and not of the grass's colour, and the goals in it have a colour of their own. Each square
is compared with its like: a goal's squares with each other, any other with those that lie near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.grid import SquareGrid
from vision.parallax import carry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.board import Board
    from engine.grid import Space
    from vision.evidence import FloatMap
    from vision.rectify import RectifiedView

_EDGE_MM = 1.2
"""The lines round the squares stay out."""
_NEAR = 4
"""Squares so far along the ring are compared: enough that pieces on some of them do not count."""


@dataclass(frozen=True, eq=False)
class Ring:
    """Where the ring's squares are seen in a view."""

    inside: NDArray[np.bool_]
    """(height, width): the squares without their outlines."""
    squares: tuple[tuple[int, int, int, int], ...]
    """Boxes (top, bottom, left, right) in pixels, one a square."""
    like: tuple[tuple[int, ...], ...]
    """For each square the indices of those that it is compared with, itself among them."""

    def ground(self, values: FloatMap) -> FloatMap:
        """(height, width) what a square's like have in the median; 0 elsewhere."""
        medians = [float(np.median(values[t:b, le:r])) if b > t and r > le else None for t, b, le, r in self.squares]
        canvas = np.zeros(values.shape, np.float32)
        for (top, bottom, left, right), like in zip(self.squares, self.like, strict=True):
            near = [median for k in like if (median := medians[k]) is not None]
            canvas[top:bottom, left:right] = np.median(near) if near else 0.0
        return canvas


def ring_of(view: RectifiedView, board: Board, camera_mm: NDArray[np.float64]) -> Ring:
    """The ring as a view shows it; empty on boards without one."""
    height, width = view.inside.shape
    grid = board.grid
    if not isinstance(grid, SquareGrid) or not grid.ring:
        return Ring(np.zeros((height, width), np.bool_), (), ())
    spaces = grid.ring_spaces
    half = (grid.width_mm / 2 - _EDGE_MM) * view.px_per_mm
    middles = view.to_px(carry([grid.centre_mm(space) for space in spaces], camera_mm, 0.0, view.height_mm))
    inside = np.zeros((height, width), np.uint8)
    boxes = []
    for x, y in middles:
        left, right = np.clip(np.round((x - half, x + half)).astype(int), 0, width)
        top, bottom = np.clip(np.round((y - half, y + half)).astype(int), 0, height)
        cv2.rectangle(inside, (int(left), int(top)), (int(right) - 1, int(bottom) - 1), 1, cv2.FILLED)
        boxes.append((int(top), int(bottom), int(left), int(right)))
    return Ring((inside > 0) & view.inside, tuple(boxes), _alike(spaces, board))


def _alike(spaces: Sequence[Space], board: Board) -> tuple[tuple[int, ...], ...]:
    goal_of = {space: end for end, goal in board.goals.items() for space in goal}
    return tuple(
        tuple(
            k
            for k, other in enumerate(spaces)
            if goal_of.get(other) == goal_of.get(space) and board.grid.distance(space, other) <= _NEAR
        )
        for space in spaces
    )
