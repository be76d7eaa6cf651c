"""A ball that leaves the field: throw-in, goal kick or corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.very_much import turns
from engine.match import other, team_of
from engine.rules.ends import defender_of
from engine.rules.events import event

if TYPE_CHECKING:
    from engine.games.very_much.laws import Laws
    from engine.games.very_much.position import MasumePosition
    from engine.grid import Space
    from engine.match import Event
    from engine.ruleset import Ruling


def out(laws: Laws, position: MasumePosition, start: Space, direction: str, before: tuple[Event, ...]) -> Ruling:
    """The ball ran from a square in a direction until it was off the field; by the last touch the other side has it."""
    spot, line = laws.pitch.leaves(start, direction)
    last = team_of(position.last_touch) if position.last_touch is not None else position.side
    events = (*before, event("out", line="touch" if line == "touch" else "goal", spot=spot))
    position = position.but(awaits=None)
    if line == "touch":
        return turns.set_piece(laws, position, "throw_in", other(last), spot, before=events)
    defending = defender_of(line)
    if last == defending:
        corners = laws.pitch.nearest_corners(spot, line)
        corner = corners[0] if len(corners) == 1 else None
        return turns.set_piece(laws, position, "corner", other(defending), corner, before=events)
    return turns.set_piece(laws, position, "goal_kick", defending, None, before=events)
