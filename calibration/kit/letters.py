"""Letters as outlines, traced from the font that OpenCV carries (Rubik, SIL Open Font Licence)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CAPITAL_PX = 280
"""Height at which letters are traced: fine enough that a numeral is true to a fiftieth of a millimetre."""
_SIZE_PX = round(_CAPITAL_PX / 0.745)
"""Capitals of this font are 0.745 of its nominal size."""
_TOLERANCE_PX = 0.5
_SPECK_PX = 5


@dataclass(frozen=True, eq=False)
class Lettering:
    """A line of text; lengths in heights of a capital, from the upper left corner of its ink, x right, y down."""

    contours: tuple[NDArray[np.float64], ...]
    """(N, 2) closed lines; what lies within an odd number of them is ink."""
    width: float
    height: float


@lru_cache(maxsize=1024)
def lettering(words: str, weight: int) -> Lettering:
    """The outlines of a line of text; ``weight`` from 100 (thin) to 1000, 700 is bold."""
    placed: list[NDArray[np.float64]] = []
    for k, letter in enumerate(words):
        # Where a letter begins is told by the line up to and with it: pairs of letters may stand closer.
        start = _advance(words[: k + 1], weight) - _advance(letter, weight)
        placed.extend(contour + np.array((start, 0.0)) for contour in _glyph(letter, weight))
    if not placed:
        return Lettering((), 0.0, 0.0)
    points = np.vstack(placed)
    low, high = points.min(axis=0), points.max(axis=0)
    width, height = (high - low) / _CAPITAL_PX
    return Lettering(tuple((contour - low) / _CAPITAL_PX for contour in placed), float(width), float(height))


@lru_cache(maxsize=1024)
def _advance(words: str, weight: int) -> int:
    """Where the text would go on, in pixels from where it began."""
    (x, _), _ = cv2.putText(np.zeros((1, 1, 3), np.uint8), words, (0, 0), (0, 0, 0), _font(), _SIZE_PX, weight)
    return int(x)


@lru_cache(maxsize=256)
def _glyph(letter: str, weight: int) -> tuple[NDArray[np.float64], ...]:
    """Contours of one letter in pixels, from the pen's place on the base line."""
    paper = np.zeros((2 * _SIZE_PX, 2 * _SIZE_PX, 3), np.uint8)
    pen = (_SIZE_PX // 4, 3 * _SIZE_PX // 2)
    cv2.putText(paper, letter, pen, (255, 255, 255), _font(), _SIZE_PX, weight)
    traced, _ = cv2.findContours((paper[..., 0] > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    found = [
        cv2.approxPolyDP(line, _TOLERANCE_PX, closed=True).reshape(-1, 2) - np.array(pen, float) for line in traced
    ]
    # Where strokes of the font meet a pixel may be left out.
    found = [contour for contour in found if np.ptp(contour, axis=0).max() > _SPECK_PX]
    contours = sorted(found, key=lambda contour: -float(np.ptp(contour, axis=0).prod()))
    if letter == "0" and len(contours) == 3:
        contours = [contours[0], _plain_hole(np.vstack(contours[1:]))]
    return tuple(contours)


def _plain_hole(halves: NDArray[np.float64]) -> NDArray[np.float64]:
    """This font strikes its zero through; a plain one is read more easily.

    The stroke runs from corner to corner and takes two of them: they are the other two, mirrored.
    """
    middle = (halves[:, 0].min() + halves[:, 0].max()) / 2
    mirrored = halves * (-1, 1) + (2 * middle, 0)
    hull = cv2.convexHull(np.vstack((halves, mirrored)).astype(np.float32))
    return np.asarray(hull.reshape(-1, 2), np.float64)


def _font() -> cv2.FontFace:
    return cv2.FontFace("sans")
