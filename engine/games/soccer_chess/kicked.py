"""A kick that has been made: what its consequences are worked out from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.match import team_of

if TYPE_CHECKING:
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import PieceId, Team


class Kick(NamedTuple):
    """Who kicked, from which position, and whom the ball touched on its way."""

    before: SoccerChessPosition
    """The position in which the ball was kicked; it comes back if the kick is taken again."""
    by: PieceId
    touched: tuple[PieceId, ...] = ()
    """Figures that the ball touched, in order."""

    @property
    def team(self) -> Team:
        """The kicking side."""
        return team_of(self.by)

    @property
    def off_opponent(self) -> bool:
        """Whether an opponent was the last to touch the ball."""
        return bool(self.touched) and team_of(self.touched[-1]) != self.team

    @property
    def after(self) -> SoccerChessPosition:
        """What a kick that stands leaves behind: nothing is restarted, announced, lifted or awaited."""
        return self.before.but(
            turns_done=self.before.turns_done.plus(self.team), last_kick=self.by, restart=None, spot=None,
            placing=False, announced=False, awaits=None, lifted=None, stole=False, dribbled=False, round=1,
        )  # fmt: skip
