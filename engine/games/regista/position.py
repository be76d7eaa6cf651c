"""A position of Regista: what every game has, and half, substitutions and the offside piece on the spot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.rules.field_position import FieldPosition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.match import PieceId, Team


@dataclass(frozen=True, slots=True)
class Substitutions:
    """What one side has changed so far."""

    made: int = 0
    out: tuple[PieceId, ...] = ()
    """Pieces that were replaced; they are out for good."""


NO_SUBSTITUTIONS = Substitutions()


@dataclass(frozen=True, kw_only=True)
class RegistaPosition(FieldPosition):
    """A complete position of Regista."""

    half: int = 1
    subs: Mapping[Team, Substitutions] = field(default_factory=lambda: EMPTY)
    to_move_off: PieceId | None = None
    """The offside piece on the spot, which the side with the free kick first moves one space."""
    may_move_off: tuple[PieceId, ...] = ()
    """Offside pieces nearest to a free spot, one of which that side may move one space before it places its taker."""
    taker: PieceId | None = None
    """The piece put down to take the restart; None while one found on the spot may still be moved away."""
    squad: Mapping[Team, tuple[PieceId, ...]] = field(default_factory=lambda: EMPTY)
    """While both sides place their eleven anew: who they are (a side is missing if it had fewer than eleven)."""

    def subs_of(self, team: Team) -> Substitutions:
        """What one side has changed so far."""
        return self.subs.get(team, NO_SUBSTITUTIONS)
