"""Numbers of the game: pieces, plays, reaches (sheet [2], [4], [8], [9], [12])."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import TEAMS
from engine.rules.status import Sides

if TYPE_CHECKING:
    from engine.match import PieceId, Team

GAME = "Masume Soccer Tactics"
ON_FIELD = 11
BOTH_SIDES = Sides(ON_FIELD)
PLAYS_A_TURN = 3
INSIDE_KICK = 2
THROW_IN = 3
HEADER = 2
"""Reaches in squares."""
LOB_LANDS = (3, 4, 5, 4, 5, 6)
"""Squares from the kicker at which a lob lands, by the numbers 1 to 6 of the die."""
HARD = 4
"""A ball with more left than this bounces off an opponent right next to where it was struck."""
TRAPPED_BEYOND = 1
"""A ball with so many squares left when it meets a piece is still brought under control."""

NUMBERS: dict[Team, tuple[PieceId, ...]] = {
    team: tuple(f"{team}{number}" for number in range(1, ON_FIELD + 1)) for team in TEAMS
}
"""The eleven of each side, by number."""


def keeper_of(team: Team) -> PieceId:
    """A side's goalkeeper."""
    return f"{team}1"
