"""Is this how sides line up for a kick-off? Asked of a table before any match is under way on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match import Team, other, team_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from engine.board import Board, Side
    from engine.grid import Space
    from engine.match import PieceId

HALF_SPACE = 0.5
"""A space whose centre is nearer than this (in space widths) to the halfway line belongs to neither half."""


MISPLACED = 2
"""A line-up that its game checks is known as one with so many pieces in the wrong half."""


def checked_kick_off_side(
    board: Board, pieces: Mapping[PieceId, Space], ball: Space | None, marks: Mapping[Team, Collection[Space]]
) -> Team | None:
    """The same where the game itself checks the line-up: a side's piece has the ball on one of its ``marks``."""
    taker = next((piece for piece, space in pieces.items() if space == ball), None)
    if taker is None or ball not in marks[team_of(taker)]:
        return None
    misplaced = sum(_half(board, space, "B") != team_of(piece) for piece, space in pieces.items())
    return team_of(taker) if misplaced <= MISPLACED else None


def kick_off_side(
    board: Board, pieces: Mapping[PieceId, Space], ball: Space | None, *, left: Team = "B"
) -> Team | None:
    """The side that is about to kick off, or None if this is no such line-up.

    The ball lies on the Centre Mark, or a side's own mark, with a piece on it; everybody else stands in the own half
    (``left`` is the side that defends the left goal), the side that waits outside the Centre Circle (rules: Restarts,
    Kick-off).
    """
    taker = next((piece for piece, space in pieces.items() if space == ball), None)
    if taker is None or {team_of(piece) for piece in pieces} != {"B", "R"}:
        return None
    side = team_of(taker)
    if ball not in _marks(board, "left" if side == left else "right"):
        return None
    others = ((piece, space) for piece, space in pieces.items() if piece != taker)
    if any(_half(board, space, left) != team_of(piece) for piece, space in others):
        return None
    circle = board.areas.get("centre_circle", frozenset())
    waiting = other(side)
    return None if any(team_of(p) == waiting and space in circle for p, space in pieces.items()) else side


def _marks(board: Board, end: Side) -> Collection[Space]:
    """Where the side that defends an end kicks off."""
    return board.kick_off_marks.get(end) or ([] if board.centre_mark is None else [board.centre_mark])


def _half(board: Board, space: Space, left: Team) -> Team | None:
    """Whose half a space lies in."""
    grid = board.grid
    from_middle = (grid.centre_mm(space).x_mm - grid.field_size_mm[0] / 2) / grid.width_mm
    if abs(from_middle) < HALF_SPACE / 2:
        return None
    return left if from_middle < 0 else other(left)
