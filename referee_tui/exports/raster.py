"""Drawings as pixels (Pillow), for films: drawn at twice the size and halved, so that edges are smooth."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from referee_tui.exports.shapes import Cells, Circle, Label, Stroke, arrow_head

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.grid import Point
    from referee_tui.exports.shapes import Shape

SMOOTH = 2
"""Pixels are drawn so many times as large in both directions."""

ANCHOR = {"start": "lm", "middle": "mm", "end": "rm"}


class Canvas:
    """A sheet of pixels while it is being drawn on."""

    def __init__(self, size_px: tuple[int, int], px_per_mm: float, paper: str = "#ffffff") -> None:
        """``size_px`` (width, height) of the finished picture."""
        self._image = Image.new("RGB", (size_px[0] * SMOOTH, size_px[1] * SMOOTH), paper)
        self._scale = px_per_mm * SMOOTH

    def copy(self) -> Canvas:
        """A second sheet with the same on it."""
        twin = object.__new__(Canvas)
        twin._image, twin._scale = self._image.copy(), self._scale
        return twin

    def finished(self) -> Image.Image:
        """The picture at its own size."""
        return self._image.reduce(SMOOTH)

    def draw(self, shapes: Iterable[Shape]) -> None:
        """Draw shapes; their millimetres count from the upper left corner."""
        pen = ImageDraw.Draw(self._image)
        for shape in shapes:
            match shape:
                case Cells(polygons=polygons):
                    for polygon in polygons:
                        self._polygon(pen, polygon, shape)
                case Circle(centre=(x, y), radius_mm=radius):
                    s = self._scale
                    box = ((x - radius) * s, (y - radius) * s, (x + radius) * s, (y + radius) * s)
                    pen.ellipse(box, shape.fill, shape.line, max(1, round(shape.line_mm * s)))
                case Stroke():
                    self._stroke(pen, shape)
                case Label(at=(x, y)):
                    font = _font(max(6, round(shape.height_mm * self._scale)))
                    at = (x * self._scale, y * self._scale)
                    heavy = max(1, round(shape.height_mm * self._scale * 0.03)) if shape.bold else 0
                    pen.text(at, shape.text, shape.colour, font, ANCHOR[shape.align], stroke_width=heavy)

    def _polygon(self, pen: ImageDraw.ImageDraw, polygon: Sequence[Point], look: Cells) -> None:
        points = self._px(polygon)
        if look.fill:
            pen.polygon(points, look.fill)
        if look.line:
            pen.line([*points, points[0]], look.line, max(1, round(look.line_mm * self._scale)))

    def _stroke(self, pen: ImageDraw.ImageDraw, stroke: Stroke) -> None:
        width = max(1, round(stroke.width_mm * self._scale))
        for a, b in dashes(stroke):
            pen.line(self._px((a, b)), stroke.colour, width)
        if stroke.arrow and (head := arrow_head(stroke)):
            pen.polygon(self._px(head), stroke.colour)

    def _px(self, points: Iterable[Point]) -> list[tuple[float, float]]:
        return [(x * self._scale, y * self._scale) for x, y in points]


def dashes(stroke: Stroke) -> list[tuple[Point, Point]]:
    """The straight pieces of a stroke, millimetres."""
    pieces: list[tuple[Point, Point]] = []
    for a, b in zip(stroke.points, stroke.points[1:], strict=False):
        length = ((b.x_mm - a.x_mm) ** 2 + (b.y_mm - a.y_mm) ** 2) ** 0.5
        if not stroke.dash_mm or not length:
            pieces.append((a, b))
            continue
        count = max(1, round(length / stroke.dash_mm / 2))
        for k in range(count):
            ends = (k / count, (k + 0.5) / count)
            p, q = (type(a)(a.x_mm + (b.x_mm - a.x_mm) * f, a.y_mm + (b.y_mm - a.y_mm) * f) for f in ends)
            pieces.append((p, q))
    return pieces


@lru_cache(maxsize=32)
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that Pillow carries, so that a film is the same everywhere."""
    return ImageFont.load_default(size_px)
