"""Pieces that lie beside the sheet, on the bare table, where nothing is looked for but dice.

What is looked at as if it were a die, and has a number and a piece's rim, is one. Only about half of them are seen so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.dice.found import SAME_DIE_MM
from vision.dice.search import is_on_sheet

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
        if found.team is not None and new and not is_on_sheet(found.place_mm, board):
            why = f"it lies beside the board and looks like one of {found.team}'s pieces"
            told.append(replace(found, why=why, piece=True))
    return told
