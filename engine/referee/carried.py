"""A round ball that a hand may have carried to where it lies: nobody kicked it there, whatever kick was due."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from engine.inference.reading import BALL
from engine.referee.beside import GAP_MM

if TYPE_CHECKING:
    from engine.grid import Point, Space
    from engine.inference import Reading
    from engine.match import PieceId, Position, Team
    from engine.observation import Observation
    from engine.referee.values import Doubt
    from engine.ruleset import Refusal, Ruleset

MOST_CARRIED = 2
"""More figures than this that have left their places were not carried to the ball: a line-up is being set up."""

LOOKS_UNSEEN = 2
"""A ball that is missed at one look only was not carried away."""

OUT_OF_ORDER = "cycle.order"
"""The rule that a move before its kick, or before the kicked ball has come to rest, is against."""

BROUGHT = "brought unseen"
"""What is doubted of figures that were put elsewhere while nobody saw the ball."""

GONE_ON = "gone on"
"""What is doubted of a ball that is seen by a figure only once that has gone on with it."""

HIDDEN = "out of sight"
"""What is doubted of a ball that nobody saw before it lay where it lies."""


def set_up_since(position: Position, reading: Reading) -> bool:
    """Whether so many figures have left their places that more was done than a kick."""
    left = (
        piece in reading.missing or reading.where.get(piece, space) != space for piece, space in position.pieces.items()
    )
    return sum(left) > MOST_CARRIED


def brought_unseen(doubt: Doubt, refusal: Refusal | None, reading: Reading) -> bool:
    """Whether figures may have been carried to a ball that nobody has seen for several looks: no move before its kick.

    ``refusal`` is what a move out of turn would break; None where no single act explains the table.
    """
    if reading.ball is not None:
        return False
    if doubt.what[:1] == (BROUGHT,):
        return True
    return refusal is not None and refusal.rule == OUT_OF_ORDER and _ball_gone(doubt)


def gone_on(doubt: Doubt, reading: Reading, square: Space) -> PieceId | None:
    """A figure that was carried to a ball which nobody saw, and has gone on since; None if there is none.

    ``square`` is where the ball lies now.
    """
    match doubt.what:
        case (name, there, piece) if (name, there) == (GONE_ON, square):
            return str(piece)
        case (name, found) if name == BROUGHT:
            put: dict[PieceId, Space | None] = {one.item: one.seen for one in found if one.item != BALL}
            return next((piece for piece, space in put.items() if space != reading.where.get(piece)), None)
    return None


def out_of_sight(doubt: Doubt, square: Space) -> bool:
    """Whether nobody saw the ball for several looks before it lay on ``square``; ``doubt`` is what was seen before."""
    if doubt.what == (HIDDEN, square):
        return True
    return _ball_gone(doubt)


def _ball_gone(doubt: Doubt) -> bool:
    gone = doubt.what[:1] == ("gaps",) and any(gap.item == BALL and gap.seen is None for gap in doubt.what[1])
    return gone and doubt.looks >= LOOKS_UNSEEN


def stopped_by(rules: Ruleset, look: Observation, lies_mm: Point, team: Team) -> PieceId | None:
    """The figure of ``team`` that the ball touches, or nearly; None if there is none."""
    reach_mm = (rules.board.file.pieces.diameter_mm + rules.board.file.ball.diameter_mm) / 2 + GAP_MM
    apart = {
        disc.piece: math.dist((disc.x_mm, disc.y_mm), lies_mm)
        for disc in look.pieces
        if disc.team == team and disc.number is not None
    }
    nearest = min(apart, key=apart.__getitem__, default=None)
    return nearest if nearest is not None and apart[nearest] <= reach_mm else None
