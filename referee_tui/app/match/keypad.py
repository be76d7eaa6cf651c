"""Digits to be clicked while a correction waits for a number: for the mouse, what is typed otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.app import RenderResult
    from textual.events import Click

ERASE, DONE, LEAVE = "⌫", "⏎", "✗"
_KEYS = (*"1234567890", "-", ERASE, DONE, LEAVE)
_STEP = 4
"""Columns from one key to the next; three of them are the key."""
_KEY = Style(color="#000000", bgcolor="#d9d9d9", bold=True)


class Keypad(Widget):
    """One line of keys; it is there while a number is typed, and takes no keyboard."""

    ALLOW_SELECT = False

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key
            """What it writes, or ``ERASE``, ``DONE``, ``LEAVE``."""

    def render(self) -> RenderResult:
        """`` 1   2   3 ...``."""
        line = Text(" ", no_wrap=True)
        for key in _KEYS:
            line.append(f" {key} ", _KEY).append(" ")
        return line

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        number, within = divmod(event.x - 1, _STEP)
        if 0 <= number < len(_KEYS) and within < _STEP - 1:
            self.post_message(self.Pressed(_KEYS[number]))
