"""What lies on a board in the picture that it is set up from, which should show it empty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.dice import is_on_sheet
from vision.find import find
from vision.known_colours import KnownColours
from vision.pieces import LEAST_REAL, NUMBERS
from vision.printed import printed_of_reference
from vision.sight import look

if TYPE_CHECKING:
    from calibration.own.reference import Reference
    from calibration.pose import BoardPose
    from engine.grid import Space
    from vision.find import NumberNet
    from vision.rectify import Image

_SURELY_READ = 0.97
"""Probability of a number from which it is a piece's, and no print that looks like one."""
_SMOOTHED_SPACES = 1.6
"""Side of the square over which medians are taken, in widths of a space: what is larger than half of it stays."""


@dataclass(frozen=True)
class LyingOn:
    """What a picture shows that should be of the empty board."""

    pieces: tuple[Space, ...]
    """Spaces with a numbered piece, in the board's order."""
    dice: int
    """How many lie on the sheet."""

    @property
    def anything(self) -> bool:
        """Whether the board is not empty."""
        return bool(self.pieces) or self.dice > 0


def lying_on(image: Image, pose: BoardPose, reference: Reference, numbers: NumberNet) -> LyingOn:
    """Numbered pieces and dice in a picture (height, width, 3) BGR, from which ``reference`` was made.

    What the empty print looks like is not known yet: what is the same over more than a space is taken for it. Lines and
    words then seem to lie on it, but have no piece's number and no pips.
    """
    board = reference.board
    side = 2 * round(_SMOOTHED_SPACES * board.grid.width_mm * reference.scale / 2) + 1
    smooth = replace(reference, flat=np.asarray(cv2.medianBlur(reference.flat, side), np.uint8))
    sight = look(image, pose, board, KnownColours(printed=printed_of_reference(smooth)))
    findings = find(image, pose, sight, numbers)
    discs = [disc.known(board) for disc in findings.discs]
    numbered = {
        disc.place.space
        for disc in discs
        if disc.real >= LEAST_REAL and float(disc.faces[:NUMBERS].max()) >= _SURELY_READ
    }
    dice = [die for die in findings.dice if not die.why and is_on_sheet(die.place_mm, board)]
    return LyingOn(tuple(space for space in board.grid.spaces if space in numbered), len(dice))
