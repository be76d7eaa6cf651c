"""How often a piece may play, which every chapter of play asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import PLAYS_A_TURN
from engine.games.very_much.words import refused, say

if TYPE_CHECKING:
    from engine.games.very_much.position import MasumePosition, PlayKind
    from engine.match import PieceId
    from engine.ruleset import Refusal


def how_often(position: MasumePosition, piece: PieceId, kind: PlayKind) -> Refusal | None:
    """Three plays a turn, and none of them twice by the same piece."""
    if len(position.plays) >= PLAYS_A_TURN:
        return refused("play.limit", team=position.turn, most=PLAYS_A_TURN)
    if (piece, kind) in position.plays:
        return refused("play.twice", piece=piece, done=say(f"done.{kind}"))
    return None
