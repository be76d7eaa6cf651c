"""The board as a Textual widget; everything else on the screen is a Static, a Digits or a RichLog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from engine.match import Position
from referee_tui.app.board_view import NO_MARKS, Marks, board_lines, board_size, fitting_scale

if TYPE_CHECKING:
    from textual.app import RenderResult

    from engine.board import Board

_BARE = Position(pieces={})


class BoardView(Widget):
    """The board with everything on it, at the largest scale that fits."""

    position: reactive[Position] = reactive(_BARE)
    marks: reactive[Marks] = reactive(NO_MARKS)

    def __init__(self, board: Board, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._board = board

    def lines_wanted(self, columns: int, lines: int) -> int:
        """How many lines the board takes of a space of this size."""
        return board_size(self._board, fitting_scale(self._board, columns, lines))[1]

    def render(self) -> RenderResult:
        """The lines of the board view, in the middle of the widget."""
        scale = fitting_scale(self._board, self.size.width, self.size.height)
        indent = max((self.size.width - board_size(self._board, scale)[0]) // 2, 0)
        lines = board_lines(self.position, self._board, scale, self.marks)
        return Text("\n").join(Text(" " * indent) + line for line in lines)
