"""A line to write in, on screens whose keys are handed round by Textual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.widgets import Input

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key

_ACTIONS = {binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS)}
"""What the keys of a line do: move, erase, send."""


class WritingLine(Input):
    """A line that does each key before it looks at the next, however fast they come.

    Textual's own writes letters at once, and hears of its other keys only when they have come back from the app: of
    what is pasted or typed while the machine is busy, letters overtake what was to be erased before them.
    """

    sends: Callable[[WritingLine], None] | None = None
    """Called at once by Enter, so that the next key is for where that leads; without it a message tells it."""

    async def action_submit(self) -> None:
        """Enter."""
        if self.sends is None:
            await super().action_submit()
        else:
            self.sends(self)

    async def on_key(self, event: Key) -> None:
        """Move, erase or send in turn with the letters."""
        if not event.is_printable and event.key in _ACTIONS:
            event.stop()
            await self.run_action(_ACTIONS[event.key])
