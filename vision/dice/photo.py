"""Dice in a plain picture, without a board: those seen nearly from above by their squares, the others by the net."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.dice.found import unclear
from vision.dice.oblique import oblique_dice
from vision.dice.squares import square_dice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.dice.pictured import PicturedDie
    from vision.rectify import Image

_WORKING_PX = 1000
"""Longer side of the picture that is searched."""
_LEAST_PX = 8.0
"""Shorter side of that, below which no face of a die is in it."""
_MOST_SURE, _MOST_SURE_OF_ONE = 0.975, 0.93
"""Nothing is said of a photograph with more than this, of a lone pip with still less: however sure the readers were,
with 0.97 and more, 210 of 215 were right, of ones 57 of 61, as any round spot looks like a one."""
_SAME = 0.6
"""Two dice' middles are further apart than so many sides of the larger."""


def read_dice_picture(image: Image) -> dict[str, Any]:
    """``{"dice": [{value, colour_bgr, centre_px, confidence}], "unsure": [{centre_px, why}]}`` of a BGR picture."""
    scale = min(1.0, _WORKING_PX / max(image.shape[:2]))
    if scale * min(image.shape[:2]) < _LEAST_PX:
        return {"dice": [], "unsure": []}
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    squares = square_dice(np.asarray(small, np.uint8))
    others = oblique_dice(np.asarray(small, np.uint8), [die for die in squares if not die.why])
    found = _joined(squares, others)
    return {
        "dice": [_told(die, scale) for die in found if not die.why],
        "unsure": [{"centre_px": _place(die, scale), "why": die.why} for die in found if die.why],
    }


def _joined(squares: Sequence[PicturedDie], others: Sequence[PicturedDie]) -> list[PicturedDie]:
    """Each die once; where two readers that are both sure do not agree, neither is believed."""
    read = [die for die in squares if not die.why]
    for die in others:
        same = [k for k, known in enumerate(read) if _is_same(die, known)]
        if not same:
            read.append(die)
        elif not die.why and die.value != read[same[0]].value:
            read[same[0]] = replace(read[same[0]], why=unclear(die.value, read[same[0]].value))
    return read + [die for die in squares if die.why and not any(_is_same(die, known) for known in read)]


def _is_same(one: PicturedDie, other: PicturedDie) -> bool:
    apart = float(np.linalg.norm(one.centre_px - other.centre_px))
    return apart < _SAME * max(one.side_px, other.side_px)


def _place(die: PicturedDie, scale: float) -> list[float]:
    return [round(float(x), 1) for x in (die.centre_px + 0.5) / scale - 0.5]


def _told(die: PicturedDie, scale: float) -> dict[str, Any]:
    return {
        "value": die.value,
        "colour_bgr": [round(float(x)) for x in die.body_bgr],
        "centre_px": _place(die, scale),
        "confidence": round(min(die.confidence, _MOST_SURE_OF_ONE if die.value == 1 else _MOST_SURE), 4),
    }
