"""Numbers of the game: figures and dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import TEAMS
from engine.rules.status import Sides

if TYPE_CHECKING:
    from engine.match import PieceId, Team

GAME = "Soccer Fun"
ON_FIELD = 11
BOTH_SIDES = Sides(ON_FIELD)
MOST_DICE = 3
MOST_LEFT = 6 * MOST_DICE - 1
"""Squares that a ball can have left when it meets a figure: all dice show six, one square away."""

NUMBERS: dict[Team, tuple[PieceId, ...]] = {
    team: tuple(f"{team}{number}" for number in range(1, ON_FIELD + 1)) for team in TEAMS
}
"""The eleven of each side, by number."""


def keeper_of(team: Team) -> PieceId:
    """A side's goalkeeper."""
    return f"{team}1"
