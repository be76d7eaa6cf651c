"""Two more sheets: loose markers for a board of one's own, and a chessboard with markers to measure the lens by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from calibration.kit.canvas import Canvas, Colour
from calibration.kit.sheet import INK, draw_markers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.board import MarkersTable

PX_PER_MM = 10.0
WHITE: Colour = (255, 255, 255)

LENS_SQUARES = (8, 5)
LENS_SQUARE_MM = 30.0
LENS_MARKER_MM = 22.0
LENS_DICTIONARY = cv2.aruco.DICT_5X5_100
"""Another dictionary than the boards use, so that a target on the table is not taken for a board."""


def lens_board() -> cv2.aruco.CharucoBoard:
    """The lens target as OpenCV's calibration wants it; object points in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(LENS_DICTIONARY)
    return cv2.aruco.CharucoBoard(LENS_SQUARES, LENS_SQUARE_MM, LENS_MARKER_MM, dictionary)


def draw_lens_target(px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """The lens target (height, width, 3) BGR, without a margin: the squares' size to the pixel."""
    size = tuple(round(count * LENS_SQUARE_MM * px_per_mm) for count in LENS_SQUARES)
    grey = lens_board().generateImage((size[0], size[1]), None, 0, 1)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def draw_marker_sheet(markers: MarkersTable, px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """Every marker of a board once, in rows of four, each with its quiet zone and its number (h, w, 3) BGR."""
    ids = sorted(markers.corner_mm)
    pitch = markers.size_mm + 2 * markers.quiet_zone_mm + 6.0
    places = {number: (pitch * (k % 4), pitch * (k // 4)) for k, number in enumerate(ids)}
    border = markers.quiet_zone_mm + 2.0
    rows = -(-len(ids) // 4)
    size_mm = (4 * pitch, max(rows, 1) * pitch)
    canvas = Canvas(size_mm, px_per_mm, WHITE, (border, border))
    draw_markers(canvas, msgspec.structs.replace(markers, corner_mm=places))
    for number, (x, y) in places.items():
        label = (x + markers.size_mm / 2, y + markers.size_mm + markers.quiet_zone_mm + 1.5)
        canvas.text(str(number), label, 2.2, INK)
    return canvas.image
