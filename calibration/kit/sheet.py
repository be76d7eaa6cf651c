"""The printable board: everything that a board file describes, drawn as one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.kit.canvas import Canvas
from calibration.kit.drawing import Drawing
from calibration.kit.field import paint_field, ring_mm
from calibration.kit.labels import paint_labels
from calibration.kit.letters import lettering
from calibration.kit.tones import (
    FRAME_MM,
    GRASS_LIGHT,
    INK,
    MARKER_INK,
    PAPER,
    TEAM_WORDS,
    TITLE,
    TRAY,
    TRAY_WORD,
    WHITE,
)
from calibration.markers import dictionary_of
from engine.game_names import title_of
from engine.grid import HexGrid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.kit.surface import Box, Surface
    from engine.board import Board, ChartTable, MarkersTable

PX_PER_MM = 6.0

_WORDS_NEED_MM, _FEW_WORDS_NEED_MM = 35.0, 18.0
"""A border this wide has room for words, and for small ones."""
_TITLE_MM = 8.94
_SMALL_MM = 4.5
"""Height of title and sides' words in a narrow border."""
_TITLE_SHARE = 0.26
"""Of the field's length: how wide the title may be, between two markers."""


def sheet_drawing(board: Board) -> Drawing:
    """The whole sheet as shapes, ``sheet.size_mm`` large, in the board frame."""
    drawing = Drawing(board.file.sheet.size_mm, board.file.sheet.field_origin_mm)
    paint_sheet(drawing, board)
    return drawing


def draw_sheet(board: Board, px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """The whole sheet (height, width, 3) BGR, ``sheet.size_mm`` times ``px_per_mm``."""
    return draw_unlettered(board, px_per_mm)[1]


def draw_unlettered(board: Board, px_per_mm: float = PX_PER_MM) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The whole sheet without what spaces, game and sides are called, and with it; see ``draw_sheet``."""
    canvas = Canvas(board.file.sheet.size_mm, px_per_mm, PAPER, board.file.sheet.field_origin_mm)
    _paint_unlettered(canvas, board)
    unlettered = canvas.image.copy()
    _paint_letters(canvas, board)
    return unlettered, canvas.image


def paint_sheet(surface: Surface, board: Board) -> None:
    """Draw the sheet, in the board frame."""
    _paint_unlettered(surface, board)
    _paint_letters(surface, board)


def _paint_letters(surface: Surface, board: Board) -> None:
    paint_labels(surface, board)
    _words(surface, board)


def _paint_unlettered(surface: Surface, board: Board) -> None:
    paint_field(surface, board)
    if board.file.sheet.dice_area_mm is not None:
        _tray(surface, board.file.sheet.dice_area_mm)
    if board.file.deviation_chart is not None:
        _chart(surface, board, board.file.deviation_chart)
    if board.file.markers is not None:
        paint_markers(surface, board.file.markers)


def quiet_zones_mm(markers: MarkersTable) -> list[Box]:
    """Each marker with the bare paper that it needs round it: west, north, east, south, board frame."""
    zone, far = markers.quiet_zone_mm, markers.size_mm + markers.quiet_zone_mm
    return [(x - zone, y - zone, x + far, y + far) for x, y in markers.corner_mm.values()]


def paint_markers(surface: Surface, markers: MarkersTable) -> None:
    """Every marker's quiet zone, then its dark modules as one shape, so that its edges are sharp."""
    for zone in quiet_zones_mm(markers):
        surface.rectangle(*zone, WHITE)
    dictionary = dictionary_of(markers)
    modules = dictionary.markerSize + 2
    cell = markers.size_mm / modules
    for number, corner in markers.corner_mm.items():
        dark = cv2.aruco.generateImageMarker(dictionary, number, modules) == 0
        surface.mosaic(corner, (cell, cell), dark, MARKER_INK)


def _words(surface: Surface, board: Board) -> None:
    """The game's name above the field, each side's colour below its half, where the border has room for them."""
    length, width = board.grid.field_size_mm
    sheet = board.file.sheet
    above = sheet.field_origin_mm[1] - ring_mm(board)
    below = sheet.size_mm[1] - sheet.field_origin_mm[1] - width - ring_mm(board)
    if _FEW_WORDS_NEED_MM < above <= _WORDS_NEED_MM:
        surface.text(
            title_of(board.game).upper(),
            (_TITLE_SHARE / 2 * length, -ring_mm(board) - above / 2),
            _SMALL_MM,
            TITLE,
            weight=800,
        )
    if above > _WORDS_NEED_MM:
        title = title_of(board.game).upper()
        height = min(_TITLE_MM, _TITLE_SHARE * length / lettering(title, 800).width)
        surface.text(title, (_TITLE_SHARE / 2 * length, -0.57 * above), height, TITLE, weight=800)
        surface.text("played with Touchline", (_TITLE_SHARE / 2 * length, -0.37 * above), 2.77, INK, weight=400)
    if below > _FEW_WORDS_NEED_MM:
        large = below > _WORDS_NEED_MM
        y = width + (0.61 * below if large else ring_mm(board) + below / 2)
        for (word, colour), share in zip(TEAM_WORDS, (0.135, 0.865), strict=True):
            surface.text(word, (share * length, y), 6.17 if large else _SMALL_MM, colour, weight=800)


def _tray(surface: Surface, area_mm: Box) -> None:
    west, north, east, south = area_mm
    surface.rectangle(west, north, east, south, TRAY)
    surface.frame(area_mm, FRAME_MM, INK)
    surface.text("DICE", ((west + east) / 2, south - 6.0), 3.83, TRAY_WORD)


def _chart(surface: Surface, board: Board, chart: ChartTable) -> None:
    """A space with an arrow and a number in each direction."""
    if chart.centre_mm is None or chart.radius_mm is None:
        return
    centre, radius = np.asarray(chart.centre_mm), chart.radius_mm
    corners = np.deg2rad(np.arange(-90, 270, 60) if isinstance(board.grid, HexGrid) else np.arange(-45, 315, 90))
    tile = centre + 0.42 * radius * np.column_stack((np.cos(corners), np.sin(corners)))
    surface.polygon(tile, GRASS_LIGHT)
    surface.outline(tile, FRAME_MM, INK)
    names = tuple(board.grid.steps)
    for number, direction in enumerate(board.deviation, 1):
        angle = 2 * np.pi * names.index(direction) / len(names)
        ahead = np.array((np.cos(angle), np.sin(angle)))
        aside = np.array((-ahead[1], ahead[0]))
        tail, neck, tip = (centre + share * radius * ahead for share in (0.44, 0.56, 0.72))
        surface.polygon((tail - 0.9 * aside, neck - 0.9 * aside, neck + 0.9 * aside, tail + 0.9 * aside), INK)
        surface.polygon((neck - 2.1 * aside, tip, neck + 2.1 * aside), INK)
        surface.text(str(number), centre + 0.89 * radius * ahead, 4.47, INK)
    surface.text("DEVIATION", centre - np.array((2.17, 0.26)) * radius, 3.09, INK)
    surface.text("CHART", centre - np.array((2.17, -0.03)) * radius, 3.09, INK)
