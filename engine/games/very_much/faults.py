"""Refusals that several chapters share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import PLAYS_A_TURN
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from engine.games.very_much.position import MasumePosition, PlayKind
    from engine.grid import Space
    from engine.match import PieceId

_DONE = {"move": "moved", "kick": "kicked", "charge": "charged"}


def not_holder(position: MasumePosition, piece: PieceId, act: str) -> Refusal:
    """Only the holder kicks and dribbles."""
    if position.holder is not None:
        who = f"{position.holder} has the ball"
    else:
        who = f"the ball lies free on {position.ball}" if position.ball else "the ball is not in play"
    return Refusal("ball.holder", f"{piece} cannot {act}: {who}")


def no_such_space(space: Space) -> Refusal:
    """A square that the board does not have."""
    return Refusal("move.field", f"{space} is not on this board")


def how_often(position: MasumePosition, piece: PieceId, kind: PlayKind) -> Refusal | None:
    """Three plays a turn, and none of them twice by the same piece."""
    if len(position.plays) >= PLAYS_A_TURN:
        return Refusal("play.limit", f"{position.turn} has made its {PLAYS_A_TURN} plays of this turn")
    if (piece, kind) in position.plays:
        return Refusal("play.twice", f"{piece} has {_DONE[kind]} this turn; a piece does each kind of play once")
    return None
