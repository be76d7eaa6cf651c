"""A position whose pieces and ball stand on spaces: what games played in spaces ask of it, and how it is changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from engine.match import PieceId, Position, Team

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self

    from engine.grid import Space


@dataclass(frozen=True, kw_only=True)
class FieldPosition(Position):
    """What a game's own position is made from. Lookups by space are worked out once."""

    time: Literal["last", "over"] | None = None
    """Of a match played to time: its minutes are over, and the ``last`` of it is played out or it is ``over``."""

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

    def but(self, **changes: Any) -> Self:  # noqa: ANN401 - any field of the position
        """The same position with some fields changed. Raises TypeError for a field that does not exist."""
        # dataclasses.replace costs five times as much, and forgets what was worked out about pieces that stay.
        known = self.__dataclass_fields__
        if not changes.keys() <= known.keys():
            raise TypeError(f"a position has no {', '.join(sorted(changes.keys() - known.keys()))}")
        state = {**self.__dict__, **changes}
        if "pieces" in changes:
            state.pop("occupied", None)
            state.pop("holder", None)
        elif "ball" in changes:
            state.pop("holder", None)
        after = object.__new__(type(self))
        after.__dict__.update(state)
        return after

    def put(self, piece: PieceId, space: Space) -> dict[PieceId, Space]:
        """The pieces with one of them put on a space."""
        return {**self.pieces, piece: space}
