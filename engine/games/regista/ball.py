"""Where a ball came to rest, and whom it belongs to there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.regista import turns
from engine.match import other, team_of
from engine.rules.events import event
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.board import Side
    from engine.games.regista.laws import Laws
    from engine.games.regista.position import RegistaPosition
    from engine.grid import Space
    from engine.match import Event, PieceId


def gained_by(position: RegistaPosition, piece: PieceId) -> PieceId | None:
    """``holder_may_not`` once a piece has had the ball: free again unless that piece is the taker itself."""
    return position.holder_may_not if position.holder_may_not == piece else None


def at_rest(laws: Laws, position: RegistaPosition, space: Space, before: tuple[Event, ...]) -> Ruling:
    """The ball rests on a field space: a team-mate's, an opponent's (the turn ends), or nobody's."""
    position = position.but(ball=space, awaits=None)
    piece = position.holder
    if piece is None:
        return Ruling((*before, event("free_ball", at=space)), position)
    position = position.but(holder_may_not=gained_by(position, piece))
    events = (*before, event("possession", by=piece, team=team_of(piece), at=space))
    if team_of(piece) == position.turn:
        return Ruling(events, position)
    return turns.turn_lost(laws, position, events)


def over_line(
    laws: Laws, position: RegistaPosition, line: str | Side, spot: Space, before: tuple[Event, ...]
) -> Ruling:
    """The ball left the field: throw-in, goal kick or corner for the other side.

    ``line``: ``touch``, or the end whose goal line it crossed. ``spot``: the last space inside.
    """
    team = position.side
    taking = other(team)
    after, stopped = turns.finish_turn(laws, position.but(holder_may_not=None, ball=spot))
    crossed = "touch" if line == "touch" else "goal"
    events = (*before, event("out", line=crossed, spot=spot))
    if stopped:
        return Ruling((*events, *stopped), after)
    if line == "touch":
        return Ruling((*events, event("throw_in", team=taking, at=spot)), after.but(restart="throw_in", spot=spot))
    if line == laws.attacked(position, team):
        return Ruling((*events, event("goal_kick", team=taking)), goal_kick_position(laws, after))
    corners = laws.pitch.nearest_corners(spot, laws.defended(position, team))
    corner = corners[0] if len(corners) == 1 else None
    awarded = event("corner", team=taking, at=corner) if corner else event("corner", team=taking)
    return Ruling((*events, awarded), after.but(restart="corner", spot=corner, ball=corner))


def goal_kick_position(laws: Laws, position: RegistaPosition) -> RegistaPosition:
    """The acting side has a goal kick: its keeper has the ball where it stands if that is in its Goal Area."""
    team = position.side
    keeper = position.pieces.get(f"{team}1")
    inside = keeper in laws.pitch.area("goal", laws.defended(position, team))
    return position.but(restart="goal_kick", spot=None, ball=keeper if inside else None)
