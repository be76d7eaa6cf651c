"""A table that lies still is not read over and over: what two looks agree on stands for as long as the picture stays.

A third look at the same picture can say nothing new, only flicker. The first two are both taken in full, so that a
misread that depends on a camera's noise is still found out by the second.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from calibration.pose import BoardPose
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from vision.rectify import Image

_WIDTH_PX = 640
"""Pictures are compared at this width: a numeral or a pip that changed is then still larger than a pixel."""
_LEAST_CHANGE, _NOISE_FACTOR = 12.0, 5.0
"""Grey levels by which some pixel differs that shows something else: so many, and so many times the mean difference,
which is the camera's noise. Of the same table none differs by more than 7 and 4 times the mean; of a piece nudged by a
millimetre some do by 80."""


@dataclass(frozen=True, eq=False)
class _Kept:
    """The newest look."""

    small: Image
    pose: BoardPose
    expected: Mapping[PieceId, Space] | None
    look: Observation
    agreed: bool
    """The look before it said the same."""


class SteadyReading:
    """Holds one look and a small picture; knows neither clock nor rules."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def forget(self) -> None:
        """Something moved or a hand was there: whatever is seen next is read."""
        self._kept = None

    def read(
        self,
        image: Image,
        pose: BoardPose,
        expected: Mapping[PieceId, Space] | None,
        *,
        t: float,
        frame: int,
        look: Callable[[], Observation],
    ) -> Observation:
        """What ``look`` says of a picture (height, width, 3) BGR, or what it said of the same picture before."""
        small, kept = _shrunk(image), self._kept
        same = kept is not None and _same_view(kept, small, pose, expected)
        if kept is not None and same and kept.agreed:
            return replace(kept.look, t=t, frame=frame)
        seen = look()
        agreed = kept is not None and same and not seen.occluded and told(kept.look) == told(seen)
        self._kept = _Kept(small, pose, dict(expected) if expected is not None else None, seen, agreed)
        return seen


def told(seen: Observation) -> tuple[object, ...]:
    """All that a look says, without its measurements: places, names, faces, doubts, what is hidden."""
    ball = seen.ball
    return (
        sorted((piece.piece, piece.space or "") for piece in seen.pieces),
        None if ball is None else (ball.space, ball.on_piece),
        sorted((die.team or "", die.value or 0) for die in seen.dice),
        sorted((doubt.what, doubt.space or "", doubt.why) for doubt in seen.unsure),
        seen.hidden,
        seen.occluded,
    )


def _same_view(kept: _Kept, small: Image, pose: BoardPose, expected: Mapping[PieceId, Space] | None) -> bool:
    if kept.pose is not pose or kept.expected != expected or kept.small.shape != small.shape:
        return False
    difference = cv2.absdiff(kept.small, small)
    return float(difference.max()) <= _LEAST_CHANGE + _NOISE_FACTOR * float(difference.mean())


def _shrunk(image: Image) -> Image:
    height, width = image.shape[:2]
    if width <= _WIDTH_PX:
        return image
    size = _WIDTH_PX, max(1, round(height * _WIDTH_PX / width))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
