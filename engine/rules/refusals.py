"""Refusals, and words in them, that are the same in several games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.rules.words import refused, say, with_or

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.match import PieceId
    from engine.rules.field_position import FieldPosition
    from engine.ruleset import Refusal


def not_holder(position: FieldPosition, piece: PieceId, act: str) -> Refusal:
    """Only the holder does this: ``pass``, ``shoot``, ``dribble``, ``kick``."""
    if position.holder is not None:
        who = say("has_ball", piece=position.holder)
    else:
        who = say("ball_free", space=position.ball) if position.ball else say("ball_out")
    return refused("ball.holder", piece=piece, act=say(f"act.{act}"), who=who)


def either(spaces: frozenset[Space]) -> str:
    """``A1 or B2``, in order; ``the spot`` if there is none."""
    return with_or(sorted(spaces)) if spaces else say("the_spot")


def no_such_space(space: Space) -> Refusal:
    """A space that the board does not have."""
    return refused("move.field", space=space)
