"""Actions made once and used again: lists of legal actions name the same few thousand over and over."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from engine.match import Action

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.match import ActionKind, PieceId

KEPT = 1 << 16
"""More than every piece on every space of the kit's board in every form."""

END = Action("end")
FIRST = Action("first")


@lru_cache(KEPT)
def move(piece: PieceId, space: Space, mark: Literal["-", "~"] = "-") -> Action:
    """``B7-H10``, or a dribble ``B7~H10``."""
    return Action("move", piece=piece, path=((mark, space),))


@lru_cache(KEPT)
def to_space(kind: ActionKind, piece: PieceId, space: Space) -> Action:
    """A pass, a shot or a placement: ``B7>H10``, ``B7!H22``, ``B7@H10``."""
    return Action(kind, piece=piece, target=space)


@lru_cache(KEPT)
def in_direction(kind: ActionKind, piece: PieceId, direction: str) -> Action:
    """A kick in a direction: ``B7>NE``, ``B7^NE``."""
    return Action(kind, piece=piece, direction=direction)
