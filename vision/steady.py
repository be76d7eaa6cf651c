"""A table that lies still is not read over and over: what two looks agree on stands for as long as the picture stays.

A third look at the same picture can say nothing new, only flicker. The second is taken in full, so that a misread that
depends on a camera's noise, or on what the first took over from before, is still found out by it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calibration.pose import BoardPose
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from vision.rectify import Image

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


class Look(Protocol):
    """Whatever reads a picture."""

    def __call__(self, *, again: bool) -> Observation:
        """What is seen; ``again``: the same picture was looked at before, and this is to be a look of its own."""


class SteadyReading:
    """Holds one look and a small picture; knows neither clock nor rules."""

    def __init__(self) -> None:
        self._kept: _Kept | None = None

    def forget(self) -> None:
        """Something moved or a hand was there: whatever is seen next is read."""
        self._kept = None

    def read(
        self,
        small: Image,
        pose: BoardPose,
        expected: Mapping[PieceId, Space] | None,
        *,
        t: float,
        frame: int,
        look: Look,
    ) -> Observation:
        """What ``look`` says of a picture, or what it said of the same picture before.

        ``small`` is the picture at ``changed.compared_size``.
        """
        kept = self._kept
        same = kept is not None and _same_view(kept, small, pose, expected)
        if kept is not None and same and kept.agreed:
            return replace(kept.look, t=t, frame=frame)
        seen = look(again=same)
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
