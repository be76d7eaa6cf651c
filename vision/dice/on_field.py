"""Dice that lie on the field, where none is looked for: two rows of three pips are read as a piece's 11."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.observation import Unsure
from vision.dice.lie import outlines
from vision.dice.looks import from_above

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.observation import SeenPiece
    from vision.rectify import Image

_LOOKS_LIKE_ONE = 0.9
"""Probability of a die from which the outline is looked at: of 140 drawn pieces 12 have more, of 27 dice one less."""
_ROUNDER = -0.02
"""How much more of a piece's rim than of a cube's edges is seen of a piece. Of five drawn dice that were read as pieces
four have less, of those 12 none. Of 1056 path-traced pieces four are asked about in vain, with 0.01 sixteen."""
_WHY = "it may be a die: its edges are a cube's"


def like_dice(image: Image, pose: BoardPose, board: Board, pieces: Sequence[SeenPiece]) -> tuple[Unsure, ...]:
    """A doubt for each of some pieces with their numbers on top that stands on a space and looks like a die.

    ``image`` is BGR, as the camera delivers it.
    """
    standing = [piece for piece in pieces if piece.space is not None]
    places_mm = np.array([(piece.x_mm, piece.y_mm) for piece in standing]).reshape(-1, 2)
    looks = from_above(image, pose, places_mm)
    likely = [k for k, look in enumerate(looks) if look.opinion.die >= _LOOKS_LIKE_ONE]
    # A die is higher than a piece: where it was seen as one it does not stand, but where the net says.
    seen = [outlines(image, pose, looks[k].place_mm, board.file.pieces) for k in likely]
    cubes = [k for k, lines in zip(likely, seen, strict=True) if lines.disc - lines.level < _ROUNDER]
    return tuple(Unsure("piece", standing[k].space, _WHY) for k in cubes)
