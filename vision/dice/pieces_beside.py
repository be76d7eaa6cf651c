"""Pieces that lie beside the sheet, on the bare table, where nothing is looked for but dice.

What is looked at as if it were a die, and has a number and a piece's rim, is one. Only about half of them are seen so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.found import SAME_DIE_MM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.board import Board
    from vision.dice.found import Found


def pieces_beside(seen: Sequence[Found], board: Board) -> list[Found]:
    """Those of some things with a piece's number that lie beside the sheet, each once, as ``Found.piece``.

    Which number it is is not said: the place was measured for a die's height, and 11 of 36 were wrong.
    """
    told: list[Found] = []
    for found in seen:
        new = all(np.hypot(*(found.place_mm - other.place_mm)) >= SAME_DIE_MM for other in told)
        if found.team is not None and new and _is_beside(found, board):
            why = f"it lies beside the board and looks like one of {found.team}'s pieces"
            told.append(replace(found, why=why, piece=True))
    return told


def _is_beside(found: Found, board: Board) -> bool:
    sheet, (x, y) = board.file.sheet, found.xy_mm
    (origin_x, origin_y), (length, width) = sheet.field_origin_mm, sheet.size_mm
    return not (-origin_x <= x <= length - origin_x and -origin_y <= y <= width - origin_y)
