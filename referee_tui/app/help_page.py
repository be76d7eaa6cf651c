"""A page of help over whatever is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.widgets import Static

from referee_tui.app.keys import bound
from referee_tui.app.page import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType
    from textual.widget import Widget


class HelpPage(Page):
    """A text with no line wider than 76 columns; it scrolls where it is longer than the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("escape,question_mark,f1,h,q", "dismiss", "help.close", key_display="esc"),
        bound("a", "everything", "help.everything"),
    ]

    def __init__(self, text: str, *, markup: bool = True) -> None:
        """``markup``: the text is in Textual's markup."""
        super().__init__()
        self._text, self._markup = text, markup

    def words(self) -> Iterable[Widget]:
        """The text."""
        yield Static(self._text, markup=self._markup)

    def action_everything(self) -> None:
        """Close the page and list what can be done below it: for the mouse, the way to what stands in no line."""
        self.dismiss()
        self.app.call_later(self.app.action_command_palette)
