"""A PDF to print: pages at true size, shapes as vectors (fpdf2)."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from fpdf import FPDF
from fpdf.drawing import PaintedPath
from fpdf.drawing_primitives import DeviceRGB
from fpdf.enums import PathPaintRule

from calibration.kit.surface import Colour, Surface

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from calibration.kit.surface import Box, Contour

_MADE = datetime(2000, 1, 1, tzinfo=UTC)
"""The same kit is the same file, whenever it is written."""


class Document:
    """Pages for a printer, each of its own size."""

    def __init__(self, title: str) -> None:
        """``title`` is what viewers show."""
        # Points carry more decimals than millimetres would need; fpdf2 counts in either.
        self._pdf = FPDF(unit="mm")
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(title)
        self._pdf.set_creator("Touchline")
        self._pdf.set_creation_date(_MADE)

    def new_page(self, size_mm: tuple[float, float]) -> None:
        """Begin a page of this width and height."""
        self._pdf.add_page(orientation="P", format=size_mm)

    @contextmanager
    def drawn(self, window_mm: Box | None = None) -> Iterator[Surface]:
        """A surface on the page, millimetres from its upper left corner; outside the window nothing is printed."""
        ink = _Ink()
        yield ink
        if window_mm is None:
            ink.print_on(self._pdf)
            return
        west, north, east, south = window_mm
        with self._pdf.rect_clip(west, north, east - west, south - north):
            ink.print_on(self._pdf)

    def words(
        self, text: str, corner_mm: tuple[float, float], width_mm: float, size_pt: float, *, bold: bool = False
    ) -> float:
        """Running text in lines of a width, from its upper left corner; the y at which it ends."""
        self._pdf.set_font("Helvetica", "B" if bold else "", size_pt)
        self._pdf.set_xy(*corner_mm)
        self._pdf.multi_cell(width_mm, size_pt * 0.49, text, align="L", new_x="LEFT", new_y="NEXT")
        return float(self._pdf.get_y())

    def content(self) -> bytes:
        """The file."""
        return bytes(self._pdf.output())


class _Ink(Surface):
    """Collects a page's shapes as PDF paths."""

    def __init__(self) -> None:
        self._paths: list[PaintedPath] = []

    def fill(self, contours_mm: Sequence[Contour], colour: Colour, *, smooth: bool = True) -> None:  # noqa: ARG002 - a printer's edges are as smooth as it can
        """See Surface."""
        path = PaintedPath()
        path.style.paint_rule = PathPaintRule.FILL_EVENODD
        blue, green, red = colour
        path.style.fill_color = DeviceRGB(red / 255, green / 255, blue / 255)
        for contour in contours_mm:
            (x, y), *rest = contour.tolist()
            path.move_to(x, y)
            for x, y in rest:
                path.line_to(x, y)
            path.close()
        self._paths.append(path)

    def mosaic(self, corner_mm: ArrayLike, cell_mm: tuple[float, float], filled: ArrayLike, colour: Colour) -> None:
        """See Surface; as the outline of the filled cells, for squares side by side show seams in print."""
        corner, cell = np.asarray(corner_mm, np.float64).reshape(2), np.asarray(cell_mm, np.float64)
        contours = [corner + outline * cell for outline in cell_outlines(np.asarray(filled, np.bool_))]
        if contours:
            self.fill(contours, colour)

    def print_on(self, pdf: FPDF) -> None:
        with pdf.drawing_context() as context:
            for path in self._paths:
                context.add_item(path, clone=False)


def cell_outlines(filled: NDArray[np.bool_]) -> list[NDArray[np.float64]]:
    """Outlines (N, 2) x, y of the true cells of a lattice, in cells; what lies within an odd number of them is true.

    Every edge between a true and another cell is walked once, with the true cell to its right.
    """
    edges = _edges(np.pad(filled, 1))
    outlines = []
    while edges:
        start = next(iter(edges))
        outline, at = [start], edges[start].pop()
        while at != start:
            outline.append(at)
            if not edges[outline[-2]]:
                del edges[outline[-2]]
            at = edges[at].pop()
        if not edges[outline[-1]]:
            del edges[outline[-1]]
        outlines.append(_without_straights(np.asarray(outline, np.float64)))
    return outlines


def _edges(padded: NDArray[np.bool_]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Unit steps along the borders of the true cells, by the corner (x, y) they begin at."""
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in zip(*np.nonzero(padded), strict=True):
        x, y = int(column) - 1, int(row) - 1
        for out_row, out_column, start, end in (
            (row - 1, column, (x, y), (x + 1, y)),
            (row, column + 1, (x + 1, y), (x + 1, y + 1)),
            (row + 1, column, (x + 1, y + 1), (x, y + 1)),
            (row, column - 1, (x, y + 1), (x, y)),
        ):
            if not padded[out_row, out_column]:
                edges.setdefault(start, []).append(end)
    return edges


def _without_straights(outline: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners only."""
    before, after = outline - np.roll(outline, 1, axis=0), np.roll(outline, -1, axis=0) - outline
    turns = before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]
    return np.asarray(outline[turns], np.float64)
