"""A position of Soccer Chess: what every game has, and where the cycle of kick and move rounds stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from engine.empty import EMPTY
from engine.games.soccer_chess.cards import DEFAULT_CARD, Card
from engine.match import PieceId, Score, Team, team_of
from engine.rules.field_position import FieldPosition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.grid import Space


NO_CORNERS = Score()


@dataclass(frozen=True, kw_only=True)
class SoccerChessPosition(FieldPosition):
    """A complete position of Soccer Chess. ``turns_done`` counts the kicks that each side has made.

    ``ball`` is a square where it was put on a figure's square, else millimetres (board frame). While a kick is being
    decided, everything else still stands as it was before the kick, so that it can be taken again.
    """

    ball_stays: ClassVar[bool] = True

    ball_on: Space | None = None
    """The square that holds the ball's centre; follows from ``ball``."""
    due: Literal["kick", "move"] = "kick"
    round: int = 1
    """Number of the move round, from 1."""
    rounds: int | None = None
    """Rounds between two kicks if both sides agreed on another number during the match; None: as the option says."""
    dribbled: bool = False
    """Whether the holder has dribbled since the last kick."""
    last_kick: PieceId | None = None
    announced: bool = False
    """A shot was announced: the next kick may score."""
    passes: int = 0
    """Passes in a row that reached a team-mate, of the holder's side."""
    corners: Score = NO_CORNERS
    """Corners counted towards a penalty (option ``three_corners``)."""
    roster: Mapping[PieceId, Card] = field(default_factory=lambda: EMPTY)
    sd_mm: float = 0.0
    """Standard deviation of the ball's measured place, per axis."""
    lifted: PieceId | None = None
    """The figure that was lifted, which must be the one moved."""
    stole: bool = False
    """The lifted figure has just stolen the ball, and has its move as the holder."""

    @property
    def ball_space(self) -> Space | None:
        """The square that holds the ball's centre."""
        return self.ball_on

    @property
    def holder(self) -> PieceId | None:
        """The figure in possession: the one on the square that holds the ball's centre; nobody at a restart."""
        if self.ball_on is None or self.restart is not None:
            return None
        return self.occupied.get(self.ball_on)

    @property
    def holding(self) -> Team | None:
        """The side in possession."""
        return None if self.holder is None else team_of(self.holder)

    @property
    def begins_round(self) -> bool:
        """Whether the move that is due is the first of its round: the holder's side's."""
        return self.turn == self.holding and not self.stole

    def card(self, piece: PieceId) -> Card:
        """A figure's card."""
        return self.roster.get(piece, DEFAULT_CARD)
