"""Ready line-ups, as data in ``formations.toml``; both sides may set up otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.pitch import shipped_pitch
from engine.rules.formations import Formation, FormationBook, FormationError, opposite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId, Team

__all__ = ["Formation", "FormationError", "ball", "board", "formation", "formations", "line_up"]

TAKER = 9
"""The number that goes to its side's mark to kick off."""

_BOOK = FormationBook("engine.games.very_much", Formation)
formations, formation, board = _BOOK.formations, _BOOK.formation, _BOOK.board


def line_up(blue: Formation, red: Formation, *, kicks_off: Team) -> dict[PieceId, Space]:
    """Both sides as they stand for a kick-off: number 9 of the side that takes it is on its own mark."""
    grid = board().grid
    pieces = {f"B{number}": space for number, space in blue.spaces.items()}
    pieces |= {f"R{number}": opposite(grid, space) for number, space in red.spaces.items()}
    return {**pieces, f"{kicks_off}{TAKER}": ball(pieces, kicks_off=kicks_off)}


def ball(_: Mapping[PieceId, Space], *, kicks_off: Team) -> Space:
    """Where the ball lies then: on the mark of the side that kicks off."""
    return shipped_pitch(board().name, 1).mark("left" if kicks_off == "B" else "right")
