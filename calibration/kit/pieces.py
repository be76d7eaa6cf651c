"""The faces of the numbered pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.kit.canvas import Canvas, Colour
from engine.match import number_of, team_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engine.match import PieceId

PX_PER_MM = 20.0
TEAM_INK: dict[str, Colour] = {"B": (150, 62, 28), "R": (44, 34, 186)}
WHITE: Colour = (255, 255, 255)


def draw_face(piece: PieceId, diameter_mm: float, px_per_mm: float = PX_PER_MM) -> NDArray[np.uint8]:
    """The face of a piece, (n, n, 3) BGR, the disc inscribed in the square.

    A white number on the team's colour, as large as leaves a rim of bare colour by which a camera tells the teams; 6
    and 9 stand on a bar. The square's corners are a darker shade, to cut along.
    """
    ink = TEAM_INK[team_of(piece)]
    radius = diameter_mm / 2
    bleed: Colour = (int(0.8 * ink[0]), int(0.8 * ink[1]), int(0.8 * ink[2]))
    canvas = Canvas((diameter_mm, diameter_mm), px_per_mm, bleed, (radius, radius))
    canvas.disc((0, 0), radius, ink)
    words = str(number_of(piece))
    underlined = words in ("6", "9")
    height = 0.92 * radius if underlined else 1.04 * radius
    centre_y = -0.12 * radius if underlined else 0.0
    west, _, east, south = canvas.text(words, (0, centre_y), height, WHITE, weight=800, max_width_mm=1.34 * radius)
    if underlined:
        y = south + 0.17 * radius
        canvas.line((west, y), (east, y), 0.12 * radius, WHITE)
    return canvas.image
