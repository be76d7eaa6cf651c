"""What an act against the rules uses up of its turn once both sides let it stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.games.very_much.roles import PLAYS_A_TURN
from engine.match import other, team_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition, PlayKind
    from engine.match import Action

KINDS: Mapping[str, PlayKind] = {"move": "move", "pass": "kick", "lob": "kick", "tackle": "charge"}
"""What an act is called among the plays of a turn."""


def stands(laws: Laws, position: MasumePosition, action: Action | None, lies: MasumePosition) -> MasumePosition:
    """One of the turn's plays, while it has one left; the turn, with the third or with a ball kicked to an opponent.

    Who gains the ball begins a fresh turn.
    """
    kind = KINDS.get(action.kind) if action is not None else None
    if action is None or action.piece is None or kind is None:
        return lies
    gained = lies.offence != position.offence
    if gained and lies.offence == position.turn:
        return lies.but(plays=())
    play = (action.piece, kind)
    if not gained and play not in lies.plays and len(lies.plays) < PLAYS_A_TURN:
        lies = lies.but(plays=(*lies.plays, play))
    lost = kind == "kick" and lies.holder is not None and team_of(lies.holder) != position.turn
    if not lost and len(lies.plays) < PLAYS_A_TURN:
        return lies
    over, stopped = turns.begin(laws, lies, other(lies.side))
    return lies if stopped else over
