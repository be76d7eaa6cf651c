"""The panel with the question or the last ruling as a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from referee_tui.app.match.call import Call
from referee_tui.app.match.call_text import call_text

if TYPE_CHECKING:
    from textual.app import RenderResult

    from referee_tui.app.state import Line
    from referee_tui.key_names import KeyNames

_NOTHING = Call("", "info")


class CallPanel(Widget):
    """Large where there is room, answers always in sight."""

    call: reactive[Call] = reactive(_NOTHING)
    earlier: reactive[tuple[Line, ...]] = reactive(())

    def __init__(self, keys: KeyNames, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        super().__init__(id=id)
        self._keys = keys
        # What can be clicked has colours of its own; a link's would be white on the white of a key.
        self.set_reactive(Widget.auto_links, value=False)

    def render(self) -> RenderResult:
        """The panel's lines for the size that it has."""
        width, height = self.size
        return call_text(self.call, width, height, self.earlier, self._keys) if width and height else Text("")
