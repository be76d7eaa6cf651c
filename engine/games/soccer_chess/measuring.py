"""Whether a ball at rest lies in the field, over a line, or too close to tell (rulebook: Line decisions).

Everything is in millimetres of the board frame. A line is crossed when the ball's vertical projection no longer touches
it: its centre is farther beyond the line's outer edge, the field's border, than its radius.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from engine.grid import Point

if TYPE_CHECKING:
    from engine.games.soccer_chess.pitch import Pitch

LineName: TypeAlias = Literal["touch", "left", "right"]
"""A touch line, or the goal line of an end."""

SURE = 2.0
"""Standard deviations within which a measurement does not decide."""


class Lie(NamedTuple):
    """How a ball lies to the lines."""

    verdict: Literal["in", "out", "close"]
    line: LineName
    """The line that it is over, or nearest to being over."""
    over_mm: float
    """Gap between ball and line; negative while the ball still touches the line or lies inside it."""


def lie(pitch: Pitch, centre_mm: Point, sd_mm: float) -> Lie:
    """Judge a ball by the measured place of its centre and the standard deviation of that, per axis.

    A ball that is over a touch line and a goal line, beyond a corner, is out over the touch line.
    """
    length, width = pitch.size_mm
    x_mm, y_mm = centre_mm
    goal: LineName = "left" if x_mm < length / 2 else "right"
    over_goal = max(-x_mm, x_mm - length) - pitch.ball_radius_mm
    over_touch = max(-y_mm, y_mm - width) - pitch.ball_radius_mm
    margin = SURE * sd_mm
    if over_touch > margin:
        return Lie("out", "touch", over_touch)
    if over_goal > margin:
        return Lie("out", goal, over_goal)
    nearer = Lie("in", "touch", over_touch) if over_touch >= over_goal else Lie("in", goal, over_goal)
    # Without an error of measurement only the sign counts: a ball that just touches the line is in.
    return nearer._replace(verdict="close") if margin > 0 and nearer.over_mm >= -margin else nearer


def in_mouth(pitch: Pitch, centre_mm: Point) -> bool:
    """Whether a ball beyond a goal line lies between the posts."""
    north, south = pitch.mouth_mm
    return north <= centre_mm.y_mm <= south


def exit_mm(pitch: Pitch, centre_mm: Point) -> Point:
    """Where a ball left the field if only its resting place is known: the nearest point of the border."""
    length, width = pitch.size_mm
    return Point(min(max(centre_mm.x_mm, 0.0), length), min(max(centre_mm.y_mm, 0.0), width))
