"""A drawing as values: what the writers of SVG, pixels and PDF are handed.

Lengths are millimetres, x right, y down, from the drawing's own upper left corner or, before ``shifted``, of the board
frame. Colours are ``#rrggbb``. Later shapes cover earlier ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.grid import Point


@dataclass(frozen=True, slots=True)
class Cells:
    """Closed polygons of one look."""

    polygons: tuple[tuple[Point, ...], ...]
    fill: str | None
    line: str | None = None
    line_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc with an edge."""

    centre: Point
    radius_mm: float
    fill: str | None
    line: str | None = None
    line_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open line through points."""

    points: tuple[Point, ...]
    colour: str
    width_mm: float
    arrow: bool = False
    """A head at its end."""
    dash_mm: float = 0.0
    """Length of dashes and of the gaps between them; 0: drawn through."""


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text, its middle line at ``at``."""

    at: Point
    text: str
    height_mm: float
    """Font size: about 1.4 times the height of a capital."""
    colour: str
    align: Literal["start", "middle", "end"] = "middle"
    bold: bool = False


Shape: TypeAlias = Cells | Circle | Stroke | Label


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished drawing."""

    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...]
    title: str = ""
    """What it shows, in a sentence, for those who cannot see it."""
    paper: str = "#ffffff"


def shifted(shape: Shape, dx_mm: float, dy_mm: float) -> Shape:
    """The shape, moved."""

    def moved(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(Point(x + dx_mm, y + dy_mm) for x, y in points)

    match shape:
        case Cells(polygons=polygons):
            return replace(shape, polygons=tuple(moved(polygon) for polygon in polygons))
        case Circle(centre=at):
            return replace(shape, centre=moved((at,))[0])
        case Stroke(points=points):
            return replace(shape, points=moved(points))
        case Label(at=at):
            return replace(shape, at=moved((at,))[0])


def arrow_head(stroke: Stroke) -> tuple[Point, ...]:
    """The triangle at the end of a stroke with an arrow; empty for one without a length."""
    tip = stroke.points[-1]
    tail = next((point for point in reversed(stroke.points) if point != tip), None)
    if tail is None:
        return ()
    dx, dy = tip.x_mm - tail.x_mm, tip.y_mm - tail.y_mm
    length = (dx * dx + dy * dy) ** 0.5
    along, across = (dx / length, dy / length), (-dy / length, dx / length)
    long, wide = 3.2 * stroke.width_mm, 1.7 * stroke.width_mm
    back = Point(tip.x_mm - along[0] * long, tip.y_mm - along[1] * long)
    left = Point(back.x_mm + across[0] * wide, back.y_mm + across[1] * wide)
    right = Point(back.x_mm - across[0] * wide, back.y_mm - across[1] * wide)
    return tip, left, right
