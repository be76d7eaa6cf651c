"""The printable board: everything that a board file describes, drawn as one sheet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.canvas import Canvas, Colour
from calibration.markers import dictionary_of
from engine.grid import HexGrid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import AreaTable, Board, ChartTable, MarkersTable, Side
    from engine.grid import Space

PX_PER_MM = 6.0

PAPER: Colour = (251, 253, 253)
QUIET: Colour = (252, 252, 252)
INK: Colour = (42, 36, 34)
MARKER_INK: Colour = (26, 26, 26)
GRASS_LIGHT: Colour = (82, 146, 74)
GRASS_DARK: Colour = (76, 138, 68)
SPACE_LINE: Colour = (190, 222, 190)
CHALK: Colour = (247, 250, 250)
FRAME: Colour = (48, 84, 40)
NET: Colour = (232, 228, 224)
NET_LINE: Colour = (182, 178, 174)
TRAY: Colour = (236, 240, 240)
TRAY_WORD: Colour = (176, 176, 176)
TITLE: Colour = (48, 88, 40)
TEAM_WORDS: tuple[tuple[str, Colour], ...] = (("BLUE", (156, 72, 30)), ("RED", (36, 30, 172)))

SPACE_LINE_MM = 0.45
CHALK_MM = 1.2
FRAME_MM = 0.6


def draw_sheet(board: Board, px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """The whole sheet (height, width, 3) BGR, ``sheet.size_mm`` times ``px_per_mm``."""
    sheet = board.file.sheet
    canvas = Canvas(sheet.size_mm, px_per_mm, PAPER, sheet.field_origin_mm)
    _field(canvas, board)
    _chalk(canvas, board)
    _goals(canvas, board)
    _frame(canvas, board)
    _labels(canvas, board)
    _words(canvas, board)
    if sheet.dice_area_mm is not None:
        _tray(canvas, sheet.dice_area_mm)
    if board.file.deviation_chart is not None:
        _chart(canvas, board, board.file.deviation_chart)
    if board.file.markers is not None:
        draw_markers(canvas, board.file.markers)
    return canvas.image


def draw_markers(canvas: Canvas, markers: MarkersTable) -> None:
    """Every marker with its quiet zone, module by module so that its edges are sharp."""
    dictionary = dictionary_of(markers)
    modules = dictionary.markerSize + 2
    cell = markers.size_mm / modules
    for number, (west, north) in markers.corner_mm.items():
        zone = markers.quiet_zone_mm
        canvas.rectangle(
            west - zone, north - zone, west + markers.size_mm + zone, north + markers.size_mm + zone, QUIET
        )
        canvas.rectangle(west, north, west + markers.size_mm, north + markers.size_mm, MARKER_INK)
        white = cv2.aruco.generateImageMarker(dictionary, number, modules) > 0
        canvas.mosaic((west, north), cell, white, QUIET)


def cell_outline_mm(board: Board, space: Space, share: float = 1.0) -> NDArray[np.float64]:
    """Corners of a space: a hexagon with a corner north, or a square; ``share`` shrinks it about its centre."""
    w, centre = board.grid.width_mm * share, np.asarray(board.grid.centre_mm(space))
    if isinstance(board.grid, HexGrid):
        angles = np.deg2rad(np.arange(-90, 270, 60))
        hexagon = np.column_stack((np.cos(angles), np.sin(angles))) * (w / np.sqrt(3))
        return np.asarray(centre + hexagon, np.float64)
    return centre + 0.5 * np.array(((-w, -w), (w, -w), (w, w), (-w, w)))


def _field(canvas: Canvas, board: Board) -> None:
    length, width = board.grid.field_size_mm
    canvas.rectangle(0, 0, length, width, GRASS_LIGHT)
    for space in board.grid.field_spaces:
        # Mown stripes two spaces wide; their shade must not vie with the lines.
        if int(space[1:]) // 2 % 2 == 0:
            canvas.polygon(cell_outline_mm(board, space), GRASS_DARK, smooth=False)
    drawn: set[tuple[int, int]] = set()
    for space in board.grid.field_spaces:
        corners = cell_outline_mm(board, space)
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            # Neighbours share a line: known by its middle, to half a millimetre.
            x, y = (a + b) / 2
            if (key := (round(2 * x), round(2 * y))) not in drawn:
                drawn.add(key)
                canvas.line(a, b, SPACE_LINE_MM, SPACE_LINE)


def _chalk(canvas: Canvas, board: Board) -> None:
    """Touch lines, halfway line, areas, circle, arcs and marks: white, as on grass."""
    length, width = board.grid.field_size_mm
    w = board.grid.width_mm
    canvas.line((length / 2, 0), (length / 2, width), CHALK_MM, CHALK)
    for name, area in board.file.areas.items():
        if area.goal_line is not None and area.rows and area.depth is not None:
            _box(canvas, board, area)
            if name.startswith("penalty"):
                _penalty_mark(canvas, board, area, area.goal_line, area.depth)
        elif area.centre is not None and area.radius is not None:
            canvas.arc(board.grid.centre_mm(area.centre), (area.radius + 0.5) * w, CHALK_MM, CHALK)
    if board.centre_mark is not None:
        canvas.disc(board.grid.centre_mm(board.centre_mark), 0.07 * w, CHALK)
    for x, y, start in ((0, 0, 0), (length, 0, 90), (length, width, 180), (0, width, 270)):
        canvas.arc((x, y), 0.6 * w, CHALK_MM, CHALK, (start, start + 90))


def _box(canvas: Canvas, board: Board, area: AreaTable) -> None:
    """The three lines of a penalty or goal area: around its rows, as deep as the file says."""
    north, south = _rows_mm(board, area.rows or "")
    length, _ = board.grid.field_size_mm
    depth = (area.depth or 0.0) * board.grid.width_mm
    edge, front = (0.0, depth) if area.goal_line == "left" else (length, length - depth)
    canvas.line((edge, north), (front, north), CHALK_MM, CHALK)
    canvas.line((front, north), (front, south), CHALK_MM, CHALK)
    canvas.line((edge, south), (front, south), CHALK_MM, CHALK)


def _rows_mm(board: Board, rows: str) -> tuple[float, float]:
    """North and south edge of a band of rows, halfway to the next row."""
    ys = [board.grid.centre_mm(f"{row}1").y_mm for row in rows]
    first, second = (board.grid.centre_mm(f"{row}1").y_mm for row in board.grid.rows[:2])
    return min(ys) - (second - first) / 2, max(ys) + (second - first) / 2


def _penalty_mark(canvas: Canvas, board: Board, area: AreaTable, side: Side, depth: float) -> None:
    """Mark at three quarters of the area's depth, and the arc in front of it."""
    w = board.grid.width_mm
    north, south = _rows_mm(board, area.rows or "")
    length, _ = board.grid.field_size_mm
    from_line, radius = 0.75 * depth * w, 0.55 * depth * w
    x = from_line if side == "left" else length - from_line
    canvas.disc((x, (north + south) / 2), 0.06 * w, CHALK)
    # Only what lies outside the area is drawn.
    half = float(np.degrees(np.arccos(np.clip(0.25 * depth * w / radius, -1, 1))))
    middle = 0.0 if side == "left" else 180.0
    canvas.arc((x, (north + south) / 2), radius, CHALK_MM, CHALK, (middle - half, middle + half))


