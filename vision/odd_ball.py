"""Something of a ball's size and shape on the grass that has no ball's usual colour, where no ball was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.observation import Unsure
from vision.places import locate

if TYPE_CHECKING:
    from engine.observation import Observation
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


def odd_ball_doubts(seen: Observation, sight: TableSight) -> tuple[Unsure, ...]:
    """A doubt where the only such thing lies; ``sight`` is the same picture's. None if a ball is seen or doubted."""
    if seen.ball is not None or seen.occluded or any(doubt.what == "ball" for doubt in seen.unsure):
        return ()
    apart = sight.standing.differs * (sight.field & ~sight.cover.foreign)
    count, labels, boxes, middles = cv2.connectedComponentsWithStats((apart > _DIFFERS).astype(np.uint8))
    pieces_mm = np.array([(piece.x_mm, piece.y_mm) for piece in seen.pieces]).reshape(-1, 2)
    found = []
    for k in range(1, count):
        width, height = boxes[k, 2:4] / sight.view.px_per_mm
        area = boxes[k, cv2.CC_STAT_AREA] / sight.view.px_per_mm**2
        if not (_SIDES_MM[0] < min(width, height) and max(width, height) < _SIDES_MM[1]):
            continue
        if not _AREA_MM2[0] < area < _AREA_MM2[1] or max(width, height) > _ROUND * min(width, height):
            continue
        place_mm, inside = sight.view.to_mm(middles[k][None])[0], labels == k
        near = len(pieces_mm) and np.linalg.norm(pieces_mm - place_mm, axis=1).min() < _FREE_MM
        darker = float(np.median(sight.standing.over[2][inside])) < _DARKER
        if not near and darker and area > _FILLED * width * height and float(apart[inside].mean()) > _SURELY:
            found.append(place_mm)
    if len(found) != 1:
        return ()
    return (Unsure("ball", locate(sight.board, found[0]).space, _WHY),)
