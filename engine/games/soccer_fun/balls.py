"""The ball on its way: over free squares, off figures, into the goal, over the lines, until it lies still."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.games.soccer_fun import turns
from engine.match import Pending, other, team_of
from engine.rules.ends import defender_of
from engine.rules.events import event
from engine.ruleset import Ruling

if TYPE_CHECKING:
    from engine.games.soccer_fun.laws import Laws
    from engine.games.soccer_fun.position import SoccerFunPosition
    from engine.grid import Space
    from engine.match import Event, PieceId


class Run(NamedTuple):
    """A ball sent off along a straight line."""

    start: Space
    direction: str
    squares: int
    """How far it goes if nothing is in its way."""


def roll_on(laws: Laws, position: SoccerFunPosition, run: Run, before: tuple[Event, ...]) -> Ruling:
    """The ball runs until its movement is used up, or it meets a figure, a goal or a line before."""
    position = position.but(awaits=None)
    ray = laws.pitch.rays[run.start][run.direction]
    for gone, space in enumerate(ray[: run.squares], 1):
        if (end := laws.pitch.goal_side.get(space)) is not None:
            return turns.goal(laws, position, end, before)
        if space not in laws.pitch.field:
            return _out(laws, position, space, before)
        figure = position.occupied.get(space)
        if figure is not None:
            return _met(position, figure, space, Run(run.start, run.direction, run.squares - gone), before)
    if not ray:
        # Kicked from the ring away from the field: it never came in, and is out where it was.
        return _out(laws, position, run.start, before)
    space = ray[run.squares - 1]
    return turns.over(position.but(ball=space), (*before, event("free_ball", at=space)))


def _met(position: SoccerFunPosition, figure: PieceId, space: Space, left: Run, before: tuple[Event, ...]) -> Ruling:
    """With nothing left the ball stops on the figure; else it is deflected where its player says."""
    position = position.but(ball=space)
    if left.squares == 0:
        stopped = event("possession", by=figure, team=team_of(figure), at=space)
        return turns.over(position, (*before, stopped))
    kept = {"squares": left.squares, "direction": left.direction}
    awaits = Pending("choice", "deflection", team_of(figure), None, figure, kept)
    return Ruling(before, position.but(awaits=awaits, last_touch=figure))


def _out(laws: Laws, position: SoccerFunPosition, spot: Space, before: tuple[Event, ...]) -> Ruling:
    """Over a line: throw-in, goal kick or corner by the last figure to kick or deflect the ball."""
    line = laws.pitch.crossed(spot)
    last = team_of(position.last_touch) if position.last_touch is not None else position.side
    events = (*before, event("out", line="touch" if line == "touch" else "goal", spot=spot))
    if line == "touch":
        return turns.restart(position, "throw_in", other(last), spot, events)
    defending = defender_of(line)
    if last != defending:
        return turns.restart(position, "goal_kick", defending, None, events)
    corners = laws.pitch.nearest_corners(spot, line)
    return turns.restart(position, "corner", other(defending), corners[0] if len(corners) == 1 else None, events)
