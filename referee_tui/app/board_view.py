"""The board drawn in text cells: a pure function of position, board and marks, testable without a terminal.

Two scales. COMPACT gives a space three cells on one line, so that a Regista board fits 80 columns; its rows are
staggered by half a space. OUTLINED gives a space four cells on two lines and draws the edges of hexagons or squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from rich.text import Text

from engine.grid import HexGrid, SquareGrid, SquareLattice
from engine.half_grid import HalvesGrid
from engine.match import EMPTY, team_of
from referee_tui.app import palette
from referee_tui.app.palette import TEAM_SIGN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.board import Board
    from engine.grid import Grid, Space
    from engine.match import PieceId, Position

LABEL_CELLS = 2
"""The row letter and a gap, left of the board."""

BALL = "●"
RISING, FALLING = "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}", "╲"


class Scale(NamedTuple):
    """How many text cells a space takes."""

    width: int
    """Across; a half-space shift is half of it, rounded down."""
    height: int
    """Lines per row."""
    edges: bool
    """Whether the spaces' edges are drawn."""


COMPACT = Scale(3, 1, edges=False)
OUTLINED = Scale(4, 2, edges=True)


@dataclass(frozen=True)
class Marks:
    """What is shown on top of the pieces."""

    trail: tuple[Space, ...] = ()
    """The spaces of the last action, from its start to its end."""
    wanted: Mapping[PieceId, Space] = field(default_factory=lambda: EMPTY)
    """What has to be put where, by piece (or ``ball``), before play goes on."""
    doubtful: frozenset[Space] = frozenset()
    """Spaces where table and match differ or the reading is unsure."""
    cursor: Space | None = None
    """The space that is chosen on the board."""
    held: PieceId | None = None
    """The piece (or ``ball``) that is taken up, to be put on the cursor's space."""


NO_MARKS = Marks()


class _Cell(NamedTuple):
    text: str
    """Exactly three characters."""
    style: Style


def board_size(board: Board, scale: Scale) -> tuple[int, int]:
    """(columns, lines) that ``board_lines`` fills, the line of column numbers included."""
    west, east = _extent(board.grid, scale)
    lines = len(_row_labels(board.grid)) * scale.height + (1 if scale.edges else 0)
    return LABEL_CELLS + east - west + 1, lines + 1


def fitting_scale(board: Board, columns: int, lines: int) -> Scale:
    """The larger scale if it fits, else the compact one."""
    wide, tall = board_size(board, OUTLINED)
    drawable = isinstance(board.grid, (HexGrid, SquareLattice))
    return OUTLINED if drawable and wide <= columns and tall <= lines else COMPACT


def board_lines(position: Position, board: Board, scale: Scale = COMPACT, marks: Marks = NO_MARKS) -> list[Text]:
    """The board as lines of text, all of the same width: column numbers first, then the rows from the north."""
    columns, lines = board_size(board, scale)
    canvas = _Canvas(columns, lines - 1)
    west, _ = _extent(board.grid, scale)
    ball = position.ball_space
    for space in board.grid.spaces:
        x = LABEL_CELLS + _centre(board.grid, scale, space) - west
        y = _line(board.grid, space) * scale.height + (1 if scale.edges else 0)
        shade = palette.shade(board, space)
        if scale.edges:
            draw = _draw_hexagon if isinstance(board.grid, HexGrid) else _draw_square
            draw(canvas, x, y, shade)
        _draw_cell(canvas, x, y, _cell(position, board, space, ball, marks))
    for row, label in enumerate(_row_labels(board.grid)):
        for x, character in enumerate(label):
            canvas.put(x, row * scale.height + (1 if scale.edges else 0), character, palette.LABEL)
    return [_column_labels(board.grid, scale, columns, west), *canvas.lines()]


def board_window(position: Position, board: Board, columns: int, lines: int, marks: Marks = NO_MARKS) -> list[Text]:
    """The board at the largest scale that fits; of a board that does not fit at all, a part of it.

    That is the part round ``middle_of_window``; the line above and the labels on the left stay in sight.
    """
    scale = fitting_scale(board, columns, lines)
    drawn = board_lines(position, board, scale, marks)
    wide, tall = board_size(board, scale)
    if wide <= columns and tall <= lines:
        return drawn
    # Whole spaces only: half a piece's name would be another's.
    across, down = (columns - LABEL_CELLS) // scale.width * scale.width, lines - 1
    first_x, first_y = _corner(middle_of_window(position, marks), board, scale, columns, lines)
    shown = [drawn[0], *drawn[first_y : first_y + down]]
    return [line[:LABEL_CELLS] + line[first_x : first_x + across] for line in shown]


def middle_of_window(position: Position, marks: Marks) -> Space | None:
    """What stays in sight of a board that does not fit: the cursor if there is one, else the ball."""
    return marks.cursor or position.ball_space


def _corner(middle: Space | None, board: Board, scale: Scale, columns: int, lines: int) -> tuple[int, int]:
    """The first column and line of the whole drawing, labels apart, that a window of this size shows."""
    wide, tall = board_size(board, scale)
    if wide <= columns and tall <= lines:
        return LABEL_CELLS, 1
    west, _ = _extent(board.grid, scale)
    x = _centre(board.grid, scale, middle) - west if middle is not None else wide // 2
    y = _line(board.grid, middle) * scale.height if middle is not None else tall // 2
    across, down = (columns - LABEL_CELLS) // scale.width * scale.width, lines - 1
    first_x = LABEL_CELLS + _from(x, wide - LABEL_CELLS, across) // scale.width * scale.width
    return first_x, 1 + _from(y, tall - 1, down)


