"""Boards as a shop sells them: no markers, other colours, lines and frames than the kit's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import cv2
import msgspec
import numpy as np

from calibration.own.board_text import board_text
from calibration.own.template import fitted, template_of
from engine.board import SheetTable, parse_board
from engine.grid import HexGrid
from tests.scenes.surface import SHEET_PX_PER_MM

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from engine.board import Board
    from tests.scenes.spec import Colour


@dataclass(frozen=True)
class Style:
    """How a board is printed."""

    width_mm: float = 23.0
    """Of a space."""
    columns: int | None = None
    """None: as many as the game's own board has."""
    rows: int | None = None
    game: str = "regista"
    spaces: tuple[Colour, ...] = ((60, 120, 50), (52, 108, 44))
    """Shades of the spaces."""
    pattern: Literal["stripes", "random", "checks"] = "stripes"
    line: Colour | None = (150, 190, 150)
    """Colour of the lines between spaces; None: only the shades tell them apart."""
    line_mm: float = 0.5
    chalk: Colour = (240, 240, 240)
    paper: Colour = (60, 40, 40)
    border_mm: tuple[float, float, float, float] = (34.0, 40.0, 34.0, 40.0)
    """Paper west, north, east and south of the field."""
    decorated: bool = True
    """Words and flags on one side; without them the print looks the same from both ends."""


STYLES = {
    "green": Style(),
    "dark": Style(
        spaces=((40, 40, 40), (48, 48, 46)),
        line=(90, 90, 200),
        line_mm=0.7,
        chalk=(80, 200, 240),
        paper=(30, 30, 30),
        width_mm=20.0,
    ),
    "beige": Style(
        spaces=((170, 190, 205), (160, 180, 198), (180, 198, 212)),
        pattern="random",
        line=(60, 60, 60),
        line_mm=1.2,
        chalk=(40, 60, 180),
        paper=(120, 120, 118),
        width_mm=26.0,
    ),
    "squares": Style(game="soccer-fun", width_mm=18.0, line=(200, 230, 200), line_mm=0.6),
    "checks": Style(
        game="soccer-fun", width_mm=18.0, pattern="checks", spaces=((60, 130, 60), (80, 160, 80)), line=None
    ),
}


def own_board(style: Style, seed: int = 0) -> tuple[Board, NDArray[np.uint8]]:
    """A board without markers and the picture of its whole sheet, SHEET_PX_PER_MM pixels a millimetre."""
    file = fitted(template_of(style.game), "drawn", columns=style.columns, rows=style.rows, width_mm=style.width_mm)
    bare = parse_board(board_text(file), "drawn")
    length, width = bare.grid.field_size_mm
    west, north, east, south = style.border_mm
    sheet = SheetTable(size_mm=(west + length + east, north + width + south), field_origin_mm=(west, north))
    board = parse_board(board_text(msgspec.structs.replace(file, sheet=sheet)), "drawn")
    return board, _Print(board, style, np.random.default_rng(seed)).image


