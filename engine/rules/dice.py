"""Waiting for the dice of both sides, and what they say once they lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.empty import EMPTY
from engine.match import MalformedError, Pending
from engine.rules.events import event
from engine.rules.field_position import FieldPosition
from engine.rules.words import cause_name, refused, say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from engine.match import Event, PieceId, Position, Roll, Team
    from engine.ruleset import Refusal

ONE_EACH: Mapping[Team, int] = {"B": 1, "R": 1}

P = TypeVar("P", bound=FieldPosition)


def awaited(position: Position) -> tuple[PieceId, Mapping[str, Any]]:
    """The piece whose action is being decided, and what its ruling kept to go on from."""
    if position.awaits is None or position.awaits.by is None:
        raise ValueError("nothing that a piece did is being decided in this position")
    return position.awaits.by, position.awaits.left


def await_duel(position: P, cause: str, by: PieceId | None, left: Mapping[str, Any] = EMPTY) -> P:
    """Each side is to roll its die."""
    return position.but(awaits=Pending("roll", cause, None, ONE_EACH, by, left))


def answered(position: Position, roll: Roll) -> Pending | Refusal:
    """What the dice answer, or that none are awaited. Raises MalformedError (``rolls``) for dice of another form."""
    awaits = position.awaits
    if awaits is None or awaits.type != "roll":
        return refused("roll.none")
    if awaits.dice == 1 and (roll.duel is not None or len(roll.faces) != 1):
        raise MalformedError("rolls", say("roll.form.one", cause=cause_name(awaits.cause)))
    if awaits.dice != 1 and roll.duel is None:
        raise one_each_awaited(awaits)
    return awaits


def one_each_awaited(awaits: Pending) -> MalformedError:
    """What is wrong with dice that are not one of each side where such are awaited."""
    return MalformedError("rolls", say("roll.form.each", cause=cause_name(awaits.cause)))


def duel(cause: str, roll: Roll, points: Mapping[Team, int]) -> tuple[dict[Team, int], Event]:
    """Totals of both sides, and the event that tells dice and totals."""
    blue, red = roll.duel or (0, 0)
    totals: dict[Team, int] = {"B": blue + points.get("B", 0), "R": red + points.get("R", 0)}
    return totals, event("roll", for_=cause, B=blue, R=red, totals=dict(totals))
