"""Refusals, and words in them, that are the same in several games."""

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


def either(spaces: frozenset[Space]) -> str:
    """``A1 or B2``, in order; ``the spot`` if there is none."""
    return " or ".join(sorted(spaces)) or "the spot"


def in_squares(count: int) -> str:
    """``1 square``, ``3 squares``."""
    return "1 square" if count == 1 else f"{count} squares"


def no_such_space(space: Space) -> Refusal:
    """A space that the board does not have."""
    return Refusal("move.field", f"{space} is not on this board")
