"""How well words on the screen can be told from their ground."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee_tui.app.themes import CONTRAST

if TYPE_CHECKING:
    from rich.style import Style

    from referee_tui.app.shell import TouchlineApp


def contrast(one: str, two: str) -> float:
    """Of two colours, as the guidelines for web contents define it (WCAG 2.2, "contrast ratio")."""

    def luminance(colour: str) -> float:
        parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def colours(style: Style) -> tuple[str, str]:
    assert style.color is not None
    assert style.bgcolor is not None
    assert style.color.triplet is not None
    assert style.bgcolor.triplet is not None
    return style.color.triplet.hex, style.bgcolor.triplet.hex


def faint_words(app: TouchlineApp) -> set[tuple[str, str, str]]:
    """What on the terminal has too little contrast: words, colour, ground. Lines and printed points are no words.

    The least are those of the guidelines for web contents, AA, and AAA for the theme of high contrast.
    """
    found, least = set(), 7.0 if app.theme == CONTRAST else 4.5
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            if style is None or not re.search(r"\w", text):
                continue
            ink, ground = colours(style)
            if contrast(ink, ground) < least:
                found.add((text.strip(), ink, ground))
    return found
