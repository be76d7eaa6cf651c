"""A page of help over whatever is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from referee_tui.app.footer import KeyLine
from referee_tui.app.keys import bound

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class HelpPage(ModalScreen[None]):
    """A text with no line wider than 76 columns; it scrolls where it is longer than the terminal."""

    # Not CSS: that of a screen holds for its own class alone, and every page of help is one of this.
    DEFAULT_CSS = """
    HelpPage {
        align: center middle;
        #help {
            width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
            background: $surface; scrollbar-size: 1 1;
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        bound("escape,question_mark,f1,h,q", "dismiss", "help.close", key_display="esc"),
        bound("a", "everything", "help.everything"),
    ]

    def __init__(self, text: str, *, markup: bool = True) -> None:
        """``markup``: the text is in Textual's markup."""
        super().__init__()
        self._text, self._markup = text, markup

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(id="help"):
            yield Static(self._text, markup=self._markup)
        yield KeyLine()

    def action_everything(self) -> None:
        """Close the page and list what can be done below it: for the mouse, the way to what stands in no line."""
        self.dismiss()
        self.app.call_later(self.app.action_command_palette)
