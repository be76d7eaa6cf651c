"""Two more sheets: loose markers for a board of one's own, and a chessboard with markers to measure the lens by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from calibration.kit.canvas import Canvas
from calibration.kit.drawing import Drawing
from calibration.kit.sheet import paint_markers, quiet_zones_mm
from calibration.kit.tones import INK, MARKER_INK, WHITE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.kit.surface import Box, Surface
    from engine.board import MarkersTable

PX_PER_MM = 10.0

LENS_SQUARES = (8, 5)
LENS_SQUARE_MM = 30.0
LENS_MARKER_MM = 22.0
LENS_DICTIONARY = cv2.aruco.DICT_5X5_100
"""Another dictionary than the boards use, so that a target on the table is not taken for a board."""

_MARKERS_IN_A_ROW = 4
_LABEL_MM = 5.0


def lens_board() -> cv2.aruco.CharucoBoard:
    """The lens target as OpenCV's calibration wants it; object points in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(LENS_DICTIONARY)
    return cv2.aruco.CharucoBoard(LENS_SQUARES, LENS_SQUARE_MM, LENS_MARKER_MM, dictionary)


def lens_drawing() -> Drawing:
    """The lens target as shapes, without a margin."""
    drawing = Drawing((LENS_SQUARES[0] * LENS_SQUARE_MM, LENS_SQUARES[1] * LENS_SQUARE_MM))
    _paint_lens_target(drawing)
    return drawing


def draw_lens_target(px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """The lens target (height, width, 3) BGR, without a margin: the squares' size to the pixel."""
    canvas = Canvas(lens_drawing().size_mm, px_per_mm, WHITE)
    _paint_lens_target(canvas)
    return canvas.image


def _paint_lens_target(surface: Surface) -> None:
    board = lens_board()
    modules = board.getDictionary().markerSize + 2
    columns, rows = LENS_SQUARES
    # OpenCV's own order: dark squares where row and column are both even or both odd, markers in the others.
    dark = np.add.outer(np.arange(rows), np.arange(columns)) % 2 == 0
    surface.mosaic((0.0, 0.0), (LENS_SQUARE_MM, LENS_SQUARE_MM), dark, MARKER_INK)
    cell = LENS_MARKER_MM / modules
    for number, corners in zip(np.asarray(board.getIds()).ravel(), board.getObjPoints(), strict=True):
        pattern = cv2.aruco.generateImageMarker(board.getDictionary(), int(number), modules) == 0
        surface.mosaic(np.asarray(corners)[0, :2], (cell, cell), pattern, MARKER_INK)


def marker_drawing(markers: MarkersTable) -> Drawing:
    """Every marker of a board once, in rows, each with its quiet zone and its number, as shapes."""
    ids = sorted(markers.corner_mm)
    zone = markers.size_mm + 2 * markers.quiet_zone_mm
    pitch = zone + _LABEL_MM
    corner = {
        number: (
            pitch * (k % _MARKERS_IN_A_ROW) + markers.quiet_zone_mm,
            pitch * (k // _MARKERS_IN_A_ROW) + markers.quiet_zone_mm,
        )
        for k, number in enumerate(ids)
    }
    rows = max(1, -(-len(ids) // _MARKERS_IN_A_ROW))
    drawing = Drawing((_MARKERS_IN_A_ROW * pitch, rows * pitch))
    placed = msgspec.structs.replace(markers, corner_mm=corner)
    paint_markers(drawing, placed)
    for number, box in zip(corner, quiet_zones_mm(placed), strict=True):
        drawing.text(str(number), ((box[0] + box[2]) / 2, box[3] + 1.6), 2.2, INK)
    return drawing


def marker_boxes_mm(drawing: Drawing) -> list[Box]:
    """What of a sheet of loose markers a joint between pages must not cut."""
    return [shape.box_mm for shape in drawing.shapes]


def draw_marker_sheet(markers: MarkersTable, px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """Every marker of a board once (h, w, 3) BGR; see ``marker_drawing``."""
    drawing = marker_drawing(markers)
    canvas = Canvas(drawing.size_mm, px_per_mm, WHITE)
    drawing.draw_on(canvas)
    return canvas.image
