"""All that was ruled, to be gone through line by line; a line's page says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.widgets import Static
from textual.widgets.option_list import Option

from referee_tui import keys
from referee_tui.app.entries import Entries
from referee_tui.app.keys import bindings
from referee_tui.app.page import Page
from referee_tui.app.panels import ruling_line
from referee_tui.rule_words import rule_words
from referee_tui.words import clock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType
    from textual.widget import Widget

    from engine.texts import Texts
    from referee_tui.app.state import Line

MAX_LINES, SPARE_LINES = 500, 250
"""So many of the newest can always be gone through, and so many more until the oldest are let go of together: for each
line anew, it would be most of what a key takes. All are in the log."""


class History(Entries):
    """The rulings, the newest at the bottom."""

    def __init__(self, empty: str, *, id: str) -> None:  # noqa: A002 - Textual's own name for it
        """``empty`` stands there until something is ruled."""
        super().__init__(Option(Text(empty, "dim"), disabled=True), id=id)
        self._told: list[Line] = []

    def add(self, lines: Iterable[Line]) -> None:
        """Put lines below the others; who reads an older one is left at it."""
        new = list(lines)[-MAX_LINES:]
        if not new:
            return
        if not self._told:
            self.clear_options()
        reads = self.highlighted if self.highlighted != self.option_count - 1 else None
        self._told += new
        gone = len(self._told) - MAX_LINES
        if gone > SPARE_LINES:
            new = self._told = self._told[gone:]
            self.clear_options()
            reads = max(reads - gone, 0) if reads is not None else None
        self.add_options([Option(ruling_line(line)) for line in new])
        self.highlighted = reads if reads is not None else self.option_count - 1

    def line(self, index: int) -> Line:
        """The ruling that an option stands for."""
        return self._told[index]


def why(line: Line, game: str, say: Texts, language: str) -> Text:
    """A ruling's page: what was said, the rule's id, and what that rule says."""
    text = Text.assemble((say("why_title", time=clock(line.t), text=line.text), "bold"), "\n\n")
    if not line.rule:
        return text.append(say("why_none"))
    text.append(say("why_rule", rule=line.rule), "bold").append("\n")
    return text.append(f"{words}." if (words := rule_words(game, line.rule, language)) else "")


class WhyScreen(Page):
    """Why a ruling was made."""

    CSS = "WhyScreen #page { width: 72; padding: 1 2; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.WHY)

    def __init__(self, text: Text, close: str) -> None:
        super().__init__()
        self._text, self._close = text, close

    def words(self) -> Iterable[Widget]:
        """The ruling, and how the page is left."""
        yield Static(Text.assemble(self._text, "\n\n", (self._close, "dim")))
