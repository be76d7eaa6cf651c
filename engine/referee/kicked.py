"""Whose kick it was that sent a ball off which is kicked with the hand, and the way that it took from there."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import Action

if TYPE_CHECKING:
    from engine.match import Position
    from engine.observation import Observation, PathPoint
    from engine.ruleset import Ruleset

MOVED = 0.5
"""A ball farther than so many space widths from where it lay was kicked, not nudged."""

BEGINS = 1.5
"""So many space widths from where the ball lay its way may begin: holders stand it beside themselves."""


def kick_begun(rules: Ruleset, position: Position, look: Observation, lies_mm: Point) -> tuple[Action, ...] | None:
    """The kick to ``lies_mm``, if it has not been told yet; empty if one was typed, None if there was no kick."""
    if position.awaits is not None:
        return () if position.awaits.cause == "kick" and position.awaits.type == "placement" else None
    may = kicks_from(rules, position, look, lies_mm)
    return (*_came(rules, position, look, may[0]), *may) if len(may) == 1 else None


def kicks_from(rules: Ruleset, position: Position, look: Observation, lies_mm: Point) -> tuple[Action, ...]:
    """The kicks that may have sent the ball from where it lay to ``lies_mm``; none if it still lies there.

    At a restart any figure may come, kick and go home again: where none stood by the ball it was one that stands there
    now, else whoever is nearest is the likeliest.
    """
    lay = _lay(rules, position)
    if lay is None or math.dist(lay, lies_mm) <= MOVED * rules.board.grid.width_mm:
        return ()
    kicks = tuple(action for action in rules.hidden_actions(position) if action.kind == "kick")
    if kicks or position.restart is None:
        return kicks
    may = {action.piece: action for action in rules.legal_actions(position) if action.kind == "kick"}
    away = {disc.piece: math.dist(lay, (disc.x_mm, disc.y_mm)) for disc in look.pieces if disc.piece in may}
    there = [piece for piece in away if away[piece] <= BEGINS * rules.board.grid.width_mm]
    return tuple(may[piece] for piece in sorted(there or may, key=lambda piece: away.get(piece or "", math.inf)))


def path_from(rules: Ruleset, position: Position, path: tuple[PathPoint, ...]) -> tuple[PathPoint, ...]:
    """The path, if it leads away from where the ball lay; another one says nothing of this kick."""
    lay = _lay(rules, position)
    if lay is None or not path:
        return ()
    near = math.dist(lay, (path[0].x_mm, path[0].y_mm)) <= BEGINS * rules.board.grid.width_mm
    return path if near else ()


def _came(rules: Ruleset, position: Position, look: Observation, kick: Action) -> tuple[Action, ...]:
    """That the kicker was put down by the ball under the same hand, where the rules have it so."""
    space = next((disc.space for disc in look.pieces if disc.piece == kick.piece), None)
    if position.restart is None or space is None or position.pieces.get(kick.piece or "") == space:
        return ()
    put = Action("place", kick.piece, target=space)
    return (put,) if rules.act(position, put) else ()


def _lay(rules: Ruleset, position: Position) -> Point | None:
    """Where the ball lay before."""
    if isinstance(position.ball, Point):
        return position.ball
    return None if position.ball_space is None else rules.board.grid.centre_mm(position.ball_space)
