"""Cards of figures, to cut out and lay beside the board: number, name, and what the figure can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from calibration.kit.pages import MARK, MARK_MM, free_mm, places, plain_page
from calibration.kit.pieces import TEAM_INK
from calibration.kit.tones import INK, WHITE
from engine.match import number_of, team_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.kit.document import Document
    from calibration.kit.surface import Colour, Surface
    from engine.match import PieceId

CARD_MM = (60.0, 40.0)
"""Width and height of a card."""
_GAP_MM = 3.0
_EDGE_MM = 3.0
_HEAD_MM = 13.0
"""Height of the strip in the side's colour with number and name."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """A number on a card."""

    label: str
    value: int
    ink: Colour = INK


@dataclass(frozen=True, slots=True)
class FigureCard:
    """What is printed of one figure."""

    piece: PieceId
    name: str
    """Empty for a figure without one."""
    values: tuple[CardValue, ...]
    """From left to right."""
    note: str = ""
    """A word below the values, for a figure that is unlike the others."""


def print_cards(document: Document, cards: Sequence[FigureCard], paper: str) -> None:
    """Pages of cards with lines to cut along."""
    width, height = CARD_MM
    for page in places(len(cards), (width + _GAP_MM, height + _GAP_MM), free_mm(paper)):
        with plain_page(document, paper, "cards of the figures: cut along the lines") as surface:
            for k, west, north in page:
                _paint(surface, cards[k], west + _GAP_MM / 2, north + _GAP_MM / 2)


def _paint(surface: Surface, card: FigureCard, west: float, north: float) -> None:
    width, height = CARD_MM
    surface.rectangle(west, north, west + width, north + _HEAD_MM, TEAM_INK[team_of(card.piece)])
    surface.frame((west, north, west + width, north + height), MARK_MM, MARK)
    middle, number = north + _HEAD_MM / 2, str(number_of(card.piece))
    _, _, east, _ = surface.text(number, (west + _EDGE_MM, middle), 7.0, WHITE, weight=800, align="west")
    if card.name:
        room = west + width - _EDGE_MM - (east + _EDGE_MM)
        surface.text(card.name, (east + _EDGE_MM, middle), 4.0, WHITE, max_width_mm=room, align="west")
    each = width / max(1, len(card.values))
    for k, value in enumerate(card.values):
        x = west + (k + 0.5) * each
        surface.text(str(value.value), (x, north + 22.5), 7.0, value.ink, weight=800)
        surface.text(value.label, (x, north + 29.5), 2.0, value.ink, weight=500, max_width_mm=each - 1.5)
    if card.note:
        surface.text(
            card.note, (west + width / 2, north + 35.5), 2.4, INK, weight=600, max_width_mm=width - 2 * _EDGE_MM
        )
