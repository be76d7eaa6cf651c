"""Kicks of the figure that has the ball on top: it stays, and the ball goes the whole sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import balls, turns
from engine.games.soccer_fun.words import refused
from engine.rules.events import event

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Action, PieceId
    from engine.ruleset import Ruling, Verdict


def judge_kick(laws: Laws, position: SoccerFunPosition, action: Action) -> Verdict:
    """``B9>NE``: the direction that its player names."""
    piece, direction = action.piece or "", action.direction or ""
    if direction not in laws.directions:
        return refused("move.direction", "ball", direction=direction, ways=", ".join(laws.directions))
    return play(laws, position, piece, direction)


def play(laws: Laws, position: SoccerFunPosition, piece: PieceId, direction: str) -> Ruling:
    """A kick that nothing is wrong with. Raises ValueError if no dice were rolled for it."""
    if position.declared is None or position.declared.sum is None:
        raise ValueError(f"no dice were rolled for {piece}")
    run = balls.Run(position.pieces[piece], direction, position.declared.sum)
    kicked = event("kick", by=piece, from_=run.start, direction=direction, squares=run.squares)
    return balls.roll_on(laws, turns.kicked(position, piece), run, (kicked,))
