"""Moves and dribbles step by step, for games in which a piece takes the ball along once it has stepped onto it."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from engine.match import Action, team_of
from engine.rules import acts
from engine.rules.events import event
from engine.rules.paths import reach, reachable
from engine.rules.refusals import no_such_space, not_holder
from engine.rules.words import refused, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.grid import Space
    from engine.match import Event, PieceId
    from engine.rules.field_position import FieldPosition
    from engine.rules.paths import Search, Way
    from engine.ruleset import Refusal


class Bounds(NamedTuple):
    """How far a piece moves, in the game's words."""

    unit: str
    """``space`` or ``square``."""
    said: str
    """What a move that goes too far is told: ``a DF moves 3``."""


def ball_fault(position: FieldPosition, piece: PieceId, action: Action) -> Refusal | None:
    """A piece that is not there, a holder left without its ball, or a dribble without the ball."""
    if piece not in position.pieces:
        return refused("move.field", "piece", piece=piece)
    marks = [mark for mark, _ in action.path]
    starts_with_ball = position.holder == piece
    before = [space for _, space in takewhile(lambda step: step[0] == "-", action.path)]
    if not starts_with_ball and "~" in marks and (position.holder is not None or position.ball not in before):
        return not_holder(position, piece, "dribble")
    if (starts_with_ball and marks[0] == "-") or ("~", "-") in pairwise(marks):
        return refused("move.leaves_ball", piece=piece)
    return None


def range_fault(looked: Search, start: Space, action: Action, bounds: Bounds) -> Refusal | None:
    """A space that the board does not have, or a way longer than a move."""
    stops = [start, *(space for _, space in action.path)]
    for space in stops[1:]:
        if space not in looked.ground.neighbours:
            return no_such_space(space)
    steps = sum(looked.ground.grid.distance(a, b) for a, b in pairwise(stops))
    if any(a == b for a, b in pairwise(stops)):
        return refused("move.range", "none", piece=action.piece, most=say(f"{bounds.unit}.many", count=looked.limit))
    if steps > looked.limit:
        return refused("move.range", piece=action.piece, far=say(f"{bounds.unit}.many", count=steps), bound=bounds.said)
    return None


def way_fault(looked: Search, position: FieldPosition, action: Action, bounds: Bounds) -> Refusal | None:
    """A named space that is taken, or a goal that is not entered."""
    named = [space for _, space in action.path]
    for space in named:
        standing = position.occupied.get(space)
        if standing is not None and standing != action.piece:
            return refused("move.occupied", space=space, other=standing)
    for space in named:
        if space in looked.ground.field or (space == named[-1] and space in looked.goals):
            continue
        return refused("move.field", "goal", space=space, goal=say(f"goal.{bounds.unit}"))
    return None


def no_way(looked: Search, piece: PieceId, named: Sequence[Space], bounds: Bounds) -> Refusal:
    """Why no way was found although the named spaces are free and near enough."""
    last = named[-1]
    if last not in looked.ground.field and not looked.carrying and looked.free_ball not in named:
        return refused("move.field", "goal_bare", space=last, goal=say(f"goal.{bounds.unit}"), piece=piece)
    return refused("move.occupied", "way", piece=piece, space=last, far=say(f"{bounds.unit}.many", count=looked.limit))


def told(piece: PieceId, start: Space, way: Way) -> tuple[Event, ...]:
    """What a piece did on its way: moved, came to the ball, dribbled."""
    steps, carried = way.steps, way.carried_from
    if carried is None:
        return (event("move", by=piece, from_=start, to=steps[-1], path=list(steps)),)
    events: list[Event] = []
    if carried > 0:
        touched = steps[carried - 1]
        events.append(event("move", by=piece, from_=start, to=touched, path=list(steps[:carried])))
        events.append(event("possession", by=piece, team=team_of(piece), at=touched))
        start = touched
    if carried < len(steps):
        events.append(event("dribble", by=piece, from_=start, to=steps[-1], path=list(steps[carried:])))
    return tuple(events)


def listed(looked: Search, piece: PieceId, start: Space) -> Iterator[Action]:
    """Every move and dribble of a piece, once for each space it can end on, with and without a free ball."""
    ground, loose = looked.ground, looked.free_ball
    if looked.carrying:
        for space in reachable(ground, start, looked.limit, looked.taken, looked.goals):
            yield acts.move(piece, space, "~")
        return
    closed = looked.taken.union(space for space in (loose, looked.shut) if space is not None)
    for space in reachable(ground, start, looked.limit, closed):
        yield acts.move(piece, space)
    if loose is None or loose not in ground.near[start]:
        return
    to_ball = reach(ground, start, looked.limit, looked.taken).get(loose)
    if to_ball is None:
        return
    yield acts.move(piece, loose)
    for space in reachable(ground, loose, looked.limit - len(to_ball), looked.taken, looked.goals):
        yield Action("move", piece=piece, path=(("-", loose), ("~", space)))
