"""The board as a Textual widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from engine.match import Position
from referee_tui.app.board_ground import board_size, fits, fitting_scale
from referee_tui.app.board_view import NO_MARKS, Drawing, Marks, middle_of_window, space_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.text import Text
    from textual.geometry import Size

    from engine.board import Board
    from engine.grid import Space

_BARE = Position(pieces={})


class BoardView(Widget):
    """The board with everything on it, at the largest scale that fits; of a larger one the part that matters."""

    position: reactive[Position] = reactive(_BARE, repaint=False)
    marks: reactive[Marks] = reactive(NO_MARKS, repaint=False)

    def __init__(self, board: Board, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._board, self._drawing = board, Drawing(board)
        self._lines: list[Text] = []
        self._strips: list[Strip] = []
        """Of these lines."""
        self._drawn_at: Size | None = None
        """The size that the strips are for; None if they all have to be drawn anew."""

    def lines_wanted(self, columns: int, lines: int) -> int:
        """How many lines the board takes of a space of this size."""
        wide, tall = board_size(self._board, fitting_scale(self._board, columns, lines))
        # Of a board that is cut the last line says what lies beyond.
        return min(lines, tall if wide <= columns else tall + 1)

    def whole(self, columns: int, lines: int) -> bool:
        """Whether the board is not cut in a space of this size."""
        return fits(self._board, fitting_scale(self._board, columns, lines), columns, lines)

    def columns_wanted(self, columns: int, lines: int) -> int:
        """How many columns the board takes of a space of this size."""
        return min(columns, board_size(self._board, fitting_scale(self._board, columns, lines))[0])

    def show(self, position: Position, marks: Marks = NO_MARKS) -> None:
        """Both at once, drawn once."""
        self.set_reactive(BoardView.position, position)
        self.set_reactive(BoardView.marks, marks)
        self.watch_position()

    def watch_position(self) -> None:
        """Draw the lines that differ, now: a step of the cursor changes two or three of fifty."""
        if self._drawn_at is None or self._drawn_at != self.size:
            self.refresh()
            return
        before = self._strips
        self._draw()
        if len(before) != len(self._strips):
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, self._strips, strict=True)) if old is not new]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    watch_marks = watch_position

    def notify_style_update(self) -> None:
        """Another theme has another ground."""
        super().notify_style_update()
        self._drawn_at = None

    def render_line(self, y: int) -> Strip:
        """One line of the board view, in the middle of the widget."""
        # Strips, not one long text: laid out and wrapped, the same board takes five times as long.
        if self._drawn_at != self.size:
            self._lines, self._strips, self._drawn_at = [], [], self.size
            self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def _draw(self) -> None:
        """Draw the board; the strip of a line that is as it was stays."""
        columns, ground = self.size.width, self.rich_style
        known = list(zip(self._lines, self._strips, strict=True))
        lines = self._drawing.window(self.position, columns, self.size.height, self.marks)
        margin = Segment(" " * self._indent(lines[0].cell_len), ground)
        self._strips = [
            known[y][1]
            if y < len(known) and (known[y][0] is line or known[y][0] == line)
            else Strip([margin, *self._segments(line, ground)]).adjust_cell_length(columns, ground)
            for y, line in enumerate(lines)
        ]
        self._lines = lines

    def _segments(self, line: Text, ground: Style) -> Iterator[Segment]:
        """Of a line without its line feed; under NO_COLOR every segment must have a style."""
        plain = Style.parse(line.style) if isinstance(line.style, str) else line.style
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


def freed(usual: int, fewest: int, whole: Callable[[int], bool]) -> int:
    """The room that something has beside a board: the usual, or the fewest if the board is whole only with that."""
    return usual if whole(usual) or not whole(fewest) else fewest
