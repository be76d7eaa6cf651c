"""The empty board in text cells: what is printed, drawn once, and where its spaces are; on top of it comes the match.

COMPACT gives a space three cells on one line, so that a Regista board fits 80 columns; its rows are staggered by half a
space. JOINED saves a line of it on a board with a ring round the field: the columns' numbers stand on the ring's
northern row, under what lies there. OUTLINED gives a space four cells on two lines and draws the edges of hexagons or
squares.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from engine.grid import HexGrid, SquareGrid, SquareLattice
from engine.half_grid import HalvesGrid
from referee_tui.app import palette

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.style import Style

    from engine.board import Board
    from engine.grid import Grid, Space

LABEL_CELLS = 2
"""The row letter and a gap, left of the board."""

RISING, FALLING = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}", "╲"


class Scale(NamedTuple):
    """How many text cells a space takes."""

    width: int
    """Across; a half-space shift is half of it, rounded down."""
    height: int
    """Lines per row."""
    edges: bool
    """Whether the spaces' edges are drawn."""
    joined: bool = False
    """Whether the columns' numbers share a line with the northernmost row."""


COMPACT = Scale(3, 1, edges=False)
JOINED = Scale(3, 1, edges=False, joined=True)
OUTLINED = Scale(4, 2, edges=True)


class Cell(NamedTuple):
    """What stands on a space."""

    text: str
    """Exactly three characters."""
    style: Style


def board_size(board: Board, scale: Scale) -> tuple[int, int]:
    """(columns, lines) that ``board_lines`` fills, the line of column numbers included."""
    west, east = _extent(board.grid, scale)
    lines = len(_row_labels(board.grid)) * scale.height + _first_line(scale)
    return LABEL_CELLS + east - west + 1 + east_label_cells(board.grid), lines + 1


def east_label_cells(grid: Grid) -> int:
    """Cells right of the board: a gap and the columns of a half that is read from the east goal; 0 on other boards."""
    return 1 + LABEL_CELLS if isinstance(grid, HalvesGrid) else 0


def fitting_scale(board: Board, columns: int, lines: int) -> Scale:
    """The largest scale that fits, else the compact one."""
    scales = [COMPACT]
    if isinstance(board.grid, (HexGrid, SquareLattice)):
        scales.insert(0, OUTLINED)
    if isinstance(board.grid, SquareGrid) and board.grid.ring:
        scales.append(JOINED)
    return next((scale for scale in scales if fits(board, scale, columns, lines)), COMPACT)


def fits(board: Board, scale: Scale, columns: int, lines: int) -> bool:
    """Whether the whole board has room at a scale."""
    wide, tall = board_size(board, scale)
    return wide <= columns and tall <= lines


def places(board: Board, scale: Scale) -> dict[Space, tuple[int, int]]:
    """The text cell of each space's centre: column, and line below the numbers (-1: on theirs)."""
    west, _ = _extent(board.grid, scale)
    return {
        space: (
            LABEL_CELLS + _centre(board.grid, scale, space) - west,
            _line(board.grid, space) * scale.height + _first_line(scale),
        )
        for space in board.grid.spaces
    }


def _first_line(scale: Scale) -> int:
    return -1 if scale.joined else 1 if scale.edges else 0


def _row_labels(grid: Grid) -> Sequence[str]:
    """What stands left of each row of spaces: its letter; the columns of a half that is read from the west goal."""
    if isinstance(grid, HalvesGrid):
        return [str(column) for column in range(1, grid.column_count + 1)]
    # A ring round the field has a row of its own north and south of it.
    return f"{grid.ring[:1]}{grid.rows}{grid.ring[1:]}" if isinstance(grid, SquareGrid) else grid.rows


def _east_labels(grid: Grid) -> Sequence[str]:
    """What stands right of each row: the columns of a half that is read from the east goal."""
    return [str(column) for column in range(grid.column_count, 0, -1)] if isinstance(grid, HalvesGrid) else ()


def _line(grid: Grid, space: Space) -> int:
    """The row of spaces, from the north, in which a space lies."""
    ringed = isinstance(grid, SquareGrid) and bool(grid.ring)
    return grid.points[space][1] + (1 if ringed else 0)


@lru_cache(maxsize=16)
def _extent(grid: Grid, scale: Scale) -> tuple[int, int]:
    """The first and last text cell (walls included) over all spaces."""
    reach = 2 if scale.edges else 1
    centres = [_centre(grid, scale, space) for space in grid.spaces]
    return min(centres) - reach, max(centres) + reach


def _centre(grid: Grid, scale: Scale, space: Space) -> int:
    """The text cell of a space's centre, before the board's left edge is moved to zero."""
    return math.floor(grid.centre_mm(space).x_mm / grid.width_mm * scale.width + 0.25)


