"""Waiting for dice, and what they say once they lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista.laws import event
from engine.match import EMPTY, Pending

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from engine.games.regista.position import RegistaPosition
    from engine.match import Event, PieceId, Roll, Team

ONE_EACH: Mapping[Team, int] = {"B": 1, "R": 1}


def awaited(position: RegistaPosition) -> tuple[PieceId, Mapping[str, Any]]:
    """The piece whose action is being decided, and what its ruling kept to go on from."""
    if position.awaits is None or position.awaits.by is None:
        raise ValueError("nothing that a piece did is being decided in this position")
    return position.awaits.by, position.awaits.left


def await_duel(
    position: RegistaPosition, cause: str, by: PieceId | None, left: Mapping[str, Any] = EMPTY
) -> RegistaPosition:
    """Each side is to roll its die."""
    return position.but(awaits=Pending("roll", cause, None, ONE_EACH, by, left))


def await_deviation(position: RegistaPosition, by: PieceId, left: Mapping[str, Any]) -> RegistaPosition:
    """The acting side is to roll one die for the Deviation Chart; the ball lies on its target meanwhile."""
    return position.but(awaits=Pending("roll", "deviation", position.turn, 1, by, left), ball=left["target"])


def duel(cause: str, roll: Roll, points: Mapping[Team, int]) -> tuple[dict[Team, int], Event]:
    """Totals of both sides, and the event that tells dice and totals."""
    blue, red = roll.duel or (0, 0)
    totals: dict[Team, int] = {"B": blue + points.get("B", 0), "R": red + points.get("R", 0)}
    return totals, event("roll", for_=cause, B=blue, R=red, totals=dict(totals))
