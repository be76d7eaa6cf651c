"""A match's board drawn in text cells: a pure function of position, board and marks, testable without a terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from rich.text import Text

from engine.empty import EMPTY
from engine.half_grid import HalvesGrid
from engine.match import team_of
from referee_tui.app import palette
from referee_tui.app.board_ground import (
    COMPACT,
    LABEL_CELLS,
    Cell,
    Ground,
    Scale,
    board_size,
    east_label_cells,
    empty_cell,
    fits,
    fitting_scale,
    places,
)
from referee_tui.app.palette import TEAM_SIGN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.board import Board
    from engine.grid import Grid, Space
    from engine.match import PieceId, Position

BALL = "●"


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


class Drawing:
    """Draws one board over and over; what is printed on it is drawn once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._grounds: dict[Scale, Ground] = {}
        self._places: dict[Scale, dict[Space, tuple[int, int]]] = {}

    def lines(self, position: Position, scale: Scale = COMPACT, marks: Marks = NO_MARKS) -> list[Text]:
        """The board as lines of text, all of the same width: column numbers first, then the rows from the north.

        A line that is as it was the last time is the same ``Text``.
        """
        ground = self._grounds.get(scale) or self._grounds.setdefault(scale, Ground(self.board, scale))
        return ground.lines(_standing_on(position, self.board, marks))

    def window(self, position: Position, columns: int, lines: int, marks: Marks = NO_MARKS) -> list[Text]:
        """The board at the largest scale that fits; of a board that does not fit at all, a part of it.

        That is the part round ``middle_of_window``; the line above and the labels at both sides stay in sight, and the
        last line says by arrows which pieces lie beyond it.
        """
        scale = fitting_scale(self.board, columns, lines)
        drawn = self.lines(position, scale, marks)
        if fits(self.board, scale, columns, lines):
            return drawn
        at = self._places.get(scale) or self._places.setdefault(scale, places(self.board, scale))
        cut = _Cut.of(self.board, middle_of_window(position, marks), scale, (columns, lines), at)
        arrows = {space: cut.arrow(*cell) for space, cell in at.items()}
        halves = _halves(self.board.grid, arrows)
        shown = [drawn[0], *drawn[cut.first_y : cut.first_y + cut.down]]
        wide, labels = drawn[0].cell_len, east_label_cells(self.board.grid)
        west, east = (
            [line[cells] if half in halves else Text(" " * (cells.stop - cells.start)) for line in shown]
            for half, cells in (("W", slice(0, LABEL_CELLS)), ("E", slice(wide - labels, wide)))
        )
        inside = (line[cut.first_x : cut.first_x + cut.across] for line in shown)
        rows = [left + row + right for left, row, right in zip(west, inside, east, strict=True)]
        width = rows[0].cell_len
        return [*rows, Text(_beyond(position, arrows)[:width].ljust(width), palette.LABEL, no_wrap=True)]


def board_lines(position: Position, board: Board, scale: Scale = COMPACT, marks: Marks = NO_MARKS) -> list[Text]:
    """A board drawn once: ``Drawing.lines``."""
    return Drawing(board).lines(position, scale, marks)


def middle_of_window(position: Position, marks: Marks) -> Space | None:
    """What stays in sight of a board that does not fit: the cursor, what is in doubt, the last act's end, the ball."""
    doubtful = min(marks.doubtful, default=None)
    return marks.cursor or doubtful or (marks.trail[-1] if marks.trail else position.ball_space)


