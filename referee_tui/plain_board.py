"""Where pieces and ball stand, in plain lines: a board for people who hear it or feel it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.grid import Point
from engine.match import team_of
from referee_tui.audience import Audience

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match import Position, Team
    from engine.texts import Texts

NOBODY = Audience()
"""Told as the log has it."""
_SIDES: tuple[Team, ...] = ("B", "R")


def board_lines(position: Position | None, say: Texts, audience: Audience = NOBODY) -> Iterator[str]:
    """A line a side, its pieces by number with their spaces, and one for the ball; one line if no match has begun.

    ``say`` has the words of the section ``plain``, ``audience`` what pieces and spaces are called.
    """
    if position is None:
        yield say("none")
        return
    called = audience.called
    for team in _SIDES:
        own = sorted((int(piece[1:]), piece) for piece in position.pieces if team_of(piece) == team)
        pieces = ", ".join(
            say("piece_on", piece=called(piece), space=called(position.pieces[piece])) for _, piece in own
        )
        pieces = pieces or say("pieces_none")
        name = audience.names.get(team)
        side = f"pieces_{team.lower()}"
        yield say(f"{side}_named", name=name, pieces=pieces) if name else say(side, pieces=pieces)
    yield _ball_line(position, say, audience)


def _ball_line(position: Position, say: Texts, audience: Audience) -> str:
    space = position.ball_space
    if space is None:
        return say("ball_none")
    where = audience.called(space)
    if (holder := position.at(space)) is not None:
        return say("ball_held", piece=audience.called(holder), space=where)
    if isinstance(position.ball, Point):
        return say("ball_at", space=where, x_mm=f"{position.ball.x_mm:.0f}", y_mm=f"{position.ball.y_mm:.0f}")
    return say("ball_free", space=where)
