"""Another theme's colours for what the program draws in its own: the board, the pieces, the bars of rulings.

Those are drawn in the colours of ``palette`` and of the panels whatever the theme is, by pure functions that know
nothing of a screen. On the way to the terminal a theme may exchange them; a colour with a text on it keeps carrying it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.color import Color as Colour
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.filter import LineFilter

from engine.empty import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.color import Color

GROUNDS = frozenset({
    "#0a6fc2", "#d04a02", "#ffd83d", "#4a5a1e", "#d9d9d9", "#8b1a8b", "#ffffff", "#17432a", "#1d5535", "#256842",
    "#4b5560", "#23303a", "#1f6f43", "#a02c2c", "#37474f", "#c9b458", "#10151a", "#50dc50", "#c02020",
})  # fmt: skip
"""What the program itself draws on; any other ground is the theme's."""


@dataclass(frozen=True)
class Inks:
    """Colours in place of others, ``#rrggbb`` each."""

    grounds: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """Of what is drawn on."""
    on_ground: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: EMPTY)
    """By the ground before it is exchanged: texts on it."""
    texts: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """On the theme's own grounds."""
    no_dim: bool = False
    """Nothing is written faintly."""


class Recolour(LineFilter):
    """Exchanges colours; equal styles are worked out once."""

    def __init__(self, inks: Inks) -> None:
        super().__init__()
        self._inks = inks
        self._exchanged = lru_cache(maxsize=2048)(self._exchange)

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the form that Textual calls
        """The same texts in the theme's colours."""
        return [Segment(text, self._exchanged(style or Style.null()), control) for text, style, control in segments]

    def _exchange(self, style: Style) -> Style:
        ground, text = _name(style.bgcolor), _name(style.color)
        if ground in GROUNDS:
            text_now = self._inks.on_ground.get(ground, EMPTY).get(text)
            ground_now = self._inks.grounds.get(ground)
        else:
            text_now, ground_now = self._inks.texts.get(text), None
        changed = style + Style(color=text_now, bgcolor=ground_now)
        return changed + Style(dim=False) if self._inks.no_dim and style.dim else changed


def _name(colour: Colour | None) -> str:
    """``#rrggbb``; empty for the terminal's own colours."""
    if colour is None or colour.type is not ColorType.TRUECOLOR or colour.triplet is None:
        return ""
    return colour.triplet.hex
