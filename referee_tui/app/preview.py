"""The camera's picture in text cells: two pixels a cell (half blocks), in colour, in greys, or in signs alone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

import cv2
import numpy as np
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from engine.match import Position, team_of
from referee_tui.app.board_view import NO_MARKS, Marks
from vision.rectify import rectify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import App
    from textual.filter import LineFilter

    from calibration.pose import BoardPose
    from engine.board import Board
    from engine.grid import Space
    from referee_tui.app.state import Look
    from vision.rectify import Image, RectifiedView

UPPER_HALF, LOWER_HALF = "▀", "▄"
SHADES = " ░▒▓█"
"""From dark to light, for terminals that have neither colours nor greys; each is a quarter more of a cell."""

_OUTLINE_BGR = (61, 216, 255)
_DOUBT_BGR = (255, 0, 255)
_TEAM_BGR = {"B": (255, 150, 40), "R": (40, 110, 255)}
_TEAM_GREY = {"B": (255, 255, 255), "R": (0, 0, 0)}
"""Blue and red are of about the same brightness."""
_BESIDE_SPACES, _SPOT_SPACES = 1.5, 2.5
"""How much is shown round the field, and round a spot, in widths of a space."""
_RING, _LINE_MM, _FINER = 0.45, 3.0, 3

_CONTRAST, _TILES = 3.0, (4, 4)
"""How far contrasts are drawn out, by the brightnesses in each of so many parts of a picture."""
_LEAST_PX = 16
"""The least height and width of a picture whose parts have brightnesses enough for that."""
_EDGE = 0.3
"""How much lighter one half of a cell is where its edge is drawn."""

Kind: TypeAlias = Literal["camera", "above", "spot"]

Ink: TypeAlias = Literal["colour", "grey", "signs"]
"""What a picture is drawn in."""

_BARE = Position(pieces={})

PLAIN = Style(color="#7d8b99", bgcolor="#10151a")
"""Signs on an empty ground."""
SIGNS = Style(color="#ffffff", bgcolor="#000000")
"""A picture in signs: as far apart as they go."""


def fitted(image: Image, columns: int, lines: int) -> Image:
    """(2 rows, columns, 3): the whole picture as large as it fits into so many text cells, pixels square."""
    height, width = image.shape[:2]
    scale = min(columns / width, 2 * lines / height)
    wide, high = max(round(width * scale), 1), max(round(height * scale / 2), 1) * 2
    # Some of a large picture's pixels are enough for so coarse a one: all of them take five times as long.
    every = max(int(1 / scale / _FINER), 1)
    return np.asarray(cv2.resize(image[::every, ::every], (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


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
    return Style.from_color(_colour(pair >> 15), _colour(pair & 0x7FFF))


@lru_cache(maxsize=1 << 15)
def _colour(packed: int) -> Color:
    """A colour of five bits a channel: a picture has thousands of pairs, of some hundred colours."""
    red, green, blue = packed >> 10, packed >> 5 & 31, packed & 31
    return Color.from_rgb(red << 3 | red >> 2, green << 3 | green >> 2, blue << 3 | blue >> 2)


def greys(image: Image) -> Image:
    """The same in greys (three equal channels), contrasts drawn out where they are faint: pieces are found by them."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    if min(grey.shape) >= _LEAST_PX:
        grey = cv2.createCLAHE(_CONTRAST, _TILES).apply(grey)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def shaded(image: Image) -> list[list[Segment]]:
    """The same without colours and greys: a shade for each cell, or half of it where one pixel is much lighter."""
    light = greys(image)[..., 0] / 255
    upper, lower = light[::2], light[1::2]
    signs = np.array(list(SHADES))[((upper + lower) / 2 * (len(SHADES) - 1)).round().astype(int)]
    signs[upper - lower > _EDGE] = UPPER_HALF
    signs[lower - upper > _EDGE] = LOWER_HALF
    return [[Segment("".join(row), SIGNS)] for row in signs.tolist()]


def in_cells(image: Image, ink: Ink) -> list[list[Segment]]:
    """A picture (2n, columns, 3) BGR as n lines."""
    if ink == "signs":
        return shaded(image)
    return half_blocks(image if ink == "colour" else greys(image))


def ink_of(app: App[None]) -> Ink:
    """What the terminal has for a picture; with NO_COLOR greys, if it has enough of them, as for all else."""
    if not app.no_color:
        return "colour"
    return "grey" if app.console.color_system in {"256", "truecolor"} and not app.native_ansi_color else "signs"


