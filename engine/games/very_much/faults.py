"""How often a piece may play, which every chapter of play asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much.roles import PLAYS_A_TURN
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from engine.games.very_much.position import MasumePosition, PlayKind
    from engine.match import PieceId

_DONE = {"move": "moved", "kick": "kicked", "charge": "charged"}


def how_often(position: MasumePosition, piece: PieceId, kind: PlayKind) -> Refusal | None:
    """Three plays a turn, and none of them twice by the same piece."""
    if len(position.plays) >= PLAYS_A_TURN:
        return Refusal("play.limit", f"{position.turn} has made its {PLAYS_A_TURN} plays of this turn")
    if (piece, kind) in position.plays:
        return Refusal("play.twice", f"{piece} has {_DONE[kind]} this turn; a piece does each kind of play once")
    return None
