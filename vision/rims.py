"""Is it round, of the right size and alone? What the outline of something that may be a piece looks like all round.

A piece has its colour right up to its outline and none of it beyond, in every direction. A pen or an eraser that lies
under the filter fills it in some directions only and goes on beyond it in others; a coin of another size ends too soon
or too late. Directions in which another piece, a hand or glare covers the outline do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from vision.silhouettes import cell_of, outside_mm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from engine.match import Team
    from vision.discs import LocatedDisc, TeamMaps
    from vision.rectify import RectifiedView
    from vision.silhouettes import DiscShape

DIRECTIONS = 24
_WITHIN = (0.74, 0.82, 0.9)
"""Shares of the upper face's radius: between the numeral and the edge."""
_BEYOND_MM = (1.0, 1.7, 2.4)
"""Outside the silhouette: past the edge's blur."""
_COVER_MM = 0.6
"""So far outside another piece's silhouette its own edge still shows."""
_WEAK = 0.4
"""Two fifths of the directions may be spoilt, by gloss, a ball, two pieces that touch it; a pen spoils more."""
_SURE = 0.5
"""From this step on something is a piece that may cover what is near it."""
_KEPT = 256

_ANGLES = np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False)
_OUTWARDS = np.column_stack((np.cos(_ANGLES), np.sin(_ANGLES)))


@dataclass(frozen=True)
class Rim:
    """The outline of what may be a piece."""

    step: float
    """-1..1: how much more of the team's colour lies just within than just beyond; of all directions it is that much
    or more in three fifths."""
    seen: float
    """0..1: share of the directions that count."""


@dataclass(frozen=True, eq=False)
class Covered:
    """Masks (height, width) of what hides what is there."""

    everywhere: NDArray[np.bool_]
    """Hands and glare."""
    faces: NDArray[np.bool_]
    """Those, and what lies on pieces: a ball. Beyond an outline a ball ends it as anything else does."""


def rims_of(
    view: RectifiedView,
    maps: Mapping[Team, TeamMaps],
    discs: Sequence[LocatedDisc],
    shape: DiscShape,
    covered: Covered,
) -> list[Rim]:
    """Measure the outline of each disc in its team's two maps: gloss spoils one, pale light the other.

    Twice: what has an outline of its own is taken for a piece, and then what it covers of the others does not count.
    So a pen's stretches, each of which would excuse the next, are seen for what they are.
    """
    outlines = _Outlines(view, maps, shape, covered)
    alone = [outlines.rim(disc, ()) for disc in discs]
    sure = [disc for disc, rim in zip(discs, alone, strict=True) if rim.step > _SURE]
    return [
        outlines.rim(disc, near) if (near := _near(disc, sure, shape)) else rim
        for disc, rim in zip(discs, alone, strict=True)
    ]


def _near(disc: LocatedDisc, others: Sequence[LocatedDisc], shape: DiscShape) -> list[LocatedDisc]:
    reach = 1.4 * shape.diameter_mm + shape.body_top_mm
    return [other for other in others if other is not disc and np.hypot(*(other.seen_mm - disc.seen_mm)) < reach]


@dataclass(frozen=True, eq=False)
class _Outlines:
    """What the outlines are looked at in."""

    view: RectifiedView
    maps: Mapping[Team, TeamMaps]
    shape: DiscShape
    covered: Covered

    def rim(self, disc: LocatedDisc, others: Sequence[LocatedDisc]) -> Rim:
        """The outline of one, with what the others cover left out."""
        x, y, height = disc.camera_mm.tolist()
        around = _ring_points(cell_of(disc.seen_mm), self.shape, (x, y, height), disc.plane_mm)
        columns, rows, free = self._uncovered(disc.seen_mm + around, others)
        count = free.reshape(2, -1, DIRECTIONS).sum(axis=1)
        counted = (count > 0).all(axis=0)
        if not counted.any():
            return Rim(0.0, 0.0)
        maps, steps = self.maps[disc.team], []
        for values in (maps.colour, maps.body):
            sums = (values[rows, columns] * free).reshape(2, -1, DIRECTIONS).sum(axis=1)
            within, beyond = sums / np.maximum(count, 1)
            ordered = np.sort((within - beyond)[counted])
            steps.append(float(ordered[int(_WEAK * (len(ordered) - 1))]))
        return Rim(max(steps), float(counted.mean()))

    def _uncovered(
        self, points_mm: NDArray[np.float64], others: Sequence[LocatedDisc]
    ) -> tuple[NDArray[np.int_], NDArray[np.int_], NDArray[np.bool_]]:
        """Columns and rows (K, N) of points (K, N, 2), and which have nothing on them."""
        height, width = self.covered.faces.shape
        columns, rows = np.rint(self.view.to_px(points_mm)).astype(int).T.reshape(2, *points_mm.shape[:2])
        columns, rows = np.clip(columns, 0, width - 1), np.clip(rows, 0, height - 1)
        split = len(_WITHIN)
        free = ~np.concatenate(
            (
                self.covered.faces[rows[:split], columns[:split]],
                self.covered.everywhere[rows[split:], columns[split:]],
            )
        )
        for other in others:
            offsets = points_mm - other.seen_mm
            free &= outside_mm(offsets, other.seen_mm, self.shape, other.camera_mm, other.plane_mm) > _COVER_MM
        return columns, rows, free


@lru_cache(maxsize=_KEPT)
def _ring_points(
    place_mm: tuple[float, float], shape: DiscShape, camera_mm: tuple[float, float, float], plane_mm: float
) -> NDArray[np.float64]:
    """(2 * K, N, 2) offsets from a face's middle: K rings within its rim, then K beyond the silhouette."""
    edge = np.full(DIRECTIONS, 0.4 * shape.diameter_mm)
    for _ in range(6):  # the distance to the outline is never more than the way to it along the ray
        edge -= outside_mm(edge[:, None] * _OUTWARDS, place_mm, shape, camera_mm, plane_mm)
    within = [share * shape.diameter_mm / 2 * _OUTWARDS for share in _WITHIN]
    beyond = [(edge + away)[:, None] * _OUTWARDS for away in _BEYOND_MM]
    return np.stack((*within, *beyond))
