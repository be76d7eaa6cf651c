"""What an act against the rules uses up of its turn once both sides let it stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_fun import turns
from engine.match import other

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.match import Action


def stands(_: Laws, position: SoccerFunPosition, __: Action | None, lies: SoccerFunPosition) -> SoccerFunPosition:
    """Whatever was done is the turn's one act: the other side's turn begins. Sides that are set up have none yet."""
    if position.turn is None or position.placing:
        return lies
    return turns.begin(lies, other(position.turn))
