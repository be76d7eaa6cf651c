"""What every chapter of the rules is handed: the pitch and the options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.empty import EMPTY
from engine.grid import Point

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.soccer_chess.cards import Card
    from engine.games.soccer_chess.options import Options
    from engine.games.soccer_chess.pitch import Pitch
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import PieceId


@dataclass(frozen=True)
class Laws:
    """One match's pitch, options and cards."""

    pitch: Pitch
    options: Options
    roster: Mapping[PieceId, Card] = field(default_factory=lambda: EMPTY)
    """Cards of positions that say nothing of their own."""

    def rounds(self, position: SoccerChessPosition) -> int:
        """Move rounds between two kicks at present."""
        return position.rounds if position.rounds is not None else self.options.rounds

    def spoken(self, space: Space | None) -> str:
        """A square as players call it, ``K-14``; what is no square of the board as it is."""
        grid = self.pitch.grid
        return grid.spoken(space) if space is not None and space in grid.points else str(space)

    def lying(self, ball: Space | Point | None) -> dict[str, Any]:
        """What a position says of the ball: where it lies, and on which square."""
        if isinstance(ball, Point):
            return {"ball": ball, "ball_on": self.pitch.grid.space_at(*ball)}
        return {"ball": ball, "ball_on": ball}
