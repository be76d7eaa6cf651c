"""From a drawing to sheets of paper: tiles with cut marks, at the drawing's true size."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

PAPERS_MM = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "a2": (420.0, 594.0), "letter": (215.9, 279.4)}
"""Width and height, upright."""

MARGIN_MM = 8.0
"""What home printers leave white, with some to spare for the cut marks."""

_MM_PER_INCH = 25.4


@dataclass(frozen=True)
class _Tiling:
    page_mm: tuple[float, float]
    margin_mm: float
    columns: int
    rows: int

    @property
    def window_mm(self) -> tuple[float, float]:
        return self.page_mm[0] - 2 * self.margin_mm, self.page_mm[1] - 2 * self.margin_mm


def tile(picture: Picture, px_per_mm: float, paper: str) -> list[Picture]:
    """Cut a drawing (h, w, 3) into pages of a paper, row by row; whichever way round takes fewer pages.

    A drawing that is just the paper's size fills it without a margin.
    """
    height_mm, width_mm = picture.shape[0] / px_per_mm, picture.shape[1] / px_per_mm
    upright = PAPERS_MM[paper]
    tiling = min(
        (_tiling((width_mm, height_mm), page) for page in (upright, upright[::-1])), key=lambda t: t.columns * t.rows
    )
    step_x, step_y = (round(side * px_per_mm) for side in tiling.window_mm)
    return [
        _page(picture[row * step_y : (row + 1) * step_y, column * step_x : (column + 1) * step_x], px_per_mm, tiling)
        for row in range(tiling.rows)
        for column in range(tiling.columns)
    ]


def _tiling(size_mm: tuple[float, float], page_mm: tuple[float, float]) -> _Tiling:
    if all(abs(side - page) <= 1.0 for side, page in zip(size_mm, page_mm, strict=True)):
        return _Tiling(page_mm, 0.0, 1, 1)
    # A tenth of a millimetre over is rounding, not another page.
    columns, rows = (
        int(np.ceil((side - 0.1) / (page - 2 * MARGIN_MM))) for side, page in zip(size_mm, page_mm, strict=True)
    )
    return _Tiling(page_mm, MARGIN_MM, columns, rows)


def _page(part: Picture, px_per_mm: float, tiling: _Tiling) -> Picture:
    """One page with its part of the drawing in the margin's corner and marks where to cut."""
    width, height = (round(side * px_per_mm) for side in tiling.page_mm)
    margin = round(tiling.margin_mm * px_per_mm)
    page = np.full((height, width, 3), 255, np.uint8)
    rows, columns = min(part.shape[0], height - margin), min(part.shape[1], width - margin)
    page[margin : margin + rows, margin : margin + columns] = part[:rows, :columns]
    long, gap = round(0.6 * margin), round(0.2 * margin)
    for x in (margin, margin + columns):
        page[gap : gap + long, x : x + 1] = 0
        page[margin + rows + gap : margin + rows + gap + long, x : x + 1] = 0
    for y in (margin, margin + rows):
        page[y : y + 1, gap : gap + long] = 0
        page[y : y + 1, margin + columns + gap : margin + columns + gap + long] = 0
    return page


def arrange(pictures: Sequence[Picture], px_per_mm: float, paper: str, gap_mm: float = 3.0) -> list[Picture]:
    """Pictures of one size side by side on as few pages as they need."""
    page_mm = PAPERS_MM[paper]
    height, width = pictures[0].shape[:2]
    pitch_x, pitch_y = width + round(gap_mm * px_per_mm), height + round(gap_mm * px_per_mm)
    inner = [round((side - 2 * MARGIN_MM) * px_per_mm) for side in page_mm]
    columns, rows = max(1, inner[0] // pitch_x), max(1, inner[1] // pitch_y)
    margin = round(MARGIN_MM * px_per_mm)
    pages = []
    for start in range(0, len(pictures), columns * rows):
        page = np.full((round(page_mm[1] * px_per_mm), round(page_mm[0] * px_per_mm), 3), 255, np.uint8)
        for k, picture in enumerate(pictures[start : start + columns * rows]):
            y, x = margin + k // columns * pitch_y, margin + k % columns * pitch_x
            page[y : y + height, x : x + width] = picture
        pages.append(page)
    return pages


def png_bytes(picture: Picture, px_per_mm: float) -> bytes:
    """PNG that says its true size, so that it prints at 100 %."""
    dpi = px_per_mm * _MM_PER_INCH
    return _encoded([picture], "PNG", {"dpi": (dpi, dpi)})


def pdf_bytes(pages: Sequence[Picture], px_per_mm: float) -> bytes:
    """PDF, a picture a page, each at its true size."""
    return _encoded(pages, "PDF", {"resolution": px_per_mm * _MM_PER_INCH, "quality": 95})


def _encoded(pictures: Sequence[Picture], form: str, settings: dict[str, object]) -> bytes:
    first, *others = (Image.fromarray(np.ascontiguousarray(picture[..., ::-1])) for picture in pictures)
    if form == "PDF":
        settings = {**settings, "save_all": True, "append_images": others}
    packed = BytesIO()
    first.save(packed, form, **settings)
    return packed.getvalue()
