"""The field looked for in a picture of an empty board: a proposal for the user to judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration.own.guesses import likeliest_turn
from calibration.own.lattice import Count, count_spaces
from calibration.own.outlines import find_outlines
from calibration.own.refine import field_corners_mm
from calibration.pose import PoseFailure

if TYPE_CHECKING:
    from calibration.own.flat import Picture
    from calibration.pose import FloatArray, Lens
    from engine.board import Board

MOST_COUNTED = 3
"""Outlines in which another lattice than the game's own is looked for."""


@dataclass(frozen=True, eq=False)
class Field:
    """Corners of a field and what is counted between them."""

    corners_px: FloatArray
    """(4, 2) clockwise; the first is that end of the field's long side that lies nearer to the picture's upper left."""
    count: Count

    def turned(self) -> FloatArray:
        """The corners if A1 lies at the other end."""
        return np.roll(self.corners_px, 2, axis=0)


def find_field(image: Picture, template: Board, lens: Lens | None = None) -> Field | PoseFailure:
    """Look for a quadrilateral with a lattice in it, of the template's kind and preferably its counts."""
    quads = [likeliest_turn(image, field_corners_mm(template), quad) for quad in find_outlines(image)]
    for candidates, usual_only in ((quads, True), (quads[:MOST_COUNTED], False)):
        best: Field | None = None
        for corners in candidates:
            count = count_spaces(image, corners, template, lens, usual_only=usual_only)
            if count is not None and (best is None or count.agreement > best.count.agreement):
                other = np.roll(corners, 2, axis=0)
                best = Field(corners if corners[0].sum() <= other[0].sum() else other, count)
        if best is not None:
            return best
    return PoseFailure("no field is found in the picture; give its corners with --corners, or mark them")
