"""The printed field: its spaces, the chalk on them, goals and the ring round it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration.kit.tones import (
    CHALK,
    CHALK_MM,
    FRAME,
    FRAME_MM,
    GRASS_DARK,
    GRASS_LIGHT,
    INK,
    NET,
    NET_LINE,
    RING,
    RING_LINE,
    SPACE_LINE,
    SPACE_LINE_MM,
    YELLOW,
    YELLOW_LINE,
)
from calibration.outlines import space_outline_mm
from engine.grid import HexGrid, SquareGrid

if TYPE_CHECKING:
    from calibration.kit.surface import Box, Surface
    from engine.board import AreaTable, Board, Side

GOAL_TONES = {"soccer-fun": (YELLOW, YELLOW_LINE)}
"""Fill and lines of the goal spaces in games whose rules name a colour; elsewhere a net on paper."""
_CIRCLE_SHARE = 0.09
"""The centre circle's radius as a share of the field's length (9.15 m of 105 m), where the board file has none."""
_MOUTH_DEPTH_MM = 34.0
"""How far the place for a goal that stands beside the grid reaches out from the goal line."""


def paint_field(surface: Surface, board: Board) -> None:
    """Everything from the goal nets inwards."""
    _ring(surface, board)
    _spaces(surface, board)
    _chalk(surface, board)
    _goals(surface, board)
    _frame(surface, board)


def ring_mm(board: Board) -> float:
    """Width of the ring of spaces round the field, 0 where there is none."""
    return board.grid.width_mm if isinstance(board.grid, SquareGrid) and board.grid.ring else 0.0


def _ring(surface: Surface, board: Board) -> None:
    w = ring_mm(board)
    if not w:
        return
    length, width = board.grid.field_size_mm
    surface.rectangle(-w, -w, length + w, width + w, RING)
    box: Box = (-w, -w, length + w, width + w)
    _lattice(surface, box, w, SPACE_LINE_MM, RING_LINE)


def _spaces(surface: Surface, board: Board) -> None:
    """Grass in mown stripes two spaces wide, whose shades must not vie with the lines between spaces."""
    length, width = board.grid.field_size_mm
    surface.rectangle(0, 0, length, width, GRASS_LIGHT)
    if isinstance(board.grid, HexGrid):
        _hexagons(surface, board)
        return
    w = board.grid.width_mm
    stripes = np.array([[(column + 1) // 2 % 2 == 0 for column in range(round(length / w))]])
    surface.mosaic((0, 0), (w, width), stripes, GRASS_DARK)
    _lattice(surface, (0.0, 0.0, length, width), w, SPACE_LINE_MM, SPACE_LINE)


def _hexagons(surface: Surface, board: Board) -> None:
    for space in board.grid.field_spaces:
        if int(space[1:]) // 2 % 2 == 0:
            surface.polygon(space_outline_mm(board.grid, space), GRASS_DARK, smooth=False)
    drawn: set[tuple[int, int]] = set()
    for space in board.grid.field_spaces:
        corners = space_outline_mm(board.grid, space)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            # Neighbours share a line: known by its middle, to half a millimetre.
            x, y = (a + b) / 2
            if (key := (round(2 * x), round(2 * y))) not in drawn:
                drawn.add(key)
                surface.line(a, b, SPACE_LINE_MM, SPACE_LINE)


def _lattice(surface: Surface, box: Box, pitch_mm: float, width_mm: float, colour: tuple[int, int, int]) -> None:
    """Lines between squares, and round them."""
    west, north, east, south = box
    for k in range(round((east - west) / pitch_mm) + 1):
        surface.line((west + k * pitch_mm, north), (west + k * pitch_mm, south), width_mm, colour)
    for k in range(round((south - north) / pitch_mm) + 1):
        surface.line((west, north + k * pitch_mm), (east, north + k * pitch_mm), width_mm, colour)


def _chalk(surface: Surface, board: Board) -> None:
    """Halfway line, areas, circle, arcs and marks: white, as on grass."""
    length, width = board.grid.field_size_mm
    w = board.grid.width_mm
    surface.line((length / 2, 0), (length / 2, width), CHALK_MM, CHALK)
    circles = [area for area in board.file.areas.values() if area.centre is not None and area.radius is not None]
    for area in circles:
        surface.arc(board.grid.centre_mm(area.centre or ""), ((area.radius or 0) + 0.5) * w, CHALK_MM, CHALK)
    if not circles:
        surface.arc((length / 2, width / 2), (round(_CIRCLE_SHARE * length / w) + 0.5) * w, CHALK_MM, CHALK)
    for name, area in board.file.areas.items():
        if area.goal_line is not None and area.depth is not None:
            _box(surface, board, area, area.goal_line, area.depth)
            if name.startswith("penalty"):
                _penalty_mark(surface, board, area, area.goal_line, area.depth)
    marks = [board.centre_mark] if board.centre_mark else []
    marks += [space for spaces in (*board.kick_off_marks.values(), *board.penalty_spots.values()) for space in spaces]
    for space in marks:
        surface.disc(board.grid.centre_mm(space), 0.07 * w, CHALK)
    for x, y, start in ((0, 0, 0), (length, 0, 90), (length, width, 180), (0, width, 270)):
        surface.arc((x, y), 0.6 * w, CHALK_MM, CHALK, (start, start + 90))


def _box(surface: Surface, board: Board, area: AreaTable, side: Side, depth: float) -> None:
    """The three lines of a penalty or goal area: around its rows, as deep as the file says."""
    north, south = _band_mm(board, area)
    length, _ = board.grid.field_size_mm
    edge = 0.0 if side == "left" else length
    front = edge + depth * board.grid.width_mm * (1 if side == "left" else -1)
    surface.line((edge, north), (front, north), CHALK_MM, CHALK)
    surface.line((front, north), (front, south), CHALK_MM, CHALK)
    surface.line((edge, south), (front, south), CHALK_MM, CHALK)


def _band_mm(board: Board, area: AreaTable) -> tuple[float, float]:
    """North and south edge of an area's rows (halfway to the next row) or columns."""
    if area.columns is not None:
        first, last = area.columns
        width = board.grid.field_size_mm[1]
        north, south = (first - 1) * board.grid.width_mm, last * board.grid.width_mm
        return (north, south) if area.goal_line == "left" else (width - south, width - north)
    ys = [board.grid.centre_mm(f"{row}1").y_mm for row in area.rows or ""]
    first_y, second_y = (board.grid.centre_mm(f"{row}1").y_mm for row in board.grid.rows[:2])
    return min(ys) - (second_y - first_y) / 2, max(ys) + (second_y - first_y) / 2


