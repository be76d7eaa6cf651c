"""Is this how sides line up for a kick-off? Asked of a table before any match is under way on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.empty import EMPTY
from engine.match import TEAMS, Team, other, team_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from engine.board import Board, Side
    from engine.grid import Space
    from engine.match import PieceId

HALF_SPACE = 0.5
"""A space whose centre is nearer than this (in space widths) to the halfway line belongs to neither half."""


MISPLACED = 2
"""A line-up that its game checks is known as one with so many pieces in the wrong half."""

MEANT_WHOLE = 8
"""A side with so many pieces means to be complete; with fewer, people play a small match and know it."""


def meant_whole(pieces: Collection[PieceId]) -> bool:
    """Whether both sides mean to stand complete, so that pieces that are missing are worth a word."""
    return all(sum(team_of(piece) == team for piece in pieces) >= MEANT_WHOLE for team in TEAMS)


def checked_kick_off_side(
    board: Board,
    pieces: Mapping[PieceId, Space],
    ball: Space | None,
    marks: Mapping[Team, Collection[Space]],
    *,
    left: Team = "B",
) -> Team | None:
    """The same where the game itself checks the line-up: a piece has the ball on a mark, if only the other side's."""
    taker = next((piece for piece, space in pieces.items() if space == ball), None)
    if taker is None or not any(ball in spots for spots in marks.values()):
        return None
    others = ((piece, space) for piece, space in pieces.items() if piece != taker)
    misplaced = sum(_half(board, space, left) != team_of(piece) for piece, space in others)
    return team_of(taker) if misplaced <= MISPLACED else None


def kick_off_side(
    board: Board,
    pieces: Mapping[PieceId, Space],
    ball: Space | None,
    *,
    left: Team = "B",
    marks: Mapping[Team, Collection[Space]] = EMPTY,
) -> Team | None:
    """The side that is about to kick off, or None if this is no such line-up.

    The ball lies on the Centre Mark, or a side's own mark, with a piece on it; everybody else stands in the own half
    (``left`` is the side that defends the left goal), the side that waits outside the Centre Circle (rules: Restarts,
    Kick-off). ``marks`` are the game's by side; else the board's count.
    """
    taker = next((piece for piece, space in pieces.items() if space == ball), None)
    if taker is None or {team_of(piece) for piece in pieces} != {"B", "R"}:
        return None
    side = team_of(taker)
    if ball not in (marks.get(side) or _marks(board, "left" if side == left else "right")):
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
