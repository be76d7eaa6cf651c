"""Pictures to judge a board of one's own by: its areas tinted, its lattice drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.lines import line_samples_mm
from calibration.outlines import space_outline_mm

if TYPE_CHECKING:
    from calibration.own.flat import Picture, View
    from calibration.own.reference import Reference
    from engine.board import Board

TINTS_BGR = ((60, 60, 230), (230, 120, 40), (40, 200, 230), (200, 60, 200), (80, 200, 60), (220, 200, 40))
"""One for each kind of area; left and right of one kind share it."""
STRENGTH = 0.35
LINE_BGR = (255, 240, 120)


def tinted(image: Picture, view: View, board: Board) -> Picture:
    """A copy in which the spaces of each area are tinted; where areas overlap, the smaller one shows."""
    kinds = {name: name.removesuffix("_left").removesuffix("_right") for name in board.areas}
    colours = dict(zip(dict.fromkeys(kinds.values()), TINTS_BGR, strict=False))
    layer = image.copy()
    for name, spaces in sorted(board.areas.items(), key=lambda item: -len(item[1])):
        for space in spaces:
            outline = view.project(space_outline_mm(board.grid, space))
            cv2.fillConvexPoly(layer, np.round(outline * 16).astype(np.int32), colours.get(kinds[name], LINE_BGR), 8, 4)
    return np.asarray(cv2.addWeighted(layer, STRENGTH, image, 1 - STRENGTH, 0), np.uint8)


def draw_flat(reference: Reference) -> Picture:
    """The reference picture with its areas tinted and the middles of its lines dotted."""
    picture = tinted(reference.flat, reference.view, reference.board)
    points, _ = line_samples_mm(reference.board.grid)
    for x, y in np.round(reference.view.project(points) * 16).astype(int):
        cv2.circle(picture, (int(x), int(y)), 24, LINE_BGR, -1, cv2.LINE_AA, 4)
    return picture