def _penalty_mark(surface: Surface, board: Board, area: AreaTable, side: Side, depth: float) -> None:
    """Mark at three quarters of the area's depth if the file has none, and the arc in front of the area."""
    w = board.grid.width_mm
    north, south = _band_mm(board, area)
    length, _ = board.grid.field_size_mm
    from_line, radius = 0.75 * depth * w, 0.55 * depth * w
    centre = (from_line if side == "left" else length - from_line, (north + south) / 2)
    if not board.penalty_spots[side]:
        surface.disc(centre, 0.06 * w, CHALK)
    # Only what lies outside the area is drawn.
    half = float(np.degrees(np.arccos(np.clip(0.25 * depth * w / radius, -1, 1))))
    middle = 0.0 if side == "left" else 180.0
    surface.arc(centre, radius, CHALK_MM, CHALK, (middle - half, middle + half))


def _goals(surface: Surface, board: Board) -> None:
    net, net_line = GOAL_TONES.get(board.game, (NET, NET_LINE))
    for spaces in board.goals.values():
        for space in spaces:
            surface.polygon(space_outline_mm(board.grid, space), net)
            for share in (0.72, 0.44):
                surface.outline(space_outline_mm(board.grid, space, share), SPACE_LINE_MM, net_line)
            surface.outline(space_outline_mm(board.grid, space), FRAME_MM, INK)
    if board.file.goals.mouth_mm is not None:
        _mouths(surface, board, board.file.goals.mouth_mm)


def _mouths(surface: Surface, board: Board, mouth_mm: tuple[float, float]) -> None:
    """Where goals are put up beside the grid: posts on the goal line, a net on the ground behind it."""
    length, _ = board.grid.field_size_mm
    north, south = mouth_mm
    for edge, back in ((0.0, -_MOUTH_DEPTH_MM), (length, length + _MOUTH_DEPTH_MM)):
        west, east = min(edge, back), max(edge, back)
        surface.rectangle(west, north, east, south, NET)
        meshes = round((south - north) / (_MOUTH_DEPTH_MM / 4))
        for k in range(1, meshes):
            y = north + k * (south - north) / meshes
            surface.line((west, y), (east, y), SPACE_LINE_MM, NET_LINE)
        for k in range(1, 4):
            x = west + k * (east - west) / 4
            surface.line((x, north), (x, south), SPACE_LINE_MM, NET_LINE)
        surface.frame((west, north, east, south), FRAME_MM, INK)


def _frame(surface: Surface, board: Board) -> None:
    """White touch and goal lines on the field's edge, with a dark line just outside against the white paper.

    A line of the board file's own width lies within the field: its outer edge is the field's border.
    """
    length, width = board.grid.field_size_mm
    own = board.file.sheet.line_mm
    chalk, inset = (CHALK_MM, 0.0) if own is None else (own, own / 2)
    surface.frame((inset, inset, length - inset, width - inset), chalk, CHALK)
    # The dark line's inner edge follows the white one's outer edge.
    out = FRAME_MM if own is None else FRAME_MM / 2
    surface.frame((-out, -out, length + out, width + out), FRAME_MM, FRAME)