def outlined(image: Image, pose: BoardPose, board: Board) -> Image:
    """A copy of a picture, of any size, with the field's edge where the pose puts it: what is believed to be seen."""
    length, width = board.grid.field_size_mm
    along = np.linspace(0.0, 1.0, 16, endpoint=False)
    # A bent line, since the lens bends it.
    edge = np.concatenate([
        np.column_stack((along * length, 0 * along)), np.column_stack((0 * along + length, along * width)),
        np.column_stack(((1 - along) * length, 0 * along + width)), np.column_stack((0 * along, (1 - along) * width)),
    ])  # fmt: skip
    copy = image.copy()
    height, width = image.shape[:2]
    at_px = (pose.project(edge) + 0.5) * (np.array((width, height)) / pose.lens.size_px) - 0.5
    thick = max(width // 160, 1)
    cv2.polylines(copy, [at_px.round().astype(np.int32)], isClosed=True, color=_OUTLINE_BGR, thickness=thick)
    return copy


def from_above(
    look: Look, board: Board, size_px: tuple[int, int], position: Position, marks: Marks, *, colour: bool = True
) -> Image:
    """The table from straight above, the pieces ringed where the match has them; crossed where the two differ.

    As large as it fits into ``size_px`` (width, height). The picture must have a pose. Without ``colour`` blue's rings
    are white and red's black.
    """
    length, width = board.grid.field_size_mm
    margin = board.grid.width_mm * _BESIDE_SPACES
    view = _rectified(look, (-margin, -margin, length + margin, width + margin), size_px)
    radius_px = round(board.grid.width_mm * _RING * view.px_per_mm)
    thick = max(round(_LINE_MM * view.px_per_mm), 1)
    for piece, space in position.pieces.items():
        ring = (_TEAM_BGR if colour else _TEAM_GREY)[team_of(piece)]
        cv2.circle(view.image, _pixel(view, board, space), radius_px, ring, thick)
    for space in marks.doubtful:
        cv2.drawMarker(
            view.image, _pixel(view, board, space), _DOUBT_BGR, cv2.MARKER_TILTED_CROSS, 3 * radius_px, 2 * thick
        )
    return _shrunk(view.image)


def spot(look: Look, board: Board, size_px: tuple[int, int], space: Space) -> Image:
    """The neighbourhood of a space from straight above, as large as it fits; the picture must have a pose."""
    at = board.grid.centre_mm(space)
    reach_x = reach_y = board.grid.width_mm * _SPOT_SPACES
    reach_x *= max(size_px[0] / size_px[1], 1.0)
    return _shrunk(
        _rectified(look, (at.x_mm - reach_x, at.y_mm - reach_y, at.x_mm + reach_x, at.y_mm + reach_y), size_px).image
    )


def _rectified(look: Look, bounds_mm: tuple[float, float, float, float], size_px: tuple[int, int]) -> RectifiedView:
    """The view, finer than it is shown: a single pixel of the picture is not what a coarse one looks like."""
    if look.pose is None:
        raise ValueError("the board was not found in this picture")
    west, north, east, south = bounds_mm
    px_per_mm = _FINER * min(size_px[0] / (east - west), size_px[1] / (south - north))
    return rectify(look.image, look.pose, bounds_mm, px_per_mm)


def _shrunk(image: Image) -> Image:
    height, width = image.shape[:2]
    size = (max(width // _FINER, 1), max(height // _FINER, 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _pixel(view: RectifiedView, board: Board, space: Space) -> tuple[int, int]:
    at = board.grid.centre_mm(space)
    x, y = view.to_px((at.x_mm, at.y_mm))[0].round().astype(int)
    return int(x), int(y)


class CameraView(Widget):
    """What the camera sees: as it comes with the field's edge, from above, or the spot that is in question."""

    look: reactive[Look | None] = reactive(None)
    kind: reactive[Kind] = reactive("camera")
    position: reactive[Position] = reactive(_BARE)
    marks: reactive[Marks] = reactive(NO_MARKS)

    def __init__(self, board: Board, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._board = board
        self._strips: list[Strip] | None = None

    def get_line_filters(self) -> Sequence[LineFilter]:
        """None where there is colour: a picture is no text, and keeps its colours under every theme."""
        return super().get_line_filters() if self.app.no_color else ()

    def watch_look(self) -> None:
        """Draw the new picture when it is asked for."""
        self._strips = None

    watch_kind = watch_position = watch_marks = watch_look

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
        small = self._small(self.look, columns, lines)
        indent = (columns - small.shape[1]) // 2
        drawn = in_cells(small, ink_of(self.app))
        margin = [Segment(" " * indent, PLAIN)]
        return [Strip([*margin, *line]).adjust_cell_length(columns, PLAIN) for line in drawn]

    def _small(self, look: Look, columns: int, lines: int) -> Image:
        """The picture in as many pixels as are shown."""
        if look.pose is None:
            return fitted(look.image, columns, lines)
        if self.kind == "camera":
            return outlined(fitted(look.image, columns, lines), look.pose, self._board)
        size_px = (columns, 2 * lines)
        if self.kind == "spot" and self.marks.doubtful:
            return fitted(spot(look, self._board, size_px, min(self.marks.doubtful)), columns, lines)
        colour = not self.app.no_color
        seen = from_above(look, self._board, size_px, self.position, self.marks, colour=colour)
        return fitted(seen, columns, lines)
