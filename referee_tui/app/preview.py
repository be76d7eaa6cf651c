"""The camera's picture in text cells: two pixels a cell (half blocks), or shades of signs where there is no colour."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from calibration.pose import BoardPose
    from engine.board import Board
    from referee_tui.app.state import Look
    from vision.rectify import Image

UPPER_HALF = "▀"
SHADES = " .:-=+*#%@"
"""From dark to light, for terminals without colour."""

_OUTLINE_BGR = (61, 216, 255)
PLAIN = Style(color="#7d8b99", bgcolor="#10151a")
"""Signs on an empty ground."""


def fitted(image: Image, columns: int, lines: int) -> Image:
    """(2 rows, columns, 3): the whole picture as large as it fits into so many text cells, pixels square."""
    height, width = image.shape[:2]
    scale = min(columns / width, 2 * lines / height)
    wide, high = max(round(width * scale), 1), max(round(height * scale / 2), 1) * 2
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def half_blocks(image: Image) -> list[list[Segment]]:
    """A picture (2n, columns, 3) BGR as n lines: the foreground is the upper pixel, the background the lower."""
    # Five bits a channel are enough for so coarse a picture, and let the styles be found again.
    coarse = image.astype(np.uint32) >> 3
    packed = (coarse[..., 2] << 10) | (coarse[..., 1] << 5) | coarse[..., 0]
    pairs = ((packed[::2] << 15) | packed[1::2]).tolist()
    return [[Segment(UPPER_HALF, _two_colours(pair)) for pair in row] for row in pairs]


@lru_cache(maxsize=1 << 15)
def _two_colours(pair: int) -> Style:
    """The style of two packed colours of 15 bits, upper and lower."""
    upper, lower = (
        Color.from_rgb(*(channel << 3 | channel >> 2 for channel in (half >> 10, half >> 5 & 31, half & 31)))
        for half in (pair >> 15, pair & 0x7FFF)
    )
    return Style(color=upper, bgcolor=lower)


def shaded(image: Image) -> list[list[Segment]]:
    """The same without colour: one sign a cell, by the brightness of its two pixels."""
    grey = image.mean(axis=2)
    levels = (grey[::2] + grey[1::2]) / 2 * (len(SHADES) - 1) / 255
    return [[Segment("".join(SHADES[level] for level in row), PLAIN)] for row in levels.round().astype(int).tolist()]


def outlined(image: Image, pose: BoardPose, board: Board) -> Image:
    """A copy with the field's edge drawn where the pose puts it: what the referee believes it sees."""
    length, width = board.grid.field_size_mm
    along = np.linspace(0.0, 1.0, 16, endpoint=False)
    # A bent line, since the lens bends it.
    edge = np.concatenate([
        np.column_stack((along * length, 0 * along)), np.column_stack((0 * along + length, along * width)),
        np.column_stack(((1 - along) * length, 0 * along + width)), np.column_stack((0 * along, (1 - along) * width)),
    ])  # fmt: skip
    copy = image.copy()
    thick = max(image.shape[1] // 160, 1)
    cv2.polylines(
        copy, [pose.project(edge).round().astype(np.int32)], isClosed=True, color=_OUTLINE_BGR, thickness=thick
    )
    return copy


class CameraView(Widget):
    """What the camera sees, with the field's edge where the board was found."""

    look: reactive[Look | None] = reactive(None)

    def __init__(self, board: Board, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._board = board
        self._strips: list[Strip] | None = None

    def watch_look(self) -> None:
        """Draw the new picture when it is asked for."""
        self._strips = None

    def on_resize(self) -> None:
        """The picture has to be fitted anew."""
        self._strips = None

    def render_line(self, y: int) -> Strip:
        """One line of the newest picture."""
        if self._strips is None:
            self._strips = self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, PLAIN)

    def _draw(self) -> list[Strip]:
        columns, lines = self.size
        if self.look is None or columns < 1 or lines < 1:
            return []
        image = self.look.image
        if self.look.pose is not None:
            image = outlined(image, self.look.pose, self._board)
        small = fitted(image, columns, lines)
        indent = (columns - small.shape[1]) // 2
        drawn = shaded(small) if self.app.no_color else half_blocks(small)
        margin = [Segment(" " * indent, PLAIN)]
        return [Strip([*margin, *line]).adjust_cell_length(columns, PLAIN) for line in drawn]
