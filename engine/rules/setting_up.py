"""Pieces and ball put down by hand, before a kick-off or another restart, in every game played on spaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import TEAMS
from engine.rules.events import event
from engine.rules.status import Fault, Wrong, keeper_faults
from engine.rules.words import counted, refused
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.grid import Space
    from engine.match import PieceId
    from engine.rules.field_position import FieldPosition
    from engine.ruleset import Refusal


def put_down(position: FieldPosition, piece: PieceId, space: Space) -> Ruling:
    """A placement that nothing is wrong with."""
    return Ruling((event("placement", by=piece, at=space),), position.but(pieces=position.put(piece, space)))


def put_ball(position: FieldPosition, space: Space) -> Ruling:
    """The ball is put down where nothing is wrong with it."""
    return Ruling((event("placement", by="ball", at=space),), position.but(ball=space))


def count_fault(position: FieldPosition, on_field: int, what: str = "piece") -> Refusal | None:
    """A side that does not stand complete (``setup.count``), or None; ``what`` is what the game calls a piece."""
    for team in TEAMS:
        count = len(position.side_pieces(team))
        if count != on_field:
            return refused("setup.count", team=team, pieces=counted(what, count), needed=on_field)
    return None


def set_up_faults(
    position: FieldPosition, on_field: int, fault_of: Callable[[PieceId, Space], Refusal | None]
) -> Iterator[Fault]:
    """Where pieces may not stand at a kick-off, once both sides are complete: until then they may still be moved.

    ``fault_of`` says what is wrong with a piece on a space, or None.
    """
    if position.restart != "kick_off" or not position.placing or position.turn is None:
        return
    if any(len(position.side_pieces(team)) < on_field for team in TEAMS):
        return
    yield from keeper_faults(position.pieces)
    for piece, space in position.pieces.items():
        if (fault := fault_of(piece, space)) is not None:
            yield Fault(Wrong.SETUP, fault.reason, (space,) if space in fault.reason else (), (piece,))
