"""Waiting for the die of the Deviation Chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Pending

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from engine.games.regista.position import RegistaPosition
    from engine.match import PieceId


def await_deviation(position: RegistaPosition, by: PieceId, left: Mapping[str, Any]) -> RegistaPosition:
    """The acting side is to roll one die for the Deviation Chart; the ball lies on its target meanwhile."""
    return position.but(awaits=Pending("roll", "deviation", position.turn, 1, by, left), ball=left["target"])
