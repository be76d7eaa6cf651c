"""Refusals that several chapters share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista.words import say
from engine.match import team_of
from engine.ruleset import Refusal

if TYPE_CHECKING:
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Line, Space
    from engine.match import PieceId


def line_fault(rule: str, piece: PieceId, start: Space, target: Space) -> Refusal:
    """Not in one of the six directions."""
    if start == target:
        return Refusal(rule, say("line.itself", piece=piece, target=target))
    return Refusal(rule, say("line.straight", target=target, piece=piece, start=start))


def way_fault(rule: str, position: RegistaPosition, piece: PieceId, line: Line) -> Refusal | None:
    """An opponent stands between the ball and its target; team-mates do not matter."""
    for space in line.between:
        blocker = position.occupied.get(space)
        if blocker is not None and team_of(blocker) != team_of(piece):
            return Refusal(rule, say("way.stands", other=blocker, space=space, piece=piece))
    return None