class Ground:
    """The empty board at one scale, and the lines of it on which something stands."""

    def __init__(self, board: Board, scale: Scale) -> None:
        grid = board.grid
        columns, lines = board_size(board, scale)
        # What stands on the line of the numbers is drawn with the rows.
        first = 0 if scale.joined else 1
        canvas = _Canvas(columns, lines - first)
        self._at = {space: (x, y + 1 - first) for space, (x, y) in places(board, scale).items()}
        for space, (x, y) in self._at.items():
            if scale.edges:
                draw = _draw_hexagon if isinstance(grid, HexGrid) else _draw_square
                draw(canvas, x, y, palette.shade(board, space))
            canvas.put_cell(x, y, empty_cell(board, space))
        for row, label in enumerate(_row_labels(grid)):
            for x, character in enumerate(label):
                canvas.put(x, row * scale.height + _first_line(scale) + 1 - first, character, palette.LABEL)
        for row, label in enumerate(_east_labels(grid)):
            for x, character in enumerate(f"{label:>{LABEL_CELLS}}", columns - LABEL_CELLS):
                canvas.put(x, row * scale.height + _first_line(scale), character, palette.LABEL)
        numbers = _column_labels(grid, scale, columns)
        self._numbers, self._canvas = [] if scale.joined else [Text(numbers, palette.LABEL, no_wrap=True)], canvas
        for x, character in enumerate(numbers):
            if scale.joined and character != " ":
                canvas.put(x, 0, character, palette.LABEL)
        self._last: list[tuple[dict[int, Cell], Text]] = [({}, canvas.line(y, {})) for y in range(lines - first)]
        """Of each line: what stood on it when it was drawn last, by column, and how it looked."""

    def lines(self, standing: Mapping[Space, Cell]) -> list[Text]:
        """The numbers, then the rows from the north; a line on which the same stands as before is the same ``Text``."""
        rows: list[dict[int, Cell]] = [{} for _ in self._last]
        for space, cell in standing.items():
            if space in self._at:
                x, y = self._at[space]
                rows[y][x] = cell
        for y, row in enumerate(rows):
            if row != self._last[y][0]:
                self._last[y] = row, self._canvas.line(y, row)
        return [*self._numbers, *(text for _, text in self._last)]


def empty_cell(board: Board, space: Space) -> Cell:
    """What a space shows on which nothing stands: its print."""
    return Cell(f" {palette.print_mark(board, space)} ", palette.shade(board, space) + palette.PRINT)


def _draw_hexagon(canvas: _Canvas, x: int, y: int, shade: Style) -> None:
    """The six sides of one hexagon; sides shared with a neighbour are drawn by both, in the same place."""
    line = shade + palette.EDGE
    for wall in (x - 2, x + 2):
        canvas.put(wall, y, "│", line)
    for left, right, row in ((RISING, FALLING, y - 1), (FALLING, RISING, y + 1)):
        canvas.put(x - 1, row, left, line)
        canvas.put(x + 1, row, right, line)
    # In the edges' style: a whole row of them is then one piece of text, and that is what drawing costs.
    canvas.put(x, y - 1, " ", line)
    canvas.put(x, y + 1, " ", line, only_empty=True)


def _draw_square(canvas: _Canvas, x: int, y: int, shade: Style) -> None:
    """The four sides of one square; those shared with a neighbour are drawn by both, in the same place."""
    line = shade + palette.EDGE
    for wall in (x - 2, x + 2):
        canvas.put(wall, y, "│", line)
    for row in (y - 1, y + 1):
        for offset, character in enumerate("┼───┼", -2):
            canvas.put(x + offset, row, character, line)


def _column_labels(grid: Grid, scale: Scale, columns: int) -> str:
    """The numbers of the first row's spaces, each over its centre; every second where there is no room.

    Over halves that are read from their own goal lines stand the letters of the lines.
    """
    line, (west, _) = [" "] * columns, _extent(grid, scale)
    for label, space in _labelled(grid, scale):
        start = LABEL_CELLS + _centre(grid, scale, space) - west - (len(label) - 1) // 2
        line[start : start + len(label)] = label
    return "".join(line)


def _labelled(grid: Grid, scale: Scale) -> list[tuple[str, Space]]:
    if isinstance(grid, HalvesGrid):
        return [(space[1], space) for space in (grid.named((x, 0)) for x in range(1, grid.length + 1))]
    step = 1 if scale.width > COMPACT.width else 2
    return [(str(c), f"{grid.rows[0]}{c}") for c in range(1, grid.columns(grid.rows[0]) + 1, step)]


class _Canvas:
    """A rectangle of text cells while it is being drawn."""

    def __init__(self, columns: int, lines: int) -> None:
        self._cells: list[list[tuple[str, Style] | None]] = [[None] * columns for _ in range(lines)]

    def put(self, x: int, y: int, character: str, style: Style, *, only_empty: bool = False) -> None:
        """Set one cell; what lies outside is left out (the outermost hexagons' corners)."""
        if 0 <= y < len(self._cells) and 0 <= x < len(self._cells[y]) and not (only_empty and self._cells[y][x]):
            self._cells[y][x] = (character, style)

    def put_cell(self, x: int, y: int, cell: Cell) -> None:
        """Set the three cells of a space."""
        for offset, character in enumerate(cell.text, -1):
            self.put(x + offset, y, character, cell.style)

    def line(self, y: int, standing: Mapping[int, Cell]) -> Text:
        """A row as Rich text, with what stands round some columns; every text cell carries a style."""
        blank = (" ", palette.BACKGROUND)
        row = [cell or blank for cell in self._cells[y]]
        for x, cell in standing.items():
            row[x - 1 : x + 2] = [(character, cell.style) for character in cell.text]
        # Neighbours of one style share it.
        runs = groupby(row, key=itemgetter(1))
        return Text.assemble(*(("".join(sign for sign, _ in run), style) for style, run in runs), no_wrap=True)
