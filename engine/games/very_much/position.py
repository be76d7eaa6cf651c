"""A position of Masume: what every game has, and the turn's plays, the offence and the last touch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from engine.rules.field_position import FieldPosition

if TYPE_CHECKING:
    from engine.match import PieceId, Team

PlayKind: TypeAlias = Literal["move", "kick", "charge"]
"""What a piece does once a turn: dribbles are moves."""

PLAY_KINDS: tuple[PlayKind, ...] = get_args(PlayKind)


@dataclass(frozen=True, kw_only=True)
class MasumePosition(FieldPosition):
    """A complete position of Masume Soccer Tactics."""

    plays: tuple[tuple[PieceId, PlayKind], ...] = ()
    """The plays of this turn, in order."""
    offence: Team = "B"
    """The side that has the ball, or had it last."""
    last_touch: PieceId | None = None
    """The piece that touched the ball last."""
    taker: PieceId | None = None
    """The piece put down to take the set piece; None while one found on the spot may still make room."""

    def played(self, piece: PieceId, kind: PlayKind) -> tuple[tuple[PieceId, PlayKind], ...]:
        """The plays with one more."""
        return (*self.plays, (piece, kind))
