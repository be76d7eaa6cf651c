"""Something of a ball's size and shape on the grass that has no ball's usual colour, where no ball was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.observation import Unsure
from vision.places import locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.board import Board
    from engine.observation import SeenPiece
    from vision.sight import TableSight

_DIFFERS = 0.5
"""How surely a pixel differs from the print."""
_SIDES_MM, _AREA_MM2 = (7.0, 14.0), (50.0, 130.0)
"""Of what is looked for: a ball of 10 mm, with what a shadow adds."""
_ROUND, _FILLED = 1.35, 0.68
"""Longer side over shorter, at most; share of the box that it fills, at least (a circle: 0.79)."""
_SURELY = 0.8
"""Mean of how surely its pixels differ."""
_DARKER = -0.2
"""Lightness over the print's, at most: what is lighter may be a reflection."""
_FREE_MM = 16.0
"""From the middle of any piece that was seen: nearer, a piece's shadow or its edge may look so."""
_WHY = "something here may be the ball, in a colour that balls seldom have"


def odd_balls(sight: TableSight) -> tuple[NDArray[np.float64], ...]:
    """Where such things lie: points (2,) in mm, near pieces too."""
    apart = sight.standing.differs * (sight.field & ~sight.cover.foreign)
    mask = (apart > _DIFFERS).astype(np.uint8)
    found = []
    # Outlines are found in a thirtieth of the time that it takes to number and measure all that is connected.
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    for number, outline in enumerate(outlines):
        if tree[0, number, 3] >= 0:  # a hole's
            continue
        left, top, columns, rows = cv2.boundingRect(outline)
        width, height = columns / sight.view.px_per_mm, rows / sight.view.px_per_mm
        if not (_SIDES_MM[0] < min(width, height) and max(width, height) < _SIDES_MM[1]):
            continue
        box = slice(top, top + rows), slice(left, left + columns)
        inside = _connected(mask[box], outline[0, 0] - (left, top))
        area = float(inside.sum()) / sight.view.px_per_mm**2
        if not _AREA_MM2[0] < area < _AREA_MM2[1] or max(width, height) > _ROUND * min(width, height):
            continue
        darker = float(np.median(sight.standing.over[2][box][inside])) < _DARKER
        if darker and area > _FILLED * width * height and float(apart[box][inside].mean()) > _SURELY:
            middle_px = np.argwhere(inside)[:, ::-1].mean(axis=0) + np.array((left, top))
            found.append(np.asarray(sight.view.to_mm(middle_px)[0], np.float64))
    return tuple(found)


def _connected(mask: NDArray[np.uint8], at_px: NDArray[np.int32]) -> NDArray[np.bool_]:
    """(height, width): what of a mask is connected to a pixel (x, y) of it."""
    _, labels = cv2.connectedComponents(mask)
    return np.asarray(labels == labels[at_px[1], at_px[0]], np.bool_)


def odd_ball_doubts(
    places_mm: Sequence[NDArray[np.float64]], pieces: Sequence[SeenPiece], board: Board
) -> tuple[Unsure, ...]:
    """A doubt where the only such thing lies that is no part of a piece."""
    pieces_mm = np.array([(piece.x_mm, piece.y_mm) for piece in pieces]).reshape(-1, 2)
    free = [
        place_mm
        for place_mm in places_mm
        if not len(pieces_mm) or np.linalg.norm(pieces_mm - place_mm, axis=1).min() >= _FREE_MM
    ]
    return (Unsure("ball", locate(board, free[0]).space, _WHY),) if len(free) == 1 else ()
