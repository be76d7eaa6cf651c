"""Pages to print: a drawing's tiles with marks to cut and glue by, a name and a ruler on each page."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from calibration.kit.tiling import MARGIN_MM, PAPERS_MM, Tile, Tiling, tiling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calibration.kit.document import Document
    from calibration.kit.drawing import Drawing
    from calibration.kit.surface import Box, Colour, Surface

MARK: Colour = (90, 84, 80)
MARK_MM = 0.2
RULER_MM = 100.0
_TICK_MM = 10.0
_MARK_LONG_MM = 4.5
_OFF_MM = 1.2
"""Between the drawing and its marks."""
_RULER_INSET_MM = 5.0
"""From a page's edge, where the drawing fills it."""


def print_drawing(
    document: Document, drawing: Drawing, paper: str, title: str, keep_whole_mm: Sequence[Box] = ()
) -> Tiling:
    """Add a drawing to a document, on as many pages as it needs; see ``tiling`` for what is kept whole."""
    spread = tiling(drawing.size_mm, paper, keep_whole_mm)
    for tile in spread.tiles:
        document.new_page(spread.page_mm)
        west, north, east, south = tile.part_mm
        x, y = tile.page_corner_mm
        window = (x, y, x + east - west, y + south - north)
        with document.drawn(window) as surface:
            drawing.draw_on(surface, (x - west, y - north), tile.part_mm)
        with document.drawn() as surface:
            if spread.bleeds:
                _ruler_on_drawing(surface, spread.page_mm, keep_whole_mm)
                continue
            name = page_name(tile) + f" of {page_name(spread.tiles[-1])}" if len(spread.tiles) > 1 else ""
            _furnish(surface, spread.page_mm, f"{title}  {name}".strip())
            _cut_marks(surface, window, tile, spread)
            _glue_lines(surface, window, tile, spread)
    return spread


def page_name(tile: Tile) -> str:
    """``B3``: the second row's third page."""
    return f"{chr(ord('A') + tile.row)}{tile.column + 1}"


def free_mm(paper: str, *, lying: bool = False) -> Box:
    """What of a page is free to draw on, within its margins."""
    width, height = _page_mm(paper, lying=lying)
    return MARGIN_MM, MARGIN_MM, width - MARGIN_MM, height - MARGIN_MM


@contextmanager
def plain_page(document: Document, paper: str, title: str, *, lying: bool = False) -> Iterator[Surface]:
    """A page with a name and a ruler; draw within ``free_mm``."""
    size = _page_mm(paper, lying=lying)
    document.new_page(size)
    with document.drawn() as surface:
        yield surface
        _furnish(surface, size, title)


def _page_mm(paper: str, *, lying: bool) -> tuple[float, float]:
    width, height = PAPERS_MM[paper]
    return (height, width) if lying else (width, height)


