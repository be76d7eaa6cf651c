"""The line in which players type what is done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.widgets import Input

from referee_tui.following.typed import read_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Paste
    from textual.widget import Widget

    from engine.referee import Input as Told


_LINE_END = re.compile("\r\n|\r|\n")


class EntryLine(Input):
    """Open while something is typed."""

    def __init__(
        self, hint: Callable[[], str], give: Callable[[Told], None], after: Callable[[], Widget | None]
    ) -> None:
        """``hint`` says what can be typed now, ``give`` takes what was, ``after`` says what has the keyboard then.

        The last two are called at once: the key after Enter must not come before what Enter sent.
        """
        super().__init__(id="typed", compact=True, select_on_focus=False)
        self._hint, self._give, self._after = hint, give, after
        self._sent = self._again = ""
        self._told: Told | None = None

    @property
    def is_open(self) -> bool:
        """Whether something is being typed."""
        return self.has_class("-open")

    def open(self, before: str = "", after: str = "") -> None:
        """Let something be typed between ``before`` and ``after``; alone, what was refused is there to be put right."""
        again, self._again = self._again, ""
        self.add_class("-open")
        self.placeholder = self._hint()
        self.value = before + after or again
        self.cursor_position = len(before)
        if not before + after:
            # What is typed next takes its place; an arrow or End goes on with it.
            self.select_all()
        self.screen.set_focus(self)

    def close(self) -> None:
        """Give the keyboard back; what stands here is forgotten."""
        self.clear()
        self.remove_class("-open")
        self.screen.set_focus(self._after())

    def refused(self, told: Told | None) -> None:
        """What was refused stands here when the line is opened next, if it was typed here last.

        The line does not open by itself: the next key may be an answer, or a line of its own that was pasted.
        """
        if told is not None and told is self._told:
            self._again = self._sent

    def on_paste(self, event: Paste) -> None:
        """Take in what is pasted as if it had been typed, an Enter at the end of each line."""
        event.stop()
        event.prevent_default()
        self.paste(event.text)

    def paste(self, text: str) -> None:
        """Take in a text line by line; what comes after its last Enter stays here."""
        for number, line in enumerate(_LINE_END.split(text)):
            if number and self.is_open:
                self.submit()
            if line and not self.is_open:
                self.open()
            self.replace(line, *self.selection)

    def submit(self) -> None:
        """Hand over what was typed and close, at once: the next key is no part of it."""
        self._sent, self._told, self._again = self.value, read_typed(self.value), ""
        self.close()
        if self._told is not None:
            self._give(self._told)

    async def action_submit(self) -> None:
        """Enter."""
        self.submit()