def _goals(canvas: Canvas, board: Board) -> None:
    for spaces in board.goals.values():
        for space in spaces:
            canvas.polygon(cell_outline_mm(board, space), NET)
            for share in (0.72, 0.44):
                canvas.outline(cell_outline_mm(board, space, share), SPACE_LINE_MM, NET_LINE)
            canvas.outline(cell_outline_mm(board, space), FRAME_MM, INK)


def _frame(canvas: Canvas, board: Board) -> None:
    """White touch and goal lines on the field's edge, with a dark line just outside against the white paper."""
    length, width = board.grid.field_size_mm
    for inset, stroke, colour in ((0.0, CHALK_MM, CHALK), (-FRAME_MM, FRAME_MM, FRAME)):
        canvas.outline(
            ((inset, inset), (length - inset, inset), (length - inset, width - inset), (inset, width - inset)),
            stroke,
            colour,
        )


def _labels(canvas: Canvas, board: Board) -> None:
    """Row letters at both ends and column numbers along both touch lines (those of the north row's spaces)."""
    length, width = board.grid.field_size_mm
    goal_rows = {space[0] for spaces in board.goals.values() for space in spaces}
    for row in board.grid.rows:
        if row not in goal_rows:
            y = board.grid.centre_mm(f"{row}1").y_mm
            canvas.text(row, (-4.6, y), 2.7, INK)
            canvas.text(row, (length + 4.6, y), 2.7, INK)
    first = board.grid.rows[0]
    for column in range(1, board.grid.columns(first) + 1):
        x = board.grid.centre_mm(f"{first}{column}").x_mm
        canvas.text(str(column), (x, -3.9), 2.2, INK)
        canvas.text(str(column), (x, width + 3.9), 2.2, INK)


