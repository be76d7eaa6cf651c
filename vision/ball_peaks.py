"""Where a ball may lie, roughly: peaks of how much fuller of its colour its outline is than what is round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.ball_outline import kernels_of
from vision.parallax import carry
from vision.places import locate
from vision.silhouettes import correlate_in, where_above

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.ball import BallScene
    from vision.ball_outline import BallShape
    from vision.evidence import FloatMap

_PEAK = 0.15
"""How much fuller than its surroundings an outline has to be in the halved view."""
_MOST_ON_SPACES, _MOST_BESIDE = 6, 2
"""Peaks that are handed on, to be measured exactly. Beside the spaces a board may be full of print of a ball's
colour."""
_MOST_PEAKS = 60
"""So many, the fullest, are looked at at all."""


def fullest_outlines(scene: BallScene, small: FloatMap, ball: BallShape) -> list[NDArray[np.float64]]:
    """Points (2,) of the view's plane where the outline of a ball is fuller of its colour than what is round it.

    Those on spaces first, of either the fullest first. ``small`` is how fully each pixel of the view has the colour,
    halved.
    """
    view = scene.view
    px_per_mm = view.px_per_mm / 2
    origin = np.array((view.west_mm, view.north_mm))
    seen = origin + np.array(small.shape[::-1]) / px_per_mm / 2
    middle = carry(seen, scene.camera_mm, view.height_mm, ball.middle_mm)[0]
    inside, band, half = kernels_of(ball.at_scale(px_per_mm), middle)
    part = where_above(small, _PEAK, half)
    if part is None:
        return []
    response = correlate_in(small, inside - band, part, cv2.BORDER_REPLICATE)
    peak = cv2.dilate(response, np.ones((9, 9), np.uint8))
    ys, xs = np.nonzero((response >= peak) & (response > _PEAK))
    best = np.argsort(-response[ys, xs])[:_MOST_PEAKS]
    corner = np.array((part[1].start, part[0].start))
    places = [origin + (corner + (xs[i], ys[i]) + 0.5) / px_per_mm for i in best]
    feet = carry(np.array(places).reshape(-1, 2), scene.camera_mm, view.height_mm, ball.middle_mm)
    on_space = [locate(scene.board, foot).space is not None for foot in feet]
    return [
        *[place for place, on in zip(places, on_space, strict=True) if on][:_MOST_ON_SPACES],
        *[place for place, on in zip(places, on_space, strict=True) if not on][:_MOST_BESIDE],
    ]
