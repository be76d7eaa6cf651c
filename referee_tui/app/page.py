"""A page of words over whatever is on the screen."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from referee_tui.app.footer import KeyLine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult
    from textual.widget import Widget


class Page(ModalScreen[None]):
    """In the middle of the screen; it scrolls where it is longer than the terminal."""

    # Not CSS: that of a screen holds for its own class alone, and every page is one of this.
    DEFAULT_CSS = """
    Page {
        align: center middle;
        #page {
            width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
            background: $surface; scrollbar-size: 1 1;
        }
    }
    """

    @abstractmethod
    def words(self) -> Iterable[Widget]:
        """What stands on it."""

    def compose(self) -> ComposeResult:
        """The words, and the keys below them."""
        with VerticalScroll(id="page"):
            yield from self.words()
        yield KeyLine()
