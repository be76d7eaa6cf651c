"""What an act looks like on the board: the way a figure went, and the way the ball went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.grid import Point
from engine.stats.play import ball_mm
from referee_tui.exports.shapes import Stroke

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.board import Board
    from engine.grid import Grid
    from engine.match import Event
    from engine.record.chronicle import Deed
    from engine.ruleset import Ruleset

RUN, BALL, DUEL = "#1f2a33", "#ffe14a", "#d9263a"

BALL_EVENTS = frozenset({"pass", "kick", "shot", "flick", "rebound", "header", "deflection"})
"""Events of a ball that is sent off."""


def strokes_of(rules: Ruleset, deed: Deed) -> tuple[Stroke, ...]:
    """The arrows of an act, board frame; none for one that does not show, such as the end of a turn."""
    width = rules.board.grid.width_mm * 0.11
    return tuple(_strokes(rules, deed, width))


def goal_mm(board: Board, side: str) -> Point:
    """The middle of a goal (``left``, ``right``), board frame."""
    grid = board.grid
    length, width = grid.field_size_mm
    spaces = board.goals["left" if side == "left" else "right"]
    if spaces:
        centres = [grid.centre_mm(space) for space in spaces]
        return Point(centres[0].x_mm, sum(centre.y_mm for centre in centres) / len(centres))
    north, south = board.file.goals.mouth_mm or (width / 2, width / 2)
    return Point(0.0 if side == "left" else length, (north + south) / 2)


def _strokes(rules: Ruleset, deed: Deed, width: float) -> Iterator[Stroke]:
    grid = rules.board.grid
    for event in deed.events:
        if event.type in {"move", "dribble"}:
            yield Stroke(
                _way(grid, event), RUN, width, arrow=True, dash_mm=0.0 if event.type == "dribble" else width * 2
            )
        elif event.type in {"tackle", "charge"}:
            ends = [deed.before.pieces.get(str(event.data.get(key))) for key in ("by", "on")]
            if ends[0] and ends[1]:
                yield Stroke((grid.centre_mm(ends[0]), grid.centre_mm(ends[1])), DUEL, width, arrow=True)
    way = ball_way(rules, deed)
    if way is not None and way[0] != way[-1]:
        yield Stroke(way, BALL, width, arrow=True)


def _way(grid: Grid, event: Event) -> tuple[Point, ...]:
    """Where a figure went, step by step."""
    spaces = [event.data.get("from"), *event.data.get("path", ()), event.data.get("to")]
    points = [grid.centre_mm(space) for space in spaces if isinstance(space, str)]
    return tuple(dict.fromkeys(points))


def ball_way(rules: Ruleset, deed: Deed) -> tuple[Point, ...] | None:
    """From where the ball was sent off to where it went; None if nobody sent it."""
    grid = rules.board.grid
    struck = next((event for event in deed.events if event.type in BALL_EVENTS), None)
    awaits = deed.before.awaits
    measured = deed.action is not None and deed.action.kind == "ball" and awaits is not None and awaits.cause == "kick"
    if struck is None and not measured:
        return None
    start = _at(grid, struck.data.get("from")) if struck is not None else None
    start = start or ball_mm(grid, deed.before)
    end = _end(rules, deed, struck)
    return (start, end) if start is not None and end is not None else None


def _end(rules: Ruleset, deed: Deed, struck: Event | None) -> Point | None:
    """Where the ball went: where it left the field, where it was aimed at, or where it lies now."""
    board, grid = rules.board, rules.board.grid
    by_type = {event.type: event for event in deed.events}
    if "goal" in by_type:
        aimed = _at(grid, struck.data.get("to")) if struck is not None else None
        side = _attacked(rules, deed, str(by_type["goal"].data.get("team")))
        return aimed or (_run_into(board, side, struck) if struck is not None else None) or goal_mm(board, side)
    if "deviation" in by_type and (at := _at(grid, by_type["deviation"].data.get("to"))) is not None:
        return at
    if "out" in by_type:
        return _at(grid, by_type["out"].data.get("spot"))
    if struck is not None and struck.type in {"pass", "shot"}:
        aimed = _at(grid, struck.data.get("to"))
        if aimed is not None:
            return aimed
    return ball_mm(grid, deed.after)


def _run_into(board: Board, side: str, struck: Event) -> Point | None:
    """The square of a goal that a ball sent off in a direction came to."""
    goal = board.goals["left" if side == "left" else "right"]
    ray = board.grid.rays.get(str(struck.data.get("from")), {}).get(str(struck.data.get("direction")), ())
    return next((board.grid.centre_mm(space) for space in ray if space in goal), None)


def _attacked(rules: Ruleset, deed: Deed, team: str) -> str:
    """The goal that a side attacks."""
    return "right" if rules.left_team(deed.before) == team else "left"


def _at(grid: Grid, space: object) -> Point | None:
    return grid.centre_mm(space) if isinstance(space, str) and space in grid.points else None
