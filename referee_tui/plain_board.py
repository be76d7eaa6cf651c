"""Where pieces and ball stand, in plain lines: a board for people who hear it or feel it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import team_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Position, Team
    from engine.texts import Texts

_SIDES: tuple[Team, ...] = ("B", "R")


def board_lines(position: Position | None, say: Texts) -> Iterator[str]:
    """A line a side, its pieces by number with their spaces, and one for the ball; one line if no match has begun.

    ``say`` has the words of the section ``plain``.
    """
    if position is None:
        yield say("none")
        return
    for team in _SIDES:
        own = sorted((int(piece[1:]), piece) for piece in position.pieces if team_of(piece) == team)
        pieces = ", ".join(say("piece_on", piece=piece, space=position.pieces[piece]) for _, piece in own)
        yield say(f"pieces_{team.lower()}", pieces=pieces or say("pieces_none"))
    yield _ball_line(position, say)


def _ball_line(position: Position, say: Texts) -> str:
    space = position.ball_space
    if space is None:
        return say("ball_none")
    if (holder := position.at(space)) is not None:
        return say("ball_held", piece=holder, space=space)
    if isinstance(position.ball, Point):
        return say("ball_at", space=space, x_mm=f"{position.ball.x_mm:.0f}", y_mm=f"{position.ball.y_mm:.0f}")
    return say("ball_free", space=space)
