"""The chosen formations, drawn below a page of the start screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Static

from referee_tui.app.board_ground import board_size, fitting_scale
from referee_tui.app.board_view import board_lines
from referee_tui.app.start.layout import LONG_PAGES, PAGE_LINES
from referee_tui.app.start.line_up import line_up

if TYPE_CHECKING:
    from referee_tui.start.state import StartState


class LineUpBelow(Static):
    """Shown where the page leaves room for the whole board."""

    def __init__(self) -> None:
        super().__init__(id="preview")
        self._drawn: tuple[object, ...] = ()
        """Which line-up, and how large."""

    def show(self, state: StartState, page: str, columns: int, lines: int) -> None:
        """Draw it, unless it is drawn, in the ``columns`` and ``lines`` that the page and this have together."""
        position, board = line_up(state, "B")
        lines -= PAGE_LINES
        scale = fitting_scale(board, columns, lines)
        wide, high = board_size(board, scale)
        self.display = wide <= columns and high <= lines and page not in LONG_PAGES
        chosen = state.choices
        wanted = (chosen.game, chosen.formation("B"), chosen.formation("R"), columns, lines)
        if self.display and wanted != self._drawn:
            self._drawn = wanted
            self.styles.height = high
            indent = Text(" " * ((columns - wide) // 2))
            self.update(Text("\n").join(indent + line for line in board_lines(position, board, scale)))
