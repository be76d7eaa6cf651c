"""The colours and line widths of the printed board."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.kit.surface import Colour

PAPER: Colour = (251, 253, 253)
WHITE: Colour = (255, 255, 255)
INK: Colour = (42, 36, 34)
MARKER_INK: Colour = (26, 26, 26)
GRASS_LIGHT: Colour = (82, 146, 74)
GRASS_DARK: Colour = (76, 138, 68)
SPACE_LINE: Colour = (190, 222, 190)
CHALK: Colour = (247, 250, 250)
FRAME: Colour = (48, 84, 40)
NET: Colour = (214, 208, 202)
"""A little darker than paper, so that a white ring shows on it."""
NET_LINE: Colour = (168, 162, 156)
YELLOW: Colour = (96, 206, 240)
YELLOW_LINE: Colour = (64, 160, 196)
RING: Colour = (206, 224, 206)
RING_LINE: Colour = (150, 178, 150)
TRAY: Colour = (236, 240, 240)
TRAY_WORD: Colour = (176, 176, 176)
TITLE: Colour = (48, 88, 40)
TEAM_WORDS: tuple[tuple[str, Colour], ...] = (("BLUE", (156, 72, 30)), ("RED", (36, 30, 172)))

SPACE_LINE_MM = 0.45
CHALK_MM = 1.2
FRAME_MM = 0.6
