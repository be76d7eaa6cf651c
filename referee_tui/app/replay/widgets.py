"""The line of time and the list of acts: drawn by ``panels``, and clicked on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from referee_tui.app.replay import panels

if TYPE_CHECKING:
    from textual.app import RenderResult
    from textual.events import Click, MouseScrollDown, MouseScrollUp

    from referee_tui.app.replay.steps import Replay


class Chosen(Message):
    """A step was clicked on."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Stepped(Message):
    """The wheel was turned: one step on (1) or back (-1)."""

    def __init__(self, way: int) -> None:
        super().__init__()
        self.way = way


class _OfReplay(Widget):
    number: reactive[int] = reactive(0)

    def __init__(self, replay: Replay, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self.replay = replay

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """The wheel goes through the steps."""
        event.stop()
        self.post_message(Stepped(-1))

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """The wheel goes through the steps."""
        event.stop()
        self.post_message(Stepped(1))


class Words(VerticalScroll, can_focus=False):
    """What is said of the present act; the arrow keys of the screen scroll it."""


class Timeline(_OfReplay):
    """The whole match on one line."""

    def render(self) -> RenderResult:
        """Goals, disputes, and where this is."""
        return panels.timeline(self.replay, self.number, self.size.width)

    def on_click(self, event: Click) -> None:
        """Go to what was clicked on."""
        self.post_message(Chosen(panels.step_at(self.replay, event.x, self.size.width)))


class Acts(_OfReplay):
    """The acts round the present one."""

    def render(self) -> RenderResult:
        """As many as there is room for."""
        return Content("\n").join(line for _, line in self._lines())

    def on_click(self, event: Click) -> None:
        """Go to what was clicked on."""
        shown, at = self._lines(), event.get_content_offset(self)
        if at is not None and at.y < len(shown):
            self.post_message(Chosen(shown[at.y][0]))

    def _lines(self) -> list[tuple[int, Content]]:
        return panels.step_lines(self.replay, self.number, self.size.width, self.size.height)