def space_at(middle: Space | None, board: Board, columns: int, lines: int, cell: tuple[int, int]) -> Space | None:
    """The space that ``board_window`` draws in a cell (column, line); None beside the spaces.

    ``middle`` is its ``middle_of_window``, ``columns`` and ``lines`` are its size.
    """
    x, y = cell
    scale = fitting_scale(board, columns, lines)
    first_x, first_y = _corner(middle, board, scale, columns, lines)
    wide, _ = board_size(board, scale)
    if x < LABEL_CELLS or y < 1 or (shown := x - LABEL_CELLS + first_x) >= wide:
        return None
    west, _ = _extent(board.grid, scale)
    edge = 1 if scale.edges else 0
    reach = (scale.width - 1) / 2

    def off(space: Space) -> tuple[int, int]:
        return (
            abs(LABEL_CELLS + _centre(board.grid, scale, space) - west - shown),
            abs(1 + _line(board.grid, space) * scale.height + edge - (y - 1 + first_y)),
        )

    near = min(board.grid.spaces, key=lambda space: (off(space)[1], off(space)[0]))
    across, down = off(near)
    return near if across <= reach and down <= edge else None


def _from(middle: int, whole: int, room: int) -> int:
    """Where a window of ``room`` cells begins that has ``middle`` in its middle as far as it can."""
    return max(0, min(middle - room // 2, whole - room))


def _row_labels(grid: Grid) -> Sequence[str]:
    """What stands left of each row of spaces: its letter; the columns of a half that is read from the west goal."""
    if isinstance(grid, HalvesGrid):
        return [str(column) for column in range(1, grid.column_count + 1)]
    # A ring round the field has a row of its own north and south of it.
    return f"{grid.ring[:1]}{grid.rows}{grid.ring[1:]}" if isinstance(grid, SquareGrid) else grid.rows


def _line(grid: Grid, space: Space) -> int:
    """The row of spaces, from the north, in which a space lies."""
    ringed = isinstance(grid, SquareGrid) and bool(grid.ring)
    return grid.points[space][1] + (1 if ringed else 0)


def _extent(grid: Grid, scale: Scale) -> tuple[int, int]:
    """The first and last text cell (walls included) over all spaces."""
    reach = 2 if scale.edges else 1
    centres = [_centre(grid, scale, space) for space in grid.spaces]
    return min(centres) - reach, max(centres) + reach


def _centre(grid: Grid, scale: Scale, space: Space) -> int:
    """The text cell of a space's centre, before the board's left edge is moved to zero."""
    return math.floor(grid.centre_mm(space).x_mm / grid.width_mm * scale.width + 0.25)


def _cell(position: Position, board: Board, space: Space, ball: Space | None, marks: Marks) -> _Cell:
    """What stands on a space; on the cursor's, what is held, between brackets if there is room."""
    cell = _standing(position, board, space, ball, marks)
    if space != marks.cursor:
        return cell
    inside = (marks.held or cell.text.strip(" ·∘" + "".join(TEAM_SIGN.values())))[:3]
    return _Cell(f"[{inside:^1}]" if len(inside) <= 1 else f"{inside:^3}", palette.CURSOR)


def _standing(position: Position, board: Board, space: Space, ball: Space | None, marks: Marks) -> _Cell:
    """What stands on a space, most important first: a piece, what is wanted there, the ball, the trail, the print."""
    has_ball = ball == space
    if piece := position.at(space):
        style = palette.holder(team_of(piece)) if has_ball else palette.piece(team_of(piece))
        label = f"{piece}{BALL}" if has_ball and len(piece) == 2 else piece
        text = f"{label:<3}" if has_ball else f"{TEAM_SIGN[team_of(piece)]}{label}"[-3:]
        # A two-digit holder has no cell left for the ball: it is underlined as well as coloured.
        style += Style(underline=has_ball and BALL not in text, dim=piece == marks.held)
        return _Cell(text, style + palette.DOUBT if space in marks.doubtful else style)
    if wanted := next((what for what, where in marks.wanted.items() if where == space), None):
        return _Cell(f"{_wanted_label(wanted):^3}", palette.WANTED)
    shade = palette.shade(board, space)
    if has_ball:
        return _Cell(f" {BALL} ", shade + palette.FREE_BALL)
    if space in marks.doubtful:
        return _Cell(" ? ", shade + palette.DOUBT)
    if space in marks.trail:
        return _Cell(" ∘ ", palette.TRAIL)
    return _Cell(f" {palette.print_mark(board, space)} ", shade + palette.PRINT)


def _wanted_label(wanted: PieceId) -> str:
    return BALL if wanted == "ball" else wanted


def _draw_cell(canvas: _Canvas, x: int, y: int, cell: _Cell) -> None:
    for offset, character in enumerate(cell.text, -1):
        canvas.put(x + offset, y, character, cell.style)


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


def _column_labels(grid: Grid, scale: Scale, columns: int, west: int) -> Text:
    """The numbers of the first row's spaces, each over its centre; every second where there is no room.

    Over halves that are read from their own goal lines stand the letters of the lines.
    """
    line = [" "] * columns
    for label, space in _labelled(grid, scale):
        start = LABEL_CELLS + _centre(grid, scale, space) - west - (len(label) - 1) // 2
        line[start : start + len(label)] = label
    return Text("".join(line), style=palette.LABEL, no_wrap=True)


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

    def lines(self) -> list[Text]:
        """The rows as Rich text; every cell carries a style, neighbours of one style share it."""
        blank = (" ", palette.BACKGROUND)
        rows = (groupby((cell or blank for cell in row), key=itemgetter(1)) for row in self._cells)
        return [
            Text.assemble(*(("".join(sign for sign, _ in run), style) for style, run in runs), no_wrap=True)
            for runs in rows
        ]
