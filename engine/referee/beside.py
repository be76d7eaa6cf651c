"""A holder that stands beside its ball: where both do not fit on one square, the figure counts as on the ball's.

A figure and a round ball touch at almost a square's width. Whoever carries a figure to the ball puts it down next to
it, and by its centre it may stand on the neighbouring square; there it also stands when it has kicked the ball away.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import team_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.match import PieceId, Position
    from engine.observation import Observation, SeenPiece
    from engine.ruleset import Ruleset

GAP_MM = 6.0
"""A figure with no more than this between it and the ball stands beside it."""
ASIDE = 1.4
"""A figure within so many space widths of the middle of its square may stand there because it was put beside a ball."""
LIFTED = 0.6
"""A figure that lies so many space widths from where it lay at the last look was lifted and put down there."""
STAYED = 0.5
"""A ball within so many space widths of where it lay has not been moved away."""


def beside_the_ball(
    rules: Ruleset, position: Position | None, look: Observation, before: Observation | None = None
) -> Observation:
    """The look with the holder on the ball's square, in games whose ball is never under or on a figure.

    ``before`` is the look before this one: a kicker that has been moved since does not stand where it kicked any more.
    """
    look = _on_its_square(rules, position, look)
    ball, file = look.ball, rules.board.file
    if ball is None or ball.space is None or file.ball.carried != ("beside",):
        return look
    touch_mm = (file.pieces.diameter_mm + file.ball.diameter_mm) / 2 + GAP_MM
    apart = {index: math.dist((p.x_mm, p.y_mm), (ball.x_mm, ball.y_mm)) for index, p in enumerate(look.pieces)}
    near = sorted((index for index in apart if apart[index] <= touch_mm), key=apart.__getitem__)
    if position is None or position.placing:
        return replace(look, ball=replace(ball, on_piece=look.pieces[near[0]].piece)) if near else look
    holder = next((index for index in near if _holds(position, look.pieces[index])), None)
    look = _kickers_in_place(rules, position, look, before, left=holder is None)
    if position.awaits is not None or position.ball_space is None:
        return look
    lay = position.ball if isinstance(position.ball, Point) else rules.board.grid.centre_mm(position.ball_space)
    stayed = math.dist(lay, (ball.x_mm, ball.y_mm)) <= STAYED * rules.board.grid.width_mm
    # By the holder, it has left its square for the thief's.
    nearer = near if holder is None else near[: near.index(holder)] if ball.space != position.ball_space else []
    if not stayed and (thief := _thief(rules, position, [look.pieces[index] for index in nearer])) is not None:
        return replace(look, ball=replace(ball, on_piece=thief))
    if holder is None:
        return look
    if stayed:
        return _held(look, holder, position.ball_space)
    # It was taken along: both are where the figure stands now.
    return replace(look, ball=replace(ball, on_piece=look.pieces[holder].piece))


def _thief(rules: Ruleset, position: Position, near: Iterable[SeenPiece]) -> PieceId | None:
    """Who of those by the ball was put there and may have taken it from its holder."""
    put = [
        disc.piece
        for disc in near
        if disc.number is not None and disc.team == position.turn and disc.space != position.pieces.get(disc.piece)
    ]
    if not put or position.holder is None or team_of(position.holder) == position.turn:
        return None
    may = {action.piece for action in rules.hidden_actions(position) if action.kind == "tackle"}
    return next((piece for piece in put if piece in may), None)


def _on_its_square(rules: Ruleset, position: Position | None, look: Observation) -> Observation:
    """The look with a ball that lies on a line, its middle past the border, on the square that it counts to."""
    ball = look.ball
    if ball is None or ball.space is not None or position is None or not isinstance(position.ball, Point):
        return look
    if math.dist(position.ball, (ball.x_mm, ball.y_mm)) > STAYED * rules.board.grid.width_mm:
        return look
    return replace(look, ball=replace(ball, space=position.ball_space))


def _kickers_in_place(
    rules: Ruleset, position: Position, look: Observation, before: Observation | None, *, left: bool
) -> Observation:
    """The look with the last kicker on its square, if it stands where it stood beside the ball.

    With ``left`` the ball has left its holder too, which has just kicked it.
    """
    reach, spaces = ASIDE * rules.board.grid.width_mm, position.pieces
    kickers = {rules.write_position(position).get("last_kick")}
    kickers |= {piece for piece, space in spaces.items() if left and space == position.ball_space}
    kickers -= _moved_since(look, before, LIFTED * rules.board.grid.width_mm)
    pieces = tuple(
        replace(disc, space=spaces[disc.piece], other_space=None)
        if disc.piece in kickers
        and disc.piece in spaces
        and math.dist(rules.board.grid.centre_mm(spaces[disc.piece]), (disc.x_mm, disc.y_mm)) <= reach
        else disc
        for disc in look.pieces
    )
    return replace(look, pieces=pieces)


def _moved_since(look: Observation, before: Observation | None, least_mm: float) -> set[PieceId]:
    """Pieces that lie elsewhere than in the look before, by more than a nudge."""
    lay = {disc.piece: (disc.x_mm, disc.y_mm) for disc in before.pieces} if before is not None else {}
    return {
        disc.piece
        for disc in look.pieces
        if disc.number is not None
        and disc.piece in lay
        and math.dist(lay[disc.piece], (disc.x_mm, disc.y_mm)) > least_mm
    }


def _holds(position: Position, disc: SeenPiece) -> bool:
    return disc.number is not None and position.pieces.get(disc.piece) == position.ball_space


def _held(look: Observation, index: int, space: str) -> Observation:
    """One disc and the ball on the same square."""
    disc = look.pieces[index]
    assert look.ball is not None  # noqa: S101 - there is one beside the disc
    pieces = (*look.pieces[:index], replace(disc, space=space, other_space=None), *look.pieces[index + 1 :])
    return replace(look, pieces=pieces, ball=replace(look.ball, space=space, on_piece=disc.piece, other_space=None))
