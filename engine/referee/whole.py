"""What a single look has to have before a position can be taken from it, and what is said while it has not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.record.records import Ruled
from engine.referee.commit import observed
from engine.referee.sentences import say
from engine.referee.values import Outcome, Referee, Say

if TYPE_CHECKING:
    from engine.grid import Space
    from engine.match import PieceId
    from engine.observation import Observation
    from engine.referee.values import Doubt, Eye

LOOKS_TO_BEGIN = 2
"""Looks in a row that must agree on every piece before a position is taken from the table."""

LOOKS_TO_ASK = 4
"""Looks in a row with the same thing in the way before people are asked to mend it."""


def whole(look: Observation) -> tuple[dict[PieceId, Space], Space | None, str]:
    """Pieces and ball of a look that can stand for a position, or what is in the way."""
    pieces: dict[PieceId, Space] = {}
    for disc in look.pieces:
        if disc.space is None:
            continue
        if disc.number is None:
            return {}, None, say("unread.disc", space=disc.space)
        if disc.piece in pieces:
            twice = say("unread.twice", piece=disc.piece, one=pieces[disc.piece], two=disc.space)
            return {}, None, twice
        if disc.space in pieces.values():
            return {}, None, say("unread.both", space=disc.space)
        pieces[disc.piece] = disc.space
    if not pieces:
        return {}, None, say("unread.none")
    if look.ball is None:
        return pieces, None, ""
    ball = look.ball.space
    if look.ball.on_piece is not None:
        ball = pieces.get(look.ball.on_piece, ball)
    return pieces, ball, ""


def in_the_way(referee: Referee, look: Observation, fault: str, same: Doubt | None = None) -> Outcome:
    """Nothing can be begun with this look; say why if it stays so, as long as ``same`` has it if that is counted."""
    doubt = same or referee.doubt.again(("fault", fault), look.t)
    if doubt.looks < LOOKS_TO_ASK or referee.asked == fault:
        eye: Eye = "ASKING" if referee.asked == fault else "SETTLING"
        return Outcome(replace(referee, doubt=doubt, latest=look, eye=eye))
    asked = replace(referee, doubt=doubt, latest=look, asked=fault, eye="ASKING")
    return Outcome(asked, (observed(look), Ruled(verdict="unsure", reason=fault)), (Say("ask", fault),))