class _Print:
    """Draws the sheet; millimetres in the board frame."""

    def __init__(self, board: Board, style: Style, rng: Generator) -> None:
        self._board, self._style, self._rng = board, style, rng
        length, width = (round(mm * SHEET_PX_PER_MM) for mm in board.file.sheet.size_mm)
        self.image: NDArray[np.uint8] = np.full((width, length, 3), style.paper, np.uint8)
        self._spaces()
        self._chalk()
        if style.decorated:
            self._decoration()

    def _px(self, points_mm: object) -> NDArray[np.int32]:
        origin = np.asarray(self._board.file.sheet.field_origin_mm)
        pixels = (np.asarray(points_mm, np.float64) + origin) * SHEET_PX_PER_MM - 0.5
        return np.asarray(np.round(pixels * 16), np.int32)

    def _fill(self, outline_mm: object, colour: Colour) -> None:
        cv2.fillPoly(self.image, [self._px(outline_mm)], colour, cv2.LINE_AA, 4)

    def _stroke(self, path_mm: object, colour: Colour, stroke_mm: float, *, closed: bool = False) -> None:
        thick = max(round(stroke_mm * SHEET_PX_PER_MM), 1)
        cv2.polylines(self.image, [self._px(path_mm)], closed, colour, thick, cv2.LINE_AA, 4)

    def _outline_mm(self, space: str) -> NDArray[np.float64]:
        grid = self._board.grid
        if isinstance(grid, HexGrid):
            around, radius = np.deg2rad(np.arange(-90, 270, 60)), grid.width_mm / np.sqrt(3)
        else:
            around, radius = np.deg2rad(np.arange(-135, 225, 90)), grid.width_mm / np.sqrt(2)
        return np.asarray(grid.centre_mm(space)) + radius * np.column_stack((np.cos(around), np.sin(around)))

    def _spaces(self) -> None:
        grid, style = self._board.grid, self._style
        length, width = grid.field_size_mm
        self._fill(((0, 0), (length, 0), (length, width), (0, width)), style.spaces[0])
        for space in grid.field_spaces:
            self._fill(self._outline_mm(space), style.spaces[self._shade(space)])
        goals = [space for goal in self._board.goals.values() for space in goal]
        for space in goals:
            self._fill(self._outline_mm(space), (120, 110, 110))
        for space in (*grid.field_spaces, *goals):
            if style.line is not None:
                self._stroke(self._outline_mm(space), style.line, style.line_mm, closed=True)

    def _shade(self, space: str) -> int:
        grid, shades = self._board.grid, len(self._style.spaces)
        column, row = grid.point(space)
        if self._style.pattern == "random":
            return int(self._rng.integers(shades))
        if self._style.pattern == "checks":
            return (column + row) % shades
        return int(grid.centre_mm(space).x_mm / (2 * grid.width_mm)) % shades

    def _chalk(self) -> None:
        grid, chalk = self._board.grid, self._style.chalk
        length, width = grid.field_size_mm
        self._stroke(((0, 0), (length, 0), (length, width), (0, width)), chalk, 1.2, closed=True)
        self._stroke(((length / 2, 0), (length / 2, width)), chalk, 1.2)
        around = np.linspace(0, 2 * np.pi, 73)
        circle = np.column_stack((np.cos(around), np.sin(around)))
        self._stroke(np.array((length / 2, width / 2)) + 2.5 * grid.width_mm * circle, chalk, 1.2)
        depth, half = 4 * grid.width_mm, 0.3 * width
        for edge, front in ((0.0, depth), (length, length - depth)):
            near, far = width / 2 - half, width / 2 + half
            self._stroke(((edge, near), (front, near), (front, far), (edge, far)), chalk, 1.2)

    def _decoration(self) -> None:
        """A name above the field, flags beside it and a chart in one corner: drawn by lot."""
        _, north, east, south = self._style.border_mm
        length, width = self._board.grid.field_size_mm
        ink = (225, 228, 230) if np.mean(self._style.paper) < 128 else (30, 30, 35)
        name = "".join(self._rng.choice(list("ABCDEFGHKLMNOPRSTUVW"), 9))
        x, y = self._px((0.55 * length, -0.35 * north)) // 16
        cv2.putText(self.image, name, (int(x), int(y)), cv2.FONT_HERSHEY_DUPLEX, 0.09 * north, ink, 6, cv2.LINE_AA)
        for k in range(7):
            at = np.array((length + 0.3 * east, width * (0.08 + 0.12 * k)))
            colour = tuple(int(c) for c in self._rng.integers(0, 255, 3))
            self._fill(at + np.array(((0.0, -4.0), (0.5 * east, 0.0), (0.0, 4.0))), colour)
        centre, radius = np.array((0.06 * length, width + 0.5 * south)), 0.35 * south
        around = np.deg2rad(np.arange(0, 360, 60))
        spokes = np.column_stack((np.cos(around), np.sin(around)))
        self._fill(centre + 0.5 * radius * spokes, ink)
        for spoke, tone in zip(spokes, self._rng.integers(0, 255, (6, 3)), strict=True):
            self._stroke((centre + 0.6 * radius * spoke, centre + radius * spoke), tuple(int(c) for c in tone), 1.5)
