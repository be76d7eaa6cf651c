"""A part of a view, and maps that were measured on a coarse mesh over the whole view, as they are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.evidence import FloatMap
    from vision.ground import Part


@dataclass(frozen=True, slots=True)
class PartOfView:
    """Rows and columns of a view of a shape."""

    of: tuple[int, int]
    """(rows, columns) of the whole view."""
    part: Part
    """With both ends."""

    @classmethod
    def whole(cls, shape: tuple[int, ...]) -> PartOfView:
        """All of a view of a shape (rows, columns)."""
        return cls((shape[0], shape[1]), (slice(0, shape[0]), slice(0, shape[1])))

    @property
    def shape(self) -> tuple[int, int]:
        """Its own (rows, columns)."""
        rows, columns = self.part
        return rows.stop - rows.start, columns.stop - columns.start

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return self.shape == self.of

    def at_scale(self, shape: tuple[int, ...]) -> PartOfView:
        """What of a coarser map (rows, columns) of the same view is needed to stretch it over this part."""
        sides = []
        for side, fine, coarse in zip(self.part, self.of, shape, strict=False):
            share = coarse / fine
            first, last = (side.start + 0.5) * share - 0.5, (side.stop - 0.5) * share - 0.5
            sides.append(slice(max(0, int(np.floor(first)) - 1), min(coarse, int(np.ceil(last)) + 2)))
        return PartOfView((shape[0], shape[1]), (sides[0], sides[1]))


def stretched(coarse: NDArray[Any], to: PartOfView, held: PartOfView | None = None) -> FloatMap:
    """(rows, columns[, 3]) of a part: what a coarser map of the whole view is there, interpolated.

    ``held``: which part of the coarse map ``coarse`` is, if not all of it.
    """
    if to.is_whole and held is None:
        return np.asarray(cv2.resize(coarse, to.of[::-1], interpolation=cv2.INTER_LINEAR), np.float32)
    held = held or PartOfView.whole(coarse.shape)
    shares = [few / many for few, many in zip(held.of, to.of, strict=True)]
    down, across = (
        (side.start + 0.5) * share - 0.5 - first.start
        for side, share, first in zip(to.part, shares, held.part, strict=True)
    )
    onto = np.array(((shares[1], 0.0, across), (0.0, shares[0], down)))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shown = cv2.warpAffine(coarse, onto, to.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.float32)


def nearest(coarse: NDArray[np.bool_], to: PartOfView) -> NDArray[np.bool_]:
    """(rows, columns) of a part: what a coarser mask of the whole view is there."""
    rows, columns = (
        np.arange(side.start, side.stop) * few // many
        for side, few, many in zip(to.part, coarse.shape, to.of, strict=True)
    )
    return np.asarray(coarse.take(columns, axis=1).take(rows, axis=0), np.bool_)