def places(count: int, size_mm: tuple[float, float], free_mm: Box) -> Iterator[list[tuple[int, float, float]]]:
    """Things of one size in rows, page by page: the number and upper left corner of each."""
    west, north, east, south = free_mm
    columns = max(1, int((east - west + 1e-6) // size_mm[0]))
    rows = max(1, int((south - north + 1e-6) // size_mm[1]))
    spare = ((east - west) - columns * size_mm[0]) / 2
    for first in range(0, count, columns * rows):
        yield [
            (k, west + spare + (k - first) % columns * size_mm[0], north + (k - first) // columns * size_mm[1])
            for k in range(first, min(count, first + columns * rows))
        ]


def ruler(surface: Surface, start_mm: tuple[float, float], *, down: bool = False) -> None:
    """A ruler of RULER_MM to the right of a point, or down from it; its ticks on the side of the drawing."""
    along = np.array((0.0, 1.0) if down else (1.0, 0.0))
    across = np.array((1.0, 0.0) if down else (0.0, 1.0))
    start = np.asarray(start_mm)
    _stroke(surface, start, start + RULER_MM * along)
    for k in range(round(RULER_MM / _TICK_MM) + 1):
        at = start + k * _TICK_MM * along
        long = 2.8 if k * _TICK_MM in (0.0, RULER_MM) else 1.6
        _stroke(surface, at, at + long * across)
    turn = 90.0 if down else 0.0
    surface.text("100 mm", start + (RULER_MM + 8.0) * along + 1.2 * across, 1.8, MARK, weight=500, turn_deg=turn)


def _furnish(surface: Surface, page_mm: tuple[float, float], title: str) -> None:
    """The page's name in its upper margin and the ruler in its lower one."""
    width, height = page_mm
    surface.text(title, (width / 2, MARGIN_MM - _OFF_MM - 2.2), 2.0, MARK, weight=500)
    ruler(surface, ((width - RULER_MM) / 2, height - MARGIN_MM + _OFF_MM + 0.6))


def _ruler_on_drawing(surface: Surface, page_mm: tuple[float, float], keep_whole_mm: Sequence[Box]) -> None:
    """The ruler on the drawing's own border, where it covers nothing that must be kept whole."""
    width, height = page_mm
    inset, long = _RULER_INSET_MM, RULER_MM + 16.0
    for x, y, down in (
        (inset, (height - long) / 2, True),
        (width - inset - 3.0, (height - long) / 2, True),
        ((width - long) / 2, inset, False),
        ((width - long) / 2, height - inset - 3.0, False),
    ):
        box = (x, y, x + (3.0 if down else long), y + (long if down else 3.0))
        if not any(
            box[0] < east and box[2] > west and box[1] < south and box[3] > north
            for west, north, east, south in keep_whole_mm
        ):
            ruler(surface, (x, y), down=down)
            return


def _cut_marks(surface: Surface, window: Box, tile: Tile, spread: Tiling) -> None:
    """Short lines outside the corners: where to cut. A side that is glued under the next page is not cut."""
    west, north, east, south = window
    xs = [west, east] if tile.column == spread.columns - 1 else [west]
    ys = [north, south] if tile.row == spread.rows - 1 else [north]
    for x in xs:
        _stroke(surface, (x, north - _OFF_MM), (x, north - _OFF_MM - _MARK_LONG_MM))
        _stroke(surface, (x, south + _OFF_MM), (x, south + _OFF_MM + _MARK_LONG_MM))
    for y in ys:
        _stroke(surface, (west - _OFF_MM, y), (west - _OFF_MM - _MARK_LONG_MM, y))
        _stroke(surface, (east + _OFF_MM, y), (east + _OFF_MM + _MARK_LONG_MM, y))


def _glue_lines(surface: Surface, window: Box, tile: Tile, spread: Tiling) -> None:
    """Dashed lines up to which the next page to the right, and the one below, is laid on and glued."""
    west, north, east, south = window
    neighbours = {(other.row, other.column): other for other in spread.tiles}
    right, below = neighbours.get((tile.row, tile.column + 1)), neighbours.get((tile.row + 1, tile.column))
    if right is not None:
        x = west + right.part_mm[0] - tile.part_mm[0]
        surface.dashes((x, north - _OFF_MM - _MARK_LONG_MM), (x, south), MARK_MM, MARK)
        surface.text(
            f"glue {page_name(right)} on, up to the dashes", (east + 3.0, (north + south) / 2), 1.8, MARK,
            weight=500, turn_deg=90.0,
        )  # fmt: skip
    if below is not None:
        y = north + below.part_mm[1] - tile.part_mm[1]
        surface.dashes((west - _OFF_MM - _MARK_LONG_MM, y), (east + _OFF_MM + _MARK_LONG_MM, y), MARK_MM, MARK)
        surface.text(
            f"glue {page_name(below)} on, up to the dashes", (west - 3.0, y - 4.0), 1.8, MARK,
            weight=500, turn_deg=-90.0, align="west",
        )  # fmt: skip


def _stroke(surface: Surface, start: Sequence[float] | np.ndarray, end: Sequence[float] | np.ndarray) -> None:
    surface.line(start, end, MARK_MM, MARK)
