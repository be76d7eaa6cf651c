"""A picture with words on it in text cells, and the widget that shows one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from referee_tui.app.preview import PLAIN, in_cells, ink_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.style import Style
    from textual.events import Click, MouseScrollDown, MouseScrollUp

    from referee_tui.app.preview import Ink
    from vision.rectify import Image


@dataclass(frozen=True, slots=True)
class Label:
    """A few letters over a picture: what has to be seen without colour as well."""

    column: int
    line: int
    text: str
    style: Style


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """A picture (2 lines, columns, 3) BGR for text cells, and words on it."""

    image: Image
    labels: tuple[Label, ...] = field(default=())
    """Later ones lie on top."""


Painter: TypeAlias = "Callable[[int, int], Painted | None]"
"""Paints for so many columns and lines."""


def strips(painted: Painted, columns: int, ink: Ink) -> list[Strip]:
    """The picture's lines, in the middle of so many columns."""
    rows = [Strip(line) for line in in_cells(painted.image, ink)]
    width = painted.image.shape[1]
    for label in painted.labels:
        if 0 <= label.line < len(rows):
            rows[label.line] = _labelled(rows[label.line], label, width)
    margin = Strip([Segment(" " * ((columns - width) // 2), PLAIN)])
    return [Strip.join((margin, row)).adjust_cell_length(columns, PLAIN) for row in rows]


def _labelled(row: Strip, label: Label, width: int) -> Strip:
    """A line with the label over it; one that reaches over the edge is cut off there."""
    start, end = max(label.column, 0), min(label.column + len(label.text), width)
    if start >= end:
        return row
    text = label.text[start - label.column : end - label.column]
    return Strip.join((row.crop(0, start), Strip([Segment(text, label.style)]), row.crop(end, width)))


class CellPicture(Widget):
    """Shows what a painter paints, anew whenever it is given another one or another size."""

    class Clicked(Message):
        """The picture was clicked."""

        def __init__(self, column: int, line: int) -> None:
            super().__init__()
            self.column, self.line = column, line

    class Wheeled(Message):
        """The wheel was turned over the picture."""

        def __init__(self, steps: int) -> None:
            super().__init__()
            self.steps = steps
            """1 up, -1 down."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._painter: Painter | None = None
        self._strips: list[Strip] | None = None

    def show(self, painter: Painter) -> None:
        """Show this from now on."""
        self._painter, self._strips = painter, None
        self.refresh()

    def on_resize(self) -> None:
        """It has to be painted for the new size."""
        self._strips = None

    def on_click(self, event: Click) -> None:
        """Say where."""
        self.post_message(self.Clicked(event.x, event.y))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Say so."""
        event.stop()
        self.post_message(self.Wheeled(1))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Say so."""
        event.stop()
        self.post_message(self.Wheeled(-1))

    def render_line(self, y: int) -> Strip:
        """One line of the picture."""
        if self._strips is None:
            self._strips = self._paint()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, PLAIN)

    def _paint(self) -> list[Strip]:
        columns, lines = self.size
        painted = self._painter(columns, lines) if self._painter is not None and columns > 0 and lines > 0 else None
        return strips(painted, columns, ink_of(self.app)) if painted is not None else []
