"""Things to fold: pieces with the height of their board file, and a tray to throw dice into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration.kit.pages import MARK, MARK_MM, free_mm, places, plain_page
from calibration.kit.pieces import TEAM_INK, paint_numeral
from calibration.kit.tones import INK, TRAY, TRAY_WORD
from engine.match import team_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.kit.document import Document
    from calibration.kit.surface import Colour, Surface
    from engine.match import PieceId

SIDES = 8
_TAB_MM = 3.0
_TAPER_MM = 1.2
"""A tab is narrower at its end, so that neighbours do not meet inside."""
_GAP_MM = 2.0
_FOLD: Colour = (225, 225, 225)
"""Dashes that show on the teams' colours."""
_DASH_MM = 1.0
_WALLS_WEST = 3
"""Walls to the west of the one that hangs on the face; the others, and the tab that closes the ring, to its east."""

TRAY_MM = (110.0, 75.0, 22.0)
"""Length, width and height of the dice tray."""
_TRAY_TAB_MM = 12.0


def apothem_mm(diameter_mm: float) -> float:
    """From the middle of an octagon to its sides, where the octagon is as large as a disc of a diameter."""
    return diameter_mm / 2 * float(np.sqrt(np.pi / (SIDES * np.tan(np.pi / SIDES))))


def print_boxes(
    document: Document, pieces: Sequence[PieceId], diameter_mm: float, height_mm: float, paper: str
) -> None:
    """Pages of pieces to cut out, fold and glue: an eight-sided lid with a wall that goes round it."""
    apothem = apothem_mm(diameter_mm)
    side = _side_mm(apothem)
    size = (SIDES * side + _TAB_MM + _GAP_MM, 2 * apothem + _TAB_MM + height_mm + _GAP_MM)
    for page in places(len(pieces), size, free_mm(paper)):
        with plain_page(document, paper, "pieces to fold: cut along the lines, fold along the dashes") as surface:
            for k, west, north in page:
                centre = np.array(
                    (west + _GAP_MM / 2 + (_WALLS_WEST + 0.5) * side, north + _GAP_MM / 2 + _TAB_MM + apothem)
                )
                _paint_box(surface, pieces[k], centre, diameter_mm, height_mm)


def _side_mm(apothem: float) -> float:
    return 2 * apothem * float(np.tan(np.pi / SIDES))


def _paint_box(
    surface: Surface, piece: PieceId, centre: NDArray[np.float64], diameter_mm: float, height_mm: float
) -> None:
    """One net: the lid, a strip of walls hanging on its south side, tabs on its other sides."""
    apothem, ink = apothem_mm(diameter_mm), TEAM_INK[team_of(piece)]
    x, y = (float(value) for value in centre)
    west = x - (_WALLS_WEST + 0.5) * _side_mm(apothem)
    _paint_lid(surface, centre, apothem, ink)
    _paint_wall(surface, (west, y + apothem), _side_mm(apothem), height_mm, ink)
    paint_numeral(surface, piece, (x, y), diameter_mm / 2)


def _paint_lid(surface: Surface, centre: NDArray[np.float64], apothem: float, ink: Colour) -> None:
    turns = np.deg2rad(90 - 180 / SIDES + 360 / SIDES * np.arange(SIDES))
    corners = centre + apothem / np.cos(np.pi / SIDES) * np.column_stack((np.cos(turns), np.sin(turns)))
    edges = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
    for a, b in edges:
        outward = ((a + b) / 2 - centre) / apothem
        if outward[1] < 0.5:  # the walls hang on the south side, and take its neighbours' room
            surface.outline(_tab(a, b, outward), MARK_MM, MARK)
    surface.polygon(corners, ink)
    for a, b in edges:
        surface.dashes(a, b, MARK_MM, _FOLD, _DASH_MM)


def _paint_wall(
    surface: Surface, corner_mm: tuple[float, float], side_mm: float, height_mm: float, ink: Colour
) -> None:
    """A strip as long as the lid's sides together, and the tab that closes it to a ring."""
    west, north = corner_mm
    east, south = west + SIDES * side_mm, north + height_mm
    surface.rectangle(west, north, east, south, ink)
    surface.outline(_tab(np.array((east, north)), np.array((east, south)), np.array((1.0, 0.0))), MARK_MM, MARK)
    for k in range(1, SIDES + 1):
        x = west + k * side_mm
        surface.dashes((x, north), (x, south), MARK_MM, _FOLD, _DASH_MM)


def _tab(start: NDArray[np.float64], end: NDArray[np.float64], outward: NDArray[np.float64]) -> NDArray[np.float64]:
    """A flap on the edge between two points, narrower at its end."""
    taper = _TAPER_MM * (end - start) / np.linalg.norm(end - start)
    return np.array((start, start + _TAB_MM * outward + taper, end + _TAB_MM * outward - taper, end))


def print_tray(document: Document, paper: str) -> None:
    """A page with the net of a tray for dice."""
    length, width, height = TRAY_MM
    west, north, east, south = free_mm(paper)
    middle = np.array(((west + east) / 2, (north + south) / 2))
    half = np.array((length, width)) / 2
    with plain_page(document, paper, "dice tray: cut along the lines, fold along the dashes, glue the tabs") as surface:
        (w, n), (e, s) = middle - half, middle + half
        surface.rectangle(w, n, e, s, TRAY)
        surface.text("DICE", (middle[0], s - 8.0), 5.0, TRAY_WORD)
        surface.outline(middle + _tray_outline(half, height), MARK_MM, INK)
        folds = [((w, n), (e, n)), ((e, n), (e, s)), ((e, s), (w, s)), ((w, s), (w, n))]
        # The tabs hang on the long walls and are glued to the insides of the short ones.
        folds += [((x, y), (x, y + height)) for x in (w, e) for y in (n - height, s)]
        for start, end in folds:
            surface.dashes(start, end, 2 * MARK_MM, TRAY_WORD)


def _tray_outline(half: NDArray[np.float64], height: float) -> NDArray[np.float64]:
    """Corners of the tray's net about its middle, clockwise; one quarter of it, mirrored."""
    x, y = half
    tab = x + _TRAY_TAB_MM
    quarter = np.array(
        ((x, -y - height), (tab, -y - height + _TAPER_MM), (tab, -y - _TAPER_MM), (x, -y), (x + height, -y))
    )
    east = np.vstack((quarter, quarter[::-1] * (1, -1)))
    return np.vstack((east, east[::-1] * (-1, 1)))
