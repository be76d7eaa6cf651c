"""What an act against the rules uses up of its turn once both sides let it stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import substitutions, turns
from engine.games.regista.roles import MOVES_A_TURN
from engine.match import team_of

if TYPE_CHECKING:
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.match import Action


def stands(laws: Laws, position: RegistaPosition, action: Action | None, lies: RegistaPosition) -> RegistaPosition:
    """One of the two moves, while the turn has one left; a piece's tackle; the turn, with a ball passed to an opponent.

    A turn does not end by itself for want of moves. A substitution, whenever it was made, is one of the side's, and the
    piece that went off is out for good.
    """
    if action is None or action.piece is None:
        return lies
    piece = action.piece
    if action.kind == "move" and piece not in lies.moved and len(lies.moved) < MOVES_A_TURN:
        return lies.but(moved=(*lies.moved, piece))
    if action.kind == "tackle" and piece not in lies.tackled:
        return lies.but(tackled=(*lies.tackled, piece))
    if action.kind == "substitute":
        return substitutions.counted(lies, piece)
    if action.kind != "pass" or lies.holder is None or team_of(lies.holder) == position.turn:
        return lies
    over, stopped = turns.finish_turn(laws, lies)
    return lies if stopped else over
