"""Filters of lines as one filter: what a line looks like behind them all is worked out, and kept, once."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from textual.filter import LineFilter

if TYPE_CHECKING:
    from rich.segment import Segment
    from textual.color import Color


class Together(LineFilter):
    """One filter after the other. Textual makes and keeps a strip of every line for each filter that it knows of."""

    def __init__(self, filters: tuple[LineFilter, ...]) -> None:
        """The first is applied first."""
        super().__init__()
        self._filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments behind the last filter."""
        for each in self._filters:
            segments = each.apply(segments, background)
        return segments


@lru_cache(maxsize=16)
def together(*filters: LineFilter) -> Together:
    """The same filters are the same filter: lines that went through it are kept."""
    return Together(filters)
