"""What a perfect reader sees of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import team_of
from engine.observation import Observation, SeenBall, SeenPiece

if TYPE_CHECKING:
    from engine.grid import Point
    from engine.inference import Table
    from engine.match import Position
    from engine.observation import SeenDie
    from engine.ruleset import Ruleset

BALL_SD_MM = 0.9
"""How well a round ball is measured, per axis."""


def look_at_table(rules: Ruleset, table: Table, dice: tuple[SeenDie, ...], ball_mm: Point | None = None) -> Observation:
    """Everything on the middle of its space; with ``ball_mm`` the ball lies there instead, free."""
    grid = rules.board.grid
    pieces = []
    for piece, space in table.pieces.items():
        x_mm, y_mm = grid.centre_mm(space)
        pieces.append(SeenPiece(team_of(piece), int(piece[1:]), x_mm, y_mm, space, 0.98))
    if ball_mm is not None:
        length, width = grid.field_size_mm
        inside = 0 <= ball_mm.x_mm <= length and 0 <= ball_mm.y_mm <= width
        space = grid.nearest(*ball_mm).space if inside else None
        free = SeenBall(*ball_mm, space, None, 0.98, sd_mm=BALL_SD_MM)
        return Observation(0.0, 0, tuple(pieces), free, dice)
    ball = None
    if table.ball is not None:
        x_mm, y_mm = grid.centre_mm(table.ball)
        holder = next((piece for piece, space in table.pieces.items() if space == table.ball), None)
        ball = SeenBall(x_mm, y_mm, table.ball, holder, 0.98)
    return Observation(0.0, 0, tuple(pieces), ball, dice)


def held_mm(rules: Ruleset, position: Position) -> Point | None:
    """Where a ball lies that a holder keeps on its square; None if nobody holds it."""
    return rules.board.grid.centre_mm(position.ball) if isinstance(position.ball, str) else None
