"""Ready line-ups, as data in ``formations.toml``; both sides may set up otherwise (rulebook: Toss and line-up)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.board import shipped_board
from engine.rules.formations import Formation, FormationError, board_name, find, read_formations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.grid import Space
    from engine.match import PieceId, Team

__all__ = ["Formation", "FormationError", "board", "formation", "formations", "line_up", "opposite"]

PACKAGE = "engine.games.soccer_chess"

TAKER = 9
"""The number that goes to the middle of the field when its side kicks off."""
TAKER_SQUARE = "WU15"


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


def line_up(blue: Formation, red: Formation, *, kicks_off: Team) -> dict[PieceId, Space]:
    """Both sides as they stand for a kick-off: number 9 of the side that takes it stands by the middle of the field."""
    pieces = {f"B{number}": space for number, space in blue.spaces.items()}
    pieces |= {f"R{number}": opposite(space) for number, space in red.spaces.items()}
    return {**pieces, f"{kicks_off}{TAKER}": TAKER_SQUARE if kicks_off == "B" else opposite(TAKER_SQUARE)}


def opposite(space: Space) -> Space:
    """The square that lies where this one does when the board is seen from its other end."""
    return f"{'E' if space[0] == 'W' else 'W'}{space[1:]}"
