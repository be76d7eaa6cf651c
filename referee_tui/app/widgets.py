"""The board as a Textual widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from engine.match import Position
from referee_tui.app.board_view import (
    NO_MARKS,
    Marks,
    board_size,
    board_window,
    fitting_scale,
    middle_of_window,
    space_at,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text
    from textual.geometry import Size

    from engine.board import Board
    from engine.grid import Space

_BARE = Position(pieces={})


class BoardView(Widget):
    """The board with everything on it, at the largest scale that fits; of a larger one the part round the ball."""

    position: reactive[Position] = reactive(_BARE)
    marks: reactive[Marks] = reactive(NO_MARKS)

    def __init__(self, board: Board, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._board = board
        self._strips: list[Strip] = []
        self._drawn_at: Size | None = None
        """The size that the strips are for; None if they have to be drawn anew."""

    def lines_wanted(self, columns: int, lines: int) -> int:
        """How many lines the board takes of a space of this size."""
        return min(lines, board_size(self._board, fitting_scale(self._board, columns, lines))[1])

    def columns_wanted(self, columns: int, lines: int) -> int:
        """How many columns the board takes of a space of this size."""
        return min(columns, board_size(self._board, fitting_scale(self._board, columns, lines))[0])

    def watch_position(self) -> None:
        """Draw the new position when it is asked for."""
        self._drawn_at = None

    def watch_marks(self) -> None:
        """Draw the new marks when they are asked for."""
        self._drawn_at = None

    def notify_style_update(self) -> None:
        """Another theme has another ground."""
        super().notify_style_update()
        self._drawn_at = None

    def render_line(self, y: int) -> Strip:
        """One line of the board view, in the middle of the widget."""
        # Strips, not one long text: laid out and wrapped, the same board takes five times as long.
        if self._drawn_at != self.size:
            self._strips, self._drawn_at = self._draw(), self.size
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def _draw(self) -> list[Strip]:
        columns, ground = self.size.width, self.rich_style
        lines = board_window(self.position, self._board, columns, self.size.height, self.marks)
        margin = Segment(" " * self._indent(lines[0].cell_len), ground)
        return [Strip([margin, *self._segments(line)]).adjust_cell_length(columns, ground) for line in lines]

    def _segments(self, line: Text) -> Iterator[Segment]:
        """Of a line without its line feed; under NO_COLOR every segment must have a style."""
        ground, plain = self.rich_style, Style.parse(line.style) if isinstance(line.style, str) else line.style
        for text, style, _ in line.render(self.app.console):
            if text != "\n":
                yield Segment(text, ground + (style or plain))

    def space_at(self, x: int, y: int) -> Space | None:
        """The space drawn at a place in the widget; None beside the spaces."""
        columns, lines = self.size
        wide, _ = board_size(self._board, fitting_scale(self._board, columns, lines))
        cell = (x - self._indent(min(wide, columns)), y)
        return space_at(middle_of_window(self.position, self.marks), self._board, columns, lines, cell)

    def _indent(self, wide: int) -> int:
        return max((self.size.width - wide) // 2, 0)
