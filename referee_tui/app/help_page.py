"""A page of help over whatever is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from referee_tui import keys
from referee_tui.app.keys import bindings
from referee_tui.app.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text
    from textual.binding import BindingType
    from textual.widget import Widget


class HelpPage(Page):
    """A text with no line wider than 76 columns; it scrolls where it is longer than the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.HELP)

    def __init__(self, text: Text) -> None:
        """``text`` as ``help_layout`` lays it out."""
        super().__init__()
        self._text = text

    def words(self) -> Iterable[Widget]:
        """The text."""
        yield Static(self._text)

    def action_everything(self) -> None:
        """Close the page and list what can be done below it: for the mouse, the way to what stands in no line."""
        self.dismiss()
        self.app.call_later(self.app.action_command_palette)
