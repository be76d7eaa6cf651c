"""Dice and discs where both may lie: outside the lines, on a ring of squares, in a goal.

The dice's reader takes the numeral on a disc for pips, and the discs' reader takes a die for a disc whose number is
hidden. A readable number, a piece that was there before, or the ball on top make it a disc.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from vision.pieces import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.board import Board
    from engine.grid import Space
    from engine.observation import SeenBall
    from vision.dice import DiceReading
    from vision.pieces import KnownDisc

_SAME_MM = 10.0
"""A die that touches a disc stands further from its middle; one that is read in a disc's face lies nearer."""
_BESIDE_MM = 18.0
"""Off all spaces: a die's height moves what looks like a disc by less than this."""
_READABLE = 0.5
"""Probability of a number from which a face on a space is a disc's; off all spaces a pip may look like a 1."""
_READABLE_BESIDE = 0.9


def dice_apart(
    reading: DiceReading, discs: Sequence[KnownDisc], board: Board, ball: SeenBall | None, expected: Collection[Space]
) -> DiceReading:
    """The dice without those that are discs' faces. ``expected`` is the spaces where pieces stood before."""
    on_spaces = [disc for disc in discs if _is_disc(disc, board, ball, expected)]
    # Off all spaces a clear number does not outdo a die that is read, but one that is not.
    clear = [disc for disc in discs if float(disc.faces[:NUMBERS].max()) >= _READABLE_BESIDE]
    return replace(
        reading,
        dice=tuple(die for die in reading.dice if not _is_face((die.x_mm, die.y_mm), on_spaces)),
        unsure=tuple(doubt for doubt in reading.unsure if not _is_face(doubt.at_mm, [*on_spaces, *clear])),
    )


def _is_face(at_mm: tuple[float, float] | None, discs: Sequence[KnownDisc]) -> bool:
    """Whether what was seen at a place was seen in a disc's face."""
    return at_mm is not None and any(_apart_mm(disc, *at_mm) < _SAME_MM for disc in discs)


def is_die(disc: KnownDisc, reading: DiceReading, board: Board) -> bool:
    """Whether what looks like a disc outside the lines is one of the dice that are left."""
    space = disc.place.space
    if space in board.grid.field:
        return False
    number = float(disc.faces[:NUMBERS].max())
    away = min((_apart_mm(disc, die.x_mm, die.y_mm) for die in reading.dice), default=math.inf)
    if space is None:
        # A die's own numeral is as clear as a piece's: where a die is read no piece lies as well.
        return away < _SAME_MM or (number < _READABLE_BESIDE and away < _BESIDE_MM)
    return number < _READABLE and away < _SAME_MM


def _is_disc(disc: KnownDisc, board: Board, ball: SeenBall | None, expected: Collection[Space]) -> bool:
    space = disc.place.space
    if space is None or space in board.grid.field:
        return space is not None
    carries = ball is not None and ball.on_piece is not None and ball.space == space
    return carries or space in expected or float(disc.faces[:NUMBERS].max()) >= _READABLE


def _apart_mm(disc: KnownDisc, x_mm: float, y_mm: float) -> float:
    return math.hypot(disc.place.x_mm - x_mm, disc.place.y_mm - y_mm)
