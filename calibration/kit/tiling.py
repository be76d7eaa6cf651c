"""Which part of a large drawing goes on which page: tiles that overlap, cut where it does not hurt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.kit.surface import Box

PAPERS_MM = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "a2": (420.0, 594.0), "letter": (215.9, 279.4)}
"""Width and height, upright."""
MARGIN_MM = 10.0
"""What home printers leave white, and room for the marks."""
OVERLAP_MM = 10.0
"""Printed on both of two neighbours, to be glued one on the other."""
_KEEP_CLEAR_MM = 1.0
"""So far from a marker's edge may a joint run."""
_STEP_MM = 0.5


@dataclass(frozen=True)
class Tile:
    """One page's part of a drawing."""

    row: int
    column: int
    """From 0 at the north-west."""
    part_mm: Box
    """Of the sheet, millimetres from its upper left corner."""
    page_corner_mm: tuple[float, float]
    """Where the part's upper left corner lies on the page."""


@dataclass(frozen=True)
class Tiling:
    """A drawing spread over pages of one size."""

    page_mm: tuple[float, float]
    tiles: tuple[Tile, ...]
    """Row by row."""

    @property
    def columns(self) -> int:
        """Pages in a row."""
        return 1 + max(tile.column for tile in self.tiles)

    @property
    def rows(self) -> int:
        """Rows of pages."""
        return 1 + max(tile.row for tile in self.tiles)

    @property
    def bleeds(self) -> bool:
        """Whether the drawing fills its page to the edge, without a margin."""
        return self.tiles[0].page_corner_mm == (0.0, 0.0)


def tiling(size_mm: tuple[float, float], paper: str, keep_whole_mm: Sequence[Box] = ()) -> Tiling:
    """Spread a drawing over pages of a paper (see PAPERS_MM), whichever way round takes fewer.

    A drawing of just the paper's size is one page without a margin. Joints run clear of the boxes to be kept whole
    (west, north, east, south on the sheet) where the pages leave room for that.
    """
    upright = PAPERS_MM[paper]
    options = [_over_pages(size_mm, page, keep_whole_mm) for page in (upright, upright[::-1])]
    return min(options, key=lambda option: len(option.tiles))


def _over_pages(size_mm: tuple[float, float], page_mm: tuple[float, float], keep_whole_mm: Sequence[Box]) -> Tiling:
    if all(abs(side - page) <= 1.0 for side, page in zip(size_mm, page_mm, strict=True)):
        return Tiling(page_mm, (Tile(0, 0, (0.0, 0.0, *size_mm), (0.0, 0.0)),))
    columns, rows = (
        _spans(side, page - 2 * MARGIN_MM, [(box[axis], box[axis + 2]) for box in keep_whole_mm])
        for axis, (side, page) in enumerate(zip(size_mm, page_mm, strict=True))
    )
    tiles = []
    for row, (north, south) in enumerate(rows):
        for column, (west, east) in enumerate(columns):
            # What is smaller than the page stands in its middle, with room for the marks all round.
            corner = ((page_mm[0] - (east - west)) / 2, (page_mm[1] - (south - north)) / 2)
            tiles.append(Tile(row, column, (west, north, east, south), corner))
    return Tiling(page_mm, tuple(tiles))


def _spans(length_mm: float, window_mm: float, keep_whole: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Begin and end of each tile along one side: as few as will do, alike, joints moved off what is kept whole."""
    # A tenth of a millimetre over is rounding, not another page.
    count = max(1, int(np.ceil((length_mm - OVERLAP_MM - 0.1) / (window_mm - OVERLAP_MM))))
    joints: list[float] = []
    for k in range(1, count):
        # A joint is where a tile begins; the one before reaches an overlap further.
        earliest = length_mm - OVERLAP_MM - (count - k) * (window_mm - OVERLAP_MM)
        latest = (joints[-1] if joints else 0.0) + window_mm - OVERLAP_MM
        joints.append(_clear_joint(k * (length_mm - OVERLAP_MM) / count, earliest, latest, keep_whole))
    begins = [0.0, *joints]
    ends = [*(joint + OVERLAP_MM for joint in joints), length_mm]
    return list(zip(begins, ends, strict=True))


def _clear_joint(wanted: float, earliest: float, latest: float, keep_whole: Sequence[tuple[float, float]]) -> float:
    """The place nearest to the wanted one, between both bounds, that cuts nothing if there is one."""
    wanted = min(max(wanted, earliest), latest)
    places = np.array([wanted, *np.arange(earliest, latest + 1e-9, _STEP_MM)])
    cuts = np.array(
        [any(low - _KEEP_CLEAR_MM < place < high + _KEEP_CLEAR_MM for low, high in keep_whole) for place in places]
    )
    return float(places[np.lexsort((np.abs(places - wanted), cuts))[0]])
