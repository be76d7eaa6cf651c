"""The ball over a line: whose it is, corners and penalties (rulebook: The ball out, 04 Throw-in, 05 Three corners)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.soccer_chess import measuring, nearness, possession
from engine.match import other, team_of
from engine.rules.ends import attacked
from engine.rules.events import event
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.games.soccer_chess.kicked import Kick
    from engine.games.soccer_chess.laws import Laws
    from engine.games.soccer_chess.position import SoccerChessPosition
    from engine.grid import Point, Space
    from engine.match import Event, PieceId, Team

CORNERS_FOR_A_PENALTY = 3


def out(laws: Laws, kick: Kick, at_mm: Point, line: measuring.LineName) -> Ruling:
    """The whole ball is over a line. Who touched it last matters only to optional rules."""
    spot = laws.pitch.grid.space_at(*measuring.exit_mm(laws.pitch, at_mm))
    crossed = event("out", line="touch" if line == "touch" else "goal", spot=spot)
    if laws.options.throw_in and line == "touch" and kick.off_opponent:
        return _nearest(laws, kick, kick.team, spot, (crossed, event("throw_in", team=kick.team, at=spot)))
    if laws.options.three_corners and line == attacked(kick.team) and kick.off_opponent:
        return _corner(laws, kick, spot, crossed)
    return _nearest(laws, kick, other(kick.team), spot, (crossed,))


def _nearest(laws: Laws, kick: Kick, team: Team, spot: Space, events: tuple[Event, ...]) -> Ruling:
    """A side's figure nearest to the exit gets the ball on its own square; keepers are no candidates."""
    after = kick.after.but(passes=0)
    figures = nearness.usable(laws, after, kick.by)
    ours = {piece: space for piece, space in figures.items() if team_of(piece) == team}
    found = nearness.nearest_to(laws, after, spot, ours, kick.team)
    if not found.among:
        return possession.nobody(kick, spot, events)
    if len(found.among) > 1:
        return possession.ask(after.but(**laws.lying(spot)), found, events, at=spot, carried=False, out=True)
    return possession.given(laws, after, found.among[0], events, out=True)


def _corner(laws: Laws, kick: Kick, spot: Space, crossed: Event) -> Ruling:
    """A corner is counted, not taken; the third gives a penalty."""
    counted = kick.before.corners.plus(kick.team)
    kick = kick._replace(before=kick.before.but(corners=counted))
    events = (crossed, event("corner", team=kick.team, count=counted.of(kick.team)))
    if counted.of(kick.team) < CORNERS_FOR_A_PENALTY:
        return _nearest(laws, kick, other(kick.team), spot, events)
    used = counted.plus(kick.team, -CORNERS_FOR_A_PENALTY)
    return _penalty(laws, kick.after.but(corners=used, passes=0), kick.team, events)


def _penalty(laws: Laws, after: SoccerChessPosition, team: Team, events: tuple[Event, ...]) -> Ruling:
    """A kick from the penalty spot by any figure of the side; it is a shot, announced or not."""
    spot = laws.pitch.penalty_spot(team)
    lifted = defenders_in_the_way(laws, after, team)
    told = event("penalty", team=team, at=spot, lift=list(lifted))
    awarded = after.but(turn=team, due="kick", restart="penalty", spot=spot)
    return Ruling((*events, told), awarded.but(**laws.lying(laws.pitch.grid.centre_mm(spot))))


def off_table(laws: Laws, position: SoccerChessPosition) -> frozenset[PieceId]:
    """The figures that are lifted for a penalty, until it has been taken."""
    if position.restart != "penalty" or position.turn is None:
        return frozenset()
    return frozenset(defenders_in_the_way(laws, position, position.turn))


def defenders_in_the_way(laws: Laws, position: SoccerChessPosition, team: Team) -> tuple[PieceId, ...]:
    """Opponents between the penalty spot and the goal: they are lifted for the kick and put back where they stood.

    That is, between the ball and the goal mouth: nearer to the goal line than the spot, and in front of the mouth as
    seen from the spot.
    """
    pitch = laws.pitch
    spot_mm = pitch.grid.centre_mm(pitch.penalty_spot(team))
    length, _ = pitch.size_mm
    goal_x = length if attacked(team) == "right" else 0.0
    reach = goal_x - spot_mm.x_mm
    half = pitch.grid.width_mm / 2
    found = []
    for piece, space in position.side_pieces(other(team)).items():
        x_mm, y_mm = pitch.grid.centre_mm(space)
        share = (x_mm - spot_mm.x_mm) / reach
        if not 0 < share <= 1:
            continue
        north, south = (spot_mm.y_mm + share * (post - spot_mm.y_mm) for post in pitch.mouth_mm)
        if north - half <= y_mm <= south + half:
            found.append(piece)
    return tuple(found)
