"""The line in which players type what is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from referee_tui.following.typed import read_typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key
    from textual.widget import Widget

    from engine.referee import Input as Told


_OPENING = frozenset({"t", "T", ":"})
"""Keys that open the line."""


class EntryLine(Input):
    """Open while something is typed; what was refused is there again, to be put right."""

    _opened_again = False
    """What was refused stands here, and nothing was done to it yet."""

    def __init__(
        self, hint: Callable[[], str], give: Callable[[Told], None], after: Callable[[], Widget | None]
    ) -> None:
        """``hint`` says what can be typed now, ``give`` takes what was, ``after`` says what has the keyboard then.

        The last two are called at once: the key after Enter must not come before what Enter sent.
        """
        super().__init__(id="typed", compact=True, select_on_focus=False)
        self._hint, self._give, self._after = hint, give, after
        self._sent = ""
        self._told: Told | None = None

    @property
    def is_open(self) -> bool:
        """Whether something is being typed."""
        return self.has_class("-open")

    def open(self, before: str = "", after: str = "") -> None:
        """Let something be typed between ``before`` and ``after``."""
        self.add_class("-open")
        self._opened_again = False
        self.placeholder = self._hint()
        self.value = before + after
        self.cursor_position = len(before)
        self.screen.set_focus(self)

    def close(self) -> None:
        """Give the keyboard back; what stands here is forgotten."""
        self.clear()
        self.remove_class("-open")
        self.screen.set_focus(self._after())

    def refused(self, told: Told | None) -> None:
        """Let what was refused be put right if it was typed here, unless something else is being typed already."""
        if told is not None and told is self._told and not self.is_open:
            self.open(self._sent)
            # What is typed next takes its place; an arrow or End goes on with it.
            self.select_all()
            self._opened_again = self._sent not in _OPENING

    def validate_value(self, value: str) -> str:
        """Leave out the key that opens the line where it took the place of what was refused: the line was open already.

        ``touch`` alone begins with the same letter.
        """
        if not self._opened_again or value in _OPENING:
            return value
        self._opened_again = False
        anew = self.value in _OPENING and value.startswith(self.value)
        return value[1:] if anew and value[1:2] not in {"o", "O"} else value

    async def action_submit(self) -> None:
        """Hand over what was typed and close, at once: the next key is no part of it."""
        self._sent, self._told = self.value, read_typed(self.value)
        self.close()
        if self._told is not None:
            self._give(self._told)

    def on_key(self, event: Key) -> None:
        """Escape closes the line without a word."""
        if event.key == "escape":
            event.stop()
            self.close()