class _Cut(NamedTuple):
    """What a window shows of a board that does not fit, in cells of the whole drawing."""

    first_x: int
    first_y: int
    across: int
    """Columns of spaces, the labels at the sides left out."""
    down: int
    """Lines of rows, those above and below left out."""

    @classmethod
    def of(
        cls,
        board: Board,
        middle: Space | None,
        scale: Scale,
        size: tuple[int, int],
        at: Mapping[Space, tuple[int, int]],
    ) -> _Cut:
        """The part round a space that a window of ``size`` (columns, lines) shows; ``at``: ``places`` at the scale."""
        (columns, lines), (wide, tall) = size, board_size(board, scale)
        labels = LABEL_CELLS + east_label_cells(board.grid)
        # Whole spaces only: half a piece's name would be another's.
        across = min(max(columns - labels, 0), wide - labels) // scale.width * scale.width
        down = max(min(lines - 2, tall - 1), 0)
        x, y = at[middle] if middle is not None else (LABEL_CELLS + wide // 2, tall // 2)
        first_x = _from(x - LABEL_CELLS, wide - labels, across) // scale.width * scale.width
        return cls(LABEL_CELLS + first_x, 1 + _from(y, tall - 1, down), across, down)

    def arrow(self, x: int, y: int) -> str:
        """The way to a place that is not shown, sideways first; empty for one that is. ``y`` as in ``places``."""
        if x < self.first_x:
            return "◀"
        if x >= self.first_x + self.across:
            return "▶"
        if y + 1 < self.first_y:
            return "▲"
        return "▼" if y + 1 >= self.first_y + self.down else ""


def _halves(grid: Grid, arrows: Mapping[Space, str]) -> set[str]:
    """The sides whose labels count for what is shown: where each half is read from its own goal, each has its own."""
    if not isinstance(grid, HalvesGrid):
        return {"W", "E"}
    return {grid.half(space) for space, arrow in arrows.items() if not arrow}


def _beyond(position: Position, arrows: Mapping[Space, str]) -> str:
    """``◀ B2 B4  ▶ R9 ●``: which pieces lie beyond a window, and the ball; ``arrows`` are the way to each space."""
    there: dict[str, list[str]] = {"◀": [], "▲": [], "▼": [], "▶": []}
    for piece in sorted(position.pieces, key=lambda piece: (team_of(piece), int(piece[1:]))):
        if arrow := arrows.get(position.pieces[piece], ""):
            there[arrow].append(piece)
    if position.ball_space is not None and (arrow := arrows.get(position.ball_space, "")):
        there[arrow].append(BALL)
    return "  ".join(f"{arrow} {' '.join(pieces)}" for arrow, pieces in there.items() if pieces)


def space_at(middle: Space | None, board: Board, columns: int, lines: int, cell: tuple[int, int]) -> Space | None:
    """The space that ``Drawing.window`` draws in a cell (column, line); None beside the spaces.

    ``middle`` is its ``middle_of_window``, ``columns`` and ``lines`` are its size.
    """
    x, y = cell
    scale = fitting_scale(board, columns, lines)
    wide, tall = board_size(board, scale)
    at = places(board, scale)
    cut = _Cut(LABEL_CELLS, 1, wide - LABEL_CELLS - east_label_cells(board.grid), tall - 1)
    if not fits(board, scale, columns, lines):
        cut = _Cut.of(board, middle, scale, (columns, lines), at)
    shown = x - LABEL_CELLS + cut.first_x
    if not (LABEL_CELLS <= x < LABEL_CELLS + cut.across and (0 if scale.joined else 1) <= y <= cut.down):
        return None

    def off(space: Space) -> tuple[int, int]:
        across, down = at[space]
        return abs(down + 1 - (y - 1 + cut.first_y)), abs(across - shown)

    near = min(at, key=off)
    down, across = off(near)
    return near if across <= (scale.width - 1) / 2 and down < scale.height else None


def _from(middle: int, whole: int, room: int) -> int:
    """Where a window of ``room`` cells begins that has ``middle`` in its middle as far as it can."""
    return max(0, min(middle - room // 2, whole - room))


def _standing_on(position: Position, board: Board, marks: Marks) -> dict[Space, Cell]:
    """All spaces that show anything but their print."""
    ball = position.ball_space
    spaces = {*position.pieces.values(), *marks.wanted.values(), *marks.doubtful, *marks.trail}
    spaces.update(space for space in (ball, marks.cursor) if space is not None)
    return {space: _cell(position, board, space, ball, marks) for space in spaces}


def _cell(position: Position, board: Board, space: Space, ball: Space | None, marks: Marks) -> Cell:
    """What stands on a space; on the cursor's, what is held, between brackets if there is room."""
    cell = _standing(position, board, space, ball, marks)
    if space != marks.cursor:
        return cell
    inside = (marks.held or cell.text.strip(" ·∘" + "".join(TEAM_SIGN.values())))[:3]
    return Cell(f"[{inside:^1}]" if len(inside) <= 1 else f"{inside:^3}", palette.CURSOR)


def _standing(position: Position, board: Board, space: Space, ball: Space | None, marks: Marks) -> Cell:
    """What stands on a space, most important first: a piece, what is wanted there, the ball, the trail, the print."""
    has_ball = ball == space
    if piece := position.at(space):
        style = palette.holder(team_of(piece)) if has_ball else palette.piece(team_of(piece))
        label = f"{piece}{BALL}" if has_ball and len(piece) == 2 else piece
        text = f"{label:<3}" if has_ball else f"{TEAM_SIGN[team_of(piece)]}{label}"[-3:]
        # A two-digit holder has no cell left for the ball: it is underlined as well as coloured.
        style += Style(underline=has_ball and BALL not in text, dim=piece == marks.held)
        return Cell(text, style + palette.DOUBT if space in marks.doubtful else style)
    if wanted := next((what for what, where in marks.wanted.items() if where == space), None):
        return Cell(f"{_wanted_label(wanted):^3}", palette.WANTED)
    shade = palette.shade(board, space)
    if has_ball:
        return Cell(f" {BALL} ", shade + palette.FREE_BALL)
    if space in marks.doubtful:
        return Cell(" ? ", shade + palette.DOUBT)
    if space in marks.trail:
        return Cell(" ∘ ", palette.TRAIL)
    return empty_cell(board, space)


def _wanted_label(wanted: PieceId) -> str:
    return BALL if wanted == "ball" else wanted
