"""Refusals that are the same in several games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.ruleset import Refusal

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.match import PieceId
    from engine.rules.field_position import FieldPosition


def not_holder(position: FieldPosition, piece: PieceId, act: str) -> Refusal:
    """Only the holder does this."""
    if position.holder is not None:
        who = f"{position.holder} has the ball"
    else:
        who = f"the ball lies free on {position.ball}" if position.ball else "the ball is not in play"
    return Refusal("ball.holder", f"{piece} cannot {act}: {who}")


def no_such_space(space: Space) -> Refusal:
    """A space that the board does not have."""
    return Refusal("move.field", f"{space} is not on this board")
