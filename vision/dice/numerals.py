"""Numbers where pips may be: a die with numerals, or the face of a piece that lies beside the field.

They are read by the net that reads the pieces' numbers; it knows digits in any rotation and most fonts. Of pips it
makes nothing that it is sure of.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.windows import FACE_HEIGHT_MM
from vision.faces import rectify_faces
from vision.numbers import CANNOT_READ, NUMBERS, NumberReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.pose import BoardPose
    from vision.rectify import Image

_FACE_MM = 15.0
"""Side of what is looked at: a usual die's upper face."""
_SIX, _NINE = 6, 9
"""No die has a 9: what may be either is a 6, with a line below it or without."""
_SURE = 0.97
"""Probability from which a die's number is believed: none of 140 dice with pips had one with more than 0.93."""
_LIKELY = 0.5
"""Probability from which a number that no lone pip looks like is likelier than one."""
_LIKE_A_PIP = (_SIX, 8)
"""What a lone pip is taken for, with up to 0.93."""
_ELEVEN, _SURELY_ELEVEN = 11, 0.998
"""Two rows of three pips look like 11: of some 50 drawn sixes three with more than this, eleven with more than 0.99."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """The likeliest number on an upper face."""

    value: int
    """1 to 15."""
    confidence: float
    """That it is the right one; little where no number is seen."""

    @property
    def sure(self) -> bool:
        """Whether it is believed."""
        return self.confidence >= (_SURELY_ELEVEN if self.value == _ELEVEN else _SURE)

    @property
    def unlike_a_pip(self) -> bool:
        """Whether it is likelier than a lone pip."""
        return self.value not in _LIKE_A_PIP and self.confidence >= _LIKELY

    @property
    def on_a_die(self) -> bool:
        """Whether a die may show it."""
        return self.value <= _SIX


def numerals(image: Image, pose: BoardPose, places_mm: NDArray[np.float64]) -> list[Numeral]:
    """What stands on the upper faces of dice at board points (N, 2)."""
    if not len(places_mm):
        return []
    faces = rectify_faces(image, pose, places_mm, np.full(len(places_mm), FACE_HEIGHT_MM), _FACE_MM)
    read = _reader().read(faces)[:, :CANNOT_READ]
    read[:, _SIX - 1] += read[:, _NINE - 1]
    read[:, _NINE - 1] = 0.0
    return [Numeral(NUMBERS[int(row.argmax())], float(row.max())) for row in read]


@cache
def _reader() -> NumberReader:
    return NumberReader()
