"""Offside (house rule, option ``offside``): the sheet names it and does not describe it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.match import other, team_of
from engine.rules.ends import attacked
from engine.rules.events import event

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Event, PieceId, Team
    from engine.ruleset import Ruling

COUNTS_FROM = frozenset({None, "free_kick"})
"""The only kicks that can be offside: those in play and free kicks."""


def line_depth(laws: Laws, position: MasumePosition, team: Team) -> int | None:
    """Columns from the goal line that ``team`` attacks to its second-last opponent, or None with fewer than two."""
    depth = laws.pitch.depth[attacked(team)]
    depths = sorted(depth[space] for piece, space in position.pieces.items() if piece[0] != team)
    return depths[1] if len(depths) > 1 else None


def is_offside(laws: Laws, position: MasumePosition, receiver: PieceId, struck_from: Space) -> bool:
    """Whether a team-mate's ball struck from a square finds its receiver offside; nothing has moved since but the ball.

    Beyond the ball and beyond the second-last defender, in the opponent's half; level is onside.
    """
    if not laws.options.offside:
        return False
    team, at = team_of(receiver), position.pieces[receiver]
    end = attacked(team)
    depth, line = laws.pitch.depth[end], line_depth(laws, position, team)
    return line is not None and depth[at] < min(line, depth[struck_from]) and laws.pitch.in_half(at, end)


def free_kick(laws: Laws, position: MasumePosition, receiver: PieceId, before: tuple[Event, ...]) -> Ruling:
    """The other side has a free kick at the receiver's square."""
    team, at = team_of(receiver), position.pieces[receiver]
    events = (*before, event("offside", team=team, by=receiver, at=at))
    return turns.set_piece(laws, position, "free_kick", other(team), at, before=events)
