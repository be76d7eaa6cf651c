"""A position of Soccer Fun: what every game has, and the declared dice, the last touch and a restart's taker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.field_position import FieldPosition

if TYPE_CHECKING:
    from engine.match import PieceId


@dataclass(frozen=True, slots=True)
class Declared:
    """The figure that was chosen, and its dice."""

    by: PieceId
    dice: int
    """How many are rolled, 1 to 3."""
    sum: int | None = None
    """What they show together; None until they are rolled."""


@dataclass(frozen=True, kw_only=True)
class SoccerFunPosition(FieldPosition):
    """A complete position of Soccer Fun."""

    declared: Declared | None = None
    last_touch: PieceId | None = None
    """The figure that kicked or deflected the ball last."""
    taker: PieceId | None = None
    """The figure put down to take the restart; None while one found on the spot may still make room."""
