"""The faces of the numbered pieces, and the sheets to cut them from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.kit.canvas import Canvas
from calibration.kit.pages import MARK, MARK_MM, free_mm, places, plain_page
from calibration.kit.tones import WHITE
from engine.match import number_of, team_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from calibration.kit.document import Document
    from calibration.kit.surface import Colour, Surface
    from engine.match import PieceId

PX_PER_MM = 20.0
TEAM_INK: dict[str, Colour] = {"B": (150, 62, 28), "R": (44, 34, 186)}
BLEED_MM = 1.0
"""So far does the colour go on beyond the cut, so that a cut beside it leaves no white."""
_GAP_MM = 3.0


def draw_face(piece: PieceId, diameter_mm: float, px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """The face of a piece, (n, n, 3) BGR, the disc inscribed in the square.

    The square's corners are a darker shade, to cut along.
    """
    ink = TEAM_INK[team_of(piece)]
    radius = diameter_mm / 2
    bleed: Colour = (int(0.8 * ink[0]), int(0.8 * ink[1]), int(0.8 * ink[2]))
    canvas = Canvas((diameter_mm, diameter_mm), px_per_mm, bleed, (radius, radius))
    canvas.disc((0, 0), radius, ink)
    paint_numeral(canvas, piece, (0.0, 0.0), radius)
    return canvas.image


def paint_numeral(surface: Surface, piece: PieceId, centre_mm: tuple[float, float], radius_mm: float) -> None:
    """A piece's number in white on its disc of a radius.

    It is as large as leaves a rim of bare colour by which a camera tells the teams; 6 and 9 stand on a bar.
    """
    words = str(number_of(piece))
    underlined = words in ("6", "9")
    height = 0.98 * radius_mm if underlined else 1.107 * radius_mm
    x, y = centre_mm
    middle = (x, y - 0.12 * radius_mm) if underlined else (x, y)
    west, _, east, south = surface.text(words, middle, height, WHITE, weight=800, max_width_mm=1.34 * radius_mm)
    if underlined:
        bar_y = south + 0.17 * radius_mm
        surface.line((west, bar_y), (east, bar_y), 0.12 * radius_mm, WHITE)


def print_discs(document: Document, pieces: Sequence[PieceId], diameter_mm: float, paper: str) -> None:
    """Pages of faces, each with a circle to cut along."""
    radius = diameter_mm / 2
    pitch = diameter_mm + 2 * BLEED_MM + _GAP_MM
    for page in places(len(pieces), (pitch, pitch), free_mm(paper)):
        with plain_page(document, paper, "pieces: glue on something firm, then cut along the circles") as surface:
            for k, west, north in page:
                centre = (west + pitch / 2, north + pitch / 2)
                ink = TEAM_INK[team_of(pieces[k])]
                surface.disc(centre, radius + BLEED_MM, ink)
                paint_numeral(surface, pieces[k], centre, radius)
                surface.arc(centre, radius, MARK_MM, MARK)
