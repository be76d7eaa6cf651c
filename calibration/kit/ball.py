"""Balls of paper: a disc larger than a piece, which it lies under, and a bead that is rolled of strips."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from calibration.kit.pages import MARK, MARK_MM, free_mm, plain_page
from calibration.kit.pieces import BLEED_MM

if TYPE_CHECKING:
    from calibration.kit.document import Document
    from calibration.kit.surface import Colour, Surface
    from engine.board import BallTable

ORANGE: Colour = (24, 122, 240)
LARGEST_BEAD_MM = 12.0
"""What is larger is better bought than rolled."""
PAPER_MM = 0.12
"""A layer of rolled printer paper, with its air."""
_LONGEST_MM = 180.0
_GAP_MM = 5.0
_COUNT = 3
"""Discs of each colour: balls get lost."""


def has_ball_of_paper(ball: BallTable) -> bool:
    """Whether there is anything to print for a board's ball."""
    return "ring" in ball.carried or rolls(ball)


def print_ball(document: Document, ball: BallTable, paper: str) -> None:
    """A page with the balls that can be made of paper."""
    west, north, east, _ = free_mm(paper)
    with plain_page(document, paper, "balls: one is enough") as surface:
        y = north + _GAP_MM
        if "ring" in ball.carried:
            y = _discs(surface, ball.ring_diameter_mm, (west + east) / 2, y)
        if rolls(ball):
            _strips(surface, ball.diameter_mm, ((west + east) / 2, y))


def rolls(ball: BallTable) -> bool:
    """Whether the board's ball is one to put on or beside a piece, and small enough to be rolled of paper."""
    return bool({"on_top", "beside"} & set(ball.carried)) and ball.diameter_mm <= LARGEST_BEAD_MM


def _discs(surface: Surface, diameter_mm: float, middle: float, north: float) -> float:
    """Discs in a row, half of them orange; the y where they end."""
    pitch = diameter_mm + 2 * BLEED_MM + _GAP_MM
    west = middle - _COUNT * pitch
    y = north + pitch / 2
    for k in range(2 * _COUNT):
        centre = (west + (k + 0.5) * pitch, y)
        if k < _COUNT:
            surface.disc(centre, diameter_mm / 2 + BLEED_MM, ORANGE)
        surface.arc(centre, diameter_mm / 2, MARK_MM, MARK)
    return north + pitch + _GAP_MM


def strips_mm(diameter_mm: float) -> list[tuple[float, float, float]]:
    """Length and width at both ends of each strip: one long triangle, as wide as the bead, that rolls up to a ball.

    A triangle of length L and thickness t has the ball's volume, pi d^3 / 6, if L = pi d^2 / (3 t).
    """
    length = float(np.pi * diameter_mm**2 / (3 * PAPER_MM))
    count = int(np.ceil(length / _LONGEST_MM))
    widths = (diameter_mm * (1 - np.arange(count + 1) / count)).tolist()
    return [(length / count, wide, narrow) for wide, narrow in pairwise(widths)]


def _strips(surface: Surface, diameter_mm: float, top_middle: tuple[float, float]) -> None:
    """Orange strips to be rolled up one after the other, numbered beside their wide ends."""
    x, y = top_middle
    for number, (length, wide, narrow) in enumerate(strips_mm(diameter_mm), 1):
        west, east, middle = x - length / 2, x + length / 2, y + diameter_mm / 2
        wide_end = ((west, middle + wide / 2), (west, middle - wide / 2))
        narrow_end = ((east, middle - narrow / 2), (east, middle + narrow / 2))
        surface.polygon((*wide_end, *narrow_end), ORANGE)
        surface.text(str(number), (west - 3.0, middle), 2.4, MARK)
        y += diameter_mm + _GAP_MM
