"""Ready line-ups, as data in ``formations.toml``; both sides may set up otherwise (rulebook: Toss and line-up)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.formations import Formation, FormationBook, FormationError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space
    from engine.match import PieceId, Team

__all__ = ["Formation", "FormationError", "ball", "board", "formation", "formations", "line_up", "opposite"]

TAKER = 9
"""The number that goes to the middle of the field when its side kicks off."""
TAKER_SQUARE = "WU15"

_BOOK = FormationBook("engine.games.soccer_chess", Formation)
formations, formation, board = _BOOK.formations, _BOOK.formation, _BOOK.board


def line_up(blue: Formation, red: Formation, *, kicks_off: Team) -> dict[PieceId, Space]:
    """Both sides as they stand for a kick-off: number 9 of the side that takes it stands by the middle of the field."""
    pieces = {f"B{number}": space for number, space in blue.spaces.items()}
    pieces |= {f"R{number}": opposite(space) for number, space in red.spaces.items()}
    return {**pieces, f"{kicks_off}{TAKER}": TAKER_SQUARE if kicks_off == "B" else opposite(TAKER_SQUARE)}


def ball(_: Mapping[PieceId, Space], *, kicks_off: Team) -> Space | None:  # noqa: ARG001 - the same for both sides
    """On no one square: the ball lies in the middle of the field, where four meet."""
    return None


def opposite(space: Space) -> Space:
    """The square that lies where this one does when the board is seen from its other end."""
    return f"{'E' if space[0] == 'W' else 'W'}{space[1:]}"
