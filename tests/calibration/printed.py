"""A document that keeps what is drawn on its pages, in place of a PDF."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from calibration.kit.canvas import Canvas
from calibration.kit.document import Document
from calibration.kit.drawing import Drawing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from calibration.kit.surface import Box, Surface

_LINE_MM = 5.0
"""Height that a line of running text is taken to have."""


@dataclass
class Page:
    size_mm: tuple[float, float]
    parts: list[tuple[Box | None, Drawing]] = field(default_factory=list)
    """What was drawn, and the window it shows through."""
    words: list[str] = field(default_factory=list)

    def picture(self, px_per_mm: float, shift_mm: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.uint8]:
        """The page's windowed drawings (h, w, 3) BGR, moved; what lies outside a window is white."""
        canvas = Canvas(self.size_mm, px_per_mm, (255, 255, 255))
        for window, drawing in self.parts:
            if window is None:
                continue
            drawing.draw_on(canvas, shift_mm)
            west, north, east, south = (side + shift_mm[k % 2] for k, side in enumerate(window))
            height, width = canvas.image.shape[:2]
            ys, xs = (np.arange(height) + 0.5) / px_per_mm, (np.arange(width) + 0.5) / px_per_mm
            canvas.image[~np.outer((ys > north) & (ys < south), (xs > west) & (xs < east))] = 255
        return canvas.image

    def marks(self) -> Drawing:
        """What was drawn without a window."""
        (drawing,) = (drawing for window, drawing in self.parts if window is None)
        return drawing


class Recorder(Document):
    """Pages as drawings."""

    def __init__(self) -> None:
        super().__init__("recorded")
        self.pages: list[Page] = []

    def new_page(self, size_mm: tuple[float, float]) -> None:
        self.pages.append(Page(size_mm))

    @contextmanager
    def drawn(self, window_mm: Box | None = None) -> Iterator[Surface]:
        drawing = Drawing(self.pages[-1].size_mm)
        self.pages[-1].parts.append((window_mm, drawing))
        yield drawing

    def words(
        self, text: str, corner_mm: tuple[float, float], width_mm: float, size_pt: float, *, bold: bool = False
    ) -> float:
        self.pages[-1].words.append(text)
        lines = 1 + int(len(text) * 0.2 * size_pt / width_mm)
        return corner_mm[1] + lines * (_LINE_MM + bold)
