"""Ready line-ups, as data in ``formations.toml``; both sides may set up otherwise."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.board import shipped_board
from engine.rules.formations import Formation, FormationError, board_name, find, opposite, read_formations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId

__all__ = ["Formation", "FormationError", "board", "formation", "formations", "line_up"]

PACKAGE = "engine.games.soccer_fun"

TAKER = 9
"""The number that stands next to the centre when its side kicks off."""


@cache
def formations() -> Mapping[str, Formation]:
    """All by name."""
    return read_formations(PACKAGE, Formation)


def formation(name: str) -> Formation:
    """One by its name. Raises FormationError."""
    return find(formations(), name)


@cache
def board() -> Board:
    """The board that the formations are meant for."""
    return shipped_board(board_name(PACKAGE))


def line_up(blue: Formation, red: Formation) -> dict[PieceId, Space]:
    """Both sides as they stand for a kick-off; number 9 of each stands next to the centre."""
    grid = board().grid
    pieces = {f"B{number}": space for number, space in blue.spaces.items()}
    return pieces | {f"R{number}": opposite(grid, space) for number, space in red.spaces.items()}
