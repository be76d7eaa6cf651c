"""Why one team alone is found in a picture that may show two: the cause is worth more than a doubt for each piece."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from engine.observation import Unsure
from vision.pieces import NUMBERS, STAND_BY

if TYPE_CHECKING:
    from engine.observation import Observation, SeenPiece
    from vision.rectify import RectifiedView
    from vision.sight import TableSight

_TWICE = 2
"""So many numbers that clearly stand on two pieces of a team are no misreadings."""
_GREY = 0.04
"""Most difference between a pixel's channels, as a share of the brightest, that a picture without colour may have where
it was kept as a JPEG. A drawn table in dim light has 0.3."""
_SPARSE = 4
_ALIKE = "the teams' colours are too alike in this picture to be told apart"
_COLOURLESS = "the picture has no colour to tell the teams, the ball and the dice by"


def one_team_doubts(seen: Observation, sight: TableSight) -> tuple[Unsure, ...]:
    """One doubt, without a space, if the teams cannot be told apart; ``sight`` is the same picture's.

    Where pieces of both are found, or of one with each number once, there is none.
    """
    standing = [piece for piece in seen.pieces if piece.space is not None]
    if len({piece.team for piece in standing}) > 1:
        return ()
    if _is_grey(sight.view):
        return (Unsure("teams", None, _COLOURLESS),)
    if len(standing) > NUMBERS or _clearly_twice(standing) >= _TWICE:
        return (Unsure("teams", None, _ALIKE),)
    return ()


def _clearly_twice(pieces: list[SeenPiece]) -> int:
    """How many numbers are clearly read on more than one piece."""
    clear = Counter(
        int(np.argmax(piece.number_scores))
        for piece in pieces
        if piece.number_scores and max(piece.number_scores) >= STAND_BY
    )
    return sum(count > 1 for count in clear.values())


def _is_grey(view: RectifiedView) -> bool:
    pixels = view.image[::_SPARSE, ::_SPARSE][view.inside[::_SPARSE, ::_SPARSE]].astype(np.int16)
    if not len(pixels):
        return False
    spread, brightest = (np.percentile(each, 99) for each in (np.ptp(pixels, axis=1), pixels.max(axis=1)))
    return bool(spread <= _GREY * max(float(brightest), 1.0))
