"""A position as a drawing: the board, the figures with letter and number, the ball, and the way of the last act."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import team_of
from engine.stats.play import ball_mm
from referee_tui.exports.ground import extent, ground
from referee_tui.exports.shapes import Circle, Label, Picture, Stroke, shifted
from referee_tui.exports.strokes import strokes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from engine.board import Board
    from engine.match import Position
    from engine.record.chronicle import Deed
    from engine.ruleset import Ruleset
    from referee_tui.exports.shapes import Shape

# Blue and vermilion stay apart in every common form of colour blindness (Okabe and Ito 2008, "Color Universal Design").
TEAM_COLOUR = {"B": "#0a5ea8", "R": "#c94602"}
LETTERS, EDGE, BALL = "#ffffff", "#14202a", "#ffe14a"


def board_picture(rules: Ruleset, position: Position, deed: Deed | None = None, title: str = "") -> Picture:
    """A position as a drawing; ``deed`` is the act that led to it, shown by arrows."""
    board = rules.board
    west, north, east, south = extent(board)
    strokes = strokes_of(rules, deed) if deed is not None else ()
    shapes = (*ground(board), *strokes_and_figures(board, position, strokes))
    moved = tuple(shifted(shape, -west, -north) for shape in shapes)
    return Picture(east - west, south - north, moved, title)


def strokes_and_figures(board: Board, position: Position, strokes: tuple[Stroke, ...] = ()) -> tuple[Shape, ...]:
    """All that stands on the board and the arrows over it, board frame."""
    return (*_figures(board, position), *_arrows(board, position, strokes), *_ball(board, position))


def _arrows(board: Board, position: Position, strokes: tuple[Stroke, ...]) -> Iterator[Shape]:
    """Arrows with an edge, so that they show on figures and grass alike; they end where a figure's disc begins."""
    standing = {board.grid.centre_mm(space) for space in position.pieces.values()}
    for whole in strokes:
        stroke = clipped(whole, standing, _radius_mm(board))
        under = LETTERS if stroke.colour != BALL else EDGE
        yield Stroke(stroke.points, under, stroke.width_mm * 1.7, arrow=False)
        yield stroke


def clipped(stroke: Stroke, standing: Collection[Point], radius_mm: float) -> Stroke:
    """The stroke without what lies on the discs at its two ends, if anything of it is left then."""
    points = list(stroke.points)
    for end, inner in ((0, 1), (-1, -2)):
        if len(points) > 1 and points[end] in standing:
            (x, y), (to_x, to_y) = points[end], points[inner]
            length = math.hypot(to_x - x, to_y - y)
            share = radius_mm / length if length > radius_mm else 0.0
            points[end] = Point(x + (to_x - x) * share, y + (to_y - y) * share)
    return replace(stroke, points=tuple(points))


def _figures(board: Board, position: Position) -> Iterator[Shape]:
    radius = _radius_mm(board)
    for piece, space in position.pieces.items():
        at = board.grid.centre_mm(space)
        yield Circle(at, radius, TEAM_COLOUR[team_of(piece)], EDGE, radius * 0.08)
        yield Label(at, piece, radius * (0.98 if len(piece) < 3 else 0.84), LETTERS, bold=True)


def _radius_mm(board: Board) -> float:
    """Half of a disc, or as much as a space has room for."""
    return min(board.file.pieces.diameter_mm, board.grid.width_mm) * 0.47


def _ball(board: Board, position: Position) -> Iterator[Shape]:
    """The ball: beside the middle of a figure that has it, so that the number stays readable."""
    at = ball_mm(board.grid, position)
    if at is None:
        return
    radius = _radius_mm(board)
    if position.holder is not None:
        yield Circle(at, radius * 1.06, None, BALL, radius * 0.18)
        at = Point(at.x_mm + radius * 0.72, at.y_mm - radius * 0.72)
    yield Circle(at, radius * 0.42, BALL, EDGE, radius * 0.12)
