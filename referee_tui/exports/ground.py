"""The empty board as shapes: spaces, areas, goals, marks and names, for every kind of grid."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from engine.grid import HexGrid, Point
from engine.half_grid import HalvesGrid
from referee_tui.exports.shapes import Cells, Circle, Label, Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.board import Board
    from engine.grid import Grid, Space
    from referee_tui.exports.shapes import Shape

FIELD, PENALTY, GOAL_AREA, CIRCLE = "#5a9e5f", "#509156", "#46834d", "#549759"
GOAL, RING = "#cfd4d8", "#d3e2d3"
SPACE_LINE, CHALK, INK = "#8fc294", "#ffffff", "#37424b"

LABEL_SPACES = 0.95
"""Room for the names of rows and columns around the spaces, in widths of a space."""


class Box(NamedTuple):
    """West, north, east, south in millimetres, board frame."""

    west: float
    north: float
    east: float
    south: float


def outline(grid: Grid, space: Space) -> tuple[Point, ...]:
    """The corners of a space, board frame."""
    x, y = grid.centre_mm(space)
    if isinstance(grid, HexGrid):
        reach = grid.width_mm / math.sqrt(3)
        angles = [math.radians(30 + 60 * k) for k in range(6)]
        return tuple(Point(x + reach * math.cos(angle), y + reach * math.sin(angle)) for angle in angles)
    half = grid.width_mm / 2
    return Point(x - half, y - half), Point(x + half, y - half), Point(x + half, y + half), Point(x - half, y + half)


def extent(board: Board) -> Box:
    """What the drawing covers: all spaces with their names around them."""
    grid = board.grid
    corners = [corner for space in grid.spaces for corner in outline(grid, space)]
    xs, ys = [corner.x_mm for corner in corners], [corner.y_mm for corner in corners]
    margin = LABEL_SPACES * grid.width_mm
    return Box(min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def ground(board: Board) -> tuple[Shape, ...]:
    """The board without pieces, board frame."""
    return (*_spaces(board), *_lines(board), *_marks(board), *_names(board))


def _spaces(board: Board) -> Iterator[Shape]:
    looks: dict[str, list[Space]] = {}
    for space in board.grid.spaces:
        looks.setdefault(_shade(board, space), []).append(space)
    line_mm = board.grid.width_mm * 0.03
    for shade, spaces in looks.items():
        yield Cells(tuple(outline(board.grid, space) for space in spaces), shade, SPACE_LINE, line_mm)


def _shade(board: Board, space: Space) -> str:
    if space in board.goals["left"] or space in board.goals["right"]:
        return GOAL
    if space not in board.grid.field:
        return RING
    for name, shade in (("goal_", GOAL_AREA), ("penalty_", PENALTY), ("centre_circle", CIRCLE)):
        if any(space in spaces for area, spaces in board.areas.items() if area.startswith(name)):
            return shade
    return FIELD


def _lines(board: Board) -> Iterator[Shape]:
    length, width = board.grid.field_size_mm
    thick = board.grid.width_mm * 0.07
    if not isinstance(board.grid, HexGrid):
        # The edge of a field of hexagons is their own.
        corners = (Point(0, 0), Point(length, 0), Point(length, width), Point(0, width))
        yield Cells((corners,), None, CHALK, thick)
    yield Stroke((Point(length / 2, 0), Point(length / 2, width)), CHALK, thick)
    if board.file.goals.mouth_mm is not None:
        north, south = board.file.goals.mouth_mm
        for x in (0.0, length):
            yield Stroke((Point(x, north), Point(x, south)), INK, 3 * thick)


def _marks(board: Board) -> Iterator[Shape]:
    marks = [board.centre_mark] if board.centre_mark else []
    for sides in (board.kick_off_marks, board.penalty_spots, board.corner_spots):
        marks += [*sides["left"], *sides["right"]]
    for space in dict.fromkeys(marks):
        yield Circle(board.grid.centre_mm(space), board.grid.width_mm * 0.1, CHALK)


def _names(board: Board) -> Iterator[Shape]:
    grid = board.grid
    box, size = extent(board), grid.width_mm * 0.55
    away = LABEL_SPACES * grid.width_mm / 2
    for text, x in _across(grid):
        yield Label(Point(x, box.north + away), text, size, INK)
    for west, east, y in _down(grid):
        yield Label(Point(box.west + away, y), west, size, INK)
        yield Label(Point(box.east - away, y), east, size, INK)


def _across(grid: Grid) -> Iterator[tuple[str, float]]:
    """What stands over the spaces, each with its x."""
    if isinstance(grid, HalvesGrid):
        for x in range(1, grid.length + 1):
            space = grid.named((x, 0))
            yield space[1], grid.centre_mm(space).x_mm
        return
    row = grid.rows[0]
    for column in range(1, grid.columns(row) + 1):
        yield str(column), grid.centre_mm(f"{row}{column}").x_mm


def _down(grid: Grid) -> Iterator[tuple[str, str, float]]:
    """What stands left and right of the spaces, with its y."""
    if isinstance(grid, HalvesGrid):
        for y in range(grid.column_count):
            space = grid.named((1, y))
            yield space[2:], grid.named((grid.length, y))[2:], grid.centre_mm(space).y_mm
        return
    for row in grid.rows:
        yield row, row, grid.centre_mm(f"{row}1").y_mm