def _words(canvas: Canvas, board: Board) -> None:
    """The game's name above the field, each side's colour below its half, where the border has room for them."""
    length, width = board.grid.field_size_mm
    sheet = board.file.sheet
    above, below = sheet.field_origin_mm[1], sheet.size_mm[1] - sheet.field_origin_mm[1] - width
    if above > 35:
        canvas.text(re.sub(r"[-_]", " ", board.game).upper(), (0.13 * length, -0.57 * above), 8.4, TITLE, weight=800)
        canvas.text("played with Touchline", (0.13 * length, -0.37 * above), 2.6, INK, weight=400)
    if below > 35:
        for (word, colour), share in zip(TEAM_WORDS, (0.135, 0.865), strict=True):
            canvas.text(word, (share * length, width + 0.61 * below), 5.8, colour, weight=800)


def _tray(canvas: Canvas, area_mm: tuple[float, float, float, float]) -> None:
    west, north, east, south = area_mm
    canvas.polygon(((west, north), (east, north), (east, south), (west, south)), TRAY)
    canvas.outline(((west, north), (east, north), (east, south), (west, south)), FRAME_MM, INK)
    canvas.text("DICE", ((west + east) / 2, south - 6.0), 3.6, TRAY_WORD)


def _chart(canvas: Canvas, board: Board, chart: ChartTable) -> None:
    """A space with an arrow and a number in each direction."""
    if chart.centre_mm is None or chart.radius_mm is None:
        return
    centre, radius = np.asarray(chart.centre_mm), chart.radius_mm
    corners = np.deg2rad(np.arange(-90, 270, 60) if isinstance(board.grid, HexGrid) else np.arange(-45, 315, 90))
    tile = centre + 0.42 * radius * np.column_stack((np.cos(corners), np.sin(corners)))
    canvas.polygon(tile, GRASS_LIGHT)
    canvas.outline(tile, FRAME_MM, INK)
    names = tuple(board.grid.steps)
    for number, direction in enumerate(board.deviation, 1):
        angle = 2 * np.pi * names.index(direction) / len(names)
        ahead = np.array((np.cos(angle), np.sin(angle)))
        aside = np.array((-ahead[1], ahead[0]))
        tail, neck, tip = (centre + share * radius * ahead for share in (0.44, 0.56, 0.72))
        canvas.polygon((tail - 0.9 * aside, neck - 0.9 * aside, neck + 0.9 * aside, tail + 0.9 * aside), INK)
        canvas.polygon((neck - 2.1 * aside, tip, neck + 2.1 * aside), INK)
        canvas.text(str(number), centre + 0.89 * radius * ahead, 4.2, INK)
    canvas.text("DEVIATION", centre - np.array((2.17, 0.26)) * radius, 2.9, INK)
    canvas.text("CHART", centre - np.array((2.17, -0.03)) * radius, 2.9, INK)
