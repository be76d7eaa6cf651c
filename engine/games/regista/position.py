"""A position of Regista: what every game has, and half, substitutions and the offside piece on the spot."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from engine.match import EMPTY, PieceId, Position, Team

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from engine.grid import Space


@dataclass(frozen=True, slots=True)
class Substitutions:
    """What one side has changed so far."""

    made: int = 0
    out: tuple[PieceId, ...] = ()
    """Pieces that were replaced; they are out for good."""


NO_SUBSTITUTIONS = Substitutions()


@dataclass(frozen=True, kw_only=True)
class RegistaPosition(Position):
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

    @cached_property
    def occupied(self) -> Mapping[Space, PieceId]:
        """The piece on each occupied space."""
        return {space: piece for piece, space in self.pieces.items()}

    @cached_property
    def holder(self) -> PieceId | None:
        """The piece in possession: the one on the ball's space."""
        return self.occupied.get(self.ball) if isinstance(self.ball, str) else None

    @property
    def side(self) -> Team:
        """Whose turn it is. Raises ValueError before the roll for the first turn."""
        if self.turn is None:
            raise ValueError("nobody is on turn before the roll for the first turn")
        return self.turn

    def side_pieces(self, team: Team) -> dict[PieceId, Space]:
        """One side's pieces on the field."""
        return {piece: space for piece, space in self.pieces.items() if piece[0] == team}

    def subs_of(self, team: Team) -> Substitutions:
        """What one side has changed so far."""
        return self.subs.get(team, NO_SUBSTITUTIONS)

    def but(self, **changes: Any) -> RegistaPosition:  # noqa: ANN401 - any field of the position
        """The same position with some fields changed. Raises TypeError for a field that does not exist."""
        # dataclasses.replace costs five times as much, and forgets what was worked out about pieces that stay.
        if not changes.keys() <= _FIELDS:
            raise TypeError(f"a position has no {', '.join(sorted(changes.keys() - _FIELDS))}")
        state = {**self.__dict__, **changes}
        if "pieces" in changes:
            state.pop("occupied", None)
            state.pop("holder", None)
        elif "ball" in changes:
            state.pop("holder", None)
        after = object.__new__(RegistaPosition)
        after.__dict__.update(state)
        return after

    def put(self, piece: PieceId, space: Space) -> dict[PieceId, Space]:
        """The pieces with one of them put on a space."""
        return {**self.pieces, piece: space}


_FIELDS = frozenset(RegistaPosition.__dataclass_fields__)
