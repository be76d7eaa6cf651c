"""A figure's card: how skilled it is, and how far it goes in each role (rulebook: Card values)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import PieceId, Team

KEEPER = 1
"""The number of the keeper, which is held on its rod beside the grid."""

MOST = 99
"""Skill and numbers of squares go from 0 to this."""

USUAL_NUMBERS = 11
"""A side without a roster has the figures 2 to this."""


@dataclass(frozen=True, slots=True)
class Card:
    """The numbers on one figure's card; the defaults hold for figures without one."""

    skill: int = 75
    """General skill, 0-99."""
    blue: int = 5
    """Positioning: squares it goes while the other side has the ball."""
    green: int = 3
    """Dribble: squares it goes with the ball."""
    red: int = 4
    """Off-ball run: squares it goes while a team-mate has the ball."""
    special: bool = False
    """A collector's card, which may be used only where that was agreed (option ``special_cards``)."""


DEFAULT_CARD = Card()


def keeper_of(team: Team) -> PieceId:
    """A side's keeper: always there, never on the grid."""
    return f"{team}{KEEPER}"


def is_keeper(piece: PieceId) -> bool:
    """Whether a piece is a keeper."""
    return piece[1:] == str(KEEPER)


def squad(roster: Mapping[PieceId, Card], team: Team) -> tuple[PieceId, ...]:
    """The figures of a side that may be set up: those of its roster, or the usual ones if it has none."""
    listed = [piece for piece in roster if piece[0] == team and not is_keeper(piece)]
    return tuple(listed) or tuple(f"{team}{number}" for number in range(KEEPER + 1, USUAL_NUMBERS + 1))
