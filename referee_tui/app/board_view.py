"""A match's board drawn in text cells: a pure function of position, board and marks, testable without a terminal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.style import Style

from engine.match import EMPTY, team_of
from referee_tui.app import palette
from referee_tui.app.board_ground import (
    COMPACT,
    LABEL_CELLS,
    Cell,
    Ground,
    Scale,
    board_size,
    empty_cell,
    fitting_scale,
    places,
)
from referee_tui.app.palette import TEAM_SIGN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.text import Text

    from engine.board import Board
    from engine.grid import Space
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

    def lines(self, position: Position, scale: Scale = COMPACT, marks: Marks = NO_MARKS) -> list[Text]:
        """The board as lines of text, all of the same width: column numbers first, then the rows from the north.

        A line that is as it was the last time is the same ``Text``.
        """
        ground = self._grounds.get(scale) or self._grounds.setdefault(scale, Ground(self.board, scale))
        return ground.lines(_standing_on(position, self.board, marks))

    def window(self, position: Position, columns: int, lines: int, marks: Marks = NO_MARKS) -> list[Text]:
        """The board at the largest scale that fits; of a board that does not fit at all, a part of it.

        That is the part round ``middle_of_window``; the line above and the labels on the left stay in sight.
        """
        scale = fitting_scale(self.board, columns, lines)
        drawn = self.lines(position, scale, marks)
        wide, tall = board_size(self.board, scale)
        if wide <= columns and tall <= lines:
            return drawn
        # Whole spaces only: half a piece's name would be another's.
        across, down = (columns - LABEL_CELLS) // scale.width * scale.width, lines - 1
        first_x, first_y = _corner(middle_of_window(position, marks), self.board, scale, columns, lines)
        shown = [drawn[0], *drawn[first_y : first_y + down]]
        return [line[:LABEL_CELLS] + line[first_x : first_x + across] for line in shown]


def board_lines(position: Position, board: Board, scale: Scale = COMPACT, marks: Marks = NO_MARKS) -> list[Text]:
    """A board drawn once: ``Drawing.lines``."""
    return Drawing(board).lines(position, scale, marks)


def middle_of_window(position: Position, marks: Marks) -> Space | None:
    """What stays in sight of a board that does not fit: the cursor if there is one, else the ball."""
    return marks.cursor or position.ball_space


def _corner(middle: Space | None, board: Board, scale: Scale, columns: int, lines: int) -> tuple[int, int]:
    """The first column and line of the whole drawing, labels apart, that a window of this size shows."""
    wide, tall = board_size(board, scale)
    if wide <= columns and tall <= lines:
        return LABEL_CELLS, 1
    x, y = places(board, scale)[middle] if middle is not None else (LABEL_CELLS + wide // 2, tall // 2)
    across, down = (columns - LABEL_CELLS) // scale.width * scale.width, lines - 1
    first_x = LABEL_CELLS + _from(x - LABEL_CELLS, wide - LABEL_CELLS, across) // scale.width * scale.width
    return first_x, 1 + _from(y, tall - 1, down)


def space_at(middle: Space | None, board: Board, columns: int, lines: int, cell: tuple[int, int]) -> Space | None:
    """The space that ``Drawing.window`` draws in a cell (column, line); None beside the spaces.

    ``middle`` is its ``middle_of_window``, ``columns`` and ``lines`` are its size.
    """
    x, y = cell
    scale = fitting_scale(board, columns, lines)
    first_x, first_y = _corner(middle, board, scale, columns, lines)
    wide, _ = board_size(board, scale)
    if x < LABEL_CELLS or y < 1 or (shown := x - LABEL_CELLS + first_x) >= wide:
        return None
    at = places(board, scale)

    def off(space: Space) -> tuple[int, int]:
        across, down = at[space]
        return abs(down + 1 - (y - 1 + first_y)), abs(across - shown)

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
