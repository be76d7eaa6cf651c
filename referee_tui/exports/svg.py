"""Drawings as SVG: plain shapes, no script, no style sheet, nothing fetched; every text is escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from referee_tui.exports.shapes import Cells, Circle, Label, Stroke, arrow_head

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.grid import Point
    from referee_tui.exports.shapes import Picture, Shape

FONT = "Helvetica, Arial, sans-serif"

BASE_LINE = 0.36
"""How far below the middle of a capital its base line lies, in font sizes; half a capital of the fonts above."""


def svg(picture: Picture, *, width_px: int | None = None) -> str:
    """The drawing as an ``<svg>`` element; as wide as its page, or as so many CSS pixels."""
    wide, high = f"{picture.width_mm:.2f}", f"{picture.height_mm:.2f}"
    size = f'width="{wide}mm" height="{high}mm"' if width_px is None else f'width="{width_px}"'
    title = f"<title>{text(picture.title)}</title>" if picture.title else ""
    paper = f'<rect width="{wide}" height="{high}" fill="{picture.paper}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {size} role="img">'
    return "\n".join((f"{head}{title}{paper}", *_elements(picture.shapes), "</svg>")) + "\n"


def text(words: str) -> str:
    """Words as they may stand in SVG or HTML: escaped, and without what neither may hold."""
    return escape("".join(letter if letter.isprintable() else " " for letter in words))


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Cells(polygons=polygons) if polygons:
                path = "".join(f"M{_points(polygon, 'L')}Z" for polygon in polygons)
                yield f'<path d="{path}" {_paint(shape.fill, shape.line, shape.line_mm)}/>'
            case Circle(centre=(x, y), radius_mm=radius):
                look = _paint(shape.fill, shape.line, shape.line_mm)
                yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {look}/>'
            case Stroke():
                yield from _stroke(shape)
            case Label(at=(x, y), height_mm=height):
                base = y + BASE_LINE * height
                weight = ' font-weight="bold"' if shape.bold else ""
                yield (
                    f'<text x="{_n(x)}" y="{_n(base)}" font-size="{_n(height)}" font-family={quoteattr(FONT)}{weight} '
                    f'text-anchor="{shape.align}" fill="{shape.colour}">{text(shape.text)}</text>'
                )


def _stroke(stroke: Stroke) -> Iterator[str]:
    dash = f' stroke-dasharray="{_n(stroke.dash_mm)} {_n(stroke.dash_mm)}"' if stroke.dash_mm else ""
    line = f'stroke="{stroke.colour}" stroke-width="{_n(stroke.width_mm)}" stroke-linejoin="round"'
    yield f'<path d="M{_points(stroke.points, "L")}" fill="none" {line}{dash}/>'
    if stroke.arrow and (head := arrow_head(stroke)):
        yield f'<path d="M{_points(head, "L")}Z" fill="{stroke.colour}"/>'


def _paint(fill: str | None, line: str | None, line_mm: float) -> str:
    edge = f' stroke="{line}" stroke-width="{_n(line_mm)}"' if line else ""
    return f'fill="{fill or "none"}"{edge}'


def _points(points: Iterable[Point], between: str) -> str:
    return between.join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(number: float) -> str:
    """Two decimals at most: a hundredth of a millimetre."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
