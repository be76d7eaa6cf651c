"""What an act against the rules uses up of its turn once both sides let it stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import moves

if TYPE_CHECKING:
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.match import Action


def stands(
    laws: Laws, position: SoccerChessPosition, action: Action | None, lies: SoccerChessPosition
) -> SoccerChessPosition:
    """A move is its side's move, and the next move or kick is due; whoever was lifted has been moved."""
    if action is None or action.kind != "move" or position.due != "move":
        return lies
    moved = lies.but(lifted=None, dribbled=lies.dribbled or action.piece == position.holder)
    over = moves.judge_pass(laws, moved)
    return moves.next_due(laws, moved) if over else moved
