"""Faces that other printers than the kit's might have made; numerals in lettering that comes with the libraries."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from calibration.kit.canvas import Canvas
from calibration.kit.pieces import TEAM_INK, draw_face

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tests.scenes.spec import Colour

Print = Literal["kit", "thin", "italic", "plain", "plate", "unmarked"]
PRINTS: tuple[Print, ...] = ("kit", "thin", "italic", "plain", "plate", "unmarked")
"""``plate``: dark on a white plate with a rim of the team's colour; ``unmarked``: 6 and 9 without a bar."""
FACE_PX_PER_MM = 10.0
_WHITE, _BLACK = (255, 255, 255), (25, 22, 20)


@lru_cache(maxsize=256)
def printed_face(piece: str, diameter_mm: float, style: Print = "kit", ink: Colour | None = None) -> NDArray[np.uint8]:
    """(n, n, 3) BGR, FACE_PX_PER_MM, the disc inscribed; ``ink`` is the disc's colour, the kit's unless given."""
    if style == "kit" and ink is None:
        return draw_face(piece, diameter_mm, FACE_PX_PER_MM)
    colour, radius = ink or TEAM_INK[piece[0]], diameter_mm / 2
    canvas = Canvas((diameter_mm, diameter_mm), FACE_PX_PER_MM, colour, (radius, radius))
    numeral: Colour = _WHITE
    if style == "plate":
        canvas.disc((0, 0), 0.7 * radius, (250, 250, 250))
        numeral = _BLACK
    if sum(colour) > 480 and style != "plate":
        numeral = _BLACK
    words, height = piece[1:], (0.85 if style == "plate" else 1.05) * radius
    marked = words in {"6", "9"} and style != "unmarked"
    if marked:
        height *= 0.88
    at = (0.0, -0.12 * radius if marked else 0.0)
    half_mm = _write(canvas, words, at, height, style=style, ink=numeral)
    if marked:
        bar_y = at[1] + 0.5 * height + 0.17 * radius
        canvas.line((-half_mm, bar_y), (half_mm, bar_y), 0.12 * radius, numeral)
    return canvas.image


def _write(
    canvas: Canvas, words: str, at_mm: tuple[float, float], height_mm: float, *, style: Print, ink: Colour
) -> float:
    """Half the numeral's width in mm."""
    if style in {"italic", "plain"}:
        return _paste(canvas, _masked(words, style), at_mm, height_mm, ink)
    weight = 420 if style == "thin" else 800
    west, _, east, _ = canvas.text(words, at_mm, height_mm, ink, weight=weight, max_width_mm=1.3 * height_mm)
    return (east - west) / 2


def _masked(words: str, style: Print) -> NDArray[np.uint8]:
    """The ink of a numeral, 0 to 255, cut to its bounds."""
    size = 120
    mask = np.zeros((2 * size, 2 * size), np.uint8)
    if style == "italic":
        cv2.putText(mask, words, (size // 4, 3 * size // 2), 255, cv2.FontFace("italic"), size, 650)
    else:
        sheet = Image.fromarray(mask)
        pen = ImageDraw.Draw(sheet)
        pen.text((size // 4, size // 4), words, 255, ImageFont.load_default(size), stroke_width=3)
        mask = np.asarray(sheet, np.uint8)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _paste(canvas: Canvas, mask: NDArray[np.uint8], at_mm: tuple[float, float], height_mm: float, ink: Colour) -> float:
    height = height_mm * FACE_PX_PER_MM
    width = min(height / mask.shape[0] * mask.shape[1], 1.3 * height)
    mask = np.asarray(cv2.resize(mask, (round(width), round(height)), interpolation=cv2.INTER_AREA), np.uint8)
    middle = np.array(canvas.image.shape[1::-1]) / 2 + np.asarray(at_mm) * FACE_PX_PER_MM
    left, top = np.round(middle - np.array(mask.shape[::-1]) / 2).astype(int)
    window = canvas.image[top : top + mask.shape[0], left : left + mask.shape[1]]
    share = mask[..., None].astype(np.float32) / 255
    window[:] = np.round(window * (1 - share) + np.asarray(ink, np.float32) * share).astype(np.uint8)
    return width / FACE_PX_PER_MM / 2
