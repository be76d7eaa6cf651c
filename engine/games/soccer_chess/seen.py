"""A steal as the table shows it: a figure put down with the ball that the other side's holder had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import steals
from engine.games.soccer_chess.words import refused
from engine.match import Action, team_of
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Space
    from engine.match import PieceId


def faults(
    laws: Laws, position: SoccerChessPosition, moved: Mapping[PieceId, Space], ball: Space | None
) -> Iterator[tuple[Action, Refusal]]:
    """The ball was taken though steals were not agreed on, or the thief could not reach the holder, or is no better."""
    holder, thief = position.holder, next(iter(moved), "")
    if holder is None or ball is None or len(moved) != 1 or moved[thief] != ball or team_of(thief) == team_of(holder):
        return
    verdict = steals.judge_steal(laws, position, thief, holder)
    if isinstance(verdict, Refusal):
        yield Action("tackle", thief, other=holder), verdict
    elif verdict.position.awaits is None:
        totals = verdict.events[0].data["totals"]
        own, theirs = totals[team_of(thief)], totals[team_of(holder)]
        fault = refused("ball.holder", "skill", own=own, theirs=theirs, holder=holder)
        yield Action("tackle", thief, other=holder), fault
