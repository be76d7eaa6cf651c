"""Ready line-ups, as data in ``formations.toml``; both sides may set up otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.formations import Formation, FormationBook, FormationError, opposite

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId, Team

__all__ = ["Formation", "FormationError", "ball", "board", "formation", "formations", "line_up"]

TAKER = 9
"""The number that stands next to the centre, and has the ball when its side kicks off."""

_BOOK = FormationBook("engine.games.soccer_fun", Formation)
formations, formation, board = _BOOK.formations, _BOOK.formation, _BOOK.board


def line_up(blue: Formation, red: Formation, *, kicks_off: Team) -> dict[PieceId, Space]:  # noqa: ARG001 - as in all games
    """Both sides as they stand for a kick-off, whoever takes it: number 9 of each stands next to the centre."""
    grid = board().grid
    pieces = {f"B{number}": space for number, space in blue.spaces.items()}
    return pieces | {f"R{number}": opposite(grid, space) for number, space in red.spaces.items()}


def ball(pieces: Mapping[PieceId, Space], *, kicks_off: Team) -> Space:
    """Where the ball lies then: on its side's number 9."""
    return pieces[f"{kicks_off}{TAKER}"]
