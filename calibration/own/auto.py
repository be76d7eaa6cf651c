"""The field looked for in a picture of an empty board: a proposal for the user to judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.own.board_text import board_text
from calibration.own.build import fit_lattice
from calibration.own.flat import FlatView
from calibration.own.guesses import likeliest_turn
from calibration.own.kinds import KIND_WORDS
from calibration.own.lattice import Count, count_spaces
from calibration.own.outlines import find_outlines
from calibration.own.refine import field_corners_mm
from calibration.own.template import fitted
from calibration.pose import PoseFailure
from engine.board import parse_board

if TYPE_CHECKING:
    from calibration.own.flat import Picture
    from calibration.pose import FloatArray, Lens
    from engine.board import Board

MOST_COUNTED = 3
"""Outlines in which another lattice than the game's own is looked for."""

FRAMES_SPACES = (0.6, 1.2)
"""Frames round a field that its outline may be taken for."""


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
    # The field's own outline first; then frames round it, of a width that is not known; then other counts.
    framed = [_inside(quad, template, spaces) for spaces in FRAMES_SPACES for quad in quads]
    for candidates, usual_only in ((quads, True), (framed, True), (quads[:MOST_COUNTED], False)):
        best: Field | None = None
        for corners in candidates:
            count = count_spaces(image, corners, template, lens, usual_only=usual_only)
            if count is not None and (best is None or count.agreement > best.count.agreement):
                best = Field(_upper_left_first(_exact(image, corners, template, count, lens)), count)
        if best is not None:
            return best
    kind = KIND_WORDS[template.file.grid.kind]
    return PoseFailure(f"no field of {kind} is found in the picture; give its corners with --corners, or mark them")


def _inside(quad_px: FloatArray, template: Board, spaces: float) -> FloatArray:
    """Corners (4, 2) of a field in a frame of so many spaces all round."""
    field = field_corners_mm(template)
    frame = field + spaces * template.grid.width_mm * np.array(((-1, -1), (1, -1), (1, 1), (-1, 1)))
    matrix = cv2.getPerspectiveTransform(frame.astype(np.float32), quad_px.astype(np.float32))
    return FlatView(np.asarray(matrix, np.float64)).project(field)


def _exact(image: Picture, corners_px: FloatArray, template: Board, count: Count, lens: Lens | None) -> FloatArray:
    """The corners where the counted lattice has them; as they were where it cannot be fitted."""
    file = fitted(template, "found", columns=count.columns, rows=count.rows, short_first=count.short_first)
    board = parse_board(board_text(file), "found")
    placed = fit_lattice(image, board, corners_px, lens)
    return placed[0].project(field_corners_mm(board)) if isinstance(placed, tuple) else corners_px


def _upper_left_first(corners_px: FloatArray) -> FloatArray:
    """The same, beginning with that end of the long side that lies nearer to the picture's upper left."""
    other = np.roll(corners_px, 2, axis=0)
    return corners_px if corners_px[0].sum() <= other[0].sum() else other
