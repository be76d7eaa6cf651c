"""The line in which players type what is done."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widgets import Input

from referee_tui.app.match.keypad import DONE, ERASE, LEAVE
from referee_tui.following.typed import read_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Paste
    from textual.widget import Widget

    from engine.referee import Input as Told


_LINE_END = re.compile("\r\n|\r|\n")

MOST_LETTERS = 1000
"""Of a line: as many as `--plain` takes."""
MOST_LINES = 500
"""Of what is pasted at once."""


class EntryLine(Input):
    """Open while something is typed."""

    def __init__(
        self,
        hint: Callable[[], str],
        give: Callable[[Told], None],
        after: Callable[[], Widget | None],
        too_long: Callable[[], None],
    ) -> None:
        """``hint`` says what can be typed now, ``give`` takes what was, ``after`` says what has the keyboard then.

        These two are called at once: the key after Enter must not come before what Enter sent. ``too_long`` says that
        there is no room for something, of which nothing was taken.
        """
        super().__init__(id="typed", compact=True, select_on_focus=False, max_length=MOST_LETTERS)
        self._hint, self._give, self._after, self._too_long = hint, give, after, too_long
        self._sent = self._again = ""
        self._told: Told | None = None

    class Shown(Message):
        """The line was opened, or closed."""

        def __init__(self, *, counts: bool) -> None:
            super().__init__()
            self.counts = counts
            """It is open for the rest of a correction: a number, as a rule."""

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
        self.post_message(self.Shown(counts=bool(before)))

    def close(self) -> None:
        """Give the keyboard back; what stands here is forgotten."""
        self.clear()
        self.remove_class("-open")
        self.screen.set_focus(self._after())
        self.post_message(self.Shown(counts=False))

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
        """Take in a text line by line; what comes after its last Enter stays here. One with no room is not taken."""
        # Without a look at every letter of a text that is far too long.
        lines = _LINE_END.split(text[: (MOST_LETTERS + 2) * (MOST_LINES + 1)])
        begun = len(self.value) if self.is_open else 0
        if len(lines) > MOST_LINES or max(map(len, (lines[0] + " " * begun, *lines[1:]))) > MOST_LETTERS:
            self.restricted()
            return
        for number, line in enumerate(lines):
            if number and self.is_open:
                self.submit()
            if line and not self.is_open:
                self.open()
            self.replace(line, *self.selection)

    def press(self, key: str) -> None:
        """Take in a key of the keypad."""
        if not self.is_open:
            return
        if key == DONE:
            self.submit()
        elif key == LEAVE:
            self.close()
        elif key == ERASE:
            self.action_delete_left()
        else:
            self.replace(key, *self.selection)

    def restricted(self) -> None:
        """Say that there is no room for what was typed or pasted."""
        self._too_long()

    def submit(self) -> None:
        """Hand over what was typed and close, at once: the next key is no part of it."""
        self._sent, self._told, self._again = self.value, read_typed(self.value), ""
        self.close()
        if self._told is not None:
            self._give(self._told)

    async def action_submit(self) -> None:
        """Enter."""
        self.submit()
