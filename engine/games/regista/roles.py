"""What the fifteen pieces of a side can do (rulebook: Player Piece Types)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import TEAMS
from engine.rules.status import Sides

if TYPE_CHECKING:
    from engine.match import PieceId, Team

ROLES = ("GK", "DF", "DF", "DF", "DF", "MF", "MF", "MF", "FW", "MF", "FW", "DF", "MF", "FW", "R")
"""Role of the numbers 1 to 15."""

PIECE_COUNT = 15
ON_FIELD = 11
BOTH_SIDES = Sides(PIECE_COUNT, ON_FIELD)
MAX_SUBSTITUTIONS = 3
MOVES_A_TURN = 2
FARTHEST_MOVE = 3
REGISTA_MOVE = 2
SHORT_PASS = 3
LONG_PASS = 9
SHOT = 3
DISTANCE_SHOT = 6
KEEPER_REACH = 3
"""A goalkeeper this many spaces from the ball's resting place can still save."""
POINTS = 2

PIECES: dict[PieceId, str] = {
    f"{team}{number}": role for team in TEAMS for number, role in enumerate(ROLES, 1)
}  # fmt: skip
"""Role of every piece there is."""

SIDES: dict[Team, tuple[PieceId, ...]] = {
    team: tuple(f"{team}{number}" for number in range(1, PIECE_COUNT + 1)) for team in TEAMS
}
"""The fifteen of each side, by number."""


def keeper_of(team: Team) -> PieceId:
    """A side's goalkeeper."""
    return f"{team}1"


def move_range(piece: PieceId) -> int:
    """Most spaces of a move or dribble."""
    return REGISTA_MOVE if PIECES[piece] == "R" else FARTHEST_MOVE


def passes_exactly(piece: PieceId) -> bool:
    """Whether a long pass of this piece stays on its target without a die."""
    return PIECES[piece] == "R"


def tackler_points(piece: PieceId) -> int:
    """Points of a tackler."""
    return POINTS if PIECES[piece] == "DF" else 0


def holder_points(piece: PieceId) -> int:
    """Points of a holder being tackled."""
    return POINTS if PIECES[piece] in {"MF", "R"} else 0


def shooter_points(piece: PieceId) -> int:
    """Points of a shooter, for both kinds of shot."""
    return POINTS if PIECES[piece] == "FW" else 0
