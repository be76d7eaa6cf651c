"""The last gate before the terminal: nothing that stands in a text can steer it, wherever the text came from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.filter import LineFilter

if TYPE_CHECKING:
    from textual.color import Color

_STEERS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters, and what turns the direction of writing: they take no cell, so nothing moves without them."""
_HALF = re.compile("[\ud800-\udfff]")
"""An undecoded byte of a file name; it takes one cell."""


class Harmless(LineFilter):
    """Takes out of every line what a terminal would obey instead of showing it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - the form that Textual calls
        """The same segments, mostly."""
        # What can be printed steers nothing, and is nearly everything; a no may be for a blank of another width.
        if all(text.isprintable() for text, _, _ in segments):
            return segments
        return [Segment(_HALF.sub("?", _STEERS.sub("", text)), style, control) for text, style, control in segments]


HARMLESS = Harmless()
"""One for all screens: lines that went through it are kept."""
