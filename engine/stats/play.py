"""Passes, possession and territory."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import team_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from engine.grid import Grid
    from engine.match import PieceId, Position, Team
    from engine.record.chronicle import Chronicle, Deed

SENT = frozenset({"pass", "kick"})
"""Events of a ball that a figure sends off."""

LOST = frozenset({"out", "goal", "offside", "foul", "save", "half_time", "full_time"})
"""Events after which a ball that was sent off comes to nobody."""


@dataclass(frozen=True, slots=True)
class Passes:
    """One side's passes; kicks in a direction count as such, tries at goal do not."""

    tried: int = 0
    completed: int = 0
    """The next figure to have the ball, or to play it on, was a team-mate."""


def passes_of(deeds: Sequence[Deed], shots: Collection[int]) -> dict[Team, Passes]:
    """Passes by side; ``shots`` are the ``seq`` of the acts that tries at goal are made of."""
    found: dict[Team, Passes] = {"B": Passes(), "R": Passes()}
    for place, deed in enumerate(deeds):
        passer = sender(deed)
        if passer is None or deed.seq in shots:
            continue
        team = team_of(passer)
        completed = found[team].completed + is_completed(deeds, place)
        found[team] = Passes(found[team].tried + 1, completed)
    return found


def sender(deed: Deed) -> PieceId | None:
    """The figure that sends the ball off in a deed, if one does."""
    return next((str(event.data["by"]) for event in deed.events if event.type in SENT and "by" in event.data), None)


def is_completed(deeds: Sequence[Deed], place: int) -> bool:
    """Whether the ball that is sent off in the deed at a place comes to a team-mate next."""
    passer = sender(deeds[place])
    for offset, deed in enumerate(deeds[place:]):
        if offset and (taken_up_by := sender(deed)) is not None:
            return passer is not None and taken_up_by[0] == passer[0] and taken_up_by != passer
        for event in deed.events:
            if event.type == "possession":
                return passer is not None and event.data.get("team") == passer[0] and event.data.get("by") != passer
            if event.type in LOST:
                return False
    return False


def ball_mm(grid: Grid, position: Position) -> Point | None:
    """Where the ball lies, board frame; None if nobody knows."""
    if isinstance(position.ball, Point):
        return position.ball
    return grid.centre_mm(position.ball) if isinstance(position.ball, str) else None


def possession_s(chronicle: Chronicle) -> dict[Team | None, float]:
    """Seconds for which each side had the ball, and nobody (None), line-ups left out."""
    seconds: dict[Team | None, float] = {"B": 0.0, "R": 0.0, None: 0.0}
    deeds = chronicle.standing
    for deed, later in pairwise(deeds):
        holder = deed.after.holder
        if not deed.after.placing:
            seconds[team_of(holder) if holder is not None else None] += later.end_t - deed.end_t
    return seconds


@dataclass(frozen=True, slots=True)
class Territory:
    """Where the ball was after each act: shares that sum to 1, all 0 before the first act."""

    blue_third: float
    """The third before blue's goal."""
    middle_third: float
    red_third: float
    forward: Mapping[Team, float]
    """Share in the opponent's half, by side; what lies on the halfway line is nobody's."""


def territory_of(chronicle: Chronicle) -> Territory:
    """Where the ball was after each act that stands, line-ups left out."""
    along = [
        share
        for deed in chronicle.standing
        if not deed.after.placing and (share := _towards_red(chronicle, deed.after)) is not None
    ]
    count = len(along) or 1
    blue, red = sum(x < 1 / 3 for x in along) / count, sum(x > 2 / 3 for x in along) / count
    middle = sum(1 / 3 <= x <= 2 / 3 for x in along) / count
    forward: dict[Team, float] = {"B": sum(x > 0.5 for x in along) / count, "R": sum(x < 0.5 for x in along) / count}
    return Territory(blue, middle, red, forward)


def _towards_red(chronicle: Chronicle, position: Position) -> float | None:
    """How far the ball is from blue's goal line to red's, 0 to 1."""
    grid = chronicle.rules.board.grid
    point = ball_mm(grid, position)
    if point is None:
        return None
    x = point.x_mm / grid.field_size_mm[0]
    return x if chronicle.rules.left_team(position) == "B" else 1 - x
